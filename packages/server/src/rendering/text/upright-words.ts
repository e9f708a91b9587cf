// Sheets that lie on their side or stand on their head: their words as they are read when the sheet is turned upright.
import {
  proposeTurn,
  TURNS,
  type Turn,
  turnedBack,
  turnedBox,
  turnsAcross,
} from '@plumbline/core/site/geometry/rotation';
import type { SizedWord } from '../engines/pdf/page-words.ts';

/** The share of all letters from which on they are read their way. Drawings write many things upwards too. */
const MOST = 0.6;

/** `aspect` is the width of the sheet by its height; both come back as they are upright. */
export function upright(words: readonly SizedWord[], aspect: number): { words: readonly SizedWord[]; aspect: number } {
  // Where the words of a sheet do not tell how it lies, they are read as most of them are written all the same.
  const turn = proposeTurn(words) ?? turnToRead(words);
  if (turn === 0) return { words, aspect };
  const stood = words.map((word) => ({ ...word, ...turnedBox(word, turn) }));
  return { words: stood, aspect: turnsAcross(turn) ? 1 / aspect : aspect };
}

function turnToRead(words: readonly SizedWord[]): Turn {
  const letters = new Map<Turn, number>();
  for (const { text, turn = 0 } of words) letters.set(turn, (letters.get(turn) ?? 0) + text.length);
  const all = [...letters.values()].reduce((sum, count) => sum + count, 0);
  return turnedBack(TURNS.find((turn) => (letters.get(turn) ?? 0) > MOST * all) ?? 0);
}
