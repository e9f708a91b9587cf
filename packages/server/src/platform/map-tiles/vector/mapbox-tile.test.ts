// Garbage in place of a vector tile ends soon, whatever it is.
import { describe, expect, it } from 'vitest';
import { readTile } from './mapbox-tile.ts';

describe('a vector tile', () => {
  it('may be empty', () => {
    expect(readTile(new Uint8Array())).toEqual([]);
  });

  it.each([
    ['a web page', Buffer.from('<!doctype html><html><body>no</body></html>')],
    ['a number without an end', Buffer.alloc(20, 0xff)],
    ['a layer longer than all', Buffer.from([0x1a, 0x7f, 1, 2])],
  ])('is not %s', (_, bytes) => {
    expect(() => readTile(bytes)).toThrow(RangeError);
  });

  it('reads any bytes or refuses them', () => {
    let seed = 7;
    for (let round = 0; round < 2_000; round++) {
      const bytes = Uint8Array.from({ length: 60 }, () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
        return seed >>> 16;
      });
      bytes[0] = 0x1a;
      bytes[1] = 40;
      try {
        readTile(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
  });
});
