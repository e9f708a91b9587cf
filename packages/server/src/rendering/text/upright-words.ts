// The words of rotated or upside-down sheets, as they read when the sheet is upright.
import {
  proposeTurn,
  TURNS,
  type Turn,
  turnedBack,
  turnedBox,
  turnsAcross,
} from '@plumbline/core/site/geometry/rotation';
import type { SizedWord } from '../engines/pdf/page-words.ts';

/** Minimum share of all letters that must run in a direction. Drawings contain much vertical text too. */
const MOST = 0.6;

/** `aspect` is the width of the sheet divided by its height; both are returned for the upright sheet. */
export function upright(words: readonly SizedWord[], aspect: number): { words: readonly SizedWord[]; aspect: number } {
  // If the words do not determine the orientation, they are still read in the direction of most of them.
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
