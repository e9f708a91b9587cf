// Prefix codes of lossless WebP: computed from symbol frequencies and written before the data.
import { put } from './bits.ts';
import { CODE, DEPTHS, LEAVES, LENGTHS, PARENTS, RUNS, SMALL, SMALL_CODE, WEIGHTS } from './room.ts';

const MAX_CODE_BITS: i32 = 15;
const MAX_SMALL_CODE_BITS: i32 = 7;
const LENGTH_SYMBOLS: i32 = 19;
/** More frequent symbols count as this frequent. */
const MAX_COUNT: u32 = (1 << 19) - 1;
const ZEROS_SHORT: i32 = 17;
const ZEROS_LONG: i32 = 18;

/** The order in which the lengths of the code length code are written: 17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7 and so on. */
function lengthAt(place: i32): i32 {
  if (place < 2) return 17 + place;
  if (place < 8) return place - 2;
  return place === 8 ? 16 : place - 3;
}

/** Writes the code of an alphabet of `size` symbols with the frequencies `counts`, and stores it next to the counts. */
export function writePrefixCode(base: i32, counts: i32, size: i32): void {
  const codes = counts + CODE;
  memory.fill(codes, 0, size << 2);
  let used: i32 = 0;
  let first: i32 = 0;
  let second: i32 = 0;
  for (let symbol: i32 = 0; symbol < size; symbol++) {
    if (load<u32>(counts + (symbol << 2)) === 0) continue;
    if (used === 0) first = symbol;
    else if (used === 1) second = symbol;
    used++;
  }
  if (used <= 2 && first < 256 && second < 256) {
    writeSimple(codes, used, first, second);
    return;
  }
  // A code with a single symbol cannot represent one above 255, so a second symbol is added that is never written.
  if (used === 1) store<u32>(counts, 1);
  buildCode(base, counts, size, MAX_CODE_BITS, codes);
  put(0, 1);
  writeLengths(base, codes, size);
}

function writeSimple(codes: i32, used: i32, first: i32, second: i32): void {
  put(1, 1);
  put(used === 2 ? 1 : 0, 1);
  if (first < 2) {
    put(0, 1);
    put(first as u64, 1);
  } else {
    put(1, 1);
    put(first as u64, 8);
  }
  if (used < 2) return;
  put(second as u64, 8);
  store<u32>(codes + (first << 2), 1 << 16);
  store<u32>(codes + (second << 2), (1 << 16) | 1);
}

/**
 * Huffman code with no length above `maxBits`: the counts of rare symbols are raised until the tree is shallow enough.
 */
function buildCode(base: i32, counts: i32, size: i32, maxBits: i32, codes: i32): void {
  for (let least: u32 = 1; ; least *= 2) {
    let leaves: i32 = 0;
    for (let symbol: i32 = 0; symbol < size; symbol++) {
      const often = load<u32>(counts + (symbol << 2));
      if (often === 0) continue;
      // Count and symbol are packed into one number to be sorted together.
      store<u32>(base + LEAVES + (leaves << 2), (min(max(often, least), MAX_COUNT) << 12) | symbol);
      leaves++;
    }
    sort(base + LEAVES, leaves);
    memory.fill(base + LENGTHS, 0, size);
    if (buildTree(base, leaves) <= maxBits) break;
  }
  assignCodes(base, base + LENGTHS, size, codes);
}

/** Shell sort: there are at most 280 elements. */
function sort(list: i32, length: i32): void {
  let gap: i32 = 1;
  while (gap < length / 3) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3) {
    for (let i = gap; i < length; i++) {
      const value = load<u32>(list + (i << 2));
      let to = i;
      for (; to >= gap; to -= gap) {
        const before = load<u32>(list + ((to - gap) << 2));
        if (before <= value) break;
        store<u32>(list + (to << 2), before);
      }
      store<u32>(list + (to << 2), value);
    }
  }
}

let leaf: i32 = 0;
let joined: i32 = 0;

function rarest(weights: i32, count: i32, end: i32): i32 {
  const takeLeaf =
    leaf < count && (joined >= end || load<u32>(weights + (leaf << 2)) <= load<u32>(weights + (joined << 2)));
  return takeLeaf ? leaf++ : joined++;
}

/**
 * Joins the two rarest nodes until one is left; leaves are sorted, and joined nodes are created in order. Returns the
 * greatest depth.
 */
function buildTree(base: i32, count: i32): i32 {
  const weights = base + WEIGHTS;
  const parents = base + PARENTS;
  const depths = base + DEPTHS;
  for (let i: i32 = 0; i < count; i++) store<u32>(weights + (i << 2), load<u32>(base + LEAVES + (i << 2)) >> 12);
  leaf = 0;
  joined = count;
  const root = 2 * count - 2;
  for (let node = count; node <= root; node++) {
    const a = rarest(weights, count, node);
    const b = rarest(weights, count, node);
    store<u32>(weights + (node << 2), load<u32>(weights + (a << 2)) + load<u32>(weights + (b << 2)));
    store<i32>(parents + (a << 2), node);
    store<i32>(parents + (b << 2), node);
  }
  let deepest: i32 = 0;
  store<u8>(depths + root, 0);
  for (let node = root - 1; node >= 0; node--) {
    const depth = (load<u8>(depths + load<i32>(parents + (node << 2))) as i32) + 1;
    store<u8>(depths + node, depth as u8);
    if (node >= count) continue;
    store<u8>(base + LENGTHS + (load<u32>(base + LEAVES + (node << 2)) & 0xfff), depth as u8);
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

/**
 * Assigns canonical codes: codes of equal length are consecutive; each is stored with its first bit lowest, and its
 * length above.
 */
function assignCodes(base: i32, lengths: i32, size: i32, codes: i32): void {
  // Weights are needed no longer: first how many codes have a length, then the next of them.
  const nextOf = base + WEIGHTS;
  memory.fill(nextOf, 0, (MAX_CODE_BITS + 1) << 2);
  for (let symbol: i32 = 0; symbol < size; symbol++) {
    const place = nextOf + ((load<u8>(lengths + symbol) as i32) << 2);
    store<i32>(place, load<i32>(place) + 1);
  }
  let first: i32 = 0;
  for (let length: i32 = 1; length <= MAX_CODE_BITS; length++) {
    const often = load<i32>(nextOf + (length << 2));
    store<i32>(nextOf + (length << 2), first);
    first = (first + often) << 1;
  }
  for (let symbol: i32 = 0; symbol < size; symbol++) {
    const length = load<u8>(lengths + symbol) as i32;
    if (length === 0) continue;
    const code = load<i32>(nextOf + (length << 2));
    store<i32>(nextOf + (length << 2), code + 1);
    store<u32>(codes + (symbol << 2), reversed(code, length) | (length << 16));
  }
}

function reversed(code: i32, length: i32): i32 {
  let result: i32 = 0;
  for (let bit: i32 = 0; bit < length; bit++) result |= ((code >> bit) & 1) << (length - 1 - bit);
  return result;
}

let run: i32 = 0;

function addRun(base: i32, symbol: i32, more: i32): void {
  store<u32>(run, symbol | (more << 16));
  run += 4;
  const counts = base + SMALL + (symbol << 2);
  store<u32>(counts, load<u32>(counts) + 1);
}

/** The lengths are themselves written with a small code, with runs of zeros as single symbols. */
function writeLengths(base: i32, codes: i32, size: i32): void {
  const counts = base + SMALL;
  const runs = base + RUNS;
  memory.fill(counts, 0, LENGTH_SYMBOLS << 2);
  memory.fill(base + SMALL_CODE, 0, LENGTH_SYMBOLS << 2);
  run = runs;
  for (let at: i32 = 0; at < size; ) {
    const length = load<u32>(codes + (at << 2)) >> 16;
    if (length !== 0) {
      addRun(base, length as i32, 0);
      at++;
      continue;
    }
    let zeros: i32 = 1;
    while (at + zeros < size && load<u32>(codes + ((at + zeros) << 2)) >> 16 === 0) zeros++;
    at += zeros;
    while (zeros >= 11) {
      const part = zeros < 138 ? zeros : 138;
      addRun(base, ZEROS_LONG, part - 11);
      zeros -= part;
    }
    if (zeros >= 3) addRun(base, ZEROS_SHORT, zeros - 3);
    else for (; zeros > 0; zeros--) addRun(base, 0, 0);
  }
  const end = run;
  let used: i32 = 0;
  for (let symbol: i32 = 0; symbol < LENGTH_SYMBOLS; symbol++) if (load<u32>(counts + (symbol << 2)) !== 0) used++;
  if (used === 1) {
    // A tree needs two leaves.
    const other = load<u32>(counts) !== 0 ? 1 : 0;
    store<u32>(counts + (other << 2), 1);
  }
  buildCode(base, counts, LENGTH_SYMBOLS, MAX_SMALL_CODE_BITS, base + SMALL_CODE);
  let last = LENGTH_SYMBOLS;
  while (last > 4 && load<u32>(base + SMALL_CODE + (lengthAt(last - 1) << 2)) === 0) last--;
  put((last - 4) as u64, 4);
  for (let place: i32 = 0; place < last; place++)
    put((load<u32>(base + SMALL_CODE + (lengthAt(place) << 2)) >> 16) as u64, 3);
  // The lengths of the whole alphabet follow.
  put(0, 1);
  for (let at = runs; at < end; at += 4) {
    const symbol = (load<u32>(at) & 0xffff) as i32;
    const code = load<u32>(base + SMALL_CODE + (symbol << 2));
    put((code & 0xffff) as u64, (code >> 16) as i32);
    if (symbol === ZEROS_SHORT) put((load<u32>(at) >> 16) as u64, 3);
    if (symbol === ZEROS_LONG) put((load<u32>(at) >> 16) as u64, 7);
  }
}
