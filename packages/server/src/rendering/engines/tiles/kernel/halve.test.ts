// Halving takes the mean of two by two pixels in every channel, also at odd edges, and keeps drawings on white paper
// visible.
import { expect, test } from 'vitest';
import { halved } from '../../../testing/tile.ts';

const pixel = (r: number, g: number, b: number) => r | (g << 8) | (b << 16);

/** A plain reference implementation, channel by channel. */
function plainly(data: Int32Array, width: number, rows: number): number[] {
  const at = (x: number, y: number, shift: number) =>
    ((data[Math.min(y, rows - 1) * width + Math.min(x, width - 1)] ?? 0) >>> shift) & 0xff;
  const result: number[] = [];
  for (let y = 0; y < rows; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const mean = (shift: number) =>
        (at(x, y, shift) + at(x + 1, y, shift) + at(x, y + 1, shift) + at(x + 1, y + 1, shift) + 2) >> 2;
      result.push(mean(0) | (mean(8) << 8) | (mean(16) << 16));
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
  // Wide enough for several blocks at once, with a remainder.
  [16, 4],
  [31, 5],
  // More colours than a palette has.
  [70, 33],
])('halves %i × %i pixels', (width, rows) => {
  let seed = 7 * width + rows;
  const next = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    // No pixel as light as paper.
    return ((seed >>> 16) & 0xff) % 220;
  };
  const data = Int32Array.from({ length: width * rows }, () => pixel(next(), next(), next()));
  const halfWidth = (width + 1) >> 1;
  const stride = halfWidth + 5;
  const target = [...halved(data, width, rows, { stride, offset: 3 })];
  const expected = plainly(data, width, rows);
  expect(target.splice(0, 3)).toEqual([0, 0, 0]);
  while (expected.length > 0) {
    expect(target.splice(0, halfWidth)).toEqual(expected.splice(0, halfWidth));
    // Memory next to the tile is not changed.
    if (expected.length > 0) expect(target.splice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  }
});

test('the fourth byte is ignored', () => {
  const white = [0xffffff, -1, 0x12ffffff, 0x00ffffff];
  expect(halved(Int32Array.from(white), 2, 2)[0]).toBe(0xffffff);
});

test('white stays white and black stays black', () => {
  for (const colour of [0xffffff, 0]) {
    const result = halved(new Int32Array(16 * 4).fill(colour), 16, 4);
    expect([...result.subarray(0, 16)]).toEqual(new Array(16).fill(colour));
  }
});

test.each([
  ['a black line on white', 0, 64],
  ['a grey line on white', 128, 160],
  ['paper grain', 240, 248],
])('%s: %i next to 255 becomes %i', (_what, ink, expected) => {
  const [line, paper] = [pixel(ink, ink, ink), pixel(255, 255, 255)];
  // A single block, and four at once.
  for (const width of [2, 16]) {
    const pixels = Int32Array.from({ length: 2 * width }, (_, i) => (i % 2 === 0 ? line : paper));
    expect((halved(pixels, width, 2)[0] ?? 0) & 0xff).toBe(expected);
  }
});

test('a hairline stays visible at low zoom, in its colour', () => {
  const SIDE = 64;
  let rows = Int32Array.from({ length: SIDE * SIDE }, (_, i) =>
    i % SIDE === 21 ? pixel(255, 0, 0) : pixel(255, 255, 255),
  );
  for (let side = SIDE; side > SIDE / 8; side /= 2) {
    rows = halved(rows, side, side).subarray(0, (side / 2) ** 2);
  }
  const darkest = Math.min(...Array.from(rows, (one) => (one >>> 8) & 0xff));
  // The plain mean would be 223.
  expect(darkest).toBeLessThan(160);
  expect(rows.every((row) => (row & 0xff) === 255)).toBe(true);
});
