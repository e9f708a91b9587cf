// Encodes an image as literals and back-references: to the left, above, or to an earlier match.
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

/** A token of a copy: negative, with the length less one, and the distance code in the lowest bits. */
export const CODE_BITS: i32 = 19;
export const CODE_MASK: i32 = (1 << CODE_BITS) - 1;
export const LENGTH_MASK: i32 = MAX_LENGTH - 1;

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

/** Number of equal values starting at `from` and at `at`. */
function matchLength<T>(from: i32, at: i32, most: i32): i32 {
  const lanes = 16 / sizeof<T>();
  let length: i32 = 0;
  for (; length + lanes <= most; length += lanes) {
    const one = v128.load(from + (length << alignof<T>()));
    const same = v128.bitmask<T>(v128.eq<T>(one, v128.load(at + (length << alignof<T>()))));
    if (same !== (1 << lanes) - 1) return length + ctz(~same);
  }
  while (length < most && isEqual<T>(from, at, length)) length++;
  return length;
}

function isEqual<T>(from: i32, at: i32, length: i32): bool {
  return load<T>(from + (length << alignof<T>())) === load<T>(at + (length << alignof<T>()));
}

/** Of three values. */
function hashOf<T>(at: i32): i32 {
  let hash: u32 = (sizeof<T>() === 1 ? load<u32>(at) & 0xffffff : load<u32>(at)) * 0x9e3779b1;
  if (sizeof<T>() === 4) hash += load<u32>(at + 4) * 0x85ebca6b + load<u32>(at + 8) * 0xc2b2ae35;
  return ((hash >> (32 - HASH_BITS)) as i32) << 2;
}

/** Subtracts green from red and blue, so that only green remains of grey pixels. */
function withoutGreen(pixel: i32): i32 {
  const green = (pixel >> 8) & 0xff;
  return (((pixel - green) & 0xff) << 16) | (green << 8) | (((pixel >> 16) - green) & 0xff);
}

function count(symbol: i32): void {
  store<u32>(symbol, load<u32>(symbol) + 1);
}

/**
 * Writes an image's tokens and counts their symbols: a value, or a copy (negative). `T`: palette indexes (bytes), or
 * pixels. Returns the end of the tokens; there are never more tokens than values.
 */
export function findCopies<T>(base: i32, values: i32, width: i32, height: i32): i32 {
  const size = sizeof<T>() as i32;
  const places = base + HASH_TABLE;
  memory.fill(places, 0, 4 << HASH_BITS);
  const rowBytes = width << alignof<T>();
  const firstRow = values + rowBytes;
  const end = values + rowBytes * height;
  let token = base + TOKENS;
  for (let at = values; at < end; token += 4) {
    let most = (end - at) >> alignof<T>();
    if (most > MAX_LENGTH) most = MAX_LENGTH;
    let length: i32 = at >= firstRow ? matchLength<T>(at - rowBytes, at, most) : 0;
    let code = ABOVE;
    if (length < GOOD_LENGTH) {
      if (at > values && isEqual<T>(at - size, at, 0)) {
        const left = matchLength<T>(at - size, at, most);
        if (left > length) {
          length = left;
          code = LEFT;
        }
      }
      if (length < GOOD_LENGTH && length < most && most > 2) {
        const place = places + hashOf<T>(at);
        const before = load<i32>(place);
        store<i32>(place, at);
        if (before !== 0 && (length === 0 || isEqual<T>(before, at, length))) {
          const far = matchLength<T>(before, at, most);
          const distance = FAR_DISTANCE + ((at - before) >> alignof<T>());
          if (far >= MIN_FAR_LENGTH && far > length + MIN_FAR_GAIN && distance <= CODE_MASK) {
            length = far;
            code = distance;
          }
        }
      }
    }
    if (length >= MIN_NEAR_LENGTH) {
      store<i32>(token, i32.MIN_VALUE | ((length - 1) << CODE_BITS) | code);
      at += length << alignof<T>();
      count(base + GREEN + ((LITERALS + symbolOf(length)) << 2));
      count(base + DISTANCE + (symbolOf(code) << 2));
    } else if (sizeof<T>() === 1) {
      const value = load<u8>(at) as i32;
      store<i32>(token, value);
      at++;
      count(base + GREEN + (value << 2));
    } else {
      const value = withoutGreen(load<i32>(at));
      store<i32>(token, value);
      at += 4;
      count(base + GREEN + ((value >> 6) & 0x3fc));
      count(base + RED + ((value >> 14) & 0x3fc));
      count(base + BLUE + ((value & 0xff) << 2));
    }
  }
  // Palette indexes are stored in the green channel; the others are zero, which takes no bits.
  if (sizeof<T>() === 1) {
    count(base + RED);
    count(base + BLUE);
  }
  return token;
}
