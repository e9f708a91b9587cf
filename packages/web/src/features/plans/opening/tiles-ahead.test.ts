import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askTiles, dropTiles, takeTile } from './tiles-ahead.ts';

type Picture = { url: string; closed: boolean; close(): void };

const asked: string[] = [];
const stopped: string[] = [];
const made: Picture[] = [];
let missing = '';

const PLACES = [
  { z: 0, x: 0, y: 0 },
  { z: 2, x: 1, y: 0 },
];
const [BASE = { z: 0, x: 0, y: 0 }, SHARP = BASE] = PLACES;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    asked.push(url);
    signal.addEventListener('abort', () => stopped.push(url));
    return new Response(url, { status: url === missing ? 404 : 200 });
  });
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => {
    const picture: Picture = { url: await blob.text(), closed: false, close: () => undefined };
    picture.close = () => {
      picture.closed = true;
    };
    made.push(picture);
    return picture;
  });
});
afterEach(() => {
  dropTiles();
  for (const list of [asked, stopped, made]) list.length = 0;
  missing = '';
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('returns each tile once, and requests none twice', async () => {
  askTiles('sheet', '/m/tiles/sheet', PLACES);
  askTiles('sheet', '/m/tiles/sheet', PLACES);
  expect(asked).toEqual(['/m/tiles/sheet/0/0/0', '/m/tiles/sheet/2/1/0']);
  expect(await takeTile('sheet', SHARP)).toBe(made[1]);
  expect(takeTile('sheet', SHARP)).toBeUndefined();
});

it('returns no tile of another revision', () => {
  askTiles('sheet', '/m/tiles/sheet', PLACES);
  expect(takeTile('other', BASE)).toBeUndefined();
});

it('drops one plan when another is opened, but keeps its tiles already taken', async () => {
  askTiles('sheet', '/m/tiles/sheet', PLACES);
  const shown = await takeTile('sheet', BASE);
  askTiles('other', '/m/tiles/other', PLACES);
  await vi.advanceTimersByTimeAsync(0);
  expect(takeTile('sheet', SHARP)).toBeUndefined();
  expect(stopped).toContain('/m/tiles/sheet/2/1/0');
  expect(made.filter(({ closed }) => closed).map(({ url }) => url)).toEqual(['/m/tiles/sheet/2/1/0']);
  expect((shown as unknown as Picture).closed).toBe(false);
});

it('drops tiles that are never taken', async () => {
  askTiles('sheet', '/m/tiles/sheet', PLACES);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(takeTile('sheet', BASE)).toBeUndefined();
  expect(made.every(({ closed }) => closed)).toBe(true);
});

it('reports a failed tile to the caller that takes it', async () => {
  missing = '/m/tiles/sheet/2/1/0';
  askTiles('sheet', '/m/tiles/sheet', PLACES);
  await expect(takeTile('sheet', SHARP)).rejects.toThrow('404');
  expect(await takeTile('sheet', BASE)).toBe(made[0]);
});
