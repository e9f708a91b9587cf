// Where things stand in the memory of one thread that makes tiles, as bytes from its own beginning. All of it is used again for each tile.

/** Pixels of the largest tile. */
export const MOST: i32 = 512 * 512;

/** The tile's pixels without a fourth byte, and some room to read on past the last one. */
export const TILE: i32 = 64;
/** Rows of packed numbers of colours. */
export const PACKED: i32 = TILE + 4 * MOST + 64;
export const TOKENS: i32 = PACKED + 4 * MOST + 64;
/** Where three pixels in a row were last seen. */
export const PLACES: i32 = TOKENS + 4 * MOST + 64;
export const PLACE_BITS: i32 = 14;
/** The table of colours: keys and their numbers, and the colours in order. */
export const KEYS: i32 = PLACES + (4 << PLACE_BITS);
export const SLOTS: i32 = 2048;
export const NUMBERS: i32 = KEYS + 4 * SLOTS;
export const COLOURS: i32 = NUMBERS + 4 * SLOTS;
/** Alphabets: how often each symbol occurs; its bits in the lower half and their number in the upper one. */
export const GREEN: i32 = COLOURS + 4 * 256;
export const GREENS: i32 = 280;
export const RED: i32 = GREEN + 4 * GREENS;
export const BLUE: i32 = RED + 4 * 256;
export const ALPHA: i32 = BLUE + 4 * 256;
export const DISTANCE: i32 = ALPHA + 4 * 256;
export const DISTANCES: i32 = 40;
export const COUNTS_END: i32 = DISTANCE + 4 * DISTANCES;
/** From the counts of a symbol to its code. */
export const CODE: i32 = COUNTS_END - GREEN;
/** What making a prefix code takes. */
export const LENGTHS: i32 = COUNTS_END + CODE;
export const LEAVES: i32 = LENGTHS + 512;
export const WEIGHTS: i32 = LEAVES + 4 * 512;
export const PARENTS: i32 = WEIGHTS + 4 * 1024;
export const DEPTHS: i32 = PARENTS + 4 * 1024;
export const RUNS: i32 = DEPTHS + 1024;
export const SMALL: i32 = RUNS + 4 * 512;
export const SMALL_CODE: i32 = SMALL + 4 * 32;
/** The finished file: at worst all three codes of each pixel are of full length. */
export const OUT: i32 = SMALL_CODE + 4 * 32 + 64;
export const ROOM_BYTES: i32 = OUT + 6 * MOST + 8192;
