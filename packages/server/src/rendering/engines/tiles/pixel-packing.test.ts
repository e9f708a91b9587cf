// Pixels of three and of four bytes have the same colours, whatever their number and their fourth byte.
import { expect, test } from 'vitest';
import { toFourBytes, toThreeBytes } from './pixel-packing.ts';

const pixels = (count: number) => Int32Array.from({ length: count }, (_, i) => Math.imul(i + 1, 0x9e3779b1));

test.each([0, 1, 2, 3, 4, 5, 7, 8, 513])('packs and unpacks %i pixels', (count) => {
  const four = pixels(count);
  const three = new Uint8Array(3 * count);
  toThreeBytes(four, three);
  expect([...three]).toEqual([...four].flatMap((one) => [one & 0xff, (one >> 8) & 0xff, (one >> 16) & 0xff]));
  const again = new Int32Array(count).fill(-1);
  toFourBytes(three, again);
  expect([...again]).toEqual([...four].map((one) => one & 0xffffff));
});

test('only as many pixels are copied as there is room for', () => {
  const into = new Int32Array(5);
  toFourBytes(
    Uint8Array.from({ length: 60 }, (_, i) => i),
    into,
  );
  expect(into[4]).toBe(12 | (13 << 8) | (14 << 16));
  const room = new Uint8Array(30).fill(99);
  toThreeBytes(pixels(5), room.subarray(0, 15));
  expect([...room.subarray(15)]).toEqual(Array.from({ length: 15 }, () => 99));
});
