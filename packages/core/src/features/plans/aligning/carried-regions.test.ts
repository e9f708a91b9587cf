// Scale regions follow the alignment of their sheet, unless someone has set them on that sheet.
import { expect, test } from 'vitest';
import type { Alignment } from '../../../site/geometry/alignment.ts';
import type { ScaleRegion } from '../../../site/rows/plans.ts';
import { carriedRegions, joinRegions } from './carried-regions.ts';

const box = (id: string, x: number, y: number, more: Partial<ScaleRegion> = {}): ScaleRegion => ({
  ...{ id, name: id, scale: 50, proposed: false },
  points: [x, y, x + 0.2, y, x + 0.2, y + 0.2, x, y + 0.2],
  ...more,
});
const sheet = (id: string, scaleRegions: ScaleRegion[], alignment: Alignment = [1, 0, 0, 0, 1, 0]) => ({
  ...{ id, widthPt: 1000, heightPt: 700, alignment, scaleRegions },
});
const cornersOf = (regions: readonly ScaleRegion[]) =>
  regions.map(({ id, points: [x = 0, y = 0], proposed }) => [id, +x.toFixed(3), +y.toFixed(3), proposed]);

test('regions of the previous revision are moved by the alignment, and await confirmation', () => {
  const before = sheet('old', [box('a', 0.5, 0.5)]);
  // The new sheet shows everything 0.1 farther to the right.
  const now = sheet('new', [], [1, 0, -0.1, 0, 1, 0]);
  expect(cornersOf(carriedRegions(before, now))).toEqual([['a', 0.6, 0.5, true]]);
});

test('a new alignment moves carried regions again, except confirmed ones', () => {
  const before = sheet('old', [box('a', 0.5, 0.5), box('b', 0.1, 0.1)]);
  const first = carriedRegions(before, sheet('new', [], [1, 0, -0.1, 0, 1, 0]));
  const confirmed = first.map((region) => (region.id === 'b' ? { ...region, proposed: false } : region));
  const again = carriedRegions(before, sheet('new', confirmed, [1, 0, -0.2, 0, 1, 0]));
  expect(cornersOf(again)).toEqual([
    ['b', 0.2, 0.1, false],
    ['a', 0.7, 0.5, true],
  ]);
});

test('a view that is drawn larger on the new sheet has another scale', () => {
  const before = sheet('old', [box('a', 0.1, 0.1), box('none', 0.3, 0.3, { scale: null })]);
  const now = sheet('new', [], [0.5, 0, 0, 0, 0.5, 0]);
  expect(carriedRegions(before, now).map(({ scale }) => scale)).toEqual([25, null]);
});

test('regions beyond the sheet are not carried over', () => {
  const before = sheet('old', [box('a', 0.7, 0.1)]);
  expect(carriedRegions(before, sheet('new', [], [1, 0, -0.3, 0, 1, 0]))).toEqual([]);
});

test('regions read from the new sheet take precedence over carried ones', () => {
  const before = sheet('old', [box('moved', 0.1, 0.1), box('free', 0.1, 0.6), box('nested', 0.12, 0.62)]);
  const own = [box('x', 0.15, 0.15, { proposed: true })];
  expect(carriedRegions(before, sheet('new', own)).map(({ id }) => id)).toEqual(['x', 'free', 'nested']);
});

test('the first of overlapping regions is kept', () => {
  const [one, two, three] = [box('1', 0.1, 0.1), box('2', 0.2, 0.2), box('3', 0.7, 0.7)];
  expect(joinRegions([one], [two, three])).toEqual([one, three]);
});
