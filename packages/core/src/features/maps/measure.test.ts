import { expect, it } from 'vitest';
import {
  areaWithin,
  distance,
  pathLength,
  roundLength,
  scaleNumber,
  sizeByLength,
  sizeByScale,
  snapDirection,
} from './measure.ts';

/** A0 landscape. */
const A0 = { widthPt: (1_189 / 25.4) * 72, heightPt: (841 / 25.4) * 72 };

it('a scale set by a known length applies to every other length', () => {
  const size = sizeByLength({ x: 0.1, y: 0.5 }, { x: 0.6, y: 0.5 }, 59.45, A0);
  expect(size?.widthM).toBeCloseTo(118.9, 9);
  expect(size?.heightM).toBeCloseTo(84.1, 9);
  if (!size) return;
  expect(scaleNumber(size, A0)).toBeCloseTo(100, 9);
  expect(distance(size, { x: 0, y: 0 }, { x: 0, y: 1 })).toBeCloseTo(84.1, 9);
  expect(distance(size, { x: 0, y: 0 }, { x: 1, y: 1 })).toBeCloseTo(Math.hypot(118.9, 84.1), 9);
});

it('coinciding points, or a zero length, yield no scale', () => {
  expect(sizeByLength({ x: 0.1, y: 0.5 }, { x: 0.1, y: 0.5 }, 5, A0)).toBeUndefined();
  expect(sizeByLength({ x: 0.1, y: 0.5 }, { x: 0.9, y: 0.5 }, 0, A0)).toBeUndefined();
  expect(sizeByLength({ x: 0.1, y: 0.5 }, { x: 0.9, y: 0.5 }, Number.NaN, A0)).toBeUndefined();
});

it('converts a scale as printed on the sheet to the size of the sheet, and back', () => {
  expect(sizeByScale(50, A0).widthM).toBeCloseTo(59.45, 9);
  expect(scaleNumber(sizeByScale(50, A0), A0)).toBeCloseTo(50, 9);
});

it('measures lengths along points and areas within them, in either direction', () => {
  const size = { widthM: 20, heightM: 10 };
  const room = [
    { x: 0, y: 0 },
    { x: 0.5, y: 0 },
    { x: 0.5, y: 0.5 },
    { x: 0, y: 0.5 },
  ];
  expect(pathLength(size, room)).toBeCloseTo(25, 9);
  expect(areaWithin(size, room)).toBeCloseTo(50, 9);
  expect(areaWithin(size, [...room].reverse())).toBeCloseTo(50, 9);
  expect(pathLength(size, room.slice(0, 1))).toBe(0);
  expect(areaWithin(size, room.slice(0, 2))).toBe(0);
});

it('a scale bar has a round length', () => {
  expect([0.07, 1, 1.9, 2, 4.99, 5, 99, 240, 700].map(roundLength)).toEqual([0.05, 1, 1, 2, 2, 5, 50, 200, 500]);
});

it('snaps to eight directions in true proportions', () => {
  const size = { widthM: 20, heightM: 10 };
  const from = { x: 0.5, y: 0.5 };
  expect(snapDirection(size, from, { x: 0.8, y: 0.52 })).toEqual({ x: 0.8, y: 0.5 });
  const slant = snapDirection(size, from, { x: 0.6, y: 0.68 });
  expect((slant.x - 0.5) * 20).toBeCloseTo((slant.y - 0.5) * 10, 9);
  expect(snapDirection(size, from, from)).toEqual(from);
});
