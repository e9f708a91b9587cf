// Previews of a page: of a drawing from the tile encoder, of a page with a photo from libvips.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { colourOf, decodeImage } from '../../testing/decode-image.ts';
import { testFolder } from '../../testing/folder.ts';
import { MAX_DRAWN_SIDE, writePreviews } from './thumbnails.ts';

const folder = testFolder();
const WHITE = 0xffffffff | 0;
const RED = 0xff0000ff | 0;

type ColourAt = (x: number, y: number) => number;

async function previewsOf(width: number, height: number, colourAt: ColourAt) {
  const pixels = Int32Array.from({ length: width * height }, (_, i) => colourAt(i % width, Math.floor(i / width)));
  const into = await folder.fresh();
  const files = [MAX_DRAWN_SIDE, 480].map((side) => ({ side, path: join(into, `${side}.webp`) }));
  await writePreviews({ pixels, width, height }, files);
  return Promise.all(
    files.map(async ({ path }) => {
      const file = await readFile(path);
      return { isLossless: file.toString('latin1', 12, 16) === 'VP8L', picture: await decodeImage(file) };
    }),
  );
}

/** A red corner with a white square beside it, and thin lines over the rest of the page. */
function drawing(x: number, y: number): number {
  if (x < 200 && y < 100) return x < 100 ? RED : WHITE;
  return x % 20 === 0 || y % 30 === 0 ? 0 : WHITE;
}

/** Noise from a seed. */
function noise(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed >>> 8;
}
let seed = 1;

test.each([
  [2_000, 2_000, 480, 480],
  [641, 2_000, 154, 480],
  [300, 200, 300, 200],
])('a drawing of %i × %i pixels has lossless previews', async (width, height, smallWidth, smallHeight) => {
  const [large, small] = await previewsOf(width, height, drawing);
  expect([large?.picture.width, large?.picture.height]).toEqual([width, height]);
  expect([small?.picture.width, small?.picture.height]).toEqual([smallWidth, smallHeight]);
  expect([large?.isLossless, small?.isLossless]).toEqual([true, true]);
  for (const found of [large, small]) {
    expect(colourOf(found?.picture.at(50 / width, 50 / height) ?? [0, 0, 0])).toBe('red');
    expect(found?.picture.at(150 / width, 50 / height)).toEqual([255, 255, 255]);
  }
  expect(large?.picture.at(210 / width, 105.5 / height)).toEqual([255, 255, 255]);
  expect(large?.picture.at(220.5 / width, 105.5 / height)).toEqual([0, 0, 0]);
});

test('a page with a photo in one place keeps its colours: its previews are lossy', async () => {
  const isPhoto = (x: number, y: number) => x >= 450 && x < 750 && y >= 350 && y < 550;
  const previews = await previewsOf(1_000, 700, (x, y) => (isPhoto(x, y) ? noise() : drawing(x, y)));
  expect(previews.map(({ isLossless }) => isLossless)).toEqual([false, false]);
  for (const { picture } of previews) expect(colourOf(picture.at(0.04, 0.04))).toBe('red');
});

test('a single colour is a drawing', async () => {
  const previews = await previewsOf(700, 500, () => RED);
  expect(previews.map(({ isLossless, picture }) => [isLossless, picture.at(0.5, 0.5)])).toEqual([
    [true, [255, 0, 0]],
    [true, [255, 0, 0]],
  ]);
});
