import { beforeEach, expect, it } from 'vitest';
import { type LoadTile, TileCache } from './tile-cache.ts';

const SIDE = 10;
const BYTES = SIDE * SIDE * 4;

type Bitmap = { key: string; width: number; height: number; closed: boolean; close(): void };
type Request = { key: string; signal: AbortSignal; succeed(): Bitmap; fail(): void };

const requests: Request[] = [];
let cache: TileCache;

/** A load that is completed by the test. */
const load =
  (key: string): LoadTile =>
  (signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Bitmap>();
    signal.addEventListener('abort', () => reject(signal.reason));
    requests.push({
      key,
      signal,
      succeed: () => {
        const bitmap: Bitmap = { key, width: SIDE, height: SIDE, closed: false, close: () => undefined };
        bitmap.close = () => {
          bitmap.closed = true;
        };
        resolve(bitmap);
        return bitmap;
      },
      fail: () => reject(new Error('lost')),
    });
    // Only width, height and close are used.
    return promise as Promise<unknown> as Promise<ImageBitmap>;
  };

const lease = (key: string) => cache.lease(key, load(key));
const last = (): Request => {
  const request = requests.at(-1);
  if (!request) throw new Error('nothing has been requested');
  return request;
};

/** Loads a tile and releases it: it is cached, but not on lease. */
async function cached(key: string): Promise<Bitmap> {
  const tile = lease(key);
  const bitmap = last().succeed();
  await tile.image;
  tile.release();
  return bitmap;
}

beforeEach(() => {
  requests.length = 0;
  cache = new TileCache(3 * BYTES);
});

it('loads a tile once for all who lease it', async () => {
  const [one, other] = [lease('a'), lease('a')];
  const bitmap = last().succeed();
  expect(await one.image).toBe(bitmap);
  expect(await other.image).toBe(bitmap);
  expect(await lease('a').image).toBe(bitmap);
  expect(requests).toHaveLength(1);
});

it('aborts a load only when no one waits for it any more', () => {
  const [one, other] = [lease('a'), lease('a')];
  one.release();
  one.release();
  expect(last().signal.aborted).toBe(false);
  other.release();
  expect(last().signal.aborted).toBe(true);
  lease('a');
  expect(requests).toHaveLength(2);
});

it('does not cache a failure', async () => {
  const tile = lease('a');
  last().fail();
  await expect(tile.image).rejects.toThrow('lost');
  lease('a');
  expect(requests).toHaveLength(2);
});

it('loads a tile again for those who joined a load that failed', async () => {
  const first = lease('a');
  const joined = cache.lease('a', load('a, renewed link'));
  last().fail();
  await expect(first.image).rejects.toThrow('lost');
  await expect.poll(() => last().key).toBe('a, renewed link');
  const bitmap = last().succeed();
  expect(await joined.image).toBe(bitmap);
});

it('does not load a tile again for those who have released it', async () => {
  const first = lease('a');
  const joined = lease('a');
  joined.release();
  last().fail();
  await expect(first.image).rejects.toThrow('lost');
  await expect(joined.image).rejects.toThrow('lost');
  expect(requests).toHaveLength(1);
});

it('closes the least recently used tiles beyond the limit of bytes', async () => {
  const [a, b, c] = [await cached('a'), await cached('b'), await cached('c')];
  expect(cache.peek('a')).toBe(a);
  const d = await cached('d');
  expect([a, b, c, d].map(({ closed }) => closed)).toEqual([false, true, false, false]);
  expect(cache.peek('b')).toBeUndefined();
});

it('never closes a tile on lease, even beyond the limit', async () => {
  const leased = ['a', 'b', 'c', 'd'].map((key) => {
    const tile = lease(key);
    return { tile, bitmap: last().succeed() };
  });
  await Promise.all(leased.map(({ tile }) => tile.image));
  expect(leased.some(({ bitmap }) => bitmap.closed)).toBe(false);
  leased[1]?.tile.release();
  expect(leased.map(({ bitmap }) => bitmap.closed)).toEqual([false, true, false, false]);
});

it('forgets all tiles when cleared, and closes those on lease when they are released', async () => {
  const tile = lease('a');
  const leased = last().succeed();
  await tile.image;
  const idle = await cached('b');
  const pending = lease('c');
  cache.clear();
  expect([leased.closed, idle.closed]).toEqual([false, true]);
  expect(cache.peek('a')).toBeUndefined();
  const late = last().succeed();
  expect(await pending.image).toBe(late);
  tile.release();
  pending.release();
  expect([leased.closed, late.closed]).toEqual([true, true]);
  expect(requests).toHaveLength(3);
});
