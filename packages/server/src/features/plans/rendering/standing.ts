// Sheets that lie on their side or stand on their head: their words as they are read when the sheet is turned upright.
import type { SizedWord, Turn } from './pdfium/words.ts';

/** The share of all letters from which on a way of writing is that of the sheet. Drawings write many things upwards too. */
const MOST = 0.6;

/** `aspect` is the width of the sheet by its height; both come back as they are upright. */
export function upright(words: readonly SizedWord[], aspect: number): { words: readonly SizedWord[]; aspect: number } {
  const turn = turnOfSheet(words);
  if (turn === 0) return { words, aspect };
  const stood = words.map((word) => ({ ...word, ...boxes[turn](word) }));
  return { words: stood, aspect: turn === 2 ? aspect : 1 / aspect };
}

function turnOfSheet(words: readonly SizedWord[]): Turn {
  const letters = [0, 0, 0, 0];
  for (const { text, turn = 0 } of words) letters[turn] = (letters[turn] ?? 0) + text.length;
  const all = letters.reduce((sum, count) => sum + count, 0);
  return ([1, 2, 3] as const).find((turn) => (letters[turn] ?? 0) > MOST * all) ?? 0;
}

type Box = Pick<SizedWord, 'x' | 'y' | 'w' | 'h'>;

const boxes: Record<Exclude<Turn, 0>, (box: Box) => Box> = {
  1: ({ x, y, w, h }) => ({ x: y, y: 1 - x - w, w: h, h: w }),
  2: ({ x, y, w, h }) => ({ x: 1 - x - w, y: 1 - y - h, w, h }),
  3: ({ x, y, w, h }) => ({ x: 1 - y - h, y: x, w: h, h: w }),
};
