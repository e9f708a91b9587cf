// Writes drawings as lossless WebP, several times faster than a general encoder: mostly flat pictures need little search.
import { bitWriter } from './bits.ts';
import { colourTable, packRows, pixelsPerByte, type Rows } from './colour-table.ts';
import {
  type Counts,
  copyFinder,
  countTokens,
  emptyCounts,
  extraBits,
  LENGTHS,
  LITERALS,
  type Picture,
  symbolOf,
  withoutGreen,
} from './copies.ts';
import { writePrefixCode } from './prefix-code.ts';

const SIGNATURE = 0x2f;
const SUBTRACT_GREEN = 2;
const COLOUR_TABLE = 3;
const OPAQUE = 255;

export interface DrawingEncoder {
  /** Encodes pixels row by row: red in the lowest byte, then green and blue; the fourth is cleared. */
  encode(pixels: Int32Array, width: number, height: number): Buffer;
}

/** Its memory serves one picture after the other, each of at most `most` pixels. */
export function drawingEncoder(most: number): DrawingEncoder {
  const bits = bitWriter();
  const table = colourTable();
  const copies = copyFinder();
  const work = new Int32Array(most);
  const tokens = new Int32Array(most);

  function encode(pixels: Int32Array, width: number, height: number): Buffer {
    bits.clear();
    bits.put(SIGNATURE, 8);
    bits.put(width - 1, 14);
    bits.put(height - 1, 14);
    // Neither transparency nor another version than the first.
    bits.put(0, 4);
    const rows = { pixels: pixels.subarray(0, width * height), width, height };
    const colours = table.scan(rows.pixels);
    if (colours) writeIndexed(rows, colours);
    else writeColours(rows);
    return inContainer(bits.bytes());
  }

  function writeIndexed(rows: Rows, colours: Int32Array): void {
    bits.put(1, 1);
    bits.put(COLOUR_TABLE, 2);
    bits.put(colours.length - 1, 8);
    writeTable(colours);
    bits.put(0, 1);
    const perByte = pixelsPerByte(colours.length);
    // Numbers stand in the place of green.
    if (perByte === 1) writeImage(rows, (pixel) => table.numberOf(pixel) << 8);
    else {
      const width = packRows(rows, table, perByte, work);
      writeImage({ pixels: work.subarray(0, width * rows.height), width }, (packed) => packed << 8);
    }
  }

  /** Each colour as its step from the one before. */
  function writeTable(colours: Int32Array): void {
    const steps = { red: shifted(colours, 0), green: shifted(colours, 8), blue: shifted(colours, 16) };
    const alpha = Uint8Array.from(colours, (_, at) => (at === 0 ? OPAQUE : 0));
    // No cache of colours.
    bits.put(0, 1);
    const codes = [
      { values: steps.green, code: writePrefixCode(bits, countsOf(steps.green, LITERALS + LENGTHS)) },
      { values: steps.red, code: writePrefixCode(bits, countsOf(steps.red, LITERALS)) },
      { values: steps.blue, code: writePrefixCode(bits, countsOf(steps.blue, LITERALS)) },
      { values: alpha, code: writePrefixCode(bits, countsOf(alpha, LITERALS)) },
    ];
    writePrefixCode(bits, emptyCounts().distance);
    for (let at = 0; at < colours.length; at++) {
      for (const { values, code } of codes) {
        const value = values[at] ?? 0;
        bits.put(code.codes[value] ?? 0, code.lengths[value] ?? 0);
      }
    }
  }

  function writeColours(rows: Rows): void {
    bits.put(1, 1);
    bits.put(SUBTRACT_GREEN, 2);
    bits.put(0, 1);
    writeImage(rows, withoutGreen);
  }

  function writeImage(picture: Picture, stored: (pixel: number) => number): void {
    // No cache of colours; one set of codes serves the whole picture.
    bits.put(0, 2);
    const made = copies.find(picture, tokens);
    const counts = emptyCounts();
    countTokens(tokens.subarray(0, made), counts, stored);
    writeTokens(made, counts);
  }

  function writeTokens(made: number, counts: Counts): void {
    const green = writePrefixCode(bits, counts.green);
    const red = writePrefixCode(bits, counts.red);
    const blue = writePrefixCode(bits, counts.blue);
    const alpha = emptyCounts().red;
    alpha[OPAQUE] = 1;
    writePrefixCode(bits, alpha);
    const distance = writePrefixCode(bits, counts.distance);
    for (let at = 0; at < made; at++) {
      const token = tokens[at] as number;
      if (token < 0) {
        putValue(green, -token, LITERALS);
        putValue(distance, tokens[++at] as number, 0);
      } else {
        const [r, g, b] = [token >>> 16, (token >>> 8) & 0xff, token & 0xff];
        bits.put(green.codes[g] as number, green.lengths[g] as number);
        bits.put(red.codes[r] as number, red.lengths[r] as number);
        bits.put(blue.codes[b] as number, blue.lengths[b] as number);
      }
    }
  }

  function putValue({ codes, lengths }: ReturnType<typeof writePrefixCode>, value: number, from: number): void {
    const symbol = symbolOf(value);
    const extra = extraBits(symbol);
    bits.put(codes[from + symbol] as number, lengths[from + symbol] as number);
    bits.put((value - 1) & ((1 << extra) - 1), extra);
  }

  return { encode };
}

/** One channel of the colours, each value as its step from the one before. */
function shifted(colours: Int32Array, shift: number): Uint8Array {
  return Uint8Array.from(colours, (colour, at) => (colour >>> shift) - ((colours[at - 1] ?? 0) >>> shift));
}

function countsOf(values: Uint8Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function inContainer(data: Uint8Array): Buffer {
  const padded = data.length + (data.length & 1);
  const file = Buffer.alloc(20 + padded);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(12 + padded, 4);
  file.write('WEBPVP8L', 8, 'latin1');
  file.writeUInt32LE(data.length, 16);
  file.set(data, 20);
  return file;
}
