// Leases a tile whose load is retried three times, a second apart, while someone waits for it.
import { type TileCoord, tileKey } from './pyramid.ts';
import type { LoadTile, TileCache, TileLease } from './tile-cache.ts';

export interface TileSource {
  /** Of the image, in the cache. */
  readonly id: string;
  readonly cache: TileCache;
  /** Called again on every attempt, because signed URLs expire. */
  readonly loadTile: (tile: TileCoord, signal: AbortSignal) => Promise<ImageBitmap>;
}

export function leaseTile({ id, cache, loadTile }: TileSource, tile: TileCoord): TileLease {
  const load: LoadTile = (signal) => withRetries(() => loadTile(tile, signal), signal, TILE_RETRY);
  return cache.lease(tileKey(id, tile), load);
}

export interface RetryPlan {
  readonly times: number;
  readonly delayMs: number;
  /** Resolves after the time, or rejects when the signal fires. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

const TILE_RETRY: RetryPlan = { times: 3, delayMs: 1000, wait: waitFor };

export async function withRetries<T>(attempt: () => Promise<T>, signal: AbortSignal, plan: RetryPlan): Promise<T> {
  for (let failures = 0; ; failures++) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (failures === plan.times) throw error;
      await plan.wait(plan.delayMs, signal);
    }
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
