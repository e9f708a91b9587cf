// Previews: each pixel is the mean of the area that it covers, in every channel, in few colours.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { coarseTile, shrunk } from '../../../testing/tile.ts';

const channelOf = (pixel: number, shift: number) => (pixel >>> shift) & 0xff;
const channelsOf = (pixel: number) => [0, 8, 16].map((shift) => channelOf(pixel, shift));

/** The channels of each pixel of three rows, as read from the coarse file. */
async function coarse(pixels: Int32Array, width: number): Promise<number[][]> {
  const file = coarseTile(pixels, width, 3);
  const data = await sharp(file).removeAlpha().raw().toBuffer();
  return Array.from(pixels, (_, i) => [...data.subarray(3 * i, 3 * i + 3)]);
}

/** The share of each pixel of `count` that is covered by one of `to` results. */
function shares(count: number, to: number, at: number): number[] {
  const [begin, end] = [(at * count) / to, ((at + 1) * count) / to];
  return Array.from(
    { length: count },
    (_, i) => Math.max(0, Math.min(i + 1, end) - Math.max(i, begin)) / (end - begin),
  );
}

test.each([
  [100, 70, 64],
  [70, 100, 99],
  [31, 5, 16],
  [7, 200, 20],
  [129, 129, 10],
  [40, 30, 40],
  [13, 9, 50],
])('shrinks %i × %i pixels to at most %i', (width, height, side) => {
  let seed = width;
  const noise = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return seed >>> 1;
  };
  const pixels = Int32Array.from({ length: width * height }, noise);
  const small = shrunk(pixels, width, height, side);
  expect(Math.max(small.width, small.height)).toBe(Math.min(side, Math.max(width, height)));
  const columns = Array.from({ length: small.width }, (_, x) => shares(width, small.width, x));
  for (let y = 0; y < small.height; y++) {
    const rows = shares(height, small.height, y);
    for (let x = 0; x < small.width; x++) {
      const found = small.pixels[y * small.width + x] ?? -1;
      expect(found >>> 24).toBe(0);
      for (const shift of [0, 8, 16]) {
        let mean = 0;
        for (const [i, down] of rows.entries()) {
          if (down === 0) continue;
          for (const [j, across] of (columns[x] ?? []).entries())
            mean += down * across * channelOf(pixels[i * width + j] ?? 0, shift);
        }
        // Shares of rows are rounded to 256ths.
        expect(Math.abs(channelOf(found, shift) - mean)).toBeLessThan(2.5);
      }
    }
  }
});

test.each([0xffffff, 0x123456, 0])('a plain image keeps its colour: %i', (colour) => {
  const { pixels } = shrunk(new Int32Array(777 * 431).fill(colour | 0x5a000000), 777, 431, 500);
  expect(pixels.every((pixel) => pixel === colour)).toBe(true);
});

test.each([256, 255, 7, 1])(
  'a coarse file has the nearest of 16 steps where neighbours differ: %i pixels',
  async (width) => {
    const pixels = Int32Array.from({ length: width * 3 }, (_, i) => {
      const value = i % width;
      return value | ((255 - value) << 8) | (((7 * value) & 255) << 16);
    });
    const nearest = (value: number) => 17 * Math.round(value / 17);
    expect(await coarse(pixels, width)).toEqual([...pixels].map((pixel) => channelsOf(pixel).map(nearest)));
  },
);

test('areas keep their colour in a coarse file', async () => {
  const pixels = Int32Array.from({ length: 3 * 50 }, (_, i) => (i % 50 < 23 ? 0xe8f3ea : 0xfafafa));
  expect(await coarse(pixels, 50)).toEqual([...pixels].map(channelsOf));
});
