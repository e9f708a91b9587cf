// Markups on a sheet: their shapes and real sizes, on aligned revisions too.
import { describe, expect, it, test } from 'vitest';
import { type Alignment, applyTo, type PlanPoint } from '../../site/geometry/alignment.ts';
import type { MarkupKind } from '../../site/rows/maps.ts';
import { fromSheetToSheet, markupOn, ringsOf } from './markup.ts';

const SHEET = { widthPt: 2_000, heightPt: 1_000, alignment: null };
const SIZE = { widthM: 20, heightM: 10 };
const at = (x: number, y: number): PlanPoint => ({ x, y });
const on = (kind: MarkupKind, points: number[], holes: number[] = [], sheet: Parameters<typeof markupOn>[0] = SHEET) =>
  markupOn(sheet, { kind, rings: ringsOf(points, holes) }, SIZE);

describe('real sizes of markups', () => {
  test.each<[MarkupKind, number[], object | undefined]>([
    ['distance', [0, 0, 0.5, 0, 0.5, 0.5], { length: 15 }],
    ['area', [0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5], { area: 50, around: 30 }],
    ['count', [0.1, 0.1, 0.2, 0.2, 0.3, 0.3], { count: 3 }],
    ['line', [0, 0, 1, 1], undefined],
    ['area', [0, 0, 0.5, 0], undefined],
  ])('measures %s %o', (kind, points, measured) => {
    expect(on(kind, points).measured).toEqual(measured);
  });

  test('cut-outs are subtracted from an area, and their edges are added to its perimeter', () => {
    const outline = [0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5];
    const hole = [0.1, 0.1, 0.2, 0.1, 0.2, 0.3, 0.1, 0.3];
    const { measured, shape } = on('area', [...outline, ...hole], [4]);
    expect(measured).toEqual({ area: expect.closeTo(46), around: expect.closeTo(38) });
    expect([shape.points.length, shape.holes.map((ring) => ring.length)]).toEqual([4, [4]]);
  });

  test('an angle is measured in the proportions of the sheet, without a scale', () => {
    const rings = [[at(0.5, 0), at(0, 0), at(0.5, 1)]];
    expect(markupOn(SHEET, { kind: 'angle', rings }, undefined).measured).toEqual({ degrees: expect.closeTo(45) });
    const same = [[at(0.5, 0), at(0.5, 0), at(0.5, 1)]];
    expect(markupOn(SHEET, { kind: 'angle', rings: same }, undefined).measured).toBeUndefined();
  });
});

describe('shapes', () => {
  it('points a callout at the detail, with its text at the other end', () => {
    const { shape } = on('callout', [0.1, 0.2, 0.6, 0.7]);
    expect(shape).toMatchObject({ kind: 'arrow', points: [at(0.6, 0.7), at(0.1, 0.2)], labelAt: at(0.6, 0.7) });
  });

  it('labels a count at its topmost dot, which its label stands above', () => {
    expect(on('count', [0.3, 0.5, 0.2, 0.1, 0.9, 0.6]).shape.labelAt).toEqual(at(0.2, 0.1));
  });

  it('draws a cloud around its rectangle, whichever corners it was drawn from', () => {
    for (const corners of [
      [0.2, 0.2, 0.6, 0.6],
      [0.6, 0.2, 0.2, 0.6],
    ]) {
      const { points } = on('cloud', corners).shape;
      const xs = points.map(({ x }) => x);
      expect(points.length).toBeGreaterThan(60);
      expect(Math.min(...xs)).toBeLessThan(0.199);
      expect(Math.max(...xs)).toBeGreaterThan(0.601);
      expect(points.every(({ x, y }) => x <= 0.2001 || x >= 0.5999 || y <= 0.2001 || y >= 0.5999)).toBe(true);
    }
  });

  it('follows the alignment of a revision', () => {
    const half: Alignment = [0.5, 0, 0, 0, 0.5, 0];
    const { shape, measured } = on('area', [0, 0, 0.5, 0, 0.5, 0.5], [], { ...SHEET, alignment: half });
    expect(shape.points).toEqual([at(0, 0), at(1, 0), at(1, 1)]);
    expect(measured).toEqual({ area: 25, around: expect.closeTo(15 + Math.hypot(10, 5)) });
  });
});

describe('shapes copied to another sheet', () => {
  const A3 = { widthPt: 1_190, heightPt: 842, alignment: null };
  const A4 = { widthPt: 595, heightPt: 421, alignment: null };
  const SQUARE = { widthPt: 842, heightPt: 842, alignment: null };
  const CORNER = { x: 0.25, y: 0.75 };
  const close = ({ x, y }: { x: number; y: number }) => ({ x: expect.closeTo(x, 9), y: expect.closeTo(y, 9) });

  test('keep their position on a sheet of the same proportions', () => {
    for (const to of [A3, A4]) expect(applyTo(fromSheetToSheet(A3, to), CORNER)).toEqual(close(CORNER));
  });

  test('keep their proportions around the centre on a sheet of other proportions', () => {
    for (const [from, to] of [
      [A3, SQUARE],
      [SQUARE, A3],
    ] as const) {
      const transform = fromSheetToSheet(from, to);
      expect(applyTo(transform, { x: 0.5, y: 0.5 })).toEqual(close({ x: 0.5, y: 0.5 }));
      const [a, b, , d, e] = transform;
      // A square on the sheet they come from is one on the other sheet.
      expect((a * to.widthPt) / from.widthPt).toBeCloseTo((e * to.heightPt) / from.heightPt, 9);
      expect([b, d]).toEqual([0, 0]);
      for (const corner of [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ]) {
        const { x, y } = applyTo(transform, corner);
        expect([Math.min(x, y) >= -1e-9, Math.max(x, y) <= 1 + 1e-9]).toEqual([true, true]);
      }
    }
  });

  test('are placed by the alignment of each sheet to its own plan', () => {
    const lowerRight: Alignment = [0.5, 0, 0.5, 0, 0.5, 0.5];
    const shifted: Alignment = [1, 0, 0.1, 0, 1, 0];
    const transform = fromSheetToSheet({ ...A3, alignment: lowerRight }, { ...A3, alignment: shifted });
    // The middle of the sheet, as its own plan and as the other one know it.
    expect(applyTo(transform, { x: 0.75, y: 0.75 })).toEqual(close({ x: 0.6, y: 0.5 }));
  });
});
