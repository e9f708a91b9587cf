// The words of a sheet with their positions, as a small compressed file; reads and searches it.
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** A word and its box, as fractions of the sheet's width and height from its upper left corner. */
export interface Word {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface StoredText {
  readonly version: 1;
  /** Words separated by line breaks. */
  readonly words: string;
  /** Four whole numbers per word: x, y, w, h in hundred-thousandths. */
  readonly boxes: readonly number[];
}

const UNIT = 100_000;
const MAX_BYTES = 64 * 2 ** 20;

export async function writeTextLayer(path: string, words: readonly Word[]): Promise<void> {
  const stored: StoredText = {
    version: 1,
    words: words.map((word) => word.text).join('\n'),
    boxes: words.flatMap(({ x, y, w, h }) => [x, y, w, h].map((part) => Math.round(part * UNIT))),
  };
  await writeFile(path, await promisify(gzip)(JSON.stringify(stored)));
}

/** Reads a text layer from a file or from its bytes as a stream. */
export async function readTextLayer(source: string | NodeJS.ReadableStream | Uint8Array): Promise<Word[]> {
  const packed =
    source instanceof Uint8Array
      ? source
      : await buffer(typeof source === 'string' ? createReadStream(source) : source);
  const json = await promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES });
  // Only `writeTextLayer` creates these files.
  const stored = JSON.parse(json.toString('utf8')) as StoredText;
  if (stored.words === '') return [];
  return stored.words.split('\n').map((text, i) => {
    const part = (k: number) => (stored.boxes[4 * i + k] ?? 0) / UNIT;
    return { text, x: part(0), y: part(1), w: part(2), h: part(3) };
  });
}

const normalised = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss');

/**
 * Finds the words that contain `query`, ignoring case and accents. Several words match a sequence: the first by its
 * end, those in between completely, the last by its beginning; such a hit is one word that spans them.
 */
export function searchWords(words: readonly Word[], query: string): Word[] {
  const terms = normalised(query)
    .split(/\s+/)
    .filter((term) => term !== '');
  const [first, ...rest] = terms;
  if (first === undefined) return [];
  if (rest.length === 0) return words.filter((word) => normalised(word.text).includes(first));
  const folded = words.map((word) => normalised(word.text));
  const hits: Word[] = [];
  for (let at = 0; at + terms.length <= words.length; at++) {
    if (terms.every((term, k) => matches(folded[at + k] ?? '', term, k, terms.length))) {
      hits.push(spanning(words.slice(at, at + terms.length)));
    }
  }
  return hits;
}

function matches(word: string, term: string, position: number, count: number): boolean {
  if (position === 0) return word.endsWith(term);
  return position === count - 1 ? word.startsWith(term) : word === term;
}

function spanning(words: readonly Word[]): Word {
  const x = Math.min(...words.map((word) => word.x));
  const y = Math.min(...words.map((word) => word.y));
  const w = Math.max(...words.map((word) => word.x + word.w)) - x;
  const h = Math.max(...words.map((word) => word.y + word.h)) - y;
  return { text: words.map((word) => word.text).join(' '), x, y, w, h };
}
