import { expect, test } from 'vitest';
import { INITIAL_ZOOM, MAX_SCALE, withinFrame, zoomAt } from './zoom.ts';

const FRAME = { width: 400, height: 300 };

test('zooming keeps the point under the finger in place', () => {
  const at = { x: 80, y: -40 };
  const once = zoomAt(INITIAL_ZOOM, 2, at);
  // The point of the photo under `at`, before and after.
  expect((at.x - once.x) / once.scale).toBe(80);
  expect((at.y - once.y) / once.scale).toBe(-40);
  const twice = zoomAt(once, 1.5, { x: -10, y: 5 });
  expect((-10 - twice.x) / twice.scale).toBeCloseTo((-10 - once.x) / once.scale);
});

test('the scale stays between the whole photo and the maximum', () => {
  expect(zoomAt(INITIAL_ZOOM, 0.2, { x: 5, y: 5 }).scale).toBe(1);
  expect(zoomAt(INITIAL_ZOOM, 100, { x: 5, y: 5 }).scale).toBe(MAX_SCALE);
});

test('a photo at full size is centred, and a zoomed one never leaves the frame', () => {
  expect(withinFrame({ scale: 1, x: 50, y: 50 }, FRAME)).toEqual(INITIAL_ZOOM);
  expect(withinFrame({ scale: 2, x: 999, y: -999 }, FRAME)).toEqual({ scale: 2, x: 200, y: -150 });
});
