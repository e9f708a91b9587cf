// The scale of a measurement is that of the region it lies in; one that crosses regions has none.
import { describe, expect, test } from 'vitest';
import type { PlanPoint } from '../../site/geometry/alignment.ts';
import type { ScaleRegion } from '../../site/rows/plans.ts';
import { markupOn } from './markup.ts';
import { isRegionOutline } from './scale-actions.ts';
import { type MarkupSheet, ratioOf, scaleOn } from './scale-regions.ts';

/** 1 m × 0.5 m of paper. */
const PAPER = { widthPt: (1 / 0.0254) * 72, heightPt: (0.5 / 0.0254) * 72 };
const at = (x: number, y: number): PlanPoint => ({ x, y });
const box = (name: string, [x, y, right, bottom]: [number, number, number, number], scale: number | null) =>
  ({
    id: name,
    name,
    points: [x, y, right, y, right, bottom, x, bottom],
    scale,
    proposed: false,
  }) satisfies ScaleRegion;
const SHEET: MarkupSheet = {
  ...PAPER,
  alignment: null,
  scaleRegions: [
    box('plan', [0.1, 0.1, 0.5, 0.9], 100),
    box('inset', [0.2, 0.2, 0.3, 0.4], 10),
    box('sketch', [0.6, 0.1, 0.7, 0.9], null),
  ],
};
/** The whole plan at 1:50. */
const SIZE = { widthM: 50, heightM: 25 };

const measured = (points: PlanPoint[], sheet = SHEET, size: typeof SIZE | undefined = SIZE) =>
  markupOn(sheet, { kind: 'distance', rings: [points] }, size).measured;

describe('the scale of a distance', () => {
  test.each([
    ['in a region', [at(0.4, 0.5), at(0.4, 0.7)], { length: expect.closeTo(10) }],
    ['in a region within a region', [at(0.22, 0.3), at(0.27, 0.3)], { length: expect.closeTo(0.5) }],
    ['outside all regions', [at(0.8, 0.2), at(0.9, 0.2)], { length: expect.closeTo(5) }],
    ['from one region to another', [at(0.4, 0.5), at(0.65, 0.5)], { problem: 'crosses' }],
    ['from a region to the outside', [at(0.4, 0.5), at(0.55, 0.5)], { problem: 'crosses' }],
    ['across a region', [at(0.05, 0.5), at(0.55, 0.5)], { problem: 'crosses' }],
    ['into an inner region', [at(0.25, 0.3), at(0.4, 0.3)], { problem: 'crosses' }],
    ['from border to border of a region', [at(0.1, 0.5), at(0.2, 0.9)], { length: expect.closeTo(Math.hypot(10, 20)) }],
    ['that ends at the border from outside', [at(0.8, 0.2), at(0.7, 0.2)], { length: expect.closeTo(5) }],
    ['in a view that is not to scale', [at(0.65, 0.3), at(0.65, 0.5)], { problem: 'notToScale' }],
  ])('%s', (_, points, expected) => {
    expect(measured(points)).toEqual(expected);
  });

  test('is missing outside all regions of a plan without a scale', () => {
    const { scale, measured: none } = markupOn(
      SHEET,
      { kind: 'distance', rings: [[at(0.8, 0.2), at(0.9, 0.2)]] },
      undefined,
    );
    expect([scale?.problem, none]).toEqual(['noScale', { problem: 'noScale' }]);
    expect(measured([at(0.4, 0.5), at(0.4, 0.7)], SHEET, undefined)).toEqual({ length: expect.closeTo(10) });
  });

  test('is that of the plan on a sheet that a device has stored without regions', () => {
    expect(measured([at(0.4, 0.5), at(0.4, 0.7)], { ...PAPER, alignment: null })).toEqual({
      length: expect.closeTo(5),
    });
  });

  test('is that of its own paper on an aligned revision', () => {
    // The sheet shows the left half of the plan, twice as large.
    const half: MarkupSheet = { ...SHEET, alignment: [0.5, 0, 0, 0, 0.5, 0] };
    expect(measured([at(0.2, 0.25), at(0.2, 0.35)], half)).toEqual({ length: expect.closeTo(10) });
    expect(measured([at(0.4, 0.1), at(0.45, 0.1)], half)).toEqual({ length: expect.closeTo(2.5) });
  });
});

describe('the scale of an area', () => {
  const area = (left: number, top: number, right: number, bottom: number) => [
    at(left, top),
    at(right, top),
    at(right, bottom),
    at(left, bottom),
  ];

  test('is undefined around a region, even without a corner inside it', () => {
    expect(scaleOn(SHEET, [area(0.55, 0.05, 0.75, 0.95)], true, SIZE).problem).toBe('crosses');
    expect(scaleOn(SHEET, [area(0.15, 0.15, 0.45, 0.8)], true, SIZE).problem).toBe('crosses');
    expect(scaleOn(SHEET, [area(0.35, 0.15, 0.45, 0.8)], true, SIZE).region?.name).toBe('plan');
  });

  test('is that of its region, or else that of the plan', () => {
    const { toMetres } = scaleOn(SHEET, [area(0.35, 0.15, 0.45, 0.8)], true, SIZE);
    expect(toMetres && ratioOf(toMetres, SHEET)).toBeCloseTo(100, 6);
    const plan = scaleOn(SHEET, [area(0.8, 0.2, 0.9, 0.4)], true, SIZE).toMetres;
    expect(plan && ratioOf(plan, SHEET)).toBeCloseTo(50, 6);
  });
});

test.each([
  ['a rectangle', [0.1, 0.1, 0.3, 0.1, 0.3, 0.3, 0.1, 0.3], true],
  ['a line', [0.1, 0.1, 0.3, 0.1, 0.5, 0.1], false],
  ['half a point', [0.1, 0.1, 0.3, 0.1, 0.3, 0.3, 0.1], false],
  ['crossing edges', [0.1, 0.1, 0.3, 0.3, 0.3, 0.1, 0.1, 0.3], false],
])('%s as the outline of a region', (_, points, valid) => {
  expect(isRegionOutline(points)).toBe(valid);
});
