// Tells a picture as colours and copies of what came before: from the left, from above, or from where something began alike.

/** The format's own numbers: alphabets of green (with lengths after its values) and of distances, and the longest copy. */
export const LITERALS = 256;
export const LENGTHS = 24;
export const DISTANCES = 40;
const LONGEST = 4096;
/** Distances next to a pixel have short codes; all others follow them. */
const ABOVE = 1;
const LEFT = 2;
const FAR = 120;

/** A copy from near by costs few bits; one from afar must be worth its distance. */
const SHORTEST_NEAR = 3;
const SHORTEST_FAR = 4;
const WORTH_GOING_FAR = 3;
/** From here on no better copy is looked for. */
const LONG_ENOUGH = 64;
const HASH_BITS = 14;

export interface Picture {
  /** Without a fourth byte. */
  readonly pixels: Int32Array;
  readonly width: number;
}

export interface Counts {
  /** Values of green, and after them lengths. */
  readonly green: Uint32Array;
  readonly red: Uint32Array;
  readonly blue: Uint32Array;
  readonly distance: Uint32Array;
}

export function emptyCounts(): Counts {
  return {
    green: new Uint32Array(LITERALS + LENGTHS),
    red: new Uint32Array(LITERALS),
    blue: new Uint32Array(LITERALS),
    distance: new Uint32Array(DISTANCES),
  };
}

/** The symbol of a length or distance from 1 on; further bits tell it exactly. */
export function symbolOf(value: number): number {
  const from0 = value - 1;
  if (from0 < 2) return from0;
  const high = 31 - Math.clz32(from0);
  return 2 * high + ((from0 >>> (high - 1)) & 1);
}

/** How many further bits a symbol has; they are the lowest ones of the value less one. */
export function extraBits(symbol: number): number {
  return symbol < 4 ? 0 : (symbol - 2) >> 1;
}

export interface CopyFinder {
  /**
   * Writes the tokens of a picture to `tokens`: a pixel, or a length (negative) with its distance code in the next token. Returns their
   * number, never more than the picture has pixels.
   */
  find(picture: Picture, tokens: Int32Array): number;
}

export function copyFinder(): CopyFinder {
  const places = new Int32Array(1 << HASH_BITS);
  const found = { length: 0, code: 0 };

  /** The best copy for the pixels from `at` on; of length 0 where nothing before is alike. */
  function look(pixels: Int32Array, width: number, at: number): void {
    const pixel = pixels[at] as number;
    const most = Math.min(LONGEST, pixels.length - at);
    let length = at >= width ? alike(pixels, at - width, at, most) : 0;
    let code = ABOVE;
    if (length < LONG_ENOUGH) {
      if (at > 0 && pixels[at - 1] === pixel) {
        const left = alike(pixels, at - 1, at, most);
        if (left > length) {
          length = left;
          code = LEFT;
        }
      }
      if (length < LONG_ENOUGH && most > 2) {
        const hash = hashOf(pixel, pixels[at + 1] as number, pixels[at + 2] as number);
        const place = (places[hash] as number) - 1;
        places[hash] = at + 1;
        if (place >= 0 && (length === 0 || pixels[place + length] === pixels[at + length])) {
          const far = alike(pixels, place, at, most);
          if (far >= SHORTEST_FAR && far > length + WORTH_GOING_FAR) {
            length = far;
            code = FAR + at - place;
          }
        }
      }
    }
    found.length = length < SHORTEST_NEAR ? 0 : length;
    found.code = code;
  }

  return {
    find({ pixels, width }, tokens) {
      places.fill(0);
      let made = 0;
      for (let at = 0; at < pixels.length; ) {
        look(pixels, width, at);
        const { length, code } = found;
        if (length > 0) {
          tokens[made++] = -length;
          tokens[made++] = code;
          at += length;
        } else tokens[made++] = pixels[at++] as number;
      }
      return made;
    },
  };
}

/** Red, green and blue from the highest byte to the lowest. Greys become green alone when the others are told by their difference from it. */
export function withoutGreen(pixel: number): number {
  const green = (pixel >>> 8) & 0xff;
  return (((pixel - green) & 0xff) << 16) | (green << 8) | (((pixel >>> 16) - green) & 0xff);
}

/** Turns pixels into what the format holds in their place, and counts all symbols. */
export function countTokens(
  tokens: Int32Array,
  { green, red, blue, distance }: Counts,
  stored: (pixel: number) => number,
): void {
  const count = (counts: Uint32Array, symbol: number) => {
    counts[symbol] = (counts[symbol] as number) + 1;
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as number;
    if (token < 0) {
      count(green, LITERALS + symbolOf(-token));
      count(distance, symbolOf(tokens[++at] as number));
    } else {
      const colour = stored(token);
      tokens[at] = colour;
      count(green, (colour >>> 8) & 0xff);
      count(red, colour >>> 16);
      count(blue, colour & 0xff);
    }
  }
}

function alike(pixels: Int32Array, from: number, at: number, most: number): number {
  let length = 0;
  while (length < most && pixels[from + length] === pixels[at + length]) length++;
  return length;
}

function hashOf(a: number, b: number, c: number): number {
  return (Math.imul(a, 0x9e3779b1) + Math.imul(b, 0x85ebca6b) + Math.imul(c, 0xc2b2ae35)) >>> (32 - HASH_BITS);
}
