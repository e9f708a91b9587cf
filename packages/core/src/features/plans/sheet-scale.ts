// Finds the scales written on a drawing ("1:50", "Scale: 1/4" = 1'-0""). Suggestions only: a sheet may have been
// printed at another size.
import type { SheetWord } from './sheet-references.ts';

const MAX_SCALES = 4;
const WINDOW = 6;
/** Maximum distance of a scale from its label: to the right as a share of the sheet, below in line heights. */
const MAX_OFFSET_RIGHT = 0.12;
const MAX_OFFSET_BELOW = 2.5;

const METRIC = /^(?:m\.?\s*)?1\s*:\s*(\d{1,3}(?:[’'. ]000)|\d{1,5})(?![\d:/.])/iu;
/** Inches on paper per feet and inches on site: 1 1/2" = 1'-0". */
const IMPERIAL =
  /^(?:(\d{1,2})\s+)?(\d{1,2})(?:\/(\d{1,2}))?\s*["”″]\s*=\s*(\d{1,4})\s*['’′](?:\s*-?\s*(\d{1,2})\s*["”″])?/u;
/** In the supported drawing languages. */
export const SCALE_LABEL =
  /^(?:scale|ma(?:ss|ß)stab|mst\.?|[ée]chelle|scala|escala|schaal|skala|m[åa]lestok?k?|měřítko|mierka|mittakaava|merilo|mjerilo|m[ée]retar[áa]ny)\b/iu;
/**
 * Without a label only these ratios are accepted, because a slope of 1:12 looks the same. Inches per foot are always a
 * scale.
 */
const COMMON_SCALES = [
  5, 10, 20, 25, 50, 75, 100, 120, 125, 150, 200, 250, 300, 400, 500, 1000, 1250, 2000, 2500, 5000, 10_000,
];

/** A scale on the sheet: the words it is written with, and whether a label such as "Scale" announces it. */
export type WrittenScale = { readonly scale: number; readonly words: readonly SheetWord[]; readonly named: boolean };

export function writtenScales(words: readonly SheetWord[]): WrittenScale[] {
  const labels = words.filter((word) => SCALE_LABEL.test(word.text));
  // "1 1/2" = 1'-0"" is one scale: its words do not start another one.
  let next = 0;
  return words.flatMap((word, i) => {
    if (i < next || !/\d|^m/iu.test(word.text)) return [];
    const line = lineFrom(words, i);
    const text = textOf(line);
    const scale = scaleIn(text);
    if (scale === undefined) return [];
    const named = labels.some((label) => label === word || isLabelOf(label, word));
    if (!named && !IMPERIAL.test(text) && !COMMON_SCALES.includes(scale)) return [];
    const count = line.findIndex((_, at) => scaleIn(textOf(line.slice(0, at + 1))) === scale) + 1;
    next = i + count;
    return [{ scale, words: line.slice(0, count), named }];
  });
}

/** Metres on site per metre on paper, the likeliest first; only labelled ones if there are any. */
export function readScales(words: readonly SheetWord[]): number[] {
  const written = writtenScales(words);
  const counts = new Map<number, number>();
  for (const { scale, named } of written)
    if (named || !written.some((one) => one.named)) counts.set(scale, (counts.get(scale) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_SCALES)
    .map(([scale]) => scale);
}

/** The scale at the start of a text. */
export function scaleIn(text: string): number | undefined {
  const metric = METRIC.exec(text.replace(SCALE_LABEL, '').replace(/^[\s:.]+/u, ''))?.[1];
  if (metric !== undefined) return positive(Number(metric.replaceAll(/\D/gu, '')));
  const imperial = IMPERIAL.exec(text);
  if (!imperial) return undefined;
  const [, whole = '0', over = '0', under = '1', feet = '0', inches = '0'] = imperial;
  const onPaper = Number(whole) + Number(over) / Number(under);
  return positive(Math.round(((Number(feet) * 12 + Number(inches)) / onPaper) * 100) / 100);
}

const positive = (scale: number): number | undefined =>
  scale >= 1 && Number.isFinite(scale) && scale <= 100_000 ? scale : undefined;

/** The word and those that closely follow it on its line. */
function lineFrom(words: readonly SheetWord[], from: number): SheetWord[] {
  const line: SheetWord[] = [];
  for (const word of words.slice(from, from + WINDOW)) {
    const last = line.at(-1);
    if (last && !(isLevel(last, word) && word.x - (last.x + last.w) < 2 * Math.max(last.h, word.h))) break;
    line.push(word);
  }
  return line;
}

const textOf = (words: readonly SheetWord[]): string => words.map((word) => word.text).join(' ');

export const isLevel = (one: SheetWord, other: SheetWord): boolean =>
  Math.abs(one.y + one.h / 2 - other.y - other.h / 2) < 0.6 * Math.max(one.h, other.h);

function isLabelOf(label: SheetWord, word: SheetWord): boolean {
  const gap = word.x - (label.x + label.w);
  if (isLevel(label, word)) return gap > -0.01 && gap < MAX_OFFSET_RIGHT;
  const under = word.y - (label.y + label.h);
  return (
    under > 0 &&
    under < MAX_OFFSET_BELOW * Math.max(label.h, word.h) &&
    gap < MAX_OFFSET_RIGHT / 4 &&
    word.x + word.w > label.x - 0.01
  );
}
