// Tiles of an image that is drawn in any number of rows at once.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testFolder } from '../../testing/folder.ts';
import { bandRows, createTiles } from './make-tiles.ts';
import { ownMemory } from './memory-layout.ts';

const folder = testFolder();

async function packOf(width: number, height: number, rows: number): Promise<Buffer> {
  const job = {
    width,
    height,
    rows,
    grain: 'exact',
    reserve: ownMemory,
    from: 0,
    onProgress: () => undefined,
  } as const;
  const { pack } = await createTiles(
    function* (room) {
      for (let top = 0; top < height; top += room.rows) {
        const drawn = Math.min(room.rows, height - top);
        const pixels = room.pixels();
        for (let i = 0; i < drawn * width; i++) pixels[i] = i % width === (top + Math.floor(i / width)) % 700 ? 0 : -1;
        yield drawn;
      }
    },
    { ...job, folder: await folder.fresh() },
  );
  return readFile(pack);
}

test.each([
  [1_100, 2_200],
  [300, 513],
  [700, 100],
])('%i × %i pixels are the same tiles, however many rows are drawn at once', async (width, height) => {
  const one = await packOf(width, height, 512);
  expect((await packOf(width, height, 1_024)).equals(one)).toBe(true);
  expect((await packOf(width, height, 10_240)).equals(one)).toBe(true);
});

test('bands are whole rows of tiles, about equal, and as few as memory allows', () => {
  const bands = (width: number, height: number, picturePixels = 0) => bandRows({ width, height, picturePixels });
  expect(bands(12_600, 9_000, 1e8)).toBe(1_536);
  expect(bands(14_042, 9_933, 1e8)).toBe(1_536);
  expect(bands(60_000, 3_000, 1e8)).toBe(512);
  expect(bands(4_961, 3_508, 1e8)).toBe(3_584);
  expect(bands(14_042, 9_933)).toBe(512);
  expect(bands(2_480, 3_508, 1e5)).toBe(1_536);
});
