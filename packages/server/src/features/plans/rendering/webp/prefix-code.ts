// Prefix codes of lossless WebP: made from how often each symbol occurs, and written in front of the data.
import type { BitWriter } from './bits.ts';

const LONGEST = 15;
const LENGTH_SYMBOLS = 19;
const LENGTH_ORDER = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
const ZEROS_SHORT = 17;
const ZEROS_LONG = 18;

export interface PrefixCode {
  /** Bits of each symbol; 0 where it is not used, or the only one. */
  readonly lengths: Uint8Array;
  /** The bits themselves, first bit lowest. */
  readonly codes: Uint16Array;
}

/** Writes the code of an alphabet of `counts.length` symbols, and returns it. */
export function writePrefixCode(bits: BitWriter, counts: Uint32Array): PrefixCode {
  const used: number[] = [];
  for (let symbol = 0; symbol < counts.length; symbol++) {
    if (counts[symbol] !== 0) used.push(symbol);
  }
  const [first = 0, second = 0] = used;
  if (used.length <= 2 && first < 256 && second < 256) return writeSimple(bits, counts.length, used);
  // A code of one symbol cannot name one above 255: another one, never written, stands beside it.
  if (used.length === 1) used.unshift(0);
  const lengths = lengthsOf(counts, used, LONGEST);
  bits.put(0, 1);
  writeLengths(bits, lengths);
  return { lengths, codes: codesOf(lengths) };
}

function writeSimple(bits: BitWriter, size: number, used: readonly number[]): PrefixCode {
  const [first = 0, second] = used;
  const lengths = new Uint8Array(size);
  const codes = new Uint16Array(size);
  bits.put(1, 1);
  bits.put(second === undefined ? 0 : 1, 1);
  if (first < 2) {
    bits.put(0, 1);
    bits.put(first, 1);
  } else {
    bits.put(1, 1);
    bits.put(first, 8);
  }
  if (second !== undefined) {
    bits.put(second, 8);
    lengths[first] = 1;
    lengths[second] = 1;
    codes[second] = 1;
  }
  return { lengths, codes };
}

/** Lengths of Huffman's code, none above `longest`: rare symbols count as more frequent until the tree is flat enough. */
function lengthsOf(counts: Uint32Array, used: readonly number[], longest: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  for (let least = 1; ; least *= 2) {
    // Count and symbol in one number, so that sorting needs no function.
    const leaves = Float64Array.from(used, (symbol) => Math.max(counts[symbol] ?? 0, least) * 4096 + symbol).sort();
    if (buildTree(leaves, lengths) <= longest) return lengths;
  }
}

/** Joins the two rarest nodes until one is left; leaves come sorted, and joined nodes arise in order. Returns the greatest depth. */
function buildTree(leaves: Float64Array, lengths: Uint8Array): number {
  const count = leaves.length;
  const weights = new Float64Array(2 * count);
  const parents = new Uint16Array(2 * count);
  for (let i = 0; i < count; i++) weights[i] = Math.floor((leaves[i] ?? 0) / 4096);
  let leaf = 0;
  let joined = count;
  const rarest = (end: number): number => {
    const takeLeaf = leaf < count && (joined >= end || (weights[leaf] ?? 0) <= (weights[joined] ?? 0));
    return takeLeaf ? leaf++ : joined++;
  };
  const root = 2 * count - 2;
  for (let node = count; node <= root; node++) {
    const a = rarest(node);
    const b = rarest(node);
    weights[node] = (weights[a] ?? 0) + (weights[b] ?? 0);
    parents[a] = node;
    parents[b] = node;
  }
  const depths = new Uint8Array(2 * count);
  let deepest = 0;
  for (let node = root - 1; node >= 0; node--) {
    const depth = (depths[parents[node] ?? 0] ?? 0) + 1;
    depths[node] = depth;
    if (node < count) {
      lengths[(leaves[node] ?? 0) % 4096] = depth;
      deepest = Math.max(deepest, depth);
    }
  }
  return deepest;
}

function codesOf(lengths: Uint8Array): Uint16Array {
  const perLength = new Uint16Array(LONGEST + 2);
  for (const length of lengths) if (length > 0) perLength[length] = (perLength[length] ?? 0) + 1;
  const next = new Uint16Array(LONGEST + 2);
  for (let length = 1; length <= LONGEST; length++) {
    next[length + 1] = ((next[length] ?? 0) + (perLength[length] ?? 0)) << 1;
  }
  const codes = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const code = next[length] ?? 0;
    next[length] = code + 1;
    codes[symbol] = reversed(code, length);
  }
  return codes;
}

function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit++) result |= ((code >>> bit) & 1) << (length - 1 - bit);
  return result;
}

/** The lengths themselves are written by a small code, with runs of zeros as one symbol each. */
function writeLengths(bits: BitWriter, lengths: Uint8Array): void {
  const symbols: number[] = [];
  const extra: number[] = [];
  const counts = new Uint32Array(LENGTH_SYMBOLS);
  const add = (symbol: number, more: number) => {
    symbols.push(symbol);
    extra.push(more);
    counts[symbol] = (counts[symbol] ?? 0) + 1;
  };
  for (let at = 0; at < lengths.length; ) {
    if (lengths[at] !== 0) {
      add(lengths[at++] ?? 0, 0);
      continue;
    }
    let zeros = 1;
    while (at + zeros < lengths.length && lengths[at + zeros] === 0) zeros++;
    at += zeros;
    for (; zeros >= 11; zeros -= Math.min(zeros, 138)) add(ZEROS_LONG, Math.min(zeros, 138) - 11);
    if (zeros >= 3) add(ZEROS_SHORT, zeros - 3);
    else for (; zeros > 0; zeros--) add(0, 0);
  }
  const used = [...counts.keys()].filter((symbol) => counts[symbol] !== 0);
  if (used.length === 1) used.push(used[0] === 0 ? 1 : 0);
  used.sort((a, b) => a - b);
  const small = lengthsOf(counts, used, 7);
  let last = LENGTH_SYMBOLS;
  while (last > 4 && small[LENGTH_ORDER[last - 1] ?? 0] === 0) last--;
  bits.put(last - 4, 4);
  for (const symbol of LENGTH_ORDER.slice(0, last)) bits.put(small[symbol] ?? 0, 3);
  // The lengths of the whole alphabet follow.
  bits.put(0, 1);
  const codes = codesOf(small);
  for (let i = 0; i < symbols.length; i++) {
    const symbol = symbols[i] ?? 0;
    bits.put(codes[symbol] ?? 0, small[symbol] ?? 0);
    if (symbol === ZEROS_SHORT) bits.put(extra[i] ?? 0, 3);
    if (symbol === ZEROS_LONG) bits.put(extra[i] ?? 0, 7);
  }
}
