// Tiles of an image that is drawn in pieces of any size.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testFolder } from '../../testing/folder.ts';
import { createTiles, pieceOf } from './make-tiles.ts';
import { ownMemory, type Piece } from './memory-layout.ts';

const folder = testFolder();

async function packOf(width: number, height: number, piece: Piece): Promise<Buffer> {
  const job = { width, height, piece, grain: 'exact', reserve: ownMemory, from: 0 } as const;
  let shown = 0;
  const { pack } = await createTiles(
    function* (room) {
      const stride = room.margin + room.width;
      for (let top = 0; top < height; top += room.rows) {
        for (let left = 0; left < width; left += room.width) {
          const [rows, columns] = [Math.min(room.rows, height - top), Math.min(room.width, width - left)];
          // What is left of the piece is not part of it.
          const pixels = room.pixels().fill(0x123456);
          for (let i = 0; i < rows * columns; i++) {
            const [x, y] = [i % columns, Math.floor(i / columns)];
            pixels[y * stride + x] = left + x === (top + y) % 700 ? 0 : -1;
          }
          yield rows;
        }
      }
    },
    {
      ...job,
      folder: await folder.fresh(),
      onProgress: (stage, share) => {
        if (stage === 'pdfConversion') shown = share;
      },
    },
  );
  expect(shown).toBe(1);
  return readFile(pack);
}

test.each([
  [1_100, 2_200],
  [300, 513],
  [700, 100],
  [3_300, 1_100],
  [1_030, 3_210],
])('%i × %i pixels are the same tiles, whatever the pieces', async (width, height) => {
  const one = await packOf(width, height, { width, rows: 512, margin: 0 });
  for (const rows of [1_024, 10_240])
    expect((await packOf(width, height, { width, rows, margin: 0 })).equals(one)).toBe(true);
  for (const columns of [512, 1_024])
    expect((await packOf(width, height, { width: columns, rows: 512, margin: 7 })).equals(one)).toBe(true);
});

test('pieces are columns of about equal width in a row of tiles', () => {
  const piece = (width: number) => pieceOf({ width, height: 9_933, picturePixels: 1e5, longPathPoints: 1_500 });
  expect(piece(14_042)).toEqual({ width: 2_048, rows: 512, margin: 64 });
  expect(piece(2_480)).toEqual({ width: 1_536, rows: 512, margin: 64 });
  expect(piece(1_800)).toEqual({ width: 1_800, rows: 512, margin: 0 });
});

test('expensive drawings are drawn in whole rows of tiles, in as few pieces as memory allows', () => {
  for (const cost of [
    { picturePixels: 1e8, longPathPoints: 0 },
    { picturePixels: 0, longPathPoints: 1e5 },
  ]) {
    const rows = (width: number, height: number) => pieceOf({ width, height, ...cost }).rows;
    expect(rows(12_600, 9_000)).toBe(1_536);
    expect(rows(14_042, 9_933)).toBe(1_536);
    expect(rows(60_000, 3_000)).toBe(512);
    expect(rows(4_961, 3_508)).toBe(3_584);
    expect(pieceOf({ width: 14_042, height: 9_933, ...cost })).toMatchObject({ width: 14_042, margin: 0 });
  }
});
