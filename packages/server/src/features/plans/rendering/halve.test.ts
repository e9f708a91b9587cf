// Halving takes the mean of two by two pixels in every channel, at odd edges too.
import { expect, test } from 'vitest';
import { halve } from './halve.ts';

const pixel = (r: number, g: number, b: number) => r | (g << 8) | (b << 16) | (255 << 24);

/** The same by plain arithmetic, channel by channel. */
function plainly(data: Int32Array, width: number, rows: number): number[] {
  const at = (x: number, y: number, shift: number) =>
    ((data[Math.min(y, rows - 1) * width + Math.min(x, width - 1)] ?? 0) >>> shift) & 0xff;
  const result: number[] = [];
  for (let y = 0; y < rows; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const mean = (shift: number) =>
        (at(x, y, shift) + at(x + 1, y, shift) + at(x, y + 1, shift) + at(x + 1, y + 1, shift) + 2) >> 2;
      result.push(mean(0) | (mean(8) << 8) | (mean(16) << 16) | (mean(24) << 24));
    }
  }
  return result;
}

test.each([
  [2, 2],
  [1, 1],
  [5, 3],
  [4, 7],
  [1, 6],
  [9, 1],
])('%i × %i pixels', (width, rows) => {
  let seed = 7 * width + rows;
  const next = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 16) & 0xff;
  };
  const data = Int32Array.from({ length: width * rows }, () => pixel(next(), next(), next()));
  const halfWidth = (width + 1) >> 1;
  const target = new Int32Array(3 + halfWidth * ((rows + 1) >> 1));
  expect(halve({ data, width, rows }, target, 3)).toBe((rows + 1) >> 1);
  expect([...target.subarray(3)]).toEqual(plainly(data, width, rows));
  expect([...target.subarray(0, 3)]).toEqual([0, 0, 0]);
});

test('white stays white and black stays black', () => {
  const target = new Int32Array(1);
  halve({ data: new Int32Array(4).fill(-1), width: 2, rows: 2 }, target, 0);
  expect(target[0]).toBe(-1);
  halve({ data: new Int32Array(4).fill(pixel(0, 0, 0)), width: 2, rows: 2 }, target, 0);
  expect(target[0]).toBe(pixel(0, 0, 0));
});
