// Finds the sheets in a TIFF: scanners store several in a file, and programs add reduced copies and masks, which are
// not sheets.
import { type FileHandle, open } from 'node:fs/promises';
import { LIMITS } from '../limits.ts';

const NEW_SUBFILE_TYPE = 254;
const SUBFILE_TYPE = 255;
/** Bits of NewSubfileType: a reduced copy, a mask. */
const NO_SHEET = 0b101;
/** The value of the older SubfileType tag for a reduced copy. */
const SMALLER = 2;
/** Maximum number of entries in a directory; real ones have a few dozen. */
const MAX_ROWS = 4_096;

interface Reader {
  readonly file: FileHandle;
  readonly little: boolean;
  readonly large: boolean;
}

/**
 * The indexes, from 0, of the directories that are sheets; undefined if the file is not a TIFF. The first one is always
 * included. A chain that is truncated or circular ends there.
 */
export async function tiffSheets(path: string): Promise<readonly number[] | undefined> {
  const file = await open(path, 'r');
  try {
    const head = await readAt(file, 0, 16);
    const order = head.toString('latin1', 0, 2);
    if (order !== 'II' && order !== 'MM') return undefined;
    const little = order === 'II';
    const magic = little ? head.readUInt16LE(2) : head.readUInt16BE(2);
    if (magic !== 42 && magic !== 43) return undefined;
    const reader = { file, little, large: magic === 43 };
    return await walk(reader, offsetIn(reader, head, magic === 43 ? 8 : 4));
  } finally {
    await file.close();
  }
}

async function walk(reader: Reader, first: number): Promise<number[]> {
  const sheets = [0];
  const seen = new Set<number>();
  let at = first;
  for (let index = 0; at > 0 && !seen.has(at) && sheets.length <= LIMITS.pages; index++) {
    seen.add(at);
    const directory = await readDirectory(reader, at);
    if (!directory) break;
    if (index > 0 && directory.isSheet) sheets.push(index);
    at = directory.next;
  }
  return sheets;
}

async function readDirectory(reader: Reader, at: number): Promise<{ isSheet: boolean; next: number } | undefined> {
  const { file, little, large } = reader;
  const [wide, row, link] = large ? [8, 20, 8] : [2, 12, 4];
  const counted = await readAt(file, at, wide);
  if (counted.length < wide) return undefined;
  const short = (buffer: Buffer, position: number) =>
    little ? buffer.readUInt16LE(position) : buffer.readUInt16BE(position);
  const rows = large ? offsetIn(reader, counted, 0) : short(counted, 0);
  if (rows === 0 || rows > MAX_ROWS) return undefined;
  const table = await readAt(file, at + wide, rows * row + link);
  if (table.length < rows * row) return undefined;
  let isSheet = true;
  for (let i = 0; i < rows; i++) {
    const from = i * row;
    const tag = short(table, from);
    // A single value is stored in the entry itself; in little-endian order the first half of a long value is
    // sufficient.
    const value = from + (large ? 12 : 8);
    const long = short(table, from + 2) === 4 && !little ? value + 2 : value;
    if (tag === NEW_SUBFILE_TYPE && (short(table, long) & NO_SHEET) !== 0) isSheet = false;
    if (tag === SUBFILE_TYPE && short(table, long) === SMALLER) isSheet = false;
  }
  const whole = table.length === rows * row + link;
  return { isSheet, next: whole ? offsetIn(reader, table, rows * row) : 0 };
}

function offsetIn({ little, large }: Reader, buffer: Buffer, position: number): number {
  if (buffer.length < position + (large ? 8 : 4)) return 0;
  if (large) return Number(little ? buffer.readBigUInt64LE(position) : buffer.readBigUInt64BE(position));
  return little ? buffer.readUInt32LE(position) : buffer.readUInt32BE(position);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position)) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
