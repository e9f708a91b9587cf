// Encodes an image as literals and back-references: to the left, above, or to an earlier match.
import { indexOfColour } from './colours.ts';
import { BLUE, DISTANCE, GREEN, HASH_BITS, HASH_TABLE, RED, TOKENS } from './room.ts';

/** Defined by the format: length symbols follow the 256 values of green; and the longest copy. */
export const LITERALS: i32 = 256;
const MAX_LENGTH: i32 = 4096;
/** Distances to neighbouring pixels have short codes; all others follow them. */
const ABOVE: i32 = 1;
const LEFT: i32 = 2;
const FAR_DISTANCE: i32 = 120;

/** A nearby copy costs few bits; a distant one must be long enough to pay for its distance. */
const MIN_NEAR_LENGTH: i32 = 3;
const MIN_FAR_LENGTH: i32 = 4;
const MIN_FAR_GAIN: i32 = 3;
/** From this length on, no longer match is searched for. */
const GOOD_LENGTH: i32 = 64;

/** What a pixel position holds in the format: a colour, a palette index, or packed palette indexes. */
export const MODE_COLOUR: i32 = 0;
export const MODE_INDEX: i32 = 1;
export const MODE_PACKED: i32 = 2;

/** The prefix symbol of a length or distance, from 1 up; extra bits complete it. */
export function symbolOf(value: i32): i32 {
  const from0 = value - 1;
  if (from0 < 2) return from0;
  const high = 31 - clz(from0);
  return 2 * high + ((from0 >> (high - 1)) & 1);
}

/** Number of extra bits of a symbol; they are the lowest bits of the value minus one. */
export function extraBits(symbol: i32): i32 {
  return symbol < 4 ? 0 : (symbol - 2) >> 1;
}

/** Number of equal pixels starting at `from` and at `at`. */
function matchLength(from: i32, at: i32, most: i32): i32 {
  let length: i32 = 0;
  for (; length + 4 <= most; length += 4) {
    const same = i32x4.bitmask(i32x4.eq(v128.load(from + (length << 2)), v128.load(at + (length << 2))));
    if (same !== 15) return length + ctz(~same);
  }
  while (length < most && load<i32>(from + (length << 2)) === load<i32>(at + (length << 2))) length++;
  return length;
}

function hashOf(pixel: i32): i32 {
  const hash: u32 =
    load<u32>(pixel) * 0x9e3779b1 + load<u32>(pixel + 4) * 0x85ebca6b + load<u32>(pixel + 8) * 0xc2b2ae35;
  return ((hash >> (32 - HASH_BITS)) as i32) << 2;
}

/** Subtracts green from red and blue, so that only green remains of grey pixels. */
function withoutGreen(pixel: i32): i32 {
  const green = (pixel >> 8) & 0xff;
  return (((pixel - green) & 0xff) << 16) | (green << 8) | (((pixel >> 16) - green) & 0xff);
}

function stored(pixel: i32, mode: i32): i32 {
  if (mode === MODE_COLOUR) return withoutGreen(pixel);
  return (mode === MODE_INDEX ? indexOfColour(pixel) : pixel) << 8;
}

function count(symbol: i32): void {
  store<u32>(symbol, load<u32>(symbol) + 1);
}

/**
 * Writes an image's tokens and counts their symbols: a pixel value, or a length (negative) with its distance code in
 * the next token. Returns the end of the tokens; there are never more tokens than pixels.
 */
export function findCopies(base: i32, pixels: i32, width: i32, height: i32, mode: i32): i32 {
  const places = base + HASH_TABLE;
  memory.fill(places, 0, 4 << HASH_BITS);
  const rowBytes = width << 2;
  const firstRow = pixels + rowBytes;
  const end = pixels + rowBytes * height;
  let token = base + TOKENS;
  for (let at = pixels; at < end; ) {
    let most = (end - at) >> 2;
    if (most > MAX_LENGTH) most = MAX_LENGTH;
    let length: i32 = at >= firstRow ? matchLength(at - rowBytes, at, most) : 0;
    let code = ABOVE;
    if (length < GOOD_LENGTH) {
      if (at > pixels && load<i32>(at - 4) === load<i32>(at)) {
        const left = matchLength(at - 4, at, most);
        if (left > length) {
          length = left;
          code = LEFT;
        }
      }
      if (length < GOOD_LENGTH && length < most && most > 2) {
        const place = places + hashOf(at);
        const before = load<i32>(place);
        store<i32>(place, at);
        if (before !== 0 && (length === 0 || load<i32>(before + (length << 2)) === load<i32>(at + (length << 2)))) {
          const far = matchLength(before, at, most);
          if (far >= MIN_FAR_LENGTH && far > length + MIN_FAR_GAIN) {
            length = far;
            code = FAR_DISTANCE + ((at - before) >> 2);
          }
        }
      }
    }
    if (length < MIN_NEAR_LENGTH) {
      const held = stored(load<i32>(at), mode);
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
