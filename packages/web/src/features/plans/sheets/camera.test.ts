import { expect, test } from 'vitest';
import { Camera } from './camera.ts';

const camera = () => {
  const created = new Camera(0.7);
  created.resize({ width: 800, height: 600 });
  return created;
};

test('the whole plan is visible at any size until the user moves it', () => {
  const one = camera();
  for (const corner of [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ]) {
    const { x, y } = one.toCanvas(corner);
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(800);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(600);
  }
  one.resize({ width: 300, height: 600 });
  expect(one.toCanvas({ x: 1, y: 0 }).x).toBeLessThan(300);
  one.pan(10, 0);
  const { scale } = one.view;
  one.resize({ width: 310, height: 600 });
  expect(one.view.scale).toBe(scale);
});

test('canvas and plan coordinates convert both ways', () => {
  const one = camera();
  one.zoom(3, { x: 100, y: 500 });
  one.pan(33, -21);
  const back = one.toPlan(one.toCanvas({ x: 0.3, y: 0.8 }));
  expect(back.x).toBeCloseTo(0.3, 9);
  expect(back.y).toBeCloseTo(0.8, 9);
});

test('zooming keeps the position under the finger', () => {
  const one = camera();
  const at = { x: 650, y: 90 };
  const before = one.toPlan(at);
  one.zoom(2.5, at);
  const after = one.toPlan(at);
  expect(after.x).toBeCloseTo(before.x, 9);
  expect(after.y).toBeCloseTo(before.y, 9);
});

test('zoom is limited, and an area is shown centred', () => {
  const one = camera();
  for (let i = 0; i < 100; i++) one.zoom(2);
  expect(one.view.scale).toBeLessThan(800 * 61);
  one.showArea({ x: 0.2, y: 0.4, width: 0.1, height: 0.1 });
  const middle = one.toCanvas({ x: 0.25, y: 0.45 });
  expect(middle.x).toBeCloseTo(400, 6);
  expect(middle.y).toBeCloseTo(300, 6);
});
