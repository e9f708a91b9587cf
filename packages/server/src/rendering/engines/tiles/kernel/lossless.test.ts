// Drawings are decoded pixel for pixel by any reader, and are small; covers every mode the encoder chooses.
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { tileOf } from '../../../testing/tile.ts';

/** A seeded uniform random number generator. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

async function comesBack(width: number, height: number, colourAt: (x: number, y: number) => number): Promise<Buffer> {
  const pixels = Int32Array.from({ length: width * height }, (_, i) => colourAt(i % width, Math.floor(i / width)));
  // The fourth byte holds whatever the renderer left there.
  const encoded = tileOf(
    pixels.map((pixel, i) => pixel | (i << 24)),
    width,
    height,
  ).encode();
  const { data, info } = await sharp(encoded).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([width, height]);
  const read = Int32Array.from(pixels, (_, i) => {
    const at = i * info.channels;
    return (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);
  });
  expect(Buffer.from(read.buffer).equals(Buffer.from(pixels.buffer))).toBe(true);
  return encoded;
}

describe('an image with any number of colours is decoded unchanged', () => {
  test.each([1, 2, 3, 4, 5, 16, 17, 255, 256, 257, 1000, 70_000])('%i colours', async (count) => {
    const next = chance(count);
    const colours = Array.from({ length: count }, () => Math.floor(next() * 2 ** 24));
    await comesBack(320, 240, (x, y) => {
      const inLine = x % 41 === 0 || (x + y) % 29 < 2;
      return colours[inLine ? Math.floor(next() * count) : 0] ?? 0;
    });
  });
});

test.each([0, 8, 9, 239])('an image with many colours in row %i only is decoded unchanged', async (row) => {
  await comesBack(320, 240, (x, y) => (y === row ? (x * 0x010203) & 0xffffff : 0xffffff));
});

describe('an image of any size is decoded unchanged', () => {
  test.each([
    [1, 1],
    [1, 300],
    [300, 1],
    [7, 5],
    [512, 512],
    [511, 3],
    [2, 2],
  ])('%i × %i', async (width, height) => {
    const next = chance(width * height);
    await comesBack(width, height, (x) => (x % 3 === 0 ? Math.floor(next() * 3) * 0x402010 : 0xffffff));
  });
});

test('incompressible noise is decoded unchanged', async () => {
  const next = chance(5);
  await comesBack(256, 256, () => Math.floor(next() * 2 ** 24));
});

test('greys and one rare colour, with codes of very different lengths, are decoded unchanged', async () => {
  const next = chance(9);
  await comesBack(512, 512, (x, y) => (x === 400 && y === 400 ? 0x1020ff : Math.floor(256 * next() ** 9) * 0x010101));
});

test('Fibonacci frequencies, which need codes longer than the format allows, are decoded unchanged', async () => {
  const next = chance(3);
  await comesBack(512, 512, () => {
    let grey = 0;
    while (grey < 255 && next() < 0.5) grey++;
    return grey * 0x010101 + (grey > 12 ? Math.floor(next() * 2 ** 24) : 0);
  });
});

test('a hatch and an empty sheet take few bytes', async () => {
  const hatch = await comesBack(512, 512, (x, y) => ((x + 2 * y) % 23 < 2 ? 0x777777 : 0xffffff));
  expect(hatch.length).toBeLessThan(6000);
  const empty = await comesBack(512, 512, () => 0xffffff);
  expect(empty.length).toBeLessThan(120);
});

test('one encoder is reused for many images without leftovers from earlier ones', async () => {
  const paint = (x: number, y: number) => ((x * y) % 7 === 0 ? 0x1457a8 : 0xffffff);
  const first = await comesBack(200, 100, paint);
  await comesBack(300, 300, (x, y) => (x * 31 + y * 17) & 0xffffff);
  expect((await comesBack(200, 100, paint)).equals(first)).toBe(true);
});

test('a preview with rows that repeat beyond the copy distance is decoded unchanged', async () => {
  const next = chance(11);
  const rows = Array.from({ length: 900 }, () => Math.floor(next() * 2 ** 24));
  const cell = (x: number, y: number) => (rows[y % 900] ?? 0) ^ Math.imul(x, 0x9e3779);
  await comesBack(1600, 1200, (x, y) => (x % 5 < 2 ? cell(x, y) & 0xffffff : 0xffffff));
  await comesBack(1600, 1200, (x, y) => ((cell(x, y) >> 7) % 3 === 0 ? 0x777777 : 0xffffff));
});
