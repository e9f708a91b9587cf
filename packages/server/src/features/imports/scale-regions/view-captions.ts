// The captions of views: a title with a scale, below the view. Scales in the title block and in references to other
// drawings are no captions. Pure.
import { labelOf } from '@plumbline/core/features/imports/title-block/labels';
import type { SheetWord } from '@plumbline/core/features/plans/sheet-references';
import { isLevel, SCALE_LABEL, writtenScales } from '@plumbline/core/features/plans/sheet-scale';

/** Fractions of the sheet. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
/** `scale` null: not to scale. The box surrounds title and scale. */
export type ViewCaption = { readonly name: string; readonly scale: number | null; readonly box: Box };
export type SheetScales = {
  readonly captions: readonly ViewCaption[];
  /** Written in the title block, for views without a caption. */
  readonly ofSheet: readonly number[];
};

const MAX_CAPTIONS = 40;
const MAX_NAME = 80;
/** Longer lines are sentences. */
const MAX_TITLE_WORDS = 9;
/** In line heights: gaps between the words of a title, and from the title down to its scale. */
const MAX_WORD_GAP = 3;
const MAX_TITLE_GAP = 2.5;
/** Labels of a title block are at most this far from its scale, as fractions of the sheet. */
const BLOCK_REACH = 0.12;
const MIN_BLOCK_LABELS = 3;
const NOT_TO_SCALE =
  /^(?:not to scale|n\.?\s?t\.?\s?s\.?$|ohne ma(?:ß|ss)stab|unma(?:ß|ss)stäblich|sans échelle|fuori scala|sin escala|zonder schaal)/iu;
const REFERS = /(?:^|[\s(])(?:siehe|vgl\.?|see|refer|cf\.?|voir|vedi|ver|zie|se|laut|per|ref\.?)(?:[\s:]|$)/iu;

const boxOf = (words: readonly SheetWord[]): Box => ({
  left: Math.min(...words.map(({ x }) => x)),
  top: Math.min(...words.map(({ y }) => y)),
  right: Math.max(...words.map(({ x, w }) => x + w)),
  bottom: Math.max(...words.map(({ y, h }) => y + h)),
});
const textOf = (words: readonly SheetWord[]): string => words.map(({ text }) => text).join(' ');

/** `aspect`: height of the sheet divided by its width. */
export function readViewCaptions(words: readonly SheetWord[], aspect: number): SheetScales {
  const labels = words.filter(({ text }) => isBlockLabel(text));
  const written: { scale: number | null; words: readonly SheetWord[] }[] = [
    ...writtenScales(words),
    ...unscaled(words, aspect),
  ];
  const captions: ViewCaption[] = [];
  const ofSheet: number[] = [];
  for (const { scale, words: line } of written) {
    if (isInTitleBlock(line, labels)) {
      if (scale !== null) ofSheet.push(scale);
      continue;
    }
    const title = titleOf(line, words, aspect);
    if (title.length === 0 || title.length > MAX_TITLE_WORDS || REFERS.test(textOf(title))) continue;
    const name = textOf(title).replaceAll(/\s+/gu, ' ').slice(0, MAX_NAME).trim();
    captions.push({ name, scale, box: boxOf([...title, ...line]) });
  }
  return { captions: captions.slice(0, MAX_CAPTIONS), ofSheet };
}

function isBlockLabel(text: string): boolean {
  const label = labelOf(text);
  return label !== null && label.length >= Math.min(text.length, 4) && !SCALE_LABEL.test(text);
}

function isInTitleBlock(line: readonly SheetWord[], labels: readonly SheetWord[]): boolean {
  const { left, top } = boxOf(line);
  const near = labels.filter(({ x, y }) => Math.abs(x - left) < BLOCK_REACH && Math.abs(y - top) < BLOCK_REACH);
  return new Set(near.map(({ text }) => text.toLowerCase())).size >= MIN_BLOCK_LABELS;
}

/** Lines such as "Not to scale". */
function unscaled(words: readonly SheetWord[], aspect: number) {
  return words.flatMap((word, i) => {
    if (!/^(?:not|n\.?t\.?s|n\.|ohne|unma|sans|fuori|sin|zonder)/iu.test(word.text)) return [];
    const line = [word, ...behind(word, words.slice(i + 1, i + 3), aspect)];
    return NOT_TO_SCALE.test(textOf(line)) ? [{ scale: null, words: line }] : [];
  });
}

/** Those of the following words that continue its line. */
function behind(word: SheetWord, next: readonly SheetWord[], aspect: number): SheetWord[] {
  const line = [word];
  for (const one of next) {
    const last = line.at(-1);
    if (!last || !isNext(last, one, aspect)) break;
    line.push(one);
  }
  return line.slice(1);
}

function isNext(left: SheetWord, right: SheetWord, aspect: number): boolean {
  const gap = right.x - (left.x + left.w);
  const height = Math.max(left.h, right.h) * aspect;
  return isLevel(left, right) && gap > -height && gap < MAX_WORD_GAP * height;
}

/** The words before the scale on its line, otherwise the line above it; without the label of the scale. */
function titleOf(line: readonly SheetWord[], words: readonly SheetWord[], aspect: number): SheetWord[] {
  const [first] = line;
  if (!first) return [];
  const level = words.filter((word) => isLevel(word, first) && !line.includes(word));
  const before = rowFrom(first, level, aspect).filter(({ text }) => !SCALE_LABEL.test(text));
  if (before.some(({ text }) => /\p{L}{2}/u.test(text))) return before;
  const box = boxOf([...rowFrom(first, level, aspect), ...line]);
  const above = words
    .filter(
      ({ x, y, w, h }) =>
        y + h / 2 < box.top &&
        box.top - (y + h) < MAX_TITLE_GAP * Math.max(h, first.h) &&
        x < box.right + 0.02 &&
        x + w > box.left - 0.02,
    )
    .sort((one, other) => other.y + other.h - (one.y + one.h));
  const [nearest] = above.filter(({ text }) => /\p{L}{2}/u.test(text));
  if (!nearest) return [];
  const row = words.filter((word) => isLevel(word, nearest));
  return [...rowFrom(nearest, row, aspect), nearest, ...rowTo(nearest, row, aspect)];
}

/** The words that lead up to a word, left to right. */
function rowFrom(word: SheetWord, row: readonly SheetWord[], aspect: number): SheetWord[] {
  const found: SheetWord[] = [];
  for (const one of row.filter(({ x }) => x < word.x).sort((a, b) => b.x - a.x)) {
    if (!isNext(one, found[0] ?? word, aspect)) break;
    found.unshift(one);
  }
  return found;
}

const rowTo = (word: SheetWord, row: readonly SheetWord[], aspect: number): SheetWord[] =>
  behind(
    word,
    row.filter(({ x }) => x > word.x).sort((a, b) => a.x - b.x),
    aspect,
  );
