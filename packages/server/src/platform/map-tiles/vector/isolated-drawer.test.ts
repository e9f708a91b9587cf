// Hostile vector tiles and archives end quickly, crash only their own process, and the next tile is drawn normally.
import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../fetch-limited.ts';
import { IsolatedDrawer } from './isolated-drawer.ts';

const EMPTY_TILE = new Uint8Array();
const SERVER = { isArchive: false, dataZoom: 14, language: 'en' };
/** The time is the program's: a process that starts on a busy machine takes seconds. */
const LIMITS = { heapMb: 96, memoryBytes: 300 * 2 ** 20, idleMs: 1 };

let bytes: Uint8Array;
afterEach(() => {
  bytes = EMPTY_TILE;
});

const varint = (value: number): number[] =>
  value > 127 ? [(value % 128) + 128, ...varint(Math.floor(value / 128))] : [value];
const layerOf = (fields: Uint8Array): Buffer => Buffer.concat([Buffer.from([0x1a, ...varint(fields.length)]), fields]);
/** A layer whose only feature has these fields. */
const layerWith = (feature: readonly number[]): Buffer =>
  layerOf(Buffer.from([0x12, ...varint(feature.length), ...feature]));

/** The tile is rejected for what it contains, not because its time is over. */
async function expectRejected(drawing: Promise<unknown>): Promise<void> {
  const error = await drawing.catch((one: unknown) => one);
  expect(error).toBeInstanceOf(ServiceError);
  expect((error as ServiceError).message).not.toBe('takes too long to draw');
}

describe('a vector tile', () => {
  const drawer = new IsolatedDrawer(SERVER, async () => bytes, LIMITS);

  it('may be empty', async () => {
    bytes = EMPTY_TILE;
    const picture = await drawer.draw(3, 1, 1);
    expect(
      Buffer.from(picture ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it.each([
    ['a web page', Buffer.from('<!doctype html><html><body>no</body></html>')],
    ['an unterminated number', Buffer.alloc(20, 0xff)],
    ['a field of an unknown kind', Buffer.from([0x1a, 2, 0x0f, 1])],
    ['endless coordinates', layerWith([0x18, 2, 0x22, ...varint(2 ** 50)])],
    ['endless properties', layerWith([0x12, ...varint(2 ** 50)])],
    // Needs more memory than the process may use.
    ['a layer of millions of features', layerOf(Buffer.alloc(12_000_000, Buffer.from([0x12, 2, 0x22, 0])))],
    ['a compression bomb', Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(40, 1)])],
  ])('that is %s is rejected, and the next one is drawn', async (_, hostile) => {
    bytes = hostile;
    await expectRejected(drawer.draw(4, 1, 1));
    bytes = EMPTY_TILE;
    expect(await drawer.draw(5, 1, 1)).toBeDefined();
  });

  it('of random bytes is drawn or rejected at once, by the same process', async () => {
    let seed = 7;
    const outcomes = new Set<string>();
    for (let round = 0; round < 200; round++) {
      bytes = Uint8Array.from({ length: 60 }, () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
        return seed >>> 16;
      });
      bytes[0] = 0x1a;
      bytes[1] = 40;
      const outcome = await drawer.draw(14, round, 0).then(
        () => 'drawn',
        (error: unknown) => error,
      );
      if (outcome instanceof ServiceError) outcomes.add(outcome.message);
      else expect(outcome).toBe('drawn');
    }
    expect(outcomes.size).toBeGreaterThan(0);
    for (const failure of ['takes too long to draw', 'cannot be drawn']) expect(outcomes).not.toContain(failure);
  });
});

describe('a PMTiles archive', () => {
  it.each([
    ['is a web page', Buffer.alloc(16_384, '<html>')],
    ['is empty', Buffer.alloc(0)],
    ['claims an endless directory', archive([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f], 2 ** 40)],
    ['claims more entries than it has', archive([0xff, 0xff, 0xff, 0xff, 0x0f])],
  ])('that %s is rejected', async (_, hostile) => {
    const drawer = new IsolatedDrawer(
      { ...SERVER, isArchive: true },
      async (request) =>
        request.kind === 'range' ? hostile.subarray(request.offset, request.offset + request.length) : undefined,
      LIMITS,
    );
    await expectRejected(drawer.draw(3, 1, 1));
  });
});

/** An uncompressed archive of version 3 with this root directory. */
function archive(directory: readonly number[], length = directory.length): Buffer {
  const head = Buffer.alloc(127);
  head.write('PMTiles');
  head[7] = 3;
  for (const [value, at] of [
    [127, 8],
    [length, 16],
    [127, 40],
    [127, 56],
  ] as const)
    head.writeBigUInt64LE(BigInt(value), at);
  head.set([1, 1, 1, 14, 14], 97);
  return Buffer.concat([head, Buffer.from(directory)]);
}
