// Encodes one tile from rows of pixels to a file: lossless WebP, several times faster than a general encoder, because
// mostly flat images need little search. Also halves it for the level below. All memory is laid out in room.ts.
import { endBits, put, startBits } from './bits.ts';
import { areFew, coloursFound, MAX_COLOURS, numberRow, packRows, pixelsPerByte, startPalette } from './colours.ts';
import { CODE_BITS, CODE_MASK, extraBits, findCopies, LENGTH_MASK, LITERALS, symbolOf } from './copies.ts';
import { halveRows } from './halve.ts';
import { writePrefixCode } from './prefix-code.ts';
import {
  ALPHA,
  BLUE,
  CODE,
  COLOURS,
  COUNTS_END,
  DISTANCE,
  DISTANCES,
  GREEN,
  GREENS,
  MEMORY_BYTES,
  NUMBERS,
  OUT,
  RED,
  TILE,
  TOKENS,
} from './room.ts';
import { coarsen, shrinkRow } from './shrink.ts';

export { coarsen, shrinkRow };

const SIGNATURE: i32 = 0x2f;
const SUBTRACT_GREEN: i32 = 2;
const COLOUR_TABLE: i32 = 3;
const OPAQUE: i32 = 255;
const HEAD_BYTES: i32 = 20;
/** One of this many rows is looked at first: most tiles with many colours show that there. */
const SAMPLED: i32 = 16;
const RGB: i32 = 0xffffff;
/** A prime, so that the samples do not align in columns. */
const SAMPLE_STEP: i32 = 53;

export function roomBytes(): i32 {
  return MEMORY_BYTES;
}

/** Address of the pixels of the most recently cut tile, and of the most recently created file. */
export function tileAt(base: i32): i32 {
  return base + TILE;
}

export function fileAt(base: i32): i32 {
  return base + OUT;
}

/**
 * Takes a tile from rows of `stride` pixels, and halves it into rows of `halfStride` pixels unless that is 0; an odd last
 * row is used in place of its missing neighbour. Returns the number of colours: 257 if there are more than 256.
 */
export function cut(base: i32, source: i32, stride: i32, width: i32, height: i32, half: i32, halfStride: i32): i32 {
  const isNumbered = hasFew(base, source, stride, width, height);
  const rowBytes = width << 2;
  let to = base + (isNumbered ? NUMBERS : TILE);
  let row: i32 = 0;
  while (row < height) {
    const upper = source + ((row * stride) << 2);
    const lower = row + 1 < height ? upper + (stride << 2) : upper;
    // All of it while the rows are in the cache of the processor.
    if (halfStride !== 0) halveRows(upper, lower, width, half + (((row >> 1) * halfStride) << 2));
    for (let from = upper; ; from = lower) {
      if (!isNumbered) copyRow(from, to, rowBytes);
      else if (areFew()) numberRow(from, to, width);
      to += isNumbered ? width : rowBytes;
      row++;
      if (from === lower) break;
    }
  }
  if (isNumbered && areFew()) return coloursFound();
  if (isNumbered) copy(base, source, stride, width, height);
  return MAX_COLOURS + 1;
}

/** Whether a sample of the rows has few enough colours for a palette. */
function hasFew(base: i32, source: i32, stride: i32, width: i32, height: i32): bool {
  startPalette(base);
  for (let row = SAMPLED / 2; row < height && areFew(); row += SAMPLED) {
    const from = source + ((row * stride) << 2);
    numberRow(from, base + NUMBERS, width);
  }
  if (!areFew()) return false;
  // The palette is in the order of the pixels.
  startPalette(base);
  return true;
}

function copyRow(from: i32, to: i32, bytes: i32): void {
  const mask = i32x4.splat(RGB);
  const end = to + bytes;
  for (; to + 16 <= end; to += 16, from += 16) v128.store(to, v128.and(v128.load(from), mask));
  for (; to < end; to += 4, from += 4) store<i32>(to, load<i32>(from) & RGB);
}

/** Copies the pixels of a tile to `tileAt`. */
export function copy(base: i32, source: i32, stride: i32, width: i32, height: i32): void {
  for (let row = 0; row < height; row++)
    copyRow(source + ((row * stride) << 2), base + TILE + ((row * width) << 2), width << 2);
}

/** Share of the pixels of the cut tile that equal their neighbour, estimated from samples; it has this many colours. */
export function flatness(base: i32, pixels: i32, colours: i32): f64 {
  let samples: i32 = 0;
  let same: i32 = 0;
  for (let i: i32 = 0; i + 1 < pixels; i += SAMPLE_STEP, samples++)
    if (colours > MAX_COLOURS ? areEqual<i32>(base + TILE, i) : areEqual<u8>(base + NUMBERS, i)) same++;
  return samples === 0 ? 1 : (same as f64) / (samples as f64);
}

function areEqual<T>(values: i32, at: i32): bool {
  return load<T>(values + at * sizeof<T>()) === load<T>(values + (at + 1) * sizeof<T>());
}

/** Encodes the cut tile with this many colours; returns the length of the file. */
export function encode(base: i32, width: i32, height: i32, colours: i32): i32 {
  startBits(base + OUT + HEAD_BYTES);
  put(SIGNATURE as u64, 8);
  put((width - 1) as u64, 14);
  put((height - 1) as u64, 14);
  // No transparency; version 0.
  put(0, 4);
  if (colours > MAX_COLOURS) writeColours(base, width, height);
  else writeIndexed(base, width, height, colours);
  return closeFile(base + OUT, endBits());
}

function writeColours(base: i32, width: i32, height: i32): void {
  put(1, 1);
  put(SUBTRACT_GREEN as u64, 2);
  put(0, 1);
  writeImage<i32>(base, base + TILE, width, height);
}

function writeIndexed(base: i32, width: i32, height: i32, colours: i32): void {
  put(1, 1);
  put(COLOUR_TABLE as u64, 2);
  put((colours - 1) as u64, 8);
  writeTable(base, colours);
  put(0, 1);
  const packedWidth = packRows(width, height, pixelsPerByte(colours));
  writeImage<u8>(base, base + NUMBERS, packedWidth, height);
}

function clearCounts(base: i32): void {
  memory.fill(base + GREEN, 0, COUNTS_END - GREEN);
}

function putSymbol(counts: i32, symbol: i32): void {
  const code = load<u32>(counts + CODE + (symbol << 2));
  put((code & 0xffff) as u64, (code >> 16) as i32);
}

/** One channel of the difference between a colour and the previous one. */
function step(colours: i32, at: i32, shift: i32): i32 {
  const before = at === 0 ? 0 : load<i32>(colours + ((at - 1) << 2)) >> shift;
  return ((load<i32>(colours + (at << 2)) >> shift) - before) & 0xff;
}

function countSymbol(counts: i32, symbol: i32): void {
  store<u32>(counts + (symbol << 2), load<u32>(counts + (symbol << 2)) + 1);
}

/** Writes each colour as the difference from the previous one. */
function writeTable(base: i32, length: i32): void {
  const colours = base + COLOURS;
  clearCounts(base);
  for (let at: i32 = 0; at < length; at++) {
    countSymbol(base + GREEN, step(colours, at, 8));
    countSymbol(base + RED, step(colours, at, 0));
    countSymbol(base + BLUE, step(colours, at, 16));
    countSymbol(base + ALPHA, at === 0 ? OPAQUE : 0);
  }
  // No colour cache.
  put(0, 1);
  writeCodes(base);
  for (let at: i32 = 0; at < length; at++) {
    putSymbol(base + GREEN, step(colours, at, 8));
    putSymbol(base + RED, step(colours, at, 0));
    putSymbol(base + BLUE, step(colours, at, 16));
    putSymbol(base + ALPHA, at === 0 ? OPAQUE : 0);
  }
}

function writeCodes(base: i32): void {
  writePrefixCode(base, base + GREEN, GREENS);
  writePrefixCode(base, base + RED, 256);
  writePrefixCode(base, base + BLUE, 256);
  writePrefixCode(base, base + ALPHA, 256);
  writePrefixCode(base, base + DISTANCE, DISTANCES);
}

function writeImage<T>(base: i32, values: i32, width: i32, height: i32): void {
  // No colour cache; one set of codes for the whole image.
  put(0, 2);
  clearCounts(base);
  const end = findCopies<T>(base, values, width, height);
  store<u32>(base + ALPHA + (OPAQUE << 2), 1);
  writeCodes(base);
  for (let at = base + TOKENS; at < end; at += 4) {
    const token = load<i32>(at);
    if (token < 0) {
      putValue(base + GREEN, ((token >> CODE_BITS) & LENGTH_MASK) + 1, LITERALS);
      putValue(base + DISTANCE, token & CODE_MASK, 0);
    } else if (sizeof<T>() === 1) {
      putSymbol(base + GREEN, token);
    } else {
      const green = load<u32>(base + GREEN + CODE + ((token >> 6) & 0x3fc));
      const red = load<u32>(base + RED + CODE + ((token >> 14) & 0x3fc));
      const blue = load<u32>(base + BLUE + CODE + ((token & 0xff) << 2));
      const greenBits = green >> 16;
      const redBits = red >> 16;
      const value =
        ((green & 0xffff) as u64) |
        (((red & 0xffff) as u64) << (greenBits as u64)) |
        (((blue & 0xffff) as u64) << ((greenBits + redBits) as u64));
      put(value, (greenBits + redBits + (blue >> 16)) as i32);
    }
  }
}

function putValue(counts: i32, value: i32, from: i32): void {
  const symbol = symbolOf(value);
  const extra = extraBits(symbol);
  const code = load<u32>(counts + CODE + ((from + symbol) << 2));
  const bits = code >> 16;
  const rest = ((value - 1) & ((1 << extra) - 1)) as u64;
  put(((code & 0xffff) as u64) | (rest << (bits as u64)), (bits as i32) + extra);
}

/** Writes the container around the data, which ends at `end`; returns the total length, which is even. */
function closeFile(file: i32, end: i32): i32 {
  const length = end - file - HEAD_BYTES;
  const padded = length + (length & 1);
  if (length & 1) store<u8>(end, 0);
  // "RIFF", its length, "WEBPVP8L", and the length of the data.
  store<u32>(file, 0x46464952);
  store<u32>(file + 4, 12 + padded);
  store<u32>(file + 8, 0x50424557);
  store<u32>(file + 12, 0x4c385056);
  store<u32>(file + 16, length);
  return HEAD_BYTES + padded;
}
