import { expect, test } from 'vitest';
import { roundUp, ticksTo, wordsUnder } from './scale.ts';

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [11, 20],
  [21, 25],
  [26, 50],
  [100, 100],
  [0.3, 0.5],
])('%d is rounded up to %d', (value, round) => {
  expect(roundUp(value)).toBeCloseTo(round);
});

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [10, [0, 3, 6, 9, 12]],
  [100, [0, 25, 50, 75, 100]],
])('ticks up to %d', (most, marks) => {
  const ticks = ticksTo(most);
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
  expect(ticks.length).toBeLessThanOrEqual(6);
  expect(ticks).toEqual(marks);
});

test('axis labels do not overlap, and the last one is always shown within the chart', () => {
  const width = 560;
  const xs = Array.from({ length: 26 }, (_, at) => 40 + at * 20.3);
  const words = wordsUnder(xs, Array<number>(26).fill(75), { width, air: 12 });
  const ends = words.map(({ x, anchor }) => (anchor === 'end' ? [x - 75, x] : [x - 37.5, x + 37.5]));
  expect(words.length).toBeGreaterThan(4);
  expect([words[0]?.at, words.at(-1)?.at]).toEqual([0, 25]);
  for (const [at, [start = 0, end = 0]] of ends.entries()) {
    expect(end).toBeLessThanOrEqual(width);
    expect(start - (ends[at - 1]?.[1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(12);
  }
  expect(wordsUnder([10, 500, 550], [75, 75, 75], { width, air: 12 }).map(({ at }) => at)).toEqual([0, 2]);
});
