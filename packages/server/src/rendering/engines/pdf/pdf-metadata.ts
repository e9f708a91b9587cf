// Reads metadata that PDFium does not expose directly from the file: page units larger than a point, whether it is a
// portfolio, and annotations on hidden layers.
import { readSync } from 'node:fs';
import { constants, inflateSync } from 'node:zlib';
import { IN_LAYER, LAYER_KEYWORDS, layerReader } from './layers.ts';

const CHUNK_BYTES = 4 << 20;
/** Maximum length of an object; anything longer is page content, not a page object. */
const MAX_OBJECT_BYTES = 64 << 10;
/** Only this much of a larger file is scanned, from its start. */
const MAX_SCAN_BYTES = 512 << 20;
/** Maximum decompressed size of an object stream: pages and catalogues are a few hundred bytes each. */
const GROUP = 16 << 20;

export interface PdfMetadata {
  /** Points per unit, by the object number of the page. */
  readonly units: ReadonlyMap<number, number>;
  readonly isCollection: boolean;
  /** Object numbers of annotations that must not be drawn. */
  readonly hidden: ReadonlySet<number>;
}

const UNIT = /\/UserUnit\s+(\d+(?:\.\d+)?)/u;
const COLLECTION = /\/Collection\s*(?:<<|\d)/u;
const PAGE = /\/Type\s*\/Page(?![A-Za-z])/u;
const CATALOGUE = /\/Type\s*\/Catalog(?![A-Za-z])/u;

/** Never throws: a file that cannot be scanned is treated as having none of these features. */
export function readPdfMetadata(fd: number, size: number): PdfMetadata {
  const units = new Map<number, number>();
  const layers = layerReader();
  let isCollection = false;
  // A later object in the file replaces an earlier one with the same number.
  const take = (number: number, body: string) => {
    layers.take(number, body);
    if (PAGE.test(body)) {
      const unit = Number(UNIT.exec(body)?.[1] ?? 1);
      if (unit > 1) units.set(number, unit);
      else units.delete(number);
    } else if (CATALOGUE.test(body) && COLLECTION.test(body)) isCollection = true;
  };
  const buffer = Buffer.alloc(Math.min(size, CHUNK_BYTES + MAX_OBJECT_BYTES));
  for (let from = 0; from < Math.min(size, MAX_SCAN_BYTES); from += CHUNK_BYTES) {
    const length = readSync(fd, buffer, 0, Math.min(buffer.length, size - from), from);
    const piece = buffer.subarray(0, length);
    for (const { number, body, at } of objectsIn(piece, CHUNK_BYTES)) {
      if (/\/Type\s*\/ObjStm/u.test(body)) takeGroup(fd, size, { at: from + at, head: body }, take);
      else take(number, body);
    }
  }
  return { units, isCollection, hidden: layers.hidden() };
}

interface Found {
  readonly number: number;
  /** Its dictionary, up to the start of a stream. */
  readonly body: string;
  /** Offset of the stream's bytes, or of the end of the object. */
  readonly at: number;
}

const KEYWORDS = ['/UserUnit', '/Collection', '/ObjStm', '/Catalog', ...LAYER_KEYWORDS];
/** Layer marks in page content are numerous and refer to layers by name; objects on a layer refer to it by number. */
const LAYER_MARK = '/OC ';
const DIGIT = /\d/u;

/** The objects that contain one of the keywords, in order; only those that begin before `before`. */
function objectsIn(piece: Buffer, before: number): Found[] {
  const found = new Map<number, Found>();
  for (const word of [...KEYWORDS, LAYER_MARK]) {
    for (let at = piece.indexOf(word); at >= 0; at = piece.indexOf(word, at + word.length)) {
      if (word === LAYER_MARK && !DIGIT.test(String.fromCharCode(piece[at + word.length] ?? 0))) continue;
      const object = objectAround(piece, at);
      if (object && object.begins < before) found.set(object.begins, object);
    }
  }
  return [...found.entries()].toSorted(([a], [b]) => a - b).map(([, object]) => object);
}

function objectAround(piece: Buffer, at: number): (Found & { begins: number }) | undefined {
  const begins = piece.lastIndexOf(' obj', at);
  if (begins < 0 || at - begins > MAX_OBJECT_BYTES) return undefined;
  const number = /(\d{1,10})\s+\d{1,5}$/u.exec(piece.toString('latin1', Math.max(0, begins - 20), begins))?.[1];
  if (number === undefined) return undefined;
  const text = piece.toString('latin1', begins + 4, Math.min(piece.length, begins + MAX_OBJECT_BYTES));
  const end = /endobj|(?<=>>\s*)stream\r?\n/u.exec(text);
  const body = end ? text.slice(0, end.index) : text;
  if (begins + 4 + body.length < at) return undefined;
  return { number: Number(number), body, begins, at: begins + 4 + (end ? end.index + end[0].length : body.length) };
}

/** Reads the objects in an object stream: their numbers and offsets are at its start. */
function takeGroup(
  fd: number,
  size: number,
  { at, head }: { at: number; head: string },
  take: (number: number, body: string) => void,
): void {
  const first = Number(/\/First\s+(\d+)/u.exec(head)?.[1] ?? 0);
  const reported = /\/Length\s+(\d+)(?!\s+\d+\s+R)/u.exec(head)?.[1];
  const packed = Buffer.alloc(
    Math.max(0, Math.min(size - at, reported === undefined ? CHUNK_BYTES : Number(reported), CHUNK_BYTES)),
  );
  readSync(fd, packed, 0, packed.length, at);
  const text = unpacked(packed, head)?.toString('latin1');
  if (!text || first === 0 || !(KEYWORDS.some((word) => text.includes(word)) || IN_LAYER.test(text))) return;
  const numbers = text.slice(0, first).trim().split(/\s+/u).map(Number);
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const begin = first + (numbers[i + 1] ?? 0);
    const end = i + 3 < numbers.length ? first + (numbers[i + 3] ?? 0) : text.length;
    take(numbers[i] ?? 0, text.slice(begin, end));
  }
}

function unpacked(packed: Buffer, head: string): Buffer | undefined {
  if (!/\/FlateDecode/u.test(head)) return /\/Filter/u.test(head) ? undefined : packed;
  try {
    return inflateSync(packed, { maxOutputLength: GROUP, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}
