import { expect, test } from 'vitest';
import { LINE_UNITS, packLines, unpackLines } from './sheet-lines.ts';
import { SnapIndex } from './snap-index.ts';

const SHEET = { widthPt: 1000, heightPt: 500 };
/** Lines from positions in points of the sheet: x1, y1, x2, y2. */
const linesOf = (...points: number[]) =>
  Int32Array.from(points, (at, i) => Math.round((at / (i % 2 === 0 ? SHEET.widthPt : SHEET.heightPt)) * LINE_UNITS));

function snapIn(lines: Int32Array, x: number, y: number, radius = 10) {
  const found = new SnapIndex(lines, SHEET).nearest({ x: x / SHEET.widthPt, y: y / SHEET.heightPt }, radius);
  return found && [found.kind, Math.round(found.x * SHEET.widthPt), Math.round(found.y * SHEET.heightPt)];
}

test('lines are packed and unpacked unchanged, also beyond the sheet', () => {
  const lines = linesOf(0, 0, 1000, 500, 1000, 500, -900, 3000, 12, 13, 12, 13.01);
  expect(unpackLines(packLines(lines))).toEqual(lines);
  expect(unpackLines(packLines(new Int32Array()))).toEqual(new Int32Array());
});

test('end points and crossings come before lines; nothing is found beyond the radius', () => {
  const lines = linesOf(100, 100, 900, 100, 500, 20, 500, 480);
  expect(snapIn(lines, 103, 104)).toEqual(['end', 100, 100]);
  expect(snapIn(lines, 505, 94)).toEqual(['crossing', 500, 100]);
  expect(snapIn(lines, 300, 107)).toEqual(['nearest', 300, 100]);
  expect(snapIn(lines, 300, 111)).toBeUndefined();
  // Far away from the nearest end, in cells in the middle of a long line.
  expect(snapIn(lines, 493, 300)).toEqual(['nearest', 500, 300]);
});

test('the corners of a curve are end points, its joints are not', () => {
  const lines = linesOf(100, 100, 110, 100, 110, 100, 120, 102, 120, 102, 120, 150);
  expect(snapIn(lines, 108, 103, 8)).toEqual(['nearest', 108, 100]);
  expect(snapIn(lines, 121, 104, 8)).toEqual(['end', 120, 102]);
});

test('the nearest line is the same as in a search of all lines', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const points = Array.from({ length: 400 }, () => {
    const [x, y] = [random() * 1400 - 200, random() * 700 - 100];
    return [x, y, x + random() * 300 - 150, y + random() * 300 - 150];
  });
  const index = new SnapIndex(linesOf(...points.flat()), SHEET);
  for (let i = 0; i < 500; i++) {
    const [x, y] = [random() * 1000, random() * 500];
    const nearest = Math.min(
      ...points.map(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => {
        const [dx, dy] = [x2 - x1, y2 - y1];
        const share = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
        return Math.hypot(x1 + share * dx - x, y1 + share * dy - y);
      }),
    );
    const found = index.nearest({ x: x / 1000, y: y / 500 }, 12);
    expect(found !== undefined, `${x} ${y}`).toBe(nearest <= 12);
    if (found?.kind === 'nearest') expect(Math.hypot(found.x * 1000 - x, found.y * 500 - y)).toBeCloseTo(nearest, 1);
  }
});
