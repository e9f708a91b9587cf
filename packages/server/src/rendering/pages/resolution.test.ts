// Sheets are rendered at the promised resolution and never larger than the limit.
import { expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { RenderError } from '../render-error.ts';
import { pixelsOf, smallestText } from './resolution.ts';

const MM = 72 / 25.4;
const sheet = (widthMm: number, heightMm: number, smallestPt: number | null = null) =>
  pixelsOf({ widthPt: widthMm * MM, heightPt: heightMm * MM, smallestPt });

test.each([
  ['A4', 297, 210],
  ['A1', 841, 594],
  ['A0', 1189, 841],
  ['A0 upright', 841, 1189],
])('%s is rendered at 300 dpi', (_name, width, height) => {
  const { dpi, width: pixels } = sheet(width, height);
  expect(dpi).toBe(300);
  expect(pixels).toBe(Math.round((width / 25.4) * 300));
});

test('large text does not make an A0 coarser, small text makes a small sheet finer', () => {
  expect(sheet(1189, 841, 40).dpi).toBe(300);
  expect(sheet(420, 297, 2).dpi).toBe(600);
  expect(sheet(420, 297, 4.32).dpi).toBeCloseTo(400);
  expect(sheet(1189, 841, 2).dpi).toBeLessThan(302);
});

test('longer sheets are as sharp as their smallest text needs, and at least 200 dpi', () => {
  expect(sheet(2130, 780, 7.2).dpi).toBeCloseTo(240);
  expect(sheet(2130, 780, 30).dpi).toBe(200);
  expect(sheet(2130, 780).dpi).toBe(300);
});

test('a sheet is never larger than the limit; one that would be blurred is rejected', () => {
  const { width, height, dpi } = pixelsOf({ widthPt: 14_400, heightPt: 14_400, smallestPt: 2 });
  expect(width * height).toBeLessThan(LIMITS.pagePixels * 1.001);
  expect(dpi).toBeGreaterThan(LIMITS.minDpi);
  const absurd = () => pixelsOf({ widthPt: 39_000, heightPt: 39_000, smallestPt: null });
  expect(absurd).toThrow(RenderError);
  expect(absurd).toThrow(expect.objectContaining({ problem: 'page_too_large' }));
});

test('a page narrower than a pixel still has one pixel', () => {
  expect(pixelsOf({ widthPt: 0.01, heightPt: 500, smallestPt: null })).toMatchObject({ width: 1 });
});

test('isolated small text is ignored', () => {
  expect(smallestText([])).toBeNull();
  expect(smallestText([0.1, 0.2])).toBeNull();
  expect(smallestText([1, ...new Array(99).fill(8)])).toBe(8);
  expect(smallestText([...new Array(10).fill(3), ...new Array(90).fill(8)])).toBe(3);
});
