// Reads a sheet's number and title from its title block: what its labels name, otherwise the large text along the lower
// and right edges or in a corner. Proposals only.
import type { SizedWord } from '../engines/pdf/page-words.ts';
import { isLabel, type Line, labelledNumber, labelledTitles } from './title-labels.ts';
import { upright } from './upright-words.ts';

export interface TitleBlock {
  readonly title: string;
  readonly sheetNumber: string;
}

/** "A-101", "S101.2", "C100", or "AR 3.01" without its space. */
const SHEET_NUMBER = /^[A-Z]{1,4}[-.]?\d{1,4}([.-]\d{1,3})?[a-z]?$/;
/** Words that name the subject of a sheet, in the supported languages. */
const SUBJECT = new RegExp(
  [
    // English
    'plan|floor|storey|basement|roof|ceiling|elevation|section|detail|schedule|foundation|framing|site|mezzanine',
    // German
    'grundriss|geschoss|^[1-9]?\\.?[euod]g\\.?$|keller|dach|ansicht|schnitt|lageplan|schalung|bewehrung|aushub|umgebung|übersicht|fassade',
    // French, Italian, Spanish
    'étage|niveau|rez|toiture|façade|coupe|sous-sol|piano|pianta|prospetto|sezione|copertura|planta|alzado|sección|cubierta',
  ].join('|'),
  'iu',
);
/** Words that only occur in material keys or labels of the title block. */
const LABEL = /^(legend|legende|index|datum|date|scale|massstab|maßstab|format|drawn|gezeichnet|revision)/iu;

/** Minimum size of a sheet number relative to its largest neighbour. */
const NUMBER_SIZE = 0.6;
const SAME_SIZE = 0.2;
/** In multiples of the letter height. */
const WORD_GAP = 1.8;
const MAX_TITLE_LINES = 3;
/** How much larger than its surroundings a title is. */
const MIN_SIZE_RATIO = 1.25;
const SHEET_NUMBER_LIKE = /^\d{2,4}(?:[-./]\d{1,3}){0,2}[a-z]?$/iu;
const YEAR = /^(?:19|20)\d\d$|^\d{1,2}[./]\d{1,2}[./]\d{2}$/;
/** House numbers, post codes and dates belong to the project, not to the sheet. */
const ADDRESS = /\d{3,}/;

/** Empty strings if the sheet has none. `aspect` is the width of the sheet divided by its height. */
export function readTitleBlock(shown: readonly SizedWord[], shownAspect: number = Math.SQRT2): TitleBlock {
  const { words, aspect } = upright(shown, shownAspect);
  const level = words.filter(isLevel);
  const block = level.filter(isAtEdge);
  const lines = linesOf(block, aspect);
  const labelled = linesOf(level.filter(isNearEdge), aspect);
  const best = titleLine(lines, labelled);
  const sheetNumber = labelledNumber(labelled) || findNumber(block) || numberBeside(best, lines);
  return { title: best ? wholeTitle(best, lines, sheetNumber) : '', sheetNumber };
}

/** A word taller than wide is written vertically. */
const isLevel = (word: SizedWord) => word.text.length < 3 || word.h < 4 * word.w;

/**
 * The strips along the right and lower edges, and the upper left corner, where Swiss and German sheets have their title
 * block.
 */
function isAtEdge({ x, y }: SizedWord): boolean {
  return (x > 0.75 && y > 0.5) || (y > 0.85 && x > 0.35) || (x < 0.25 && y < 0.2);
}

/** Where labels are trusted: the title block of an A4 covers much of a small sheet. */
const isNearEdge = (word: SizedWord) => isAtEdge(word) || (word.x > 0.35 && word.y > 0.5) || word.x > 0.8;

function findNumber(block: readonly SizedWord[]): string {
  const lower = block.filter((word) => word.x > 0.35 && word.y > 0.5);
  const biggest = Math.max(0, ...lower.map((word) => word.sizePt));
  const candidates = lower.filter((word) => SHEET_NUMBER.test(word.text) && word.sizePt >= NUMBER_SIZE * biggest);
  return candidates.sort((a, b) => b.sizePt - a.sizePt)[0]?.text ?? '';
}

/**
 * A sheet number without letters, as some offices use ("501", "511-11"): alone, as large as the title, to its right.
 */
function numberBeside(title: Line | undefined, lines: readonly Line[]): string {
  if (!title) return '';
  const near = 6 * (title.bottom - title.y);
  const found = lines.filter(
    (line) =>
      SHEET_NUMBER_LIKE.test(line.text) &&
      !YEAR.test(line.text) &&
      sameSize(line, title) &&
      line.x > title.right &&
      Math.abs(line.y - title.y) < near,
  );
  return found.sort((a, b) => b.x - a.x)[0]?.text ?? '';
}

function titleLine(lines: readonly Line[], labelled: readonly Line[]): Line | undefined {
  const typical = lines.map((line) => line.sizePt).sort((a, b) => a - b)[lines.length >> 2] ?? 0;
  const named = lines
    .filter((line) => SUBJECT.test(line.text) && !LABEL.test(line.text) && !isLabel(line.text))
    .sort((a, b) => b.sizePt - a.sizePt)[0];
  // Revision tables have such labels too; a title stands out or names a subject.
  const reported = labelledTitles(labelled).find(
    (line) => SUBJECT.test(line.text) || line.sizePt >= MIN_SIZE_RATIO * typical,
  );
  if (reported) return reported;
  // Notes mention floors and roofs too.
  return named && named.sizePt >= MIN_SIZE_RATIO * typical ? named : undefined;
}

function wholeTitle(best: Line, lines: readonly Line[], sheetNumber: string): string {
  return withNeighbours(
    best,
    lines.filter((line) => !isLabel(line.text) && line.text !== sheetNumber),
  )
    .map((line) => line.text)
    .join(' ');
}

/** The lines of the same size directly above and below: long titles span several lines. */
function withNeighbours(line: Line, lines: readonly Line[]): Line[] {
  const found = [line];
  for (let grown = true; grown && found.length < MAX_TITLE_LINES; ) {
    const next = lines.find(
      (other) => !found.includes(other) && !ADDRESS.test(other.text) && found.some((one) => isStacked(one, other)),
    );
    grown = next !== undefined;
    if (next) found.push(next);
  }
  return found.sort((a, b) => a.y - b.y);
}

function isStacked(a: Line, b: Line): boolean {
  const height = Math.max(a.bottom - a.y, b.bottom - b.y);
  const gap = Math.max(a.y, b.y) - Math.min(a.bottom, b.bottom);
  const overlap = Math.min(a.right, b.right) - Math.max(a.x, b.x);
  return (
    sameSize(a, b) &&
    gap > -0.5 * height &&
    gap < 1.2 * height &&
    overlap > 0.3 * Math.min(a.right - a.x, b.right - b.x)
  );
}

function sameSize(a: { sizePt: number }, b: { sizePt: number }): boolean {
  return Math.abs(a.sizePt - b.sizePt) <= SAME_SIZE * Math.max(a.sizePt, b.sizePt);
}

/** Consecutive words of the same size at the same height. */
function linesOf(words: readonly SizedWord[], aspect: number): Line[] {
  const lines: Line[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last && continues(last, word, aspect)) {
      lines[lines.length - 1] = {
        ...last,
        text: `${last.text} ${word.text}`,
        right: word.x + word.w,
        y: Math.min(last.y, word.y),
        bottom: Math.max(last.bottom, word.y + word.h),
      };
    } else {
      lines.push({
        text: word.text,
        x: word.x,
        y: word.y,
        right: word.x + word.w,
        bottom: word.y + word.h,
        sizePt: word.sizePt,
      });
    }
  }
  return lines;
}

function continues(line: Line, word: SizedWord, aspect: number): boolean {
  const height = Math.max(line.bottom - line.y, word.h);
  const level = Math.abs((line.y + line.bottom) / 2 - (word.y + word.h / 2)) < 0.5 * height;
  const gap = (word.x - line.right) * aspect;
  return level && sameSize(line, word) && gap > -0.01 && gap < WORD_GAP * height;
}
