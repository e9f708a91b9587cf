// Sizes are read from the first bytes of every format that phones,
// cameras and scanners produce, upright, without decoding.
import { expect, test } from 'vitest';
import { moves, pictureSize, SIZE_BYTES } from './picture-size.ts';

const bytes = (...parts: (string | number[])[]): ArrayBuffer =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((one) => one.charCodeAt(0)) : part)),
  ).buffer;
const tiff = (orientation: number) =>
  // Little endian, the directory at 8: width, height, orientation.
  bytes(
    'II*\0',
    [8, 0, 0, 0, 3, 0],
    [0, 1, 3, 0, 1, 0, 0, 0, 0x80, 2, 0, 0],
    [1, 1, 3, 0, 1, 0, 0, 0, 0xe0, 1, 0, 0],
    [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0],
  );
const webp = (form: string, rest: number[]) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', form, rest);

test.each([
  ['TIFF', tiff(1), { width: 640, height: 480 }],
  ['upright TIFF', tiff(6), { width: 480, height: 640 }],
  ['extended WebP', webp('VP8X', [10, 0, 0, 0, 2, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0]), { width: 640, height: 480 }],
  ['WebP', webp('VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0xe0, 1]), { width: 640, height: 480 }],
  ['lossless WebP', webp('VP8L', [0, 0, 0, 0, 0x2f, 0x7f, 0xc2, 0x77, 0]), { width: 640, height: 480 }],
  ['GIF', bytes('GIF89a', [0x80, 2, 0xe0, 1]), { width: 640, height: 480 }],
  ['BMP', bytes('BM', Array(16).fill(0), [0x80, 2, 0, 0, 0xe0, 1, 0, 0]), { width: 640, height: 480 }],
  [
    'BMP from the top',
    bytes('BM', Array(16).fill(0), [0x80, 2, 0, 0, 0x20, 0xfe, 0xff, 0xff]),
    { width: 640, height: 480 },
  ],
  ['a TIFF that ends before its size', bytes('II*\0', [200, 0, 0, 0, 0, 0, 0, 0]), undefined],
  ['not an image', bytes('<html><body>nothing'), undefined],
] as const)('%s', async (_name, bytes, size) => expect(await pictureSize(new Blob([bytes]), bytes)).toEqual(size));

test('returns the size of a scan that stores it after its pixels', async () => {
  const start = bytes('II*\0', [0, 0, 8, 0]);
  const scan = new Blob([start, new Uint8Array(0x80000 - start.byteLength), tiff(1).slice(8)]);
  expect(await pictureSize(scan, await scan.slice(0, SIZE_BYTES).arrayBuffer())).toEqual({ width: 640, height: 480 });
});

test('an animated image is recognised by its first bytes', () => {
  expect(moves('image/webp', webp('VP8X', [10, 0, 0, 0, 2, 0, 0, 0]))).toBe(true);
  expect(moves('image/webp', webp('VP8X', [10, 0, 0, 0, 8, 0, 0, 0]))).toBe(false);
  expect(moves('image/gif', bytes('GIF89a'))).toBe(true);
  expect(moves('image/jpeg', bytes([0xff, 0xd8, 0xff]))).toBe(false);
  const head = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];
  const chunk = (name: string) => [0, 0, 0, 0, ...[...name].map((one) => one.charCodeAt(0)), 0, 0, 0, 0];
  expect(moves('image/png', bytes(head, chunk('IHDR'), chunk('acTL'), chunk('IDAT')))).toBe(true);
  expect(moves('image/png', bytes(head, chunk('IHDR'), chunk('IDAT'), chunk('acTL')))).toBe(false);
});
