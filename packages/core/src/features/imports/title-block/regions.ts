// Reads number, title, revision and date of a sheet from regions that someone has marked on a similar sheet. Pure.
import { pastedLine } from '../../../kernel/pasted-text.ts';
import type { SheetSize } from '../../../site/geometry/alignment.ts';
import {
  type Box,
  combineRotations,
  inverseRotation,
  type OrientedWord,
  ROTATIONS,
  type Rotation,
  rotatedBox,
  rotatedSize,
} from '../../../site/geometry/rotation.ts';
import { UNCERTAIN_MARK } from '../plan-words.ts';
import { MAX_TITLE_LABELS, TITLE_FIELDS, type TitleField } from './fields.ts';
import { type LabelKind, labelOf } from './labels.ts';

/** Fractions of the upright sheet. */
export type TitleRegions = { readonly [F in TitleField]?: Box | undefined };
/** Empty where nothing was read. */
export type TitleValues = Record<TitleField, string>;

/** A word of the title block that its sheets have in common. */
export type TitleLabel = Box & { readonly text: string };

export type MarkedTitleBlock = {
  readonly id: string;
  /** Size of the upright sheet on which the regions were marked. */
  readonly widthPt: number;
  readonly heightPt: number;
  readonly regions: TitleRegions;
  /** Words around the regions, by which similar sheets are recognised. */
  readonly labels: readonly TitleLabel[];
};

const MAX_TITLE_VALUE: Readonly<Record<TitleField, number>> = {
  sheetNumber: 40,
  title: 200,
  version: 40,
  date: 40,
};

/** Around all regions, as a share of the sheet. */
const LABEL_MARGIN = 0.03;
/** Fewer labels than this do not identify a title block; its page size must then be the same. */
const MIN_LABELS = 3;
/** Share of the labels that must be at their positions: other words around the regions change from sheet to sheet. */
const MIN_FOUND = 0.4;
/** As a share of the sheet. */
const SAME_POSITION = 0.006;
const SAME_SIZE = 0.01;

const OWN_LABELS: Readonly<Record<TitleField, readonly LabelKind[]>> = {
  sheetNumber: ['drawing', 'sheet'],
  title: ['title'],
  version: ['revision'],
  date: ['date'],
};

/** The words of a sheet after it is turned. */
export const turnedWords = <W extends OrientedWord>(words: readonly W[], rotation: Rotation): readonly W[] =>
  rotation === 0
    ? words
    : words.map((word) => ({
        ...word,
        ...rotatedBox(word, rotation),
        turn: combineRotations(word.turn ?? 0, rotation),
      }));

const isInside = (word: Box, box: Box): boolean => {
  const [x, y] = [word.x + word.w / 2, word.y + word.h / 2];
  return x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;
};

/** The text in a region, without the label of the field; empty if there is none or it is too long for the field. */
export function readRegion(words: readonly OrientedWord[], region: Box, field: TitleField): string {
  const lines = linesOf(words.filter((word) => isInside(word, region)));
  const values = lines.flatMap((line) => {
    const label = labelOf(line);
    const rest = label && OWN_LABELS[field].includes(label.kind) ? line.slice(label.length).trim() : line;
    return rest === '' ? [] : [rest];
  });
  // Separators from the text beside the value.
  const text = pastedLine(values.join(' ')).replaceAll(/^[\s–—:|-]+|[\s–—:|-]+$/gu, '');
  // A part of a scan that was not read with certainty makes the whole value uncertain.
  const isCertain = !text.includes(UNCERTAIN_MARK);
  return isCertain && text.length <= MAX_TITLE_VALUE[field] && /[\p{L}\d]/u.test(text) ? text : '';
}

/** From top to bottom in the direction of most of their letters. */
function linesOf(words: readonly OrientedWord[]): string[] {
  const letters = new Map<Rotation, number>();
  for (const { text, turn = 0 } of words) letters.set(turn, (letters.get(turn) ?? 0) + text.length);
  const [direction = 0] = [...letters].sort((a, b) => b[1] - a[1])[0] ?? [];
  const level = words
    .filter(({ turn = 0 }) => turn === direction)
    .map((word) => ({ ...word, ...rotatedBox(word, inverseRotation(direction)) }))
    .sort((a, b) => a.y + a.h / 2 - (b.y + b.h / 2));
  const lines: (typeof level)[] = [];
  for (const word of level) {
    const line = lines.at(-1);
    const first = line?.[0];
    const apart = first ? word.y + word.h / 2 - (first.y + first.h / 2) : 0;
    if (line && first && apart < 0.5 * Math.max(word.h, first.h)) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) =>
    line
      .sort((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join(' '),
  );
}

const marked = (regions: TitleRegions): Box[] => TITLE_FIELDS.flatMap((field) => regions[field] ?? []);

/** The words around the regions of an upright sheet, which sheets with the same title block have in common. */
export function labelsAround(words: readonly OrientedWord[], regions: TitleRegions): TitleLabel[] {
  const boxes = marked(regions);
  const x = Math.min(...boxes.map((box) => box.x)) - LABEL_MARGIN;
  const y = Math.min(...boxes.map((box) => box.y)) - LABEL_MARGIN;
  const around = {
    ...{ x, y },
    w: Math.max(...boxes.map((box) => box.x + box.w)) + LABEL_MARGIN - x,
    h: Math.max(...boxes.map((box) => box.y + box.h)) + LABEL_MARGIN - y,
  };
  return words
    .filter(
      (word) =>
        /\p{L}{2}/u.test(word.text) &&
        !word.text.startsWith(UNCERTAIN_MARK) &&
        isInside(word, around) &&
        !boxes.some((box) => isInside(word, box)),
    )
    .slice(0, MAX_TITLE_LABELS)
    .map(({ text, x: left, y: top, w, h }) => ({ text, x: left, y: top, w, h }));
}

/** The page as the file declares it, and the turn that is proposed for it. */
export type ArrivingPage = SheetSize & { readonly turn: Rotation };

export type FoundTitleBlock = {
  readonly block: MarkedTitleBlock;
  /** The turn under which the page shows the title block. */
  readonly turn: Rotation;
  /** On the turned page. */
  readonly regions: TitleRegions;
  readonly values: TitleValues;
};

/**
 * The title block that a page shows, with its values. On a page of another size it is looked for at the same distance
 * from the nearest corner; without labels, only the page size decides.
 */
export function findTitleBlock(
  page: ArrivingPage,
  words: readonly OrientedWord[],
  blocks: readonly MarkedTitleBlock[],
): FoundTitleBlock | null {
  let best: (FoundTitleBlock & { share: number }) | null = null;
  for (const turn of [page.turn, ...ROTATIONS.filter((rotation) => rotation !== page.turn)]) {
    const sheet = rotatedSize(page, turn);
    const turned = turnedWords(words, turn);
    const positions = positionsOf(turned);
    for (const block of blocks) {
      const share = shareOf(block, sheet, positions, turn === page.turn);
      if (share === null || share <= (best?.share ?? 0)) continue;
      const regions = regionsOn(block, sheet);
      const values = valuesIn(turned, regions);
      if (TITLE_FIELDS.some((field) => values[field] !== '')) best = { block, turn, regions, values, share };
    }
  }
  if (!best) return null;
  const { share: _share, ...found } = best;
  return found;
}

/** The regions on a sheet, which may have another size than the one they were marked on. */
function regionsOn(block: MarkedTitleBlock, sheet: SheetSize): TitleRegions {
  const place = placement(block, sheet);
  return Object.fromEntries(
    TITLE_FIELDS.flatMap((field) => {
      const box = block.regions[field];
      return box ? [[field, place(box)]] : [];
    }),
  );
}

export const valuesIn = (words: readonly OrientedWord[], regions: TitleRegions): TitleValues => {
  const read = (field: TitleField) => (regions[field] ? readRegion(words, regions[field], field) : '');
  return { sheetNumber: read('sheetNumber'), title: read('title'), version: read('version'), date: read('date') };
};

const isSameSize = (one: SheetSize, other: SheetSize): boolean =>
  Math.abs(one.widthPt - other.widthPt) <= SAME_SIZE * one.widthPt &&
  Math.abs(one.heightPt - other.heightPt) <= SAME_SIZE * one.heightPt;

/** Share of the labels that are at their positions; null if the sheet does not show the title block. */
function shareOf(
  block: MarkedTitleBlock,
  sheet: SheetSize,
  positions: ReadonlyMap<string, readonly Box[]>,
  isUpright: boolean,
): number | null {
  if (block.labels.length < MIN_LABELS) return isUpright && isSameSize(block, sheet) ? MIN_FOUND : null;
  const place = placement(block, sheet);
  const found = block.labels.filter((label) => {
    const at = place(label);
    return (positions.get(label.text) ?? []).some(
      (word) => Math.abs(word.x - at.x) < SAME_POSITION && Math.abs(word.y - at.y) < SAME_POSITION,
    );
  });
  const share = found.length / block.labels.length;
  return share >= MIN_FOUND ? share : null;
}

function positionsOf(words: readonly OrientedWord[]): Map<string, Box[]> {
  const found = new Map<string, Box[]>();
  for (const word of words) {
    const known = found.get(word.text);
    if (known) known.push(word);
    else found.set(word.text, [word]);
  }
  return found;
}

/** From the sheet of the title block to another one: at the same distance in points from the nearest corner. */
function placement(block: MarkedTitleBlock, sheet: SheetSize): (box: Box) => Box {
  if (isSameSize(block, sheet)) return (box) => box;
  const boxes = marked(block.regions);
  const middle = (low: number, high: number) => (low + high) / 2;
  const right = middle(Math.min(...boxes.map(({ x }) => x)), Math.max(...boxes.map(({ x, w }) => x + w))) > 0.5;
  const below = middle(Math.min(...boxes.map(({ y }) => y)), Math.max(...boxes.map(({ y, h }) => y + h))) > 0.5;
  const across = block.widthPt / sheet.widthPt;
  const down = block.heightPt / sheet.heightPt;
  return ({ x, y, w, h }) => ({
    x: right ? 1 - (1 - x) * across : x * across,
    y: below ? 1 - (1 - y) * down : y * down,
    w: w * across,
    h: h * down,
  });
}
