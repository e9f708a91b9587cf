// EXIF data survives re-encoding a photo: time and position, upright; broken data does no harm.
import { describe, expect, it } from 'vitest';
import { exifOf, withExif } from './exif.ts';
import { takenOf } from './taken-at.ts';

const EMPTY = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])]);
const bytes = (buffer: Uint8Array): ArrayBuffer => new Uint8Array(buffer).buffer;

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
const photo = (): Promise<ArrayBuffer> => {
  const head = new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, 128, 0x45, 0x78, 0x69, 0x66, 0, 0]);
  return new Blob([head, facts(), new Uint8Array([0xff, 0xda, 0, 0])]).arrayBuffer();
};

describe('a re-encoded photo', () => {
  it('keeps its EXIF data without a second rotation and without the thumbnail', async () => {
    const found = exifOf(await photo());
    expect(found).toEqual(facts());
    const created = await withExif(EMPTY, found).arrayBuffer();
    const kept = exifOf(created);
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

it('never throws on a truncated or corrupt file', async () => {
  const whole = new Uint8Array(await photo());
  for (let cut = 0; cut < whole.length; cut += 1) {
    expect(() => exifOf(bytes(whole.subarray(0, cut)))).not.toThrow();
    const spoiled = new Uint8Array(whole);
    spoiled[cut] = 255;
    const found = exifOf(bytes(spoiled));
    if (found) expect(() => [takenOf(found), withExif(EMPTY, found)]).not.toThrow();
  }
});
