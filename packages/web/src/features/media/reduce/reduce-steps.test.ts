// Photos are tried at decreasing sizes, never larger than the original.
import { expect, it } from 'vitest';
import { PATCH, patchesOf, reducedSizes, willExceed } from './reduce-steps.ts';

const PHONE = { width: 4_608, height: 1_976 };

it.each([
  [500_000, 1_750],
  [1_000_000, 2_600],
])('starts at a size that prints well for %i bytes', (most, side) => {
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

it('keeps every pixel at full size', () => {
  expect(reducedSizes(PHONE, null)).toEqual([{ ...PHONE, quality: 0.92 }]);
});

it.each([
  { width: 2_600, height: 1_950 },
  { width: 1_116, height: 2_600 },
  { width: 9_000, height: 130 },
])('predicts from patches spread within a photo of $width by $height', (size) => {
  const patches = patchesOf(size);
  expect(patches.length).toBeGreaterThan(0);
  for (const { x, y } of patches) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(x + PATCH).toBeLessThanOrEqual(size.width);
    expect(y + PATCH).toBeLessThanOrEqual(size.height);
  }
  expect(new Set(patches.map(({ x, y }) => `${x} ${y}`)).size).toBe(patches.length);
});

it('makes no prediction for small photos, and skips only sizes well above the limit', () => {
  expect(patchesOf({ width: 600, height: 400 })).toEqual([]);
  const size = { width: PATCH * 40, height: PATCH * 10 };
  // Sixteen patches cover 1/25 of the image.
  expect(willExceed(size, 16, 640 + 40_000, 1_000_000)).toBe(false);
  expect(willExceed(size, 16, 640 + 41_000, 1_000_000)).toBe(false);
  expect(willExceed(size, 16, 640 + 43_000, 1_000_000)).toBe(true);
});
