// Compares real sheets with an independent renderer: as sharp at reading size, and the same image.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { renderInProcess } from '../in-process.ts';
import { type DecodedImage, decodeImage, openPack, sampleLevel } from '../testing/decode-image.ts';
import { testFolder } from '../testing/folder.ts';

const POPPLER = '/usr/bin/pdftoppm';
const SHEET = join(import.meta.dirname, '../../../../../../shared/samples/plans-sheetset-pdf/A-101_First-Floor.pdf');
const folder = testFolder();

const grey = (picture: DecodedImage, x: number, y: number): number => {
  const [r, g, b] = picture.at((x + 0.5) / picture.width, (y + 0.5) / picture.height);
  return 0.3 * r + 0.6 * g + 0.1 * b;
};

/** Mean darkness of the sheet. */
function ink(picture: DecodedImage): number {
  let sum = 0;
  let count = 0;
  for (let y = 0; y < picture.height; y += 2)
    for (let x = 0; x < picture.width; x += 2) {
      sum += 255 - grey(picture, x, y);
      count += 1;
    }
  return sum / count;
}

/** Mean difference of neighbouring pixels in a part of the sheet: blur lowers it. */
function edges(picture: DecodedImage): number {
  let sum = 0;
  let count = 0;
  for (let y = Math.floor(picture.height * 0.1); y < picture.height * 0.6; y += 1)
    for (let x = Math.floor(picture.width * 0.1); x < picture.width * 0.6; x += 3) {
      sum += Math.abs(grey(picture, x, y) - grey(picture, x + 1, y));
      count += 1;
    }
  return sum / count;
}

/** Mean difference of the darkness in squares of 16 pixels, 0 to 255. */
function apart(one: DecodedImage, other: DecodedImage): number {
  const SQUARE = 16;
  let sum = 0;
  let count = 0;
  for (let top = 0; top + SQUARE < one.height; top += 3 * SQUARE)
    for (let left = 0; left + SQUARE < one.width; left += 3 * SQUARE) {
      let difference = 0;
      for (let y = top; y < top + SQUARE; y += 1)
        for (let x = left; x < left + SQUARE; x += 1) difference += grey(one, x, y) - grey(other, x, y);
      sum += Math.abs(difference) / SQUARE ** 2;
      count += 1;
    }
  return sum / count;
}

test.skipIf(!existsSync(POPPLER) || !existsSync(SHEET))(
  'a sheet is as sharp and as dark as in poppler (needs poppler and the sample sheets)',
  async () => {
    const created = await renderInProcess(SHEET, 1, await folder.fresh(), () => undefined);
    const pack = await openPack(created.pack);
    const png = join(await folder.fresh(), 'page');
    const theirsAt = async ({ width, height }: DecodedImage) => {
      // The page is rotated by 90 degrees; poppler expects the size before the rotation.
      const size = ['-scale-to-x', String(height), '-scale-to-y', String(width)];
      await promisify(execFile)(POPPLER, [...size, '-f', '1', '-l', '1', '-singlefile', '-png', SHEET, png]);
      const theirs = await decodeImage(`${png}.png`);
      expect([theirs.width, theirs.height]).toEqual([width, height]);
      return theirs;
    };
    // At half of the full size, at which plans are read.
    const ours = await sampleLevel(pack, created.pyramid.levels - 2);
    const theirs = await theirsAt(ours);
    expect(edges(ours) / edges(theirs)).toBeGreaterThan(0.6);
    expect(apart(ours, theirs)).toBeLessThan(3);
    // At low zoom, poppler draws hairlines a whole pixel wide; ours must not fade in comparison, nor hatches obscure
    // the walls.
    const far = await sampleLevel(pack, created.pyramid.levels - 3);
    const ratio = ink(far) / ink(await theirsAt(far));
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.1);
  },
  240_000,
);
