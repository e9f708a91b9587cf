import { expect, test } from 'vitest';
import {
  degreesOf,
  type Frame,
  fitScale,
  isInside,
  MAX_SCALE,
  NO_PADDING,
  nextQuarter,
  panBetween,
  planToScreen,
  radiansOf,
  roundView,
  scaleOf,
  screenToPlan,
  viewportCorners,
  visibleBox,
  zoomOf,
} from './geometry.ts';

const frame = (degrees: number, scale = 0.5): Frame => ({
  width: 800,
  height: 600,
  widthPx: 4_000,
  heightPx: 2_000,
  centreX: 1_000,
  centreY: 500,
  scale,
  cos: Math.cos(radiansOf(degrees)),
  sin: Math.sin(radiansOf(degrees)),
  ratio: 2,
});

test('the centre of the view is in the middle of the screen at any rotation', () => {
  for (const degrees of [0, 37, 90, 270]) {
    const at = planToScreen(frame(degrees), 0.25, 0.25);
    expect(at.x).toBeCloseTo(400, 9);
    expect(at.y).toBeCloseTo(300, 9);
  }
});

test('after a quarter turn clockwise, what was right of the centre is below it', () => {
  const at = planToScreen(frame(90), (1_000 + 100) / 4_000, 0.25);
  expect(at.x).toBeCloseTo(400, 9);
  expect(at.y).toBeCloseTo(350, 9);
});

test.each([0, 12.5, 90, 181, 359])('screen and plan coordinates convert both ways at %s degrees', (degrees) => {
  for (const [px, py] of [
    [0, 0],
    [800, 600],
    [123.4, 567.8],
    [-50, 900],
  ] as const) {
    const view = frame(degrees, 1.7);
    const place = screenToPlan(view, px, py);
    const back = planToScreen(view, place.x, place.y);
    expect(back.x).toBeCloseTo(px, 6);
    expect(back.y).toBeCloseTo(py, 6);
  }
});

test('the edges of the plan are inside, a hair beyond them is outside', () => {
  expect(isInside({ x: 0, y: 1 })).toBe(true);
  expect(isInside({ x: 1.000001, y: 0.5 })).toBe(false);
  expect(isInside({ x: 0.5, y: -1e-9 })).toBe(false);
});

test('the visible box contains every corner of a rotated viewport', () => {
  const view = frame(33);
  const box = visibleBox(view, 0);
  for (const corner of viewportCorners(view)) {
    expect(corner.x).toBeGreaterThanOrEqual(box.minX - 1e-12);
    expect(corner.x).toBeLessThanOrEqual(box.maxX + 1e-12);
    expect(corner.y).toBeGreaterThanOrEqual(box.minY - 1e-12);
    expect(corner.y).toBeLessThanOrEqual(box.maxY + 1e-12);
  }
  const wider = visibleBox(view, 48);
  expect(wider.minX).toBeLessThan(box.minX);
  expect(wider.maxY).toBeGreaterThan(box.maxY);
});

test('a plan fits by its tighter side, with sides swapped when rotated and panels excluded', () => {
  const plan = { widthPx: 4_000, heightPx: 2_000 };
  const screen = { width: 800, height: 600 };
  expect(fitScale(plan, screen, NO_PADDING, 0)).toBeCloseTo(0.2, 9);
  expect(fitScale(plan, screen, NO_PADDING, 90)).toBeCloseTo(0.15, 9);
  expect(fitScale(plan, screen, { top: 0, right: 400, bottom: 0, left: 0 }, 0)).toBeCloseTo(0.1, 9);
});

test('a tiny plan is not scaled beyond the largest scale, an empty viewport does not divide by zero', () => {
  expect(fitScale({ widthPx: 10, heightPx: 10 }, { width: 800, height: 600 }, NO_PADDING, 0)).toBe(MAX_SCALE);
  const covered = { top: 700, right: 900, bottom: 0, left: 0 };
  expect(fitScale({ widthPx: 100, heightPx: 100 }, { width: 800, height: 600 }, covered, 0)).toBeGreaterThan(0);
});

test('angles are normalised to 0 up to below 360', () => {
  expect(degreesOf(radiansOf(-90))).toBe(270);
  expect(degreesOf(radiansOf(720))).toBe(0);
  expect(degreesOf(radiansOf(359.999))).toBe(0);
});

test('rotation stops at the next right angle, from an oblique one at the nearest in that direction', () => {
  expect(nextQuarter(0, 1)).toBe(90);
  expect(nextQuarter(90, 1)).toBe(180);
  expect(nextQuarter(10, 1)).toBe(90);
  expect(nextQuarter(10, -1)).toBe(0);
  expect(nextQuarter(0, -1)).toBe(-90);
});

test('zoom and scale convert both ways; a view is rounded for a URL', () => {
  expect(scaleOf(zoomOf(0.37))).toBeCloseTo(0.37, 12);
  expect(zoomOf(1)).toBe(0);
  expect(roundView({ cx: 0.123456789, cy: 0.5, zoom: -1.23456, rotation: 12.345 })).toEqual({
    cx: 0.12346,
    cy: 0.5,
    zoom: -1.23,
    rotation: 12.3,
  });
});

test.each([0, 33, 90, 211])('a pan moves every point equally on a plan rotated by %s degrees', (degrees) => {
  const drawn = frame(degrees, 1.3);
  const now = { ...drawn, centreX: drawn.centreX + 40, centreY: drawn.centreY - 25 };
  const by = panBetween(drawn, now);
  for (const [x, y] of [
    [0.1, 0.2],
    [0.9, 0.4],
  ] as const) {
    const before = planToScreen(drawn, x, y);
    const after = planToScreen(now, x, y);
    expect(after.x - before.x).toBeCloseTo(by?.x ?? Number.NaN, 6);
    expect(after.y - before.y).toBeCloseTo(by?.y ?? Number.NaN, 6);
  }
});

test('zooming, rotating, resizing or changing screens is not a pan', () => {
  const drawn = frame(0);
  expect(panBetween(drawn, drawn)).toEqual({ x: 0, y: 0 });
  expect(panBetween(drawn, { ...drawn, scale: 0.6 })).toBeUndefined();
  expect(panBetween(drawn, frame(1))).toBeUndefined();
  expect(panBetween(drawn, { ...drawn, width: 700 })).toBeUndefined();
  expect(panBetween(drawn, { ...drawn, heightPx: 2_001 })).toBeUndefined();
  expect(panBetween(drawn, { ...drawn, ratio: 1 })).toBeUndefined();
});
