import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NO_PADDING, openingFrame } from '../../../viewer/camera/geometry.ts';
import { leaseTile } from '../../../viewer/tiles/lease-tile.ts';
import { tilePath } from '../../../viewer/tiles/pyramid.ts';
import { fetchTile, TileCache } from '../../../viewer/tiles/tile-cache.ts';
import type { FirstView } from './first-frame.ts';
import { linkedTiles, type RevisionTiles } from './first-source.ts';
import { type OpeningTools, PlanOpenings } from './plan-opening.ts';

type Bitmap = { url: string; width: number; height: number; closed: boolean; close(): void };

const PLAN = { widthPx: 900, heightPx: 600, tileSize: 512, levels: 2 };
const BOX = { left: 240, top: 56, width: 900, height: 700, bottom: 0 };
const TILES = [
  { z: 0, x: 0, y: 0 },
  { z: 1, x: 0, y: 0 },
];
const VIEW: FirstView = {
  plan: PLAN,
  frame: openingFrame(PLAN, BOX, 1, undefined, NO_PADDING),
  box: BOX,
  tiles: TILES,
};

/** Tiles whose response has to be sent by `answer`. */
let unanswered = new Map<string, PromiseWithResolvers<Response>>();
const requested: string[] = [];
const bitmaps: Bitmap[] = [];
let frames: { drawn: string[]; removed: boolean; passesPointer: boolean; onInput: () => void }[] = [];
let knowsStage = true;
let cache: TileCache;
let openings: PlanOpenings;

const tools = (): OpeningTools => ({
  cache,
  firstViewOf: () => (knowsStage ? VIEW : undefined),
  createFrame: (_, onInput) => {
    const frame = { drawn: [] as string[], removed: false, passesPointer: false, onInput };
    frames.push(frame);
    return {
      add: (tile) => void frame.drawn.push(tilePath(tile)),
      complete: async () => undefined,
      passPointerEvents: () => {
        frame.passesPointer = true;
      },
      remove: () => {
        frame.removed = true;
      },
    };
  },
});

const target = (planId: string) => ({ planId, viewType: 'split' as const, pin: false });
const known = (revisionId: string): RevisionTiles =>
  linkedTiles({
    image: { id: revisionId, pyramid: { width: 900, height: 600, tileSize: 512, levels: 2 } },
    link: { revisionId, prefix: `/m/${revisionId}`, expiresAt: '2100-01-01T00:00:00Z' },
  });
const settle = () => vi.advanceTimersByTimeAsync(0);
const answer = async (status = 200): Promise<void> => {
  for (const [url, response] of unanswered) response.resolve(new Response(url, { status }));
  unanswered = new Map();
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    requested.push(url);
    const response = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => response.reject(signal.reason));
    unanswered.set(url, response);
    return response.promise;
  });
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => {
    const bitmap: Bitmap = { url: await blob.text(), width: 512, height: 512, closed: false, close: () => undefined };
    bitmap.close = () => {
      bitmap.closed = true;
    };
    bitmaps.push(bitmap);
    return bitmap;
  });
  knowsStage = true;
  cache = new TileCache(0);
  openings = new PlanOpenings(tools());
});
afterEach(() => {
  openings.clear();
  frames = [];
  unanswered = new Map();
  requested.length = 0;
  bitmaps.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('goes from the press to the finished viewer through every state', async () => {
  const opening = openings.start(target('a'));
  expect(opening.state).toBe('requested');
  opening.load(known('a1'));
  expect(opening.state).toBe('loading');
  const shown = openings.show('a', 10_000);
  await answer();
  await shown;
  expect(opening.state).toBe('drawn');
  expect(frames).toMatchObject([{ drawn: ['0/0/0', '1/0/0'], removed: false }]);
  opening.handOver('a1', BOX);
  expect(opening.state).toBe('handedOver');
  expect(frames).toMatchObject([{ passesPointer: true, removed: false }]);
  opening.finish();
  expect(opening.state).toBe('finished');
  expect(frames).toMatchObject([{ removed: true }]);
  expect(bitmaps.every(({ closed }) => closed)).toBe(true);
});

it('draws nothing until the browser navigates to the plan', async () => {
  openings.start(target('a')).load(known('a1'));
  await answer();
  expect(frames).toEqual([]);
  await openings.show('a', 10_000);
  expect(frames).toMatchObject([{ drawn: ['0/0/0', '1/0/0'] }]);
});

it('draws when the link to the tiles arrives after the navigation', async () => {
  const opening = openings.start(target('a'));
  const shown = openings.show('a', 10_000);
  opening.load(known('a1'));
  await answer();
  await shown;
  expect(opening.state).toBe('drawn');
});

it('does not delay the navigation longer than requested', async () => {
  openings.start(target('a')).load(known('a1'));
  const shown = openings.show('a', 150);
  await vi.advanceTimersByTimeAsync(150);
  await shown;
  expect(frames).toMatchObject([{ drawn: [] }]);
});

it('does not delay the navigation to a plan that is not being opened', () => {
  expect(openings.show('a', 150)).toBeUndefined();
});

it('continues the same opening on the click that follows a press', () => {
  const opening = openings.start(target('a'));
  opening.load(known('a1'));
  expect(openings.start(target('a'))).toBe(opening);
  opening.load(known('a1'));
  expect(requested).toEqual(['/m/a1/0/0/0', '/m/a1/1/0/0']);
});

it('cancels one plan when another is pressed, and fetches no more of it', async () => {
  const first = openings.start(target('a'));
  first.load(known('a1'));
  const second = openings.start(target('b'));
  expect(first.state).toBe('cancelled');
  second.load(known('b1'));
  // The link of the first plan arrives late.
  first.load(known('a1'));
  void openings.show('b', 10_000);
  await answer();
  expect(second.state).toBe('drawn');
  expect(requested).toEqual(['/m/a1/0/0/0', '/m/a1/1/0/0', '/m/b1/0/0/0', '/m/b1/1/0/0']);
  expect(bitmaps.map(({ url }) => url)).toEqual(['/m/b1/0/0/0', '/m/b1/1/0/0']);
  expect(frames).toHaveLength(1);
});

it('cancels the plan when the user switches to another before it is drawn', async () => {
  const first = openings.start(target('a'));
  first.load(known('a1'));
  void openings.show('a', 10_000);
  openings.leave('/project/1/b');
  expect(first.state).toBe('cancelled');
  expect(frames).toMatchObject([{ removed: true }]);
  const again = openings.start(target('a'));
  expect(again).not.toBe(first);
  openings.leave('/project/1/a');
  expect(again.state).toBe('requested');
});

it('cancels the first frame when the user moves the plan', async () => {
  const opening = openings.start(target('a'));
  opening.load(known('a1'));
  void openings.show('a', 10_000);
  frames[0]?.onInput();
  expect(opening.state).toBe('cancelled');
  await answer();
  expect(frames).toMatchObject([{ drawn: [], removed: true }]);
});

it('loads the current revision when the link of an older one was remembered', async () => {
  const opening = openings.start(target('a'));
  opening.load(known('a1'));
  opening.load(known('a2'));
  void openings.show('a', 10_000);
  await answer();
  expect(opening.state).toBe('drawn');
  expect(bitmaps.map(({ url }) => url)).toEqual(['/m/a2/0/0/0', '/m/a2/1/0/0']);
});

it('removes the first frame when the viewer shows another revision', async () => {
  const opening = openings.start(target('a'));
  opening.load(known('a1'));
  void openings.show('a', 10_000);
  await answer();
  opening.handOver('a2', BOX);
  expect(opening.state).toBe('failed');
  expect(frames).toMatchObject([{ removed: true }]);
});

it('removes the first frame when a newer revision becomes known while it is shown', async () => {
  const opening = openings.start(target('a'));
  opening.load(known('a1'));
  void openings.show('a', 10_000);
  opening.load(known('a2'));
  expect(opening.state).toBe('failed');
  expect(frames).toMatchObject([{ removed: true }]);
});

it.each(['left', 'top', 'width', 'height'] as const)(
  'removes the first frame when the viewer has another %s',
  async (side) => {
    const opening = openings.start(target('a'));
    opening.load(known('a1'));
    void openings.show('a', 10_000);
    await answer();
    opening.handOver('a1', { ...BOX, [side]: BOX[side] + 2 });
    expect(opening.state).toBe('failed');
  },
);

it('ends without a first frame when the viewer is ready first', () => {
  const opening = openings.start(target('a'));
  opening.handOver('a1', BOX);
  expect(opening.state).toBe('finished');
});

it('fails without a first frame when the position on screen is unknown', async () => {
  knowsStage = false;
  const opening = openings.start(target('a'));
  const shown = openings.show('a', 10_000);
  opening.load(known('a1'));
  await shown;
  expect(opening.state).toBe('failed');
  expect(requested).toEqual([]);
});

it('fails without a first frame when no tile can be loaded, such as offline', async () => {
  const opening = openings.start(target('a'));
  opening.load(known('a1'));
  const shown = openings.show('a', 10_000);
  for (const response of unanswered.values()) response.reject(new TypeError('Failed to fetch'));
  await shown;
  expect(opening.state).toBe('failed');
  expect(frames).toMatchObject([{ drawn: [], removed: true }]);
});

it('shows the tiles that could be loaded when others fail', async () => {
  const opening = openings.start(target('a'));
  opening.load(known('a1'));
  const shown = openings.show('a', 10_000);
  unanswered.get('/m/a1/0/0/0')?.resolve(new Response('', { status: 404 }));
  unanswered.delete('/m/a1/0/0/0');
  await answer();
  await shown;
  expect(opening.state).toBe('drawn');
  expect(frames).toMatchObject([{ drawn: ['1/0/0'] }]);
});

it('cancels a plan whose link never arrives, and one that is pressed but not opened', async () => {
  const waiting = openings.start(target('a'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(waiting.state).toBe('cancelled');
  const pressed = openings.start(target('a'));
  pressed.load(known('a1'));
  await answer();
  expect(bitmaps.some(({ closed }) => closed)).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(pressed.state).toBe('cancelled');
  expect(bitmaps.every(({ closed }) => closed)).toBe(true);
});

it('removes the first frame of a viewer that never appears', async () => {
  const opening = openings.start(target('a'));
  opening.load(known('a1'));
  void openings.show('a', 10_000);
  await answer();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(opening.state).toBe('cancelled');
  expect(frames).toMatchObject([{ removed: true }]);
});

it('leaves nothing on screen or in memory when the session ends', async () => {
  cache = new TileCache(1e9);
  openings = new PlanOpenings(tools());
  const opening = openings.start(target('a'));
  opening.load(known('a1'));
  void openings.show('a', 10_000);
  await answer();
  openings.clear();
  expect(opening.state).toBe('cancelled');
  expect(frames).toMatchObject([{ removed: true }]);
  expect(bitmaps.every(({ closed }) => closed)).toBe(true);
  expect(cache.peek('a1/0/0/0')).toBeUndefined();
});

it('shares its tiles with the viewer, which keeps them after the opening has ended', async () => {
  const opening = openings.start(target('a'));
  opening.load(known('a1'));
  const loadTile = vi.fn((tile: (typeof TILES)[number], signal: AbortSignal) =>
    fetchTile(`/m/viewer/${tilePath(tile)}`, signal),
  );
  const leases = TILES.map((tile) => leaseTile({ id: 'a1', cache, loadTile }, tile));
  opening.finish();
  await answer();
  const images = await Promise.all(leases.map(({ image }) => image));
  expect(images).toEqual(bitmaps);
  expect(bitmaps.some(({ closed }) => closed)).toBe(false);
  expect(loadTile).not.toHaveBeenCalled();
});

it('lets the viewer load with its own link the tiles that the opening could not', async () => {
  openings.start(target('a')).load(known('a1'));
  const lease = leaseTile(
    { id: 'a1', cache, loadTile: (tile, signal) => fetchTile(`/m/renewed/${tilePath(tile)}`, signal) },
    { z: 1, x: 0, y: 0 },
  );
  await answer(403);
  await answer();
  expect(await lease.image).toMatchObject({ url: '/m/renewed/1/0/0' });
});
