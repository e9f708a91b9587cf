// Encodes one tile from rows of pixels to a file: lossless WebP, several times faster than a general encoder, because
// mostly flat images need little search. Also halves it for the level below. All memory is laid out in room.ts.
import { endBits, put, startBits } from './bits.ts';
import { cutOut, packRows, pixelsPerByte } from './colours.ts';
import { extraBits, findCopies, LITERALS, MODE_COLOUR, MODE_INDEX, MODE_PACKED, symbolOf } from './copies.ts';
import { halve } from './halve.ts';
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
  OUT,
  PACKED,
  RED,
  TILE,
  TOKENS,
} from './room.ts';

const SIGNATURE: i32 = 0x2f;
const SUBTRACT_GREEN: i32 = 2;
const COLOUR_TABLE: i32 = 3;
const OPAQUE: i32 = 255;
const HEAD_BYTES: i32 = 20;
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

/** Cuts a tile out of rows of `stride` pixels, and returns its number of colours: 257 if there are more than 256. */
export function cut(base: i32, source: i32, stride: i32, width: i32, height: i32): i32 {
  return cutOut(base, source, stride, width, height);
}

/** Share of the cut tile's pixels that equal their neighbour, estimated from samples. */
export function flatness(base: i32, pixels: i32): f64 {
  let samples: i32 = 0;
  let same: i32 = 0;
  for (let i: i32 = 0; i + 1 < pixels; i += SAMPLE_STEP) {
    const at = base + TILE + (i << 2);
    samples++;
    if (load<i32>(at) === load<i32>(at + 4)) same++;
  }
  return samples === 0 ? 1 : (same as f64) / (samples as f64);
}

/** Halves the cut tile into rows of `stride` pixels. */
export function halveTile(base: i32, width: i32, height: i32, target: i32, stride: i32): void {
  halve(base + TILE, width, height, target, stride);
}

/** Encodes the cut tile with this many colours; returns the length of the file. */
export function encode(base: i32, width: i32, height: i32, colours: i32): i32 {
  startBits(base + OUT + HEAD_BYTES);
  put(SIGNATURE as u64, 8);
  put((width - 1) as u64, 14);
  put((height - 1) as u64, 14);
  // No transparency; version 0.
  put(0, 4);
  if (colours > 256) writeColours(base, width, height);
  else writeIndexed(base, width, height, colours);
  return closeFile(base + OUT, endBits());
}

function writeColours(base: i32, width: i32, height: i32): void {
  put(1, 1);
  put(SUBTRACT_GREEN as u64, 2);
  put(0, 1);
  writeImage(base, base + TILE, width, height, MODE_COLOUR);
}

function writeIndexed(base: i32, width: i32, height: i32, colours: i32): void {
  put(1, 1);
  put(COLOUR_TABLE as u64, 2);
  put((colours - 1) as u64, 8);
  writeTable(base, colours);
  put(0, 1);
  const perByte = pixelsPerByte(colours);
  // Palette indexes are stored in the green channel.
  if (perByte === 1) writeImage(base, base + TILE, width, height, MODE_INDEX);
  else writeImage(base, base + PACKED, packRows(width, height, perByte), height, MODE_PACKED);
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

function writeImage(base: i32, pixels: i32, width: i32, height: i32, mode: i32): void {
  // No colour cache; one set of codes for the whole image.
  put(0, 2);
  clearCounts(base);
  const end = findCopies(base, pixels, width, height, mode);
  store<u32>(base + ALPHA + (OPAQUE << 2), 1);
  writeCodes(base);
  for (let at = base + TOKENS; at < end; at += 4) {
    const token = load<i32>(at);
    if (token < 0) {
      putValue(base + GREEN, -token, LITERALS);
      at += 4;
      putValue(base + DISTANCE, load<i32>(at), 0);
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
  putSymbol(counts, from + symbol);
  put(((value - 1) & ((1 << extra) - 1)) as u64, extra);
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
