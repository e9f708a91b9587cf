// Tells a picture as colours and copies of what came before: from the left, from above, or from where something began alike.
import { numberOf } from './colours.ts';
import { BLUE, DISTANCE, GREEN, PLACE_BITS, PLACES, RED, TOKENS } from './room.ts';

/** The format's own: lengths follow the values of green, and the longest copy. */
export const LITERALS: i32 = 256;
const LONGEST: i32 = 4096;
/** Distances next to a pixel have short codes; all others follow them. */
const ABOVE: i32 = 1;
const LEFT: i32 = 2;
const FAR: i32 = 120;

/** A copy from near by costs few bits; one from afar must be worth its distance. */
const SHORTEST_NEAR: i32 = 3;
const SHORTEST_FAR: i32 = 4;
const WORTH_GOING_FAR: i32 = 3;
/** From here on no better copy is looked for. */
const LONG_ENOUGH: i32 = 64;

/** What the format holds in a pixel's place: its three colours, the number of its colour, or numbers that were packed. */
export const AS_COLOUR: i32 = 0;
export const AS_NUMBER: i32 = 1;
export const AS_PACKED: i32 = 2;

/** The symbol of a length or distance from 1 on; further bits tell it exactly. */
export function symbolOf(value: i32): i32 {
  const from0 = value - 1;
  if (from0 < 2) return from0;
  const high = 31 - clz(from0);
  return 2 * high + ((from0 >> (high - 1)) & 1);
}

/** How many further bits a symbol has; they are the lowest ones of the value less one. */
export function extraBits(symbol: i32): i32 {
  return symbol < 4 ? 0 : (symbol - 2) >> 1;
}

/** How many pixels from `from` and from `at` on are alike. */
function alike(from: i32, at: i32, most: i32): i32 {
  let length: i32 = 0;
  for (; length + 4 <= most; length += 4) {
    const same = i32x4.bitmask(i32x4.eq(v128.load(from + (length << 2)), v128.load(at + (length << 2))));
    if (same !== 15) return length + ctz(~same);
  }
  while (length < most && load<i32>(from + (length << 2)) === load<i32>(at + (length << 2))) length++;
  return length;
}

function placeOf(pixel: i32): i32 {
  const hash: u32 =
    load<u32>(pixel) * 0x9e3779b1 + load<u32>(pixel + 4) * 0x85ebca6b + load<u32>(pixel + 8) * 0xc2b2ae35;
  return ((hash >> (32 - PLACE_BITS)) as i32) << 2;
}

/** Greys become green alone when the others are told by their difference from it. */
function withoutGreen(pixel: i32): i32 {
  const green = (pixel >> 8) & 0xff;
  return (((pixel - green) & 0xff) << 16) | (green << 8) | (((pixel >> 16) - green) & 0xff);
}

function stored(pixel: i32, how: i32): i32 {
  if (how === AS_COLOUR) return withoutGreen(pixel);
  return (how === AS_NUMBER ? numberOf(pixel) : pixel) << 8;
}

function count(symbol: i32): void {
  store<u32>(symbol, load<u32>(symbol) + 1);
}

/**
 * Writes a picture's tokens and counts their symbols: what is held in a pixel's place, or a length (negative) with its distance code in
 * the next token. Returns where they end; there are never more than pixels.
 */
export function findCopies(base: i32, pixels: i32, width: i32, height: i32, how: i32): i32 {
  const places = base + PLACES;
  memory.fill(places, 0, 4 << PLACE_BITS);
  const rowBytes = width << 2;
  const firstRow = pixels + rowBytes;
  const end = pixels + rowBytes * height;
  let token = base + TOKENS;
  for (let at = pixels; at < end; ) {
    let most = (end - at) >> 2;
    if (most > LONGEST) most = LONGEST;
    let length: i32 = at >= firstRow ? alike(at - rowBytes, at, most) : 0;
    let code = ABOVE;
    if (length < LONG_ENOUGH) {
      if (at > pixels && load<i32>(at - 4) === load<i32>(at)) {
        const left = alike(at - 4, at, most);
        if (left > length) {
          length = left;
          code = LEFT;
        }
      }
      if (length < LONG_ENOUGH && length < most && most > 2) {
        const place = places + placeOf(at);
        const before = load<i32>(place);
        store<i32>(place, at);
        if (before !== 0 && (length === 0 || load<i32>(before + (length << 2)) === load<i32>(at + (length << 2)))) {
          const far = alike(before, at, most);
          if (far >= SHORTEST_FAR && far > length + WORTH_GOING_FAR) {
            length = far;
            code = FAR + ((at - before) >> 2);
          }
        }
      }
    }
    if (length < SHORTEST_NEAR) {
      const held = stored(load<i32>(at), how);
      store<i32>(token, held);
      token += 4;
      at += 4;
      count(base + GREEN + ((held >> 6) & 0x3fc));
      count(base + RED + ((held >> 14) & 0x3fc));
      count(base + BLUE + ((held & 0xff) << 2));
    } else {
      store<i32>(token, -length);
      store<i32>(token + 4, code);
      token += 8;
      at += length << 2;
      count(base + GREEN + ((LITERALS + symbolOf(length)) << 2));
      count(base + DISTANCE + (symbolOf(code) << 2));
    }
  }
  return token;
}
