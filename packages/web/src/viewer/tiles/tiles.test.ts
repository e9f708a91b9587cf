import { expect, test } from 'vitest';
import { type RetryPlan, withRetries } from './lease-tile.ts';
import { levelResolutions, levelTiles, type Pyramid, preferCoarser, tileExists } from './pyramid.ts';

const PLAN: Pyramid = { widthPx: 5_000, heightPx: 3_000, tileSize: 512, levels: 5 };

test('the last level is 1:1 and each one below halves it', () => {
  expect(levelResolutions(5)).toEqual([16, 8, 4, 2, 1]);
});

test('tiles cover the plan on every level, the smallest level is one tile', () => {
  expect(levelTiles(PLAN, 4)).toEqual({ columns: 10, rows: 6 });
  expect(levelTiles(PLAN, 3)).toEqual({ columns: 5, rows: 3 });
  expect(levelTiles(PLAN, 0)).toEqual({ columns: 1, rows: 1 });
});

test('a tile outside the edges or levels does not exist', () => {
  expect(tileExists(PLAN, { z: 4, x: 9, y: 5 })).toBe(true);
  expect(tileExists(PLAN, { z: 4, x: 10, y: 5 })).toBe(false);
  expect(tileExists(PLAN, { z: 4, x: 9, y: 6 })).toBe(false);
  expect(tileExists(PLAN, { z: 5, x: 0, y: 0 })).toBe(false);
  expect(tileExists(PLAN, { z: 4, x: -1, y: 0 })).toBe(false);
});

test('a level that is almost sharp enough is preferred to one with four times the tiles', () => {
  expect(preferCoarser(2, 2, 1)).toBeGreaterThan(0);
  expect(preferCoarser(1.8, 2, 1)).toBeGreaterThan(0);
  expect(preferCoarser(1.2, 2, 1)).toBeLessThan(0);
});

function plan(waits: number[]): RetryPlan {
  return {
    times: 3,
    delayMs: 1_000,
    wait: async (ms, signal) => {
      signal.throwIfAborted();
      waits.push(ms);
    },
  };
}

test('a failed load is retried three times, a second apart', async () => {
  const waits: number[] = [];
  let calls = 0;
  const load = withRetries(
    async () => {
      calls += 1;
      if (calls < 4) throw new Error('cut');
      return 'tile';
    },
    new AbortController().signal,
    plan(waits),
  );
  await expect(load).resolves.toBe('tile');
  expect(waits).toEqual([1_000, 1_000, 1_000]);
});

test('after the last attempt the failure is reported', async () => {
  const waits: number[] = [];
  const load = withRetries(
    async () => {
      throw new Error('gone');
    },
    new AbortController().signal,
    plan(waits),
  );
  await expect(load).rejects.toThrow('gone');
  expect(waits).toHaveLength(3);
});

test('a tile that is no longer needed is not retried', async () => {
  const stop = new AbortController();
  let calls = 0;
  const load = withRetries(
    async () => {
      calls += 1;
      stop.abort(new Error('left'));
      throw new Error('cut');
    },
    stop.signal,
    plan([]),
  );
  await expect(load).rejects.toThrow('left');
  expect(calls).toBe(1);
});
