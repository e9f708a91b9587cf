// Memory layout of one encoder thread, as byte offsets from its base address. All of it is reused for each tile.

/** Pixels of the largest image, the preview of a page that may become a sheet. */
const MAX_PIXELS: i32 = 2000 * 2000;
/** Pixels in a row of the largest image that is reduced. */
const MAX_WIDTH: i32 = 3200;

/** The tile's pixels with a zero fourth byte, only if it has too many colours for a palette, plus room to read further. */
export const TILE: i32 = 64;
/** The palette index of each pixel, one byte each, then packed in place. */
export const NUMBERS: i32 = TILE + 4 * MAX_PIXELS + 64;
export const TOKENS: i32 = NUMBERS + MAX_PIXELS + 64;
/** Hash table: where three consecutive values were last seen. */
export const HASH_TABLE: i32 = TOKENS + 4 * MAX_PIXELS + 64;
export const HASH_BITS: i32 = 14;
/** The palette: hash table of keys and indexes, and the colours in order. */
export const KEYS: i32 = HASH_TABLE + (4 << HASH_BITS);
export const SLOTS: i32 = 2048;
export const INDEXES: i32 = KEYS + 4 * SLOTS;
export const COLOURS: i32 = INDEXES + 4 * SLOTS;
/** Weighted sums of rows, eight bytes per pixel. */
export const SUMS: i32 = COLOURS + 4 * 256;
/** Alphabets: the frequency of each symbol; then its code bits in the lower half and their number in the upper half. */
export const GREEN: i32 = SUMS + 8 * MAX_WIDTH;
export const GREENS: i32 = 280;
export const RED: i32 = GREEN + 4 * GREENS;
export const BLUE: i32 = RED + 4 * 256;
export const ALPHA: i32 = BLUE + 4 * 256;
export const DISTANCE: i32 = ALPHA + 4 * 256;
export const DISTANCES: i32 = 40;
export const COUNTS_END: i32 = DISTANCE + 4 * DISTANCES;
/** Offset from the count of a symbol to its code. */
export const CODE: i32 = COUNTS_END - GREEN;
/** Working memory for building a prefix code. */
export const LENGTHS: i32 = COUNTS_END + CODE;
export const LEAVES: i32 = LENGTHS + 512;
export const WEIGHTS: i32 = LEAVES + 4 * 512;
export const PARENTS: i32 = WEIGHTS + 4 * 1024;
export const DEPTHS: i32 = PARENTS + 4 * 1024;
export const RUNS: i32 = DEPTHS + 1024;
export const SMALL: i32 = RUNS + 4 * 512;
export const SMALL_CODE: i32 = SMALL + 4 * 32;
/** The finished file: in the worst case all three codes of each pixel have full length. */
export const OUT: i32 = SMALL_CODE + 4 * 32 + 64;
export const MEMORY_BYTES: i32 = OUT + 6 * MAX_PIXELS + 8192;
