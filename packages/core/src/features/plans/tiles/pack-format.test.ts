// The tile pack: what is written is found again, and other files are refused.
import { describe, expect, test } from 'vitest';
import {
  type ByteRange,
  indexRange,
  levelSize,
  PACK_HEADER_BYTES,
  PackError,
  pyramidOf,
  readPackHeader,
  readPackIndex,
  readTileEntry,
  tileCount,
  tileEntryRange,
  tileNumber,
  tileRange,
  writePackIndex,
} from './pack-format.ts';

const SIZES = [
  [1, 1],
  [512, 512],
  [513, 1],
  [1024, 1025],
  [9933, 14043],
  [25157, 9156],
] as const;

/** Every tile has its own position, the last ones beyond four gigabytes. */
function entriesOf(count: number): ByteRange[] {
  return Array.from({ length: count }, (_, i) => ({
    offset: i < count - 2 ? 1000 + i * 7 : 5_000_000_000 + i,
    length: i + 1,
  }));
}

describe.each(SIZES)('an image of %i × %i pixels', (width, height) => {
  const pack = pyramidOf(width, height);
  const entries = entriesOf(tileCount(pack));
  const bytes = writePackIndex(pack, entries, 6_000_000_000);

  test('level 0 fits one tile, the last level is the image, each level halves the next, rounding up', () => {
    expect(levelSize(pack, 0)).toMatchObject({ columns: 1, rows: 1 });
    expect(levelSize(pack, pack.levels - 1)).toMatchObject({ width, height });
    for (let z = 1; z < pack.levels; z++) {
      const finer = levelSize(pack, z);
      expect(levelSize(pack, z - 1)).toMatchObject({
        width: Math.ceil(finer.width / 2),
        height: Math.ceil(finer.height / 2),
      });
    }
    if (pack.levels > 1) expect(Math.max(levelSize(pack, 1).columns, levelSize(pack, 1).rows)).toBe(2);
  });

  test('header and every tile are read as written', () => {
    const header = readPackHeader(bytes);
    expect(header).toMatchObject({ ...pack, tileCount: entries.length, fileBytes: 6_000_000_000 });
    const index = readPackIndex(bytes);
    let number = 0;
    for (let z = 0; z < pack.levels; z++) {
      const { columns, rows } = levelSize(pack, z);
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < columns; x++) {
          expect(tileNumber(pack, z, x, y)).toBe(number);
          expect(tileRange(index, z, x, y)).toEqual(entries[number]);
          number++;
        }
      }
    }
    expect(number).toBe(entries.length);
  });

  test('one small read locates one tile', () => {
    const z = pack.levels - 1;
    const { columns, rows } = levelSize(pack, z);
    const place = tileEntryRange(pack, z, columns - 1, rows - 1);
    if (!place) throw new Error('the last tile is there');
    expect(place.length).toBe(12);
    expect(readTileEntry(bytes.subarray(place.offset, place.offset + place.length))).toEqual(entries.at(-1));
  });

  test('the index is readable on its own if the header is known', () => {
    const header = readPackHeader(bytes);
    const { offset, length } = indexRange(header);
    const alone = readPackIndex(bytes.slice(offset, offset + length), header);
    expect(tileRange(alone, 0, 0, 0)).toEqual(entries[0]);
  });
});

test('tiles that do not exist have no position', () => {
  const pack = pyramidOf(1000, 600);
  const index = readPackIndex(writePackIndex(pack, entriesOf(tileCount(pack)), 1));
  const outside = [
    [-1, 0, 0],
    [2, 0, 0],
    [1, 2, 0],
    [1, 0, 2],
    [1, -1, 0],
    [0, 1, 0],
    [0.5, 0, 0],
    [Number.NaN, 0, 0],
  ] as const;
  for (const [z, x, y] of outside) {
    expect(tileRange(index, z, x, y)).toBeNull();
    expect(tileEntryRange(pack, z, x, y)).toBeNull();
  }
});

describe('refused input', () => {
  const pack = pyramidOf(2000, 900);
  const good = writePackIndex(pack, entriesOf(tileCount(pack)), 1);
  const changed = (at: number, value: number) => {
    const bytes = good.slice();
    bytes[at] = value;
    return bytes;
  };

  test.each([
    ['nothing', new Uint8Array()],
    ['half a header', good.slice(0, 40)],
    ['another file', new Uint8Array(200)],
    ['a newer version', changed(8, 2)],
    ['zero width', changed(13, 0).fill(0, 12, 16)],
    ['a size that contradicts the count', changed(12, 1).fill(0, 13, 16)],
    ['more levels than an image can have', changed(24, 255)],
  ])('%s as header', (_what, bytes) => {
    expect(() => readPackHeader(bytes)).toThrow(PackError);
  });

  test('an index that is truncated or altered', () => {
    expect(() => readPackIndex(good.slice(0, -1))).toThrow(PackError);
    expect(() => readPackIndex(changed(PACK_HEADER_BYTES + 5, 77))).toThrow(PackError);
  });

  test('an index with a missing tile is not written', () => {
    const entries: (ByteRange | undefined)[] = entriesOf(tileCount(pack));
    entries[3] = undefined;
    expect(() => writePackIndex(pack, entries, 1)).toThrow(PackError);
  });
});
