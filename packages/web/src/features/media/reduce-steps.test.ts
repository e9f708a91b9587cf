// Photos are tried in sizes that become smaller and never larger than they were.
import { expect, it } from 'vitest';
import { reducedSizes } from './reduce-steps.ts';

const PHONE = { width: 4_608, height: 1_976 };

it.each([
  [500_000, 1_750],
  [1_000_000, 2_600],
])('begins with what prints well at %i bytes', (most, side) => {
  const [first] = reducedSizes(PHONE, most);
  expect(first).toMatchObject({ width: side, height: Math.round((side * 1_976) / 4_608) });
});

it('never enlarges, and ends at a size that always fits', () => {
  for (const picture of [PHONE, { width: 200, height: 9_000 }, { width: 50, height: 40 }, { width: 1, height: 1 }]) {
    const steps = reducedSizes(picture, 500_000);
    for (const { width, height } of steps) {
      expect(width).toBeLessThanOrEqual(picture.width);
      expect(height).toBeLessThanOrEqual(picture.height);
      expect(Math.min(width, height)).toBeGreaterThan(0);
    }
    const last = steps.at(-1);
    expect(Math.max(last?.width ?? 0, last?.height ?? 0)).toBeLessThanOrEqual(320);
  }
});

it('keeps every pixel where the full size is wanted', () => {
  expect(reducedSizes(PHONE, null)).toEqual([{ ...PHONE, quality: 0.92 }]);
});
