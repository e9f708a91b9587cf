// The words in the table of text that Tesseract writes, with the letter size of their lines. Pure.
import type { RecognisedWord } from './text-recogniser.ts';

const PAGE = '1';
const WORD = '5';
const HEAD_COLUMNS = 12;
/** Heights of letters relative to the type size: capitals and tall letters, low letters, and what hangs below the line. */
const TALL = 0.72;
const LOW = 0.52;
const BELOW = 0.2;

type Pixels = { text: string; x: number; y: number; w: number; h: number; confidence: number };

/** In the order of the table: line by line. */
export function wordsOfTable(table: string): RecognisedWord[] {
  let [width, height] = [0, 0];
  const lines = new Map<string, Pixels[]>();
  for (const row of table.split('\n')) {
    const cells = row.split('\t');
    const [level, , block, paragraph, line] = cells;
    if (level === PAGE) [width, height] = [Number(cells[8]), Number(cells[9])];
    if (level !== WORD || cells.length < HEAD_COLUMNS) continue;
    const [x = 0, y = 0, w = 0, h = 0, confidence = 0] = cells.slice(6, 11).map(Number);
    const text = cells.slice(11).join(' ').trim();
    if (text === '') continue;
    const key = `${block} ${paragraph} ${line}`;
    const word = { text, x, y, w, h, confidence: confidence / 100 };
    const known = lines.get(key);
    if (known) known.push(word);
    else lines.set(key, [word]);
  }
  if (!(width > 0 && height > 0)) return [];
  return [...lines.values()].flatMap((words, line) => {
    const size = sizeOf(words) / height;
    return words.map(({ text, confidence, ...box }) => ({
      ...{ text, confidence, size, line },
      ...{ x: box.x / width, y: box.y / height, w: box.w / width, h: box.h / height },
    }));
  });
}

/** The median over the letters of a line: each word has the height of its tallest letter. */
function sizeOf(words: readonly Pixels[]): number {
  const sizes = words.flatMap(({ text, h }) => Array.from(text, () => h / heightOf(text))).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 0;
}

function heightOf(text: string): number {
  const tall = /[\p{Lu}\p{N}bdfhklt/()|!?ßäöü]/u.test(text) ? TALL : LOW;
  return /[gjpqy,;()|]/u.test(text) ? tall + BELOW : tall;
}
