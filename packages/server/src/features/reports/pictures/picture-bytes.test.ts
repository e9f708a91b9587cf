// Photos are printed whatever image format a phone or camera uses; anything else leaves its frame empty.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderFiles } from '../../../platform/files/folder.ts';
import { HEIC } from '../../../rendering/testing/heic-fixture.ts';
import { printPicture } from '../filling/pictures/print-picture.ts';
import { pictureBytes } from './picture-bytes.ts';

const BOX = { width: 600, height: 600 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function printed(bytes: Buffer, name: string) {
  const files = folderFiles(join(folder, name.replaceAll(' ', '-')));
  const { size, sha256 } = await files.put('blobs/photo', Readable.from([bytes]));
  const source = { kind: 'file', key: 'blobs/photo', size, sha256 } as const;
  const read = pictureBytes({ files, log: pino({ level: 'silent' }) }, 'organisation', new Map([['photo', source]]));
  const picture = { id: 'photo', caption: '', takenAt: null, createdBy: '' };
  const given = await read({ kind: 'photo', picture, box: { width: 80, height: 60 } });
  return given && printPicture(given, BOX, 'jpg');
}

/** Landscape, tagged as taken with the camera held upright, with a location in its metadata. */
const taken = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#a56f0c' } })
    .withExif({ IFD0: { Make: 'Canary' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 0/1' } })
    .withMetadata({ orientation: 6 });

test.each([
  ['jpeg', () => taken().jpeg()],
  ['16-bit PNG', () => taken().toColourspace('rgb16').png()],
  ['webp', () => taken().webp()],
  ['CMYK JPEG', () => taken().toColourspace('cmyk').jpeg()],
  ['avif', () => taken().avif({ effort: 0 })],
  ['tiff', () => taken().tiff()],
] as const)('%s is printed upright, without its location', async (name, make) => {
  const page = await printed(await make().toBuffer(), name);
  expect([page?.width, page?.height]).toEqual([400, 600]);
  expect(page?.bytes.includes('Canary') || page?.bytes.includes('Exif')).toBe(false);
  const { channels } = await sharp(page?.bytes).stats();
  // Still ochre, whatever the colour space.
  expect(channels[0]?.mean).toBeGreaterThan(120);
  expect(channels[2]?.mean).toBeLessThan(90);
});

test('the first frame of an animated image is printed', async () => {
  const gif = await sharp(Buffer.alloc(60 * 80 * 3, 90), {
    raw: { width: 60, height: 80, channels: 3, pageHeight: 40 },
  })
    .gif({ delay: [100, 100] })
    .toBuffer();
  const page = await printed(gif, 'gif');
  expect([page?.width, page?.height]).toEqual([60, 40]);
});

test('a file that is not an image is not printed', async () => {
  expect(await printed(Buffer.from('<html>not a picture</html>'), 'page')).toBeUndefined();
  expect(await printed(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), 'cut')).toBeUndefined();
});

test('a photo of an iPhone (HEIC) is printed without an external program', async () => {
  const page = await printed(HEIC, 'heic');
  expect([page?.width, page?.height]).toEqual([96, 64]);
  const colours = async (left: number) => {
    const part = await sharp(page?.bytes).extract({ left, top: 0, width: 40, height: 64 }).toBuffer();
    return (await sharp(part).stats()).channels.map(({ mean }) => Math.round(mean / 20) * 20);
  };
  expect([await colours(0), await colours(56)]).toEqual([
    [200, 40, 20],
    [20, 60, 200],
  ]);
});

test('a damaged HEIC photo is not printed', async () => {
  expect(await printed(Buffer.concat([HEIC.subarray(0, 500), Buffer.alloc(240, 7)]), 'damaged')).toBeUndefined();
  expect(await printed(HEIC.subarray(0, 600), 'half')).toBeUndefined();
});
