// Finds the palette of a tile with few colours, and packs the indexes: the fewer colours, the more pixels share a byte.
import { COLOURS, INDEXES, KEYS, PACKED, SLOTS, TILE } from './room.ts';

const MAX_COLOURS: i32 = 256;
const RGB: i32 = 0xffffff;
/** One of this many rows is looked at first: most tiles with many colours show that there. */
const SAMPLED: i32 = 16;

let found: i32 = 0;
let base: i32 = 0;

function slotOf(colour: i32): i32 {
  let slot = ((colour * (0x9e3779b1 as i32)) as u32) >> 21;
  while (true) {
    const key = load<i32>(base + KEYS + ((slot as i32) << 2));
    if (key === colour || key === -1) return slot as i32;
    slot = (slot + 1) & (SLOTS - 1);
  }
}

function note(colour: i32): void {
  const slot = slotOf(colour) << 2;
  if (load<i32>(base + KEYS + slot) !== -1) return;
  if (found < MAX_COLOURS) {
    store<i32>(base + KEYS + slot, colour);
    store<i32>(base + INDEXES + slot, found);
    store<i32>(base + COLOURS + (found << 2), colour);
  }
  found++;
}

/** The palette index of a colour of the most recently cut tile. */
export function indexOfColour(colour: i32): i32 {
  return load<i32>(base + INDEXES + (slotOf(colour) << 2));
}

/**
 * Cuts a tile out of rows of `stride` pixels starting at `source`, and returns its number of colours: 257 if there are
 * more than 256.
 */
export function cutOut(at: i32, source: i32, stride: i32, width: i32, height: i32): i32 {
  base = at;
  const rowBytes = stride << 2;
  startCounting();
  for (let row = SAMPLED / 2; row < height && found <= MAX_COLOURS; row += SAMPLED)
    cutRow(base + TILE, source + row * rowBytes, width, false);
  // The palette is in the order of the pixels.
  if (found <= MAX_COLOURS) startCounting();
  let to = base + TILE;
  for (let row = 0; row < height; row++, to += width << 2, source += rowBytes) cutRow(to, source, width, row > 0);
  return found;
}

function startCounting(): void {
  found = 0;
  memory.fill(base + KEYS, 0xff, 4 * SLOTS);
}

/** Copies a row, and notes its colours unless there are too many already. */
function cutRow(to: i32, from: i32, width: i32, hasAbove: bool): void {
  const mask = i32x4.splat(RGB);
  const rowBytes = width << 2;
  const end = to + rowBytes;
  const wide = end - 16;
  let left = i32x4.splat(-1);
  if (found <= MAX_COLOURS) {
    for (; to <= wide; to += 16, from += 16) {
      const four = v128.and(v128.load(from), mask);
      v128.store(to, four);
      // Only colours that differ from the pixels to the left and above can be new.
      const before = v128.shuffle<i32>(left, four, 3, 4, 5, 6);
      left = four;
      let known = i32x4.eq(four, before);
      if (i32x4.all_true(known)) continue;
      if (hasAbove) known = v128.or(known, i32x4.eq(four, v128.load(to - rowBytes)));
      for (let fresh = ~i32x4.bitmask(known) & 15; fresh !== 0; fresh &= fresh - 1) {
        note(load<i32>(to + (ctz(fresh) << 2)));
      }
    }
  } else for (; to <= wide; to += 16, from += 16) v128.store(to, v128.and(v128.load(from), mask));
  for (; to < end; to += 4, from += 4) {
    const colour = load<i32>(from) & RGB;
    store<i32>(to, colour);
    if (found <= MAX_COLOURS) note(colour);
  }
}

/** How many pixels share a byte in an image with this many colours. */
export function pixelsPerByte(colours: i32): i32 {
  if (colours <= 2) return 8;
  if (colours <= 4) return 4;
  return colours <= 16 ? 2 : 1;
}

/** Packs the palette indexes of the pixels, the first in the lowest bits; returns the new width. */
export function packRows(width: i32, height: i32, perByte: i32): i32 {
  const bits = 8 / perByte;
  let to = base + PACKED;
  let from = base + TILE;
  let last: i32 = -1;
  let number: i32 = 0;
  for (let row = 0; row < height; row++) {
    const end = from + (width << 2);
    while (from < end) {
      let packed: i32 = 0;
      let until = from + (perByte << 2);
      if (until > end) until = end;
      for (let shift: i32 = 0; from < until; from += 4, shift += bits) {
        const colour = load<i32>(from);
        if (colour !== last) {
          last = colour;
          number = indexOfColour(colour);
        }
        packed |= number << shift;
      }
      store<i32>(to, packed);
      to += 4;
    }
  }
  return (width + perByte - 1) / perByte;
}
