// Which shape or handle is under a pointer, at any rotation and scale of the plan.
import { expect, test } from 'vitest';
import { type Frame, planToScreen } from '../camera/geometry.ts';
import type { PlanShape } from '../options.ts';
import { gripAt, shapeAt } from './shape-hits.ts';

const turned = (degrees: number, scale = 1): Frame => {
  const angle = (degrees * Math.PI) / 180;
  const size = { width: 1000, height: 800, widthPx: 2000, heightPx: 1000, centreX: 1000, centreY: 500 };
  return { ...size, scale, cos: Math.cos(angle), sin: Math.sin(angle), ratio: 1 };
};
const at = (frame: Frame, x: number, y: number, dx = 0, dy = 0) => {
  const place = planToScreen(frame, x, y);
  return { x: place.x + dx, y: place.y + dy };
};
const corners = (x: number, y: number, width: number, height: number) => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];
const line: PlanShape = {
  id: 'line',
  kind: 'line',
  points: [
    { x: 0.4, y: 0.4 },
    { x: 0.6, y: 0.4 },
  ],
  colour: '#000000',
};
const area: PlanShape = {
  id: 'area',
  kind: 'polygon',
  points: corners(0.3, 0.3, 0.4, 0.4),
  holes: [corners(0.5, 0.5, 0.15, 0.15)],
  filled: true,
  colour: '#000000',
};
const rectangle: PlanShape = { id: 'rectangle', kind: 'polygon', points: area.points, colour: '#000000' };
const text: PlanShape = {
  id: 'text',
  kind: 'text',
  points: [{ x: 0.5, y: 0.5 }],
  labels: [{ at: { x: 0.5, y: 0.5 }, text: 'Check the seal' }],
  colour: '#000000',
};
const count: PlanShape = { id: 'count', kind: 'dots', points: corners(0.4, 0.4, 0.2, 0.2), colour: '#000000' };

test.each([0, 90, 215])('a line is hit within reach and not beyond, on a plan rotated by %i', (degrees) => {
  for (const scale of [0.2, 1, 4]) {
    const frame = turned(degrees, scale);
    const across = { x: -frame.sin, y: frame.cos };
    expect(shapeAt(frame, [line], at(frame, 0.5, 0.4, 20 * across.x, 20 * across.y), 22)).toBe('line');
    expect(shapeAt(frame, [line], at(frame, 0.5, 0.4, 24 * across.x, 24 * across.y), 22)).toBeUndefined();
  }
});

test('a filled area is hit inside, not in its cut-out; a rectangle only at its sides, also the last', () => {
  const frame = turned(0);
  expect(shapeAt(frame, [area], at(frame, 0.4, 0.4), 12)).toBe('area');
  expect(shapeAt(frame, [area], at(frame, 0.57, 0.57), 12)).toBeUndefined();
  expect(shapeAt(frame, [area], at(frame, 0.5, 0.57), 12)).toBe('area');
  expect(shapeAt(frame, [rectangle], at(frame, 0.4, 0.5), 12)).toBeUndefined();
  expect(shapeAt(frame, [rectangle], at(frame, 0.3, 0.5), 12)).toBe('rectangle');
});

test('lines win over the area they lie in, the topmost of equals wins, and shapes without an id are not hit', () => {
  const frame = turned(0);
  expect(shapeAt(frame, [line, area], at(frame, 0.5, 0.4, 0, 5), 12)).toBe('line');
  expect(shapeAt(frame, [line, { ...line, id: 'above' }], at(frame, 0.5, 0.4), 12)).toBe('above');
  const { id: _, ...draft } = line;
  expect(shapeAt(frame, [draft], at(frame, 0.5, 0.4), 12)).toBeUndefined();
});

test('texts are hit within their label, counts at their dots only', () => {
  const frame = turned(90, 0.3);
  expect(shapeAt(frame, [text], at(frame, 0.5, 0.5, 45, 8), 12)).toBe('text');
  expect(shapeAt(frame, [text], at(frame, 0.5, 0.5, 90, 0), 12)).toBeUndefined();
  expect(shapeAt(frame, [count], at(frame, 0.6, 0.6), 12)).toBe('count');
  expect(shapeAt(turned(0), [count], at(turned(0), 0.5, 0.4), 12)).toBeUndefined();
});

test('a label is above the handle that it would cover, and can be hit there', () => {
  const frame = turned(0);
  const labels = [{ at: { x: 0.6, y: 0.4 }, text: 'Check the seal' }];
  const above = at(frame, 0.6, 0.4, 40, -30);
  expect(shapeAt(frame, [{ ...line, labels }], above, 12)).toBeUndefined();
  expect(shapeAt(frame, [{ ...line, labels, grips: line.points }], above, 12)).toBe('line');
});

test('a handle wins over the shape, which is dragged as a whole elsewhere', () => {
  const frame = turned(0);
  const shape = { ...line, grips: line.points };
  expect(gripAt(frame, shape, at(frame, 0.6, 0.4, 6, 6), 12)).toEqual({ handle: 1, at: at(frame, 0.6, 0.4) });
  const middle = at(frame, 0.5, 0.4);
  expect(gripAt(frame, shape, middle, 12)).toEqual({ handle: undefined, at: middle });
  expect(gripAt(frame, shape, at(frame, 0.5, 0.6), 12)).toBeUndefined();
  expect(gripAt(frame, { ...line, grips: [] }, at(frame, 0.4, 0.4), 12)?.handle).toBeUndefined();
});

test('of 2,000 shapes with 100 points each, only those near the pointer are looked at', () => {
  let read = 0;
  const counted = (x: number): PlanShape => ({
    id: String(x),
    kind: 'line',
    colour: '#000000',
    points: Array.from({ length: 100 }, (_, i) => ({
      get x() {
        read++;
        return x;
      },
      y: i / 100,
    })),
  });
  const shapes = Array.from({ length: 2_000 }, (_, i) => counted(i / 2_000));
  const frame = turned(0, 4);
  expect(shapeAt(frame, shapes, at(frame, 0.5, 0.5), 12)).toBe('0.5');
  const first = read;
  read = 0;
  shapeAt(frame, shapes, at(frame, 0.5, 0.5), 12);
  expect(first).toBeGreaterThan(200_000);
  expect(read).toBeLessThan(5_000);
});
