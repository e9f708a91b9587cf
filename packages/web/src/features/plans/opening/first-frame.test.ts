import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NO_PADDING, openingFrame } from '../../../viewer/camera/geometry.ts';
import { type TileCoord, tilePath } from '../../../viewer/tiles/pyramid.ts';
import { FirstFrame } from './first-frame.ts';

const PLAN = { widthPx: 900, heightPx: 600, tileSize: 512, levels: 2 };
const BOX = { left: 240, top: 56, width: 900, height: 700, bottom: 0 };
const COARSE = { z: 0, x: 0, y: 0 };
const LEFT = { z: 1, x: 0, y: 0 };
const RIGHT = { z: 1, x: 1, y: 0 };

/** Paths of the tiles in the order in which they were painted. */
let painted: string[] = [];
const context = {
  setTransform: () => undefined,
  save: () => undefined,
  restore: () => undefined,
  beginPath: () => undefined,
  rect: () => undefined,
  fill: () => undefined,
  fillRect: () => undefined,
  drawImage: ({ path }: { path: string }) => void painted.push(path),
};
/** What is called on an event of the window, by its name. */
let listeners: Record<string, () => void> = {};
const canvas = { hidden: false, style: {}, getContext: () => context };

const create = (tiles: readonly TileCoord[], onInput: () => void = () => undefined): FirstFrame =>
  new FirstFrame({ plan: PLAN, frame: openingFrame(PLAN, BOX, 1, undefined, NO_PADDING), box: BOX, tiles }, onInput);

function add(frame: FirstFrame, ...tiles: readonly TileCoord[]): void {
  // Only these properties are used.
  for (const tile of tiles)
    frame.add(tile, { path: tilePath(tile), width: 450, height: 300 } as unknown as ImageBitmap);
}

beforeEach(() => {
  vi.useFakeTimers();
  const body = { append: () => undefined };
  vi.stubGlobal('document', { createElement: () => canvas, body, documentElement: { dataset: {} } });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }));
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    listeners[name] = listener;
  });
  vi.stubGlobal('innerWidth', 412);
  vi.stubGlobal('innerHeight', 839);
  vi.stubGlobal('requestAnimationFrame', () => 0);
  painted = [];
  listeners = {};
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('shows tiles that arrive quickly in one frame, without the coarse one that they cover', () => {
  const frame = create([COARSE, LEFT, RIGHT]);
  add(frame, COARSE, LEFT, RIGHT);
  expect(canvas.hidden).toBe(true);
  void frame.complete();
  expect(canvas.hidden).toBe(false);
  expect(painted).toEqual(['1/0/0', '1/1/0']);
});

it('shows the coarse tile until slow ones have arrived', async () => {
  const frame = create([COARSE, LEFT, RIGHT]);
  add(frame, COARSE);
  await vi.runAllTimersAsync();
  expect(canvas.hidden).toBe(false);
  expect(painted).toEqual(['0/0/0']);
  add(frame, LEFT, RIGHT);
  expect(painted).toEqual(['0/0/0', '1/0/0', '1/1/0']);
});

it('shows nothing before the first tile of a slow connection, and that one at once', async () => {
  const frame = create([COARSE, LEFT, RIGHT]);
  await vi.runAllTimersAsync();
  expect(canvas.hidden).toBe(true);
  add(frame, COARSE);
  expect(canvas.hidden).toBe(false);
});

it('keeps the coarse tile below sharp ones of which one is missing', () => {
  const frame = create([COARSE, LEFT, RIGHT]);
  add(frame, COARSE, LEFT);
  void frame.complete();
  expect(painted).toEqual(['0/0/0', '1/0/0']);
});

it('paints a plan of a single level', () => {
  const frame = create([COARSE, COARSE]);
  add(frame, COARSE, COARSE);
  void frame.complete();
  expect(painted).toContain('0/0/0');
});

it('stays when a phone reports the size that the window already has, and ends when that has changed', () => {
  const onInput = vi.fn();
  create([COARSE], onInput);
  listeners.resize?.();
  expect(onInput).not.toHaveBeenCalled();
  vi.stubGlobal('innerHeight', 500);
  listeners.resize?.();
  expect(onInput).toHaveBeenCalledOnce();
});
