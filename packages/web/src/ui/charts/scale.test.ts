import { expect, test } from 'vitest';
import { roundUp, ticksTo } from './scale.ts';

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
])('marks up to %d', (most, marks) => {
  const ticks = ticksTo(most);
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
  expect(ticks.length).toBeLessThanOrEqual(6);
  expect(ticks).toEqual(marks);
});
