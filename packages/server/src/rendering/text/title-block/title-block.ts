// Reads the texts of a sheet that may be its number and its title. Which of them are proposed is decided for all pages of
// a file together.
import type { SizedWord } from '../../engines/pdf/page-words.ts';
import { upright } from '../upright-words.ts';
import { type NumberCandidate, numberCandidates } from './number-candidates.ts';
import { readings } from './reading-lines.ts';
import { type TitleCandidate, titleCandidates } from './title-candidates.ts';

export interface TitleBlock {
  readonly numbers: readonly NumberCandidate[];
  /** The most probable one first. */
  readonly titles: readonly Omit<TitleCandidate, 'line'>[];
}

/** `aspect` is the width of the sheet divided by its height. */
export function readTitleBlock(words: readonly SizedWord[], aspect: number = Math.SQRT2): TitleBlock {
  const sheet = upright(words, aspect);
  const read = readings(sheet.words, sheet.aspect);
  const titles = titleCandidates(read);
  const numbers = numberCandidates(read, titles.find(({ named }) => named)?.line);
  return { numbers, titles: titles.map(({ line: _line, ...title }) => title) };
}
