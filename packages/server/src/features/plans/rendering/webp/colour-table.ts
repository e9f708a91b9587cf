// Finds the colours of a picture that has few, and packs their numbers: the fewer colours, the more pixels share a byte.

const MOST = 256;
const SLOTS = 2048;
const RGB = 0xffffff;
const HASH_FACTOR = 0x9e3779b1;

export interface ColourTable {
  /** Clears the fourth byte of all pixels and takes note of their colours; returns these, or null where there are more than 256. */
  scan(pixels: Int32Array): Int32Array | null;
  /** The number of a colour of the picture scanned last. */
  numberOf(colour: number): number;
}

export function colourTable(): ColourTable {
  const keys = new Int32Array(SLOTS);
  const numbers = new Int32Array(SLOTS);
  const colours = new Int32Array(MOST);
  function slotOf(colour: number): number {
    let slot = Math.imul(colour, HASH_FACTOR) >>> 21;
    while (keys[slot] !== colour && keys[slot] !== -1) slot = (slot + 1) & (SLOTS - 1);
    return slot;
  }
  return {
    scan(pixels) {
      keys.fill(-1);
      let found = 0;
      let last = -1;
      let i = 0;
      for (; i < pixels.length; i++) {
        const colour = (pixels[i] as number) & RGB;
        pixels[i] = colour;
        if (colour === last) continue;
        last = colour;
        const slot = slotOf(colour);
        if (keys[slot] !== -1) continue;
        if (found === MOST) break;
        keys[slot] = colour;
        numbers[slot] = found;
        colours[found++] = colour;
      }
      if (i === pixels.length) return colours.subarray(0, found);
      for (; i < pixels.length; i++) pixels[i] = (pixels[i] as number) & RGB;
      return null;
    },
    numberOf: (colour) => numbers[slotOf(colour)] as number,
  };
}

/** How many pixels share a byte in a picture of so many colours. */
export function pixelsPerByte(colours: number): 1 | 2 | 4 | 8 {
  if (colours <= 2) return 8;
  if (colours <= 4) return 4;
  return colours <= 16 ? 2 : 1;
}

export interface Rows {
  readonly pixels: Int32Array;
  readonly width: number;
  readonly height: number;
}

/** Packs the numbers of the pixels' colours, the first in the lowest bits, into `target`; returns the new width. */
export function packRows(
  { pixels, width, height }: Rows,
  table: ColourTable,
  perByte: number,
  target: Int32Array,
): number {
  const bits = 8 / perByte;
  let to = 0;
  let last = -1;
  let number = 0;
  for (let row = 0; row < height; row++) {
    const end = (row + 1) * width;
    for (let from = row * width; from < end; from += perByte) {
      let packed = 0;
      const until = Math.min(from + perByte, end);
      for (let i = from, shift = 0; i < until; i++, shift += bits) {
        const colour = pixels[i] as number;
        if (colour !== last) {
          last = colour;
          number = table.numberOf(colour);
        }
        packed |= number << shift;
      }
      target[to++] = packed;
    }
  }
  return Math.ceil(width / perByte);
}
