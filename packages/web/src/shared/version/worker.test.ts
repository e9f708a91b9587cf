import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cacheProgram, isProgramCached } from './worker.ts';

/** A worker that begins to install. */
class Installing extends EventTarget {
  state = 'installing';
  turn(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

let worker: Installing;
const posted = vi.fn();
const stored = new Map<string, string>();

beforeEach(() => {
  worker = new Installing();
  stored.clear();
  stored.set('plumbline.appCacheOff', 'true');
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => stored.delete(name),
  });
  const ready = new Promise((resolve) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve({ active: { postMessage: posted } });
    }),
  );
  vi.stubGlobal('navigator', {
    ...{ userAgent: 'Android', platform: '', maxTouchPoints: 1 },
    serviceWorker: { ready, register: async () => ({ active: null, installing: worker, waiting: null }) },
  });
  vi.stubGlobal('performance', { getEntriesByType: () => [] });
});
afterEach(() => vi.unstubAllGlobals());

it('has cached the app once its first worker is active', async () => {
  const done = cacheProgram();
  await expect.poll(() => worker.state).toBe('installing');
  worker.turn('installed');
  worker.turn('activated');
  await done;
  expect(posted).toHaveBeenCalledWith([]);
  expect(isProgramCached()).toBe(true);
});

it('fails when the worker cannot fetch the files of the app', async () => {
  const done = expect(cacheProgram()).rejects.toThrow('could not be cached');
  worker.turn('redundant');
  await done;
  expect(isProgramCached()).toBe(false);
});
