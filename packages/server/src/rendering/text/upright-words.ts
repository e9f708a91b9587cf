// The words of rotated or upside-down sheets, as they read when the sheet is upright.
import {
  combineRotations,
  inverseRotation,
  proposeRotation,
  ROTATIONS,
  type Rotation,
  rotatedBox,
  swapsSides,
} from '@plumbline/core/site/geometry/rotation';
import type { SizedWord } from '../engines/pdf/page-words.ts';

/** Minimum share of all letters that must run in a direction. Drawings contain much vertical text too. */
const MIN_LETTER_SHARE = 0.6;

/** `aspect` is the width of the sheet divided by its height; both are returned for the upright sheet. */
export function upright(words: readonly SizedWord[], aspect: number): { words: readonly SizedWord[]; aspect: number } {
  // If the words do not determine the orientation, they are still read in the direction of most of them.
  const rotation = proposeRotation(words) ?? readingRotation(words);
  if (rotation === 0) return { words, aspect };
  const stood = words.map((word) => ({
    ...word,
    ...rotatedBox(word, rotation),
    ...(word.turn !== undefined && { turn: combineRotations(word.turn, rotation) }),
  }));
  return { words: stood, aspect: swapsSides(rotation) ? 1 / aspect : aspect };
}

function readingRotation(words: readonly SizedWord[]): Rotation {
  const letters = new Map<Rotation, number>();
  for (const { text, turn: rotation = 0 } of words) letters.set(rotation, (letters.get(rotation) ?? 0) + text.length);
  const all = [...letters.values()].reduce((sum, count) => sum + count, 0);
  return inverseRotation(ROTATIONS.find((rotation) => (letters.get(rotation) ?? 0) > MIN_LETTER_SHARE * all) ?? 0);
}
