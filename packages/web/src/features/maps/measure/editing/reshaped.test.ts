import { expect, test } from 'vitest';
import { reshaped } from './reshaped.ts';

const POINTS = [
  { x: 0, y: 0 },
  { x: 0.5, y: 0 },
  { x: 0.5, y: 0.5 },
];

test('a handle moves its point only', () => {
  expect(reshaped(POINTS, 1, { from: { x: 0.5, y: 0 }, to: { x: 0.75, y: 0.25 } })).toEqual([
    { x: 0, y: 0 },
    { x: 0.75, y: 0.25 },
    { x: 0.5, y: 0.5 },
  ]);
});

test('a markup dragged outside its handles moves as a whole', () => {
  expect(reshaped(POINTS, undefined, { from: { x: 1, y: 1 }, to: { x: 1.25, y: 0.5 } })).toEqual([
    { x: 0.25, y: -0.5 },
    { x: 0.75, y: -0.5 },
    { x: 0.75, y: 0 },
  ]);
});
