// The words of a scan, recognised in several directions, as the words of one sheet. Pure.
import { UNCERTAIN_MARK } from '@plumbline/core/features/imports/plan-words';
import { type Box, inverseRotation, type Rotation, rotatedBox } from '@plumbline/core/site/geometry/rotation';
import type { RecognisedWord } from '../../../platform/text-recogniser/text-recogniser.ts';
import type { SizedWord } from '../../../rendering/engines/pdf/page-words.ts';

/** What was read in a part of the sheet after it is turned by `rotation`. */
export type Recognised = {
  readonly rotation: Rotation;
  /** The part of the turned sheet. */
  readonly box: Box;
  /** Height of the turned sheet. */
  readonly heightPt: number;
  readonly words: readonly RecognisedWord[];
};

/** Words below the first are not shown; words below the second are not proposed as a number or title. */
const MIN_SHOWN_CONFIDENCE = 0.6;
const MIN_PROPOSED_CONFIDENCE = 0.85;
/** Shorter words are found in hatchings and symbols too. */
const MIN_LETTERS = 3;
/** As a share of the part, and of the sheet. */
const AT_EDGE = 0.004;
const INSIDE = 0.999;
const LETTERS = /[\p{L}\p{N}]/gu;

const lettersIn = (text: string): number => text.match(LETTERS)?.length ?? 0;
const isEvident = ({ text, confidence }: RecognisedWord): boolean =>
  confidence >= MIN_PROPOSED_CONFIDENCE && lettersIn(text) >= MIN_LETTERS;

/** Number of letters that were certainly read. */
export const evidence = (words: readonly RecognisedWord[]): number =>
  words.reduce((sum, word) => sum + (isEvident(word) ? lettersIn(word.text) : 0), 0);

/** Of the other directions than the main one, lines are taken that were certainly read, such as a title block on its side. */
export function sheetWords(all: readonly Recognised[]): SizedWord[] {
  const main = mainRotation(all);
  const taken: SizedWord[] = [];
  for (const read of [...all].sort((a, b) => Number(b.rotation === main) - Number(a.rotation === main))) {
    const isMain = read.rotation === main;
    for (const line of linesOf(read.words)) {
      if (!line.some(isMain ? isReadable : isEvident) || line.some((word) => isCut(word, read.box))) continue;
      const placed = line.map((word) => placedWord(word, read));
      // What two parts or two directions show is taken once.
      if (!placed.some((word) => taken.some((other) => isSure(other) && overlap(word, other)))) taken.push(...placed);
    }
  }
  return taken;
}

/** A word at the edge of the part, inside the sheet, may continue outside it. */
const isCut = ({ x, y, w, h }: RecognisedWord, box: Box): boolean =>
  (box.x > 0 && x < AT_EDGE) ||
  (box.y > 0 && y < AT_EDGE) ||
  (box.x + box.w < INSIDE && x + w > 1 - AT_EDGE) ||
  (box.y + box.h < INSIDE && y + h > 1 - AT_EDGE);

function mainRotation(all: readonly Recognised[]): Rotation {
  const letters = new Map<Rotation, number>();
  for (const { rotation, words } of all) letters.set(rotation, (letters.get(rotation) ?? 0) + evidence(words));
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

function linesOf(words: readonly RecognisedWord[]): RecognisedWord[][] {
  const lines = new Map<number, RecognisedWord[]>();
  for (const word of words) lines.set(word.line, [...(lines.get(word.line) ?? []), word]);
  return [...lines.values()];
}

const isReadable = ({ text, confidence }: RecognisedWord): boolean =>
  confidence >= MIN_SHOWN_CONFIDENCE && lettersIn(text) > 0;
const isSure = ({ text }: SizedWord): boolean => !text.startsWith(UNCERTAIN_MARK) && lettersIn(text) >= MIN_LETTERS;

const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

function placedWord(word: RecognisedWord, { rotation, box, heightPt }: Recognised): SizedWord {
  const { text, size, confidence } = word;
  const turn = inverseRotation(rotation);
  const onPage = { x: box.x + word.x * box.w, y: box.y + word.y * box.h, w: word.w * box.w, h: word.h * box.h };
  const said =
    confidence >= MIN_PROPOSED_CONFIDENCE ? text : isReadable(word) ? `${UNCERTAIN_MARK}${text}` : UNCERTAIN_MARK;
  return { text: said, ...rotatedBox(onPage, turn), turn, sizePt: size * box.h * heightPt };
}
