// Numbers for axes: round, readable steps.

/** A round number at or above `value`: 1, 2, 2.5, 5 or 10 times a power of ten. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= value - power * 1e-9) ?? 10;
  return step * power;
}

/** An axis label: its index, the position of its middle or, at the edge, its end. */
export type PlacedWord = { at: number; x: number; anchor: 'middle' | 'end' };

type Picture = { width: number; air: number };

/** The last label is the one readers look for: those too close to it are removed. */
function withLast(
  words: PlacedWord[],
  xs: readonly number[],
  sizes: readonly number[],
  { width, air }: Picture,
): PlacedWord[] {
  const at = xs.length - 1;
  const [x = 0, size = 0] = [xs[at], sizes[at]];
  if (at < 0 || words.at(-1)?.at === at) return words;
  const anchor = x + size / 2 > width ? 'end' : 'middle';
  const start = anchor === 'end' ? x - size : x - size / 2;
  const clear = words.filter((word) => word.x + (sizes[word.at] ?? 0) / 2 + air <= start);
  return [...clear, { at, x, anchor }];
}

/**
 * The labels at positions `xs` of a chart of `width` that do not overlap, including the first and the last. One that
 * would exceed the edge is end-aligned.
 */
export function wordsUnder(xs: readonly number[], sizes: readonly number[], { width, air }: Picture): PlacedWord[] {
  const words: PlacedWord[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const [at, x] of xs.entries()) {
    const size = sizes[at] ?? 0;
    const anchor = at > 0 && x + size / 2 > width ? 'end' : 'middle';
    const start = anchor === 'end' ? x - size : x - size / 2;
    if (start < free) continue;
    words.push({ at, x, anchor });
    free = start + size + air;
  }
  return withLast(words, xs, sizes, { width, air });
}

/** Ticks from 0 to a round number at or above `most`, about `count` of them; whole numbers where `whole`. */
export function ticksTo(most: number, count = 4, whole = true): number[] {
  const step = Math.max(whole ? 1 : 0, roundUp(most / count));
  const round = whole ? Math.ceil(step) : step;
  return Array.from({ length: Math.max(1, Math.ceil(most / round)) + 1 }, (_, at) => at * round);
}
