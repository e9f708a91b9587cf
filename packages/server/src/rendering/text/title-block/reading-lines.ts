// The lines of text on an upright sheet, in each reading direction, with their position on the sheet.
import {
  inverseRotation,
  ROTATIONS,
  type Rotation,
  rotatedBox,
  swapsSides,
} from '@plumbline/core/site/geometry/rotation';
import type { SizedWord } from '../../engines/pdf/page-words.ts';

/**
 * Words at the same height, with their box on the sheet turned so that the line is level. Lengths are shares of that
 * sheet's height in both directions.
 */
export interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
  readonly sizePt: number;
  /** Centre of the line as fractions of the upright sheet. */
  readonly at: { readonly x: number; readonly y: number };
}

export interface Reading {
  /** Width divided by height of the sheet turned so that these lines are level. */
  readonly aspect: number;
  /** The cells of a table, apart. */
  readonly cells: readonly Line[];
  /** Cells close enough to each other for one sentence, joined. */
  readonly lines: readonly Line[];
}

/** In multiples of the letter height: a space is a third, the padding of a table cell is wider. */
const CELL_GAP = 0.8;
const LINE_GAP = 1.8;
const SAME_SIZE = 0.2;
/** Directions with fewer words than this are stamps and dimensions. */
const MIN_WORDS = 3;

/** One reading for each direction in which the sheet has text; the level one comes first. */
export function readings(words: readonly SizedWord[], aspect: number): Reading[] {
  return ROTATIONS.flatMap((rotation) => {
    const read = words.filter((word) => directionOf(word) === rotation);
    if (rotation !== 0 && read.length < MIN_WORDS) return [];
    const back = inverseRotation(rotation);
    const level = read.map((word) => ({ ...word, ...rotatedBox(word, back) }));
    const shape = swapsSides(back) ? 1 / aspect : aspect;
    const centred = (line: Boxed): Line => {
      const box = { x: line.x / shape, y: line.y, w: (line.right - line.x) / shape, h: line.bottom - line.y };
      const shown = rotatedBox(box, rotation);
      return { ...line, at: { x: shown.x + shown.w / 2, y: shown.y + shown.h / 2 } };
    };
    const joined = (gap: number) => linesOf(level, shape, gap).map(centred);
    return [{ aspect: shape, cells: joined(CELL_GAP), lines: joined(LINE_GAP) }];
  });
}

export const sameSize = (a: { sizePt: number }, b: { sizePt: number }): boolean =>
  Math.abs(a.sizePt - b.sizePt) <= SAME_SIZE * Math.max(a.sizePt, b.sizePt);

/** A word taller than wide is written vertically, even if its direction is unknown. */
function directionOf({ text, w, h, turn: rotation }: SizedWord): Rotation {
  if (rotation !== undefined) return rotation;
  return text.length < 3 || h < 4 * w ? 0 : 270;
}

type Boxed = Omit<Line, 'at'>;

/** Consecutive words of the same size at the same height. */
function linesOf(words: readonly SizedWord[], aspect: number, maxGap: number): Boxed[] {
  const lines: Boxed[] = [];
  for (const { text, sizePt, ...box } of words) {
    const word = { text, sizePt, x: box.x * aspect, y: box.y, right: (box.x + box.w) * aspect, bottom: box.y + box.h };
    const last = lines.at(-1);
    if (last && continues(last, word, maxGap)) {
      lines[lines.length - 1] = {
        ...last,
        text: `${last.text} ${text}`,
        right: word.right,
        y: Math.min(last.y, word.y),
        bottom: Math.max(last.bottom, word.bottom),
      };
    } else lines.push(word);
  }
  return lines;
}

function continues(line: Boxed, word: Boxed, maxGap: number): boolean {
  const height = Math.max(line.bottom - line.y, word.bottom - word.y);
  const level = Math.abs((line.y + line.bottom) / 2 - (word.y + word.bottom) / 2) < 0.5 * height;
  const gap = word.x - line.right;
  return level && sameSize(line, word) && gap > -0.01 && gap < maxGap * height;
}
