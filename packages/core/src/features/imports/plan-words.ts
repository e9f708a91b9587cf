// The words of a sheet with their positions: the stored form, and the search in them, on the server and on devices.

/** A word and its box, as fractions of the sheet's width and height from its upper left corner. */
export interface Word {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Stored as JSON, compressed with gzip. */
export interface StoredWords {
  readonly version: 1;
  /** Words separated by line breaks. */
  readonly words: string;
  /** Four whole numbers per word: x, y, w, h in hundred-thousandths. */
  readonly boxes: readonly number[];
}

/** First character of a scanned word that was not read with certainty; alone, it replaces a word that was not read. */
export const UNCERTAIN_MARK = '\uFFFD';

/** The words of a scan that can be searched. */
export const readableWords = <W extends Word>(words: readonly W[]): W[] =>
  words.map((word) => ({ ...word, text: word.text.replaceAll(UNCERTAIN_MARK, '') })).filter(({ text }) => text !== '');

/** Maximum hits shown; users with more hits should refine the search. */
export const MAX_HITS = 500;
const UNIT = 100_000;

export const storedWords = (words: readonly Word[]): StoredWords => ({
  version: 1,
  words: words.map((word) => word.text).join('\n'),
  boxes: words.flatMap(({ x, y, w, h }) => [x, y, w, h].map((part) => Math.round(part * UNIT))),
});

export function wordsFrom({ words, boxes }: StoredWords): Word[] {
  if (words === '') return [];
  return words.split('\n').map((text, i) => {
    const part = (k: number) => (boxes[4 * i + k] ?? 0) / UNIT;
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
