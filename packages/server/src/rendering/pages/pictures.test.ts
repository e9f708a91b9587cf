// Images of every kind are rendered upright, in sRGB, on white.
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ROTATIONS, rotatedSize } from '@plumbline/core/site/geometry/rotation';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectInProcess, previewPagesInProcess, renderInProcess } from '../in-process.ts';
import { colourOf, decodeImage, openPack, sampleLevel } from '../testing/decode-image.ts';
import { testFolder } from '../testing/folder.ts';

const folder = testFolder();
const silent = () => undefined;
const WIDTH = 700;
const HEIGHT = 400;
const CORNERS = ['red', 'green', 'yellow', 'blue'];

const patch = (colour: string) => ({ create: { width: 200, height: 150, channels: 3 as const, background: colour } });

/** A white image with corners in red, green, yellow, blue, clockwise from the upper left. */
async function corners(
  background: { r: number; g: number; b: number; alpha: number } = { r: 255, g: 255, b: 255, alpha: 1 },
) {
  const channels = background.alpha === 1 ? 3 : 4;
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels, background } })
    .composite([
      { input: patch('#ff0000'), left: 0, top: 0 },
      { input: patch('#00ff00'), left: WIDTH - 200, top: 0 },
      { input: patch('#ffff00'), left: WIDTH - 200, top: HEIGHT - 150 },
      { input: patch('#0000ff'), left: 0, top: HEIGHT - 150 },
    ])
    .png()
    .toBuffer();
}

async function rendered(content: Buffer, name: string) {
  const path = await folder.put(name, content);
  const created = await renderInProcess(path, 1, await folder.fresh(), silent);
  const pack = await openPack(created.pack);
  const picture = await sampleLevel(pack, pack.index.header.levels - 1);
  const preview = `${await folder.fresh()}/preview.webp`;
  await previewPagesInProcess(path, [{ page: 1, out: preview }], silent);
  const inspected = await inspectInProcess(path, name);
  return { made: created, picture, preview: await decodeImage(preview), inspected };
}

const cornersOf = (picture: Awaited<ReturnType<typeof decodeImage>>) =>
  [picture.at(0.1, 0.1), picture.at(0.9, 0.1), picture.at(0.9, 0.9), picture.at(0.1, 0.9)].map(colourOf);

/** How a camera stores each orientation: rotated by this many degrees, then mirrored or not. */
const STORED = [
  { orientation: 1, turn: 0, mirrored: false },
  { orientation: 2, turn: 0, mirrored: true },
  { orientation: 3, turn: 180, mirrored: false },
  { orientation: 4, turn: 180, mirrored: true },
  { orientation: 5, turn: 90, mirrored: true },
  { orientation: 6, turn: 270, mirrored: false },
  { orientation: 7, turn: 270, mirrored: true },
  { orientation: 8, turn: 90, mirrored: false },
];

describe.each(STORED)('a photo with EXIF orientation $orientation', ({ orientation, turn, mirrored }) => {
  test('is upright everywhere', async () => {
    // In two steps, because sharp applies rotation and mirroring in its own order.
    const turned = await sharp(await corners())
      .rotate(turn)
      .png()
      .toBuffer();
    const photo = await sharp(turned).flop(mirrored).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const { made: created, picture, preview, inspected } = await rendered(photo, 'photo.jpg');
    expect(cornersOf(picture)).toEqual(CORNERS);
    expect(cornersOf(preview)).toEqual(CORNERS);
    expect(created.pyramid).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(created).toMatchObject({ widthPt: WIDTH, heightPt: HEIGHT, text: null, pageNumber: 1 });
    expect(inspected).toEqual({
      kind: 'image',
      pages: [{ page: 1, title: 'photo', sheetNumber: '', widthPt: WIDTH, heightPt: HEIGHT, turn: null, isScan: true }],
    });
  });
});

describe.each([1, 6])('an image with EXIF orientation %i', (orientation) => {
  test.each(ROTATIONS)('is rotated by %i degrees further', async (rotation) => {
    const stored = await sharp(await corners())
      .rotate(orientation === 6 ? 270 : 0)
      .png()
      .toBuffer();
    const photo = await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const path = await folder.put('photo.jpg', photo);
    const created = await renderInProcess(path, 1, await folder.fresh(), silent, { turn: rotation });
    const size = rotatedSize({ widthPt: WIDTH, heightPt: HEIGHT }, rotation);
    expect(created).toMatchObject({ ...size, pyramid: { width: size.widthPt, height: size.heightPt } });
    const seen = cornersOf(await decodeImage(created.preview));
    expect(seen).toEqual(CORNERS.map((_, i) => CORNERS[(i - rotation / 90 + 4) % 4]));
  });
});

const FORMS: [string, (upright: Sharp) => Sharp][] = [
  ['plan.png', (one) => one.png()],
  ['palette.png', (one) => one.png({ palette: true })],
  ['plan.webp', (one) => one.webp({ lossless: true })],
  ['lossy.webp', (one) => one.webp()],
  ['plan.gif', (one) => one.gif()],
  ['plan.tif', (one) => one.tiff({ compression: 'lzw' })],
  ['tiled.tif', (one) => one.tiff({ tile: true, compression: 'deflate', pyramid: true })],
  ['progressive.jpg', (one) => one.jpeg({ progressive: true })],
  ['plan.avif', (one) => one.avif({ effort: 0 })],
  ['sixteen.png', (one) => one.toColourspace('rgb16').png()],
  ['sixteen.tif', (one) => one.toColourspace('rgb16').tiff()],
];

test.each(FORMS)('%s keeps its colours', async (name, encode) => {
  const { picture, preview } = await rendered(await encode(sharp(await corners())).toBuffer(), name);
  expect(cornersOf(picture)).toEqual(CORNERS);
  expect(cornersOf(preview)).toEqual(CORNERS);
  expect(colourOf(picture.at(0.5, 0.5))).toBe('white');
});

test.each([
  ['jpg', (one: Sharp) => one.jpeg({ quality: 95 })],
  ['tif', (one: Sharp) => one.tiff({ compression: 'lzw' })],
] as const)('a CMYK %s is shown in screen colours', async (name, encode) => {
  const printed = await encode(sharp(await corners()).toColourspace('cmyk')).toBuffer();
  expect((await sharp(printed).metadata()).space).toBe('cmyk');
  const { picture } = await rendered(printed, `printed.${name}`);
  // Print colours cannot reproduce the green and blue of a screen, but the colours must be recognisable.
  const strongest = [picture.at(0.1, 0.1), picture.at(0.9, 0.1), picture.at(0.1, 0.9)].map((rgb) =>
    rgb.indexOf(Math.max(...rgb)),
  );
  expect(strongest).toEqual([0, 1, 2]);
  expect([picture.at(0.1, 0.1), picture.at(0.9, 0.9), picture.at(0.5, 0.5)].map(colourOf)).toEqual([
    'red',
    'yellow',
    'white',
  ]);
});

test.each([
  ['png', (one: Sharp) => one.png()],
  ['webp', (one: Sharp) => one.webp()],
  ['tiff', (one: Sharp) => one.tiff({ compression: 'lzw' })],
  ['16 bit png', (one: Sharp) => one.toColourspace('rgb16').png()],
] as const)('transparent parts of a %s are white', async (_name, encode) => {
  const clear = await encode(sharp(await corners({ r: 0, g: 0, b: 0, alpha: 0 }))).toBuffer();
  const { picture, preview } = await rendered(clear, 'clear');
  expect(picture.at(0.5, 0.5)).toEqual([255, 255, 255]);
  expect(colourOf(preview.at(0.5, 0.5))).toBe('white');
  expect(cornersOf(picture)).toEqual(CORNERS);
});

test.each([
  ['grey', (one: Sharp) => one.greyscale().png()],
  ['16 bit grey', (one: Sharp) => one.greyscale().toColourspace('grey16').png()],
  ['1 bit', (one: Sharp) => one.toColourspace('b-w').tiff({ bitdepth: 1, compression: 'deflate' })],
] as const)('a %s scan stays grey', async (_name, encode) => {
  const scan = sharp({ create: { width: 600, height: 300, channels: 3, background: '#ffffff' } }).composite([
    { input: patch('#000000'), left: 0, top: 0 },
  ]);
  const { picture } = await rendered(await encode(sharp(await scan.png().toBuffer())).toBuffer(), 'scan');
  expect(picture.at(0.1, 0.1)).toEqual([0, 0, 0]);
  expect(picture.at(0.9, 0.9)).toEqual([255, 255, 255]);
});

test.each(['gif', 'webp'] as const)('an animated %s shows its first frame', async (format) => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 90, height: 60, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
  expect((await sharp(moving, { pages: -1 }).metadata()).pages).toBe(2);
  const { made: created, picture } = await rendered(moving, `moving.${format}`);
  expect(created.pyramid).toMatchObject({ width: 90, height: 60 });
  expect(colourOf(picture.at(0.5, 0.5))).toBe('red');
});

test('an image of several tiles has no seams', async () => {
  const width = 1300;
  const height = 1100;
  const raw = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) raw.set([(x * 255) / width, (y * 255) / height, 77], 3 * (y * width + x));
  }
  const flat = sharp(raw, { raw: { width, height, channels: 3 } });
  const { picture } = await rendered(await flat.png({ compressionLevel: 1 }).toBuffer(), 'many.png');
  expect([picture.width, picture.height]).toEqual([width, height]);
  for (let y = 0; y < height; y += 13) {
    for (let x = 0; x < width; x += 11) {
      const expected = [Math.floor((x * 255) / width), Math.floor((y * 255) / height), 77];
      expect(picture.at((x + 0.5) / width, (y + 0.5) / height)).toEqual(expected);
    }
  }
});

test('an image too large for memory goes through the disk with the same result, and leaves nothing there', async () => {
  const input = await corners();
  const [width, height] = [8003, 4200];
  const background = { r: 255, g: 255, b: 255, alpha: 1 };
  const large = await sharp({ create: { width, height, channels: 3, background } })
    .composite([
      { input, left: 0, top: 0 },
      { input, left: width - WIDTH, top: height - HEIGHT },
    ])
    .jpeg()
    .toBuffer();
  const path = await folder.put('large.jpg', large);
  const into = await folder.fresh();
  const created = await renderInProcess(path, 1, into, silent);
  const pack = await openPack(created.pack);
  const level = pack.index.header.levels - 2;
  const picture = await sampleLevel(pack, level);
  const at = (x: number, y: number) => colourOf(picture.at(x / width, y / height));
  expect([at(50, 50), at(650, 50), at(width - 50, height - 50), at(width - 650, height - 50)]).toEqual(CORNERS);
  expect((await readdir(into)).sort()).toEqual(['preview.webp', 'thumb.webp', 'tiles.pack']);
});

test('a drawing saved as a JPEG takes far fewer bytes than its noise would, and its lines stay dark and thin', async () => {
  const lines = Array.from(
    { length: 60 },
    (_, i) => `<path d="M${20 + 41 * i} 10 l${8 * (i % 7)} 480" stroke="#111" stroke-width="2"/>`,
  );
  const drawn = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="500"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>`,
  );
  const jpeg = await sharp(drawn).jpeg({ quality: 75 }).toBuffer();
  const saved = await rendered(jpeg, 'drawing.jpg');
  const exact = await rendered(await sharp(jpeg).png().toBuffer(), 'drawing.png');
  const bytes = async (path: string) => (await stat(path)).size;
  expect(await bytes(saved.made.pack)).toBeLessThan(0.7 * (await bytes(exact.made.pack)));
  let off = 0;
  for (let y = 0.05; y < 0.95; y += 0.01) {
    for (let x = 0.05; x < 0.95; x += 0.01) off += Math.abs(saved.picture.at(x, y)[1] - exact.picture.at(x, y)[1]);
  }
  expect(off / 8_100).toBeLessThan(8);
});

const PHOTOS = fileURLToPath(new URL('../../../../../../shared/samples/photos/', import.meta.url));

test.skipIf(!existsSync(PHOTOS))('photos of real cameras (skipped without the sample files)', async () => {
  const names = (await readdir(PHOTOS)).filter((name) => name.endsWith('.jpg'));
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const { pages } = await inspectInProcess(PHOTOS + name, name);
    const { autoOrient } = await sharp(PHOTOS + name).metadata();
    expect(pages[0]).toMatchObject({ widthPt: autoOrient.width, heightPt: autoOrient.height });
  }
});
