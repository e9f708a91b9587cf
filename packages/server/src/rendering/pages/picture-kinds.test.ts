// Images in less common formats, as scanners and image programs write them.
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inspectInProcess, renderInProcess } from '../in-process.ts';
import { shrink } from '../resizing/shrink.ts';
import { colourOf, decodeImage } from '../testing/decode-image.ts';
import { testFolder } from '../testing/folder.ts';
import { HEIC } from '../testing/heic-fixture.ts';

const folder = testFolder();

async function shown(name: string, content: Buffer) {
  const path = await folder.put(name, content);
  const { pages } = await inspectInProcess(path, name);
  const created = await renderInProcess(path, 1, await folder.fresh(), () => undefined);
  return { pages, size: [created.widthPt, created.heightPt], picture: await decodeImage(created.preview) };
}

/** Sixteen by eight pixels in green, with arithmetic coding. */
const ARITHMETIC =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/yQARCAAIABADASIAAhEBAxEB/8wACgAQEAUBEBEF/9oADAMBAAIRAxEAPwDSjYss5ShVgP/Z';
/** The same size at one bit per pixel, the left half black, in fax compression. */
const FAX =
  'SUkqABAAAAAmov///gAgAgsAAAEDAAEAAAAQAAAAAQEDAAEAAAAIAAAAAgEDAAEAAAABAAAAAwEDAAEAAAAEAAAABgEDAAEAAAAAAAAAEQEEAAEAAAAIAAAAEgEDAAEAAAABAAAAFQEDAAEAAAABAAAAFgEDAAEAAAAIAAAAFwEEAAEAAAAIAAAAHAEDAAEAAAABAAAAAAAAAA==';

test.each([
  ['an arithmetic-coded JPEG', 'odd.jpg', ARITHMETIC, ['green', 'green']],
  ['a fax-compressed scan', 'scan.tif', FAX, ['black', 'white']],
])('%s is shown', async (_name, file, data, colours) => {
  const { size, picture } = await shown(file, Buffer.from(data, 'base64'));
  expect(size).toEqual([16, 8]);
  expect([picture.at(0.2, 0.5), picture.at(0.8, 0.5)].map(colourOf)).toEqual(colours);
});

test('a HEIC picture from a phone is shown', async () => {
  const { pages, size, picture } = await shown('IMG_0001.HEIC', HEIC);
  expect(pages).toHaveLength(1);
  expect(size).toEqual([96, 64]);
  expect([picture.at(0.2, 0.5), picture.at(0.8, 0.5)].map(colourOf)).toEqual(['red', 'blue']);
});

test('the colours of a HEIC picture are those of its profile', async () => {
  const wide = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  const { icc = Buffer.alloc(0) } = await sharp(wide).metadata();
  // Red and blue exchanged, so that the profile shows in saturated colours.
  const swapped = icc.toString('latin1').replace(/[rb]XYZ/gu, (tag) => (tag === 'rXYZ' ? 'bXYZ' : 'rXYZ'));
  const profile = Buffer.concat([Buffer.from('....colrprof'), Buffer.from(swapped, 'latin1')]);
  profile.writeUInt32BE(profile.length);
  const photo = Buffer.concat([HEIC, profile]);
  const { picture } = await shown('IMG_0002.HEIC', photo);
  const thumb = await decodeImage(await shrink(photo, 'thumb'));
  for (const one of [picture, thumb])
    expect([one.at(0.2, 0.5), one.at(0.8, 0.5)].map(colourOf)).toEqual(['blue', 'red']);
});

test('a PNG with a rotation in its metadata is rotated', async () => {
  const blue = { create: { width: 60, height: 20, channels: 3 as const, background: '#0000ff' } };
  const lying = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const { size, picture } = await shown(
    'turned.png',
    await sharp(lying).withMetadata({ orientation: 6 }).png().toBuffer(),
  );
  expect(size).toEqual([40, 60]);
  expect([picture.at(0.2, 0.5), picture.at(0.8, 0.5)].map(colourOf)).toEqual(['red', 'blue']);
});

test('an animated PNG shows its first frame', async () => {
  const [first, second] = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const { pages, picture } = await shown('moving.png', animated(first ?? Buffer.alloc(0), second ?? Buffer.alloc(0)));
  expect(pages).toHaveLength(1);
  expect(colourOf(picture.at(0.5, 0.5))).toBe('red');
});

/** An animated PNG with two PNGs of the same size as frames. */
function animated(first: Buffer, second: Buffer): Buffer {
  const frame = (number: number) => {
    const body = Buffer.alloc(26);
    body.writeUInt32BE(number, 0);
    body.writeUInt32BE(30, 4);
    body.writeUInt32BE(20, 8);
    return chunk('fcTL', body);
  };
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  const later = Buffer.concat([Buffer.from([0, 0, 0, 2]), dataOf(second)]);
  return Buffer.concat([
    first.subarray(0, 33),
    chunk('acTL', control),
    frame(0),
    chunk('IDAT', dataOf(first)),
    frame(1),
    chunk('fdAT', later),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
