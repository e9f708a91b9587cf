// Outlines on a sheet: crossing edges, points inside, areas.
import { expect, test } from 'vitest';
import type { PlanPoint } from './alignment.ts';
import { areaOf, crossesItself, edgesCross, edgesOf, isInside, isOnBorder } from './polygon.ts';

const at = (x: number, y: number): PlanPoint => ({ x, y });
/** A square with a notch in its right side. */
const NOTCHED = [at(0, 0), at(1, 0), at(1, 0.4), at(0.5, 0.5), at(1, 0.6), at(1, 1), at(0, 1)];

test('an outline that crosses itself is recognised', () => {
  expect(crossesItself([at(0, 0), at(1, 0), at(1, 1), at(0, 1)])).toBe(false);
  expect(crossesItself([at(0, 0), at(1, 1), at(1, 0), at(0, 1)])).toBe(true);
  expect(crossesItself([at(0, 0), at(1, 0), at(1, 1)])).toBe(false);
});

test('a point is inside the outline, not inside its hull', () => {
  expect(isInside(at(0.2, 0.5), NOTCHED)).toBe(true);
  expect(isInside(at(0.9, 0.5), NOTCHED)).toBe(false);
  expect(isInside(at(0.9, 0.2), NOTCHED)).toBe(true);
  expect(isInside(at(1.2, 0.2), NOTCHED)).toBe(false);
});

test('a point is found on the border, and edges that only touch do not cross', () => {
  expect([at(0, 0.3), at(1, 0), at(0.5, 0.5)].map((point) => isOnBorder(point, NOTCHED))).toEqual([true, true, true]);
  expect([at(0.1, 0.3), at(1.1, 0)].map((point) => isOnBorder(point, NOTCHED))).toEqual([false, false]);
  const across = { from: at(0, 0.5), to: at(1, 0.5) };
  expect(edgesCross(across, { from: at(0.5, 0), to: at(0.5, 1) })).toBe(true);
  expect(edgesCross(across, { from: at(0.5, 0.5), to: at(0.5, 1) })).toBe(false);
});

test('the area does not depend on the direction, and an open outline has one edge less', () => {
  expect(areaOf(NOTCHED)).toBeCloseTo(0.95, 9);
  expect(areaOf(NOTCHED.toReversed())).toBeCloseTo(0.95, 9);
  expect([edgesOf(NOTCHED, true).length, edgesOf(NOTCHED, false).length]).toEqual([7, 6]);
});
