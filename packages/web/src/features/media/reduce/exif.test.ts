// The facts of a photo survive being drawn anew: time and place, upright; broken ones do no harm.
import { describe, expect, it } from 'vitest';
import { exifOf, withExif } from './exif.ts';
import { takenOf } from './taken-at.ts';

const EMPTY = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])]);
const bytes = (buffer: Uint8Array): ArrayBuffer => new Uint8Array(buffer).buffer;

/** Facts of a camera: turned by a quarter, a time, and a small picture after them. */
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

/** A photo that is nothing but its facts. */
const photo = (): Promise<ArrayBuffer> => {
  const head = new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, 128, 0x45, 0x78, 0x69, 0x66, 0, 0]);
  return new Blob([head, facts(), new Uint8Array([0xff, 0xda, 0, 0])]).arrayBuffer();
};

describe('a photo drawn anew', () => {
  it('keeps its facts, is not turned a second time, and leaves the small picture out', async () => {
    const found = exifOf(await photo());
    expect(found).toEqual(facts());
    const made = await withExif(EMPTY, found).arrayBuffer();
    const kept = exifOf(made);
    expect(kept && takenOf(kept)).toBe(new Date('2026-05-04T09:08:07').toISOString());
    const view = new DataView(made, 12);
    expect(view.getUint16(18, true)).toBe(1);
    expect(view.getUint32(34, true)).toBe(0);
    // What was drawn follows.
    expect([...new Uint8Array(made).slice(-2)]).toEqual([0xff, 0xd9]);
  });

  it('stays as it is where there are no facts, or broken ones', () => {
    expect(withExif(EMPTY, null)).toBe(EMPTY);
    expect(withExif(EMPTY, new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9]))).toBe(EMPTY);
    expect(withExif(EMPTY, new Uint8Array(70_000))).toBe(EMPTY);
  });
});

it('reads past no end, wherever a file is cut or spoiled', async () => {
  const whole = new Uint8Array(await photo());
  for (let cut = 0; cut < whole.length; cut += 1) {
    expect(() => exifOf(bytes(whole.subarray(0, cut)))).not.toThrow();
    const spoiled = new Uint8Array(whole);
    spoiled[cut] = 255;
    const found = exifOf(bytes(spoiled));
    if (found) expect(() => [takenOf(found), withExif(EMPTY, found)]).not.toThrow();
  }
});
