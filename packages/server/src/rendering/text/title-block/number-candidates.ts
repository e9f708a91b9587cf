// The texts of a title block that may be the number of its sheet, each with the probability that it is.
import { sheetNumberKey } from '@plumbline/core/features/plans/sheet-number';
import { type Value, valuesOf } from './labels.ts';
import { isCode, isDigits, isLabelledNumber, isPaperSize, isPlainCode } from './number-forms.ts';
import { type Line, type Reading, sameSize } from './reading-lines.ts';

export interface NumberCandidate {
  readonly text: string;
  /** Centre as fractions of the upright sheet. */
  readonly at: { readonly x: number; readonly y: number };
  readonly sizePt: number;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Evidence on the sheet itself. A number is proposed from `MIN_CONFIDENCE` on. */
const BY_DRAWING_LABEL = 0.92;
const BY_SHEET_LABEL = 0.8;
const BY_SIZE = 0.76;
const BESIDE_TITLE = 0.72;
/** Only its form and position: other pages or the file must confirm it, and other pages only if it is large. */
const BY_FORM_AND_SIZE = 0.1;
const BY_FORM = 0.05;

const MAX_CANDIDATES = 30;
/** Sizes relative to the largest text of the corner and to the usual text of the title block. */
const MIN_SIZE_RATIO = 0.8;
const OUTSTANDING = 1.5;
const REPEATED = 0.5;
/** A label with a much smaller value than another label of its kind belongs to a list or a reference. */
const SMALLER = 0.75;

export function numberCandidates(read: readonly Reading[], title: Line | undefined): NumberCandidate[] {
  const found: NumberCandidate[] = [];
  const add = (line: Line, confidence: number) =>
    found.push({ text: line.text, at: line.at, sizePt: line.sizePt, confidence });
  const block = read.flatMap(({ cells }) => cells.filter((cell) => isAtEdge(cell)));
  for (const value of labelled(read)) add(value, value.confidence);
  const usual = usualSize(block);
  const largest = outstanding(read, block, usual);
  if (largest) add(largest, BY_SIZE);
  for (const line of besideTitle(title, read)) add(line, BESIDE_TITLE);
  const weak = block.filter(({ text }) => isCode(text) || isDigits(text) || isPaperSize(text));
  for (const line of weak.sort((a, b) => b.sizePt - a.sizePt).slice(0, MAX_CANDIDATES)) {
    add(line, line.sizePt >= OUTSTANDING * usual ? BY_FORM_AND_SIZE : BY_FORM);
  }
  return found;
}

/** The strips along the edges, and the corners, where title blocks are. */
export const isAtEdge = ({ at: { x, y } }: Line): boolean =>
  (x > 0.75 && y > 0.5) || y > 0.82 || x > 0.84 || (x < 0.25 && y < 0.2);

/** Where labels are trusted: the title block of an A4 covers much of a small sheet. */
export const isNearEdge = (line: Line): boolean =>
  isAtEdge(line) || (line.at.x > 0.35 && line.at.y > 0.5) || line.at.x > 0.8 || line.at.y < 0.12;

/** The size of the small print of a title block. */
export function usualSize(lines: readonly Line[]): number {
  const sizes = lines.map(({ sizePt }) => sizePt).sort((a, b) => a - b);
  return sizes[sizes.length >> 2] ?? 0;
}

type Rated = Value & { confidence: number };

function labelled(read: readonly Reading[]): Rated[] {
  const values = read.flatMap(({ cells, aspect }) => {
    const near = cells.filter(isNearEdge);
    return [
      ...valuesOf(near, aspect, 'drawing', (text) => isLabelledNumber(text) && !isPaperSize(text)),
      // "Sheet" alone and short numbers count the sheets of a set.
      ...valuesOf(near, aspect, 'sheet', (text, label) =>
        /^sheet\s*[:.]*$/iu.test(label) ? isPlainCode(text) && !isPaperSize(text) : isLabelledNumber(text),
      ),
    ];
  });
  const drawings = values.filter(({ kind }) => kind === 'drawing');
  const trusted = drawings.length > 0 ? drawings : values;
  const biggest = Math.max(0, ...trusted.map(({ sizePt }) => sizePt));
  return trusted.map((value) => {
    const confidence = value.kind === 'drawing' ? BY_DRAWING_LABEL : BY_SHEET_LABEL;
    return { ...value, confidence: value.sizePt < SMALLER * biggest ? confidence / 2 : confidence };
  });
}

/** The code that is the largest text of the lower right corner, unless the drawing contains it too. */
function outstanding(read: readonly Reading[], block: readonly Line[], usual: number): Line | undefined {
  const corner = block.filter(({ at }) => at.x > 0.7 && at.y > 0.7);
  const biggest = Math.max(0, ...corner.map(({ sizePt }) => sizePt));
  const large = corner.filter(
    ({ text, sizePt }) =>
      isCode(text) && !isPaperSize(text) && sizePt >= MIN_SIZE_RATIO * biggest && sizePt >= OUTSTANDING * usual,
  );
  const [first] = large.sort((a, b) => b.sizePt - a.sizePt);
  if (!first || large.some((other) => sheetNumberKey(other.text) !== sheetNumberKey(first.text))) return undefined;
  const key = sheetNumberKey(first.text);
  // A material code is as large in the drawing as in its legend; references of a sheet to itself are small.
  const isRepeated = (cell: Line) => sheetNumberKey(cell.text) === key && cell.sizePt > REPEATED * first.sizePt;
  const elsewhere = read.some(({ cells }) => cells.some((cell) => !isNearEdge(cell) && isRepeated(cell)));
  return elsewhere ? undefined : first;
}

/**
 * A sheet number without letters, as some offices use ("501", "511-11"): alone, as large as the title, to its right.
 */
function besideTitle(title: Line | undefined, read: readonly Reading[]): Line[] {
  if (!title) return [];
  const near = 6 * (title.bottom - title.y);
  const lines = read[0]?.lines ?? [];
  const found = lines.filter(
    (line) =>
      isAtEdge(line) &&
      isDigits(line.text) &&
      sameSize(line, title) &&
      line.x > title.right &&
      Math.abs(line.y - title.y) < near,
  );
  return found.sort((a, b) => b.x - a.x).slice(0, 1);
}
