// The texts of a title block that may be the title of its sheet.
import { labelOf } from '@plumbline/core/features/imports/title-block/labels';
import { valuesOf } from './labels.ts';
import { isAtEdge, isNearEdge, usualSize } from './number-candidates.ts';
import { isCode, isDigits } from './number-forms.ts';
import { type Line, type Reading, sameSize } from './reading-lines.ts';

export interface TitleCandidate {
  readonly text: string;
  /** Centre of its largest line as fractions of the upright sheet. */
  readonly at: { readonly x: number; readonly y: number };
  readonly sizePt: number;
  /** Identified by a label or its subject; the others are only large texts of the title block. */
  readonly named: boolean;
  readonly line: Line;
}

/** Words that name the subject of a sheet, in the supported languages. */
const SUBJECT = new RegExp(
  [
    // English
    'plan|floor|storey|basement|roof|ceiling|elevation|section|detail|schedule|foundation|framing|site|mezzanine|perspective|axonometric|isometric|riser|diagram|general notes|cover sheet|title sheet',
    // German
    'grundriss|geschoss|^[1-9]?\\.?[euod]g\\.?$|keller|dach|ansicht|schnitt|lageplan|schalung|bewehrung|aushub|umgebung|übersicht|fassade|perspektive|deckblatt|schema',
    // French, Italian, Spanish, Portuguese, Romanian
    'étage|niveau|rez|toiture|façade|coupe|sous-sol|piano|pianta|prospetto|sezione|copertura|planta|alzado|sección|cubierta|alçado|corte|cobertura|parter|etaj|secțiune|fațad',
    // Dutch, Swedish, Danish, Norwegian
    'plattegrond|verdieping|gevel|doorsnede|begane grond|kelder|fasad|våning|sektion|källare|etage|facade|snit|kælder|etasje|fasade|snitt|kjeller',
    // Slavic languages, Hungarian, Turkish
    'rzut|przekrój|elewacja|piwnic|dachu|půdorys|pôdorys|řez|rez|pohled|pohľad|tlocrt|presjek|pročelje|krovište|tloris|prerez|fasada|основа|osnova|presek|план|разрез|фасад|этаж|етаж|разпределение|alaprajz|metszet|homlokzat|emelet|pince|kat planı|kesit|görünüş|cephe|bodrum',
  ].join('|'),
  'iu',
);
/** Words that only occur in material keys or labels of the title block. */
const NOT_A_TITLE = /^(?:legend|legende|index|datum|date|scale|massstab|maßstab|format|drawn|gezeichnet|revision)/iu;

const MAX_TITLES = 8;
const MAX_TITLE_LINES = 3;
/** From how many words on a text may be a sentence: one with punctuation at its end, or mostly in lower case. */
const MIN_PUNCTUATED_WORDS = 6;
const MIN_SENTENCE_WORDS = 8;
const MIN_LOWER_CASE_SHARE = 0.5;
/** How much larger than its surroundings a title is. */
const MIN_SIZE_RATIO = 1.25;
/** House numbers, post codes, dates, and towns with their state: they belong to the project, not to the sheet. */
const ADDRESS = /\d{3,}|^\p{Lu}[\p{L} .'’-]*, ?\p{Lu}{2}$/u;

/** The most probable one first. */
export function titleCandidates(read: readonly Reading[]): TitleCandidate[] {
  return read.flatMap(({ lines, aspect }) => {
    const block = lines.filter(isAtEdge);
    const usual = usualSize(block);
    const stands = (line: Line) => line.sizePt >= MIN_SIZE_RATIO * usual;
    const reported = valuesOf(lines.filter(isNearEdge), aspect, 'title', isTitle).filter(
      // Revision tables have such labels too; a title stands out or names a subject.
      (line) => SUBJECT.test(line.text) || stands(line),
    );
    const large = block.filter((line) => isTitle(line.text) && stands(line)).sort((a, b) => b.sizePt - a.sizePt);
    // Notes mention floors and roofs too.
    const subjects = large.filter(({ text }) => SUBJECT.test(text) && !NOT_A_TITLE.test(text));
    const others = large.filter(({ text }) => !SUBJECT.test(text) && !NOT_A_TITLE.test(text) && !ADDRESS.test(text));
    const ranked = [...reported, ...subjects, ...others];
    const named = reported.length + subjects.length;
    const parts = block.filter(({ text }) => isTitle(text));
    return ranked.slice(0, MAX_TITLES).flatMap((line, i) => {
      const text = withNeighbours(line, parts)
        .map((one) => one.text)
        .join(' ');
      // Letters and reports mention floors and roofs too. What a label calls the title may be long.
      if (i >= reported.length && isSentence(text)) return [];
      return [{ text, at: line.at, sizePt: line.sizePt, named: i < named, line }];
    });
  });
}

function isSentence(text: string): boolean {
  const words = text.split(' ').filter((word) => /\p{L}{2}/u.test(word));
  if (words.length >= MIN_PUNCTUATED_WORDS && /[.!?;:,]$/u.test(text)) return true;
  const lower = words.filter((word) => !/^\P{L}*\p{Lu}/u.test(word));
  return words.length >= MIN_SENTENCE_WORDS && lower.length >= MIN_LOWER_CASE_SHARE * words.length;
}

function isTitle(text: string): boolean {
  if (!/\p{L}{2}/u.test(text) || text.length > 120 || text.endsWith(':') || isCode(text) || isDigits(text))
    return false;
  const label = labelOf(text);
  // "Phase 2" may be the beginning of a title, "Revision 2" is not.
  return label === null || (label.kind === 'other' && label.length < text.length);
}

/** The lines of the same size directly above and below: long titles span several lines. */
function withNeighbours(line: Line, lines: readonly Line[]): Line[] {
  const found = [line];
  const above = column(line, lines, isAbove);
  const below = column(line, lines, (one, other) => isAbove(other, one));
  // An address above ends where the title starts; below, it follows the name of the project.
  for (const next of [...untilAddress(above), ...beforeProject(below)]) {
    if (found.length < MAX_TITLE_LINES) found.push(next);
  }
  return found.sort((a, b) => a.y - b.y);
}

/** The lines stacked on this one in one direction, nearest first. */
function column(line: Line, lines: readonly Line[], isNext: (line: Line, other: Line) => boolean): Line[] {
  const found: Line[] = [];
  for (let last: Line | undefined = line; last && found.length <= MAX_TITLE_LINES; ) {
    const from: Line = last;
    last = lines.find((other) => other !== from && isStacked(from, other) && isNext(from, other));
    if (last) found.push(last);
  }
  return found;
}

const addressIn = (lines: readonly Line[]): number => lines.findIndex(({ text }) => ADDRESS.test(text));

function untilAddress(lines: readonly Line[]): readonly Line[] {
  const address = addressIn(lines);
  return address < 0 ? lines : lines.slice(0, address);
}

/** Without an address, all lines. Of those before one, the last that names a subject ends the title. */
function beforeProject(lines: readonly Line[]): readonly Line[] {
  const address = addressIn(lines);
  if (address < 0) return lines;
  return lines.slice(0, lines.slice(0, address).findLastIndex(({ text }) => SUBJECT.test(text)) + 1);
}

const isAbove = (line: Line, other: Line): boolean => other.y < line.y;

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
