// EXIF data survives re-encoding a photo: time and position, upright; broken data does no harm.
import { describe, expect, it } from 'vitest';
import { exifOf, withExif } from './exif.ts';
import { takenOf } from './taken-at.ts';

const EMPTY = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])]);

/** EXIF data of a camera: rotated by 90 degrees, a time, and a thumbnail after them. */
function facts(): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(120));
  view.setUint32(0, 0x4949_2a00);
  view.setUint32(4, 8, true);
  view.setUint16(8, 2, true);
  const entry = (at: number, tag: number, kind: number, count: number, value: number) => {
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, kind, true);
    view.setUint32(at + 4, count, true);
    view.setUint32(at + 8, value, true);
  };
  entry(10, 0x0112, 3, 1, 6);
  entry(22, 0x8769, 4, 1, 40);
  view.setUint32(34, 99, true);
  view.setUint16(40, 1, true);
  entry(42, 0x9003, 2, 20, 60);
  const time = new TextEncoder().encode('2026:05:04 09:08:07\0');
  const all = new Uint8Array(view.buffer);
  all.set(time, 60);
  return all;
}

/** A photo that consists of EXIF data only. */
const photo = (): Blob => {
  const head = new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, 128, 0x45, 0x78, 0x69, 0x66, 0, 0]);
  return new Blob([head, facts(), new Uint8Array([0xff, 0xda, 0, 0])]);
};

describe('a re-encoded photo', () => {
  it('keeps its EXIF data without a second rotation and without the thumbnail', async () => {
    const found = await exifOf(photo());
    expect(found).toEqual(facts());
    const made = withExif(EMPTY, found);
    const created = await made.arrayBuffer();
    const kept = await exifOf(made);
    expect(kept && takenOf(kept)).toBe(new Date('2026-05-04T09:08:07').toISOString());
    const view = new DataView(created, 12);
    expect(view.getUint16(18, true)).toBe(1);
    expect(view.getUint32(34, true)).toBe(0);
    // The encoded image follows.
    expect([...new Uint8Array(created).slice(-2)]).toEqual([0xff, 0xd9]);
  });

  it('is unchanged when there is no EXIF data or it is broken', () => {
    expect(withExif(EMPTY, null)).toBe(EMPTY);
    expect(withExif(EMPTY, new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9]))).toBe(EMPTY);
    expect(withExif(EMPTY, new Uint8Array(70_000))).toBe(EMPTY);
  });
});

const ascii = (text: string) => [...text].map((sign) => sign.charCodeAt(0));
const uint32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const box = (type: string, ...content: readonly (readonly number[])[]) => {
  const bytes = content.flat();
  return [...uint32(8 + bytes.length), ...ascii(type), ...bytes];
};

/** A HEIC photo: an item of EXIF data, its place, the image, and the data after it. */
function heic(imageBytes: number): Blob {
  const brand = box('ftyp', ascii('heic'), uint32(0), ascii('mif1heic'));
  const data = [...uint32(6), ...ascii('Exif\0\0'), ...facts()];
  const list = box('iinf', uint32(0), [0, 1], box('infe', [2, 0, 0, 0, 0, 1, 0, 0], ascii('Exif\0')));
  const metaFor = (start: number) => {
    const item = [0, 1, 0, 0, 0, 1, ...uint32(start), ...uint32(data.length)];
    return box('meta', uint32(0), list, box('iloc', uint32(0), [0x44, 0, 0, 1], item));
  };
  const image = [...uint32(8 + imageBytes + data.length), ...ascii('mdat')];
  const meta = metaFor(brand.length + metaFor(0).length + image.length + imageBytes);
  const front = new Uint8Array([...brand, ...meta, ...image]);
  return new Blob([front, new Uint8Array(imageBytes), new Uint8Array(data)]);
}

it.each([0, 400_000])('is found after an image of %i bytes, where some phones write it', async (imageBytes) => {
  const whole = heic(imageBytes);
  expect(await exifOf(whole)).toEqual(facts());
  expect(await exifOf(whole.slice(0, whole.size - 1))).toBeNull();
});

it('never throws on a truncated or corrupt file', async () => {
  for (const sample of [photo(), heic(0)]) await neverThrows(sample);
});

async function neverThrows(photo: Blob): Promise<void> {
  const whole = new Uint8Array(await photo.arrayBuffer());
  for (let cut = 0; cut < whole.length; cut += 1) {
    await exifOf(new Blob([whole.subarray(0, cut)]));
    const spoiled = new Uint8Array(whole);
    spoiled[cut] = 255;
    const found = await exifOf(new Blob([spoiled]));
    if (found) expect(() => [takenOf(found), withExif(EMPTY, found)]).not.toThrow();
  }
}

describe('the EXIF data of other formats', () => {
  const little = (value: number) => uint32(value).reverse();
  const chunk = (name: string, content: readonly number[]) => [
    ...[...ascii(name), ...little(content.length), ...content],
    ...(content.length % 2 ? [0] : []),
  ];
  const webp = (...exif: number[]) =>
    new Blob([
      new Uint8Array([...ascii('RIFF'), ...little(0), ...ascii('WEBP'), ...chunk('VP8 ', [1, 2, 3]), ...exif]),
    ]);

  it('is found in WebP, with and without the name that JPEG has', async () => {
    expect(await exifOf(webp(...chunk('EXIF', [...facts()])))).toEqual(facts());
    expect(await exifOf(webp(...chunk('EXIF', [...ascii('Exif'), 0, 0, ...facts()])))).toEqual(facts());
    expect(await exifOf(webp())).toBeNull();
    expect(await exifOf(webp(...chunk('EXIF', [...facts()]).slice(0, 40)))).toBeNull();
  });

  it('is found in PNG', async () => {
    const part = (name: string, content: readonly number[]) => [
      ...[...uint32(content.length), ...ascii(name), ...content, ...uint32(0)],
    ];
    const png = (...parts: number[]) =>
      new Blob([new Uint8Array([0x89, ...ascii('PNG'), 13, 10, 26, 10, ...part('IHDR', Array(13).fill(1)), ...parts])]);
    expect(await exifOf(png(...part('eXIf', [...facts()])))).toEqual(facts());
    expect(await exifOf(png(...part('IDAT', [1, 2])))).toBeNull();
    expect(await exifOf(png(...uint32(0xffff_ffff), ...ascii('eXIf')))).toBeNull();
  });
});
