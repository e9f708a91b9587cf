import { expect, test } from 'vitest';
import {
  type ActivationParts,
  type ActivationState,
  activateCache,
  deactivateCache,
  MIN_FREE_BYTES,
} from './app-cache.ts';

function parts(more: Partial<ActivationParts> = {}) {
  const states: ActivationState[] = [];
  const given: ActivationParts = {
    freeBytes: async () => MIN_FREE_BYTES,
    persist: async () => true,
    cache: async () => undefined,
    onState: (state) => states.push(state),
    ...more,
  };
  return { given, states };
}

test('the app is cached once the browser has granted persistent storage', async () => {
  const { given, states } = parts();
  expect(await activateCache(given)).toBe('ACTIVE');
  expect(states).toEqual(['GET_PERSISTED_STORAGE_PERMISSION', 'CREATING_DATABASE']);
});

test('less than 30 MB is too little; a browser that does not report its space is trusted', async () => {
  expect(await activateCache(parts({ freeBytes: async () => MIN_FREE_BYTES - 1 }).given)).toBe('NO_SPACE');
  expect(await activateCache(parts({ freeBytes: async () => undefined }).given)).toBe('ACTIVE');
});

test('without persistent storage nothing is cached unless the user accepts the warning', async () => {
  const refused = parts({ persist: async () => false });
  expect(await activateCache(refused.given)).toBe('NO_PERMISSION_GRANTED');
  expect(refused.states).toEqual(['GET_PERSISTED_STORAGE_PERMISSION']);
  expect(await activateCache(refused.given, true)).toBe('FINAL_NO_PERMISSION_GRANTED_WARNING');
  const failing = parts({ persist: () => Promise.reject(new Error('no')) });
  expect(await activateCache(failing.given)).toBe('NO_PERMISSION_GRANTED');
});

test('a failure to cache the app is reported', async () => {
  const { given } = parts({ cache: () => Promise.reject(new Error('offline')) });
  expect(await activateCache(given)).toBe('CREATING_DATABASE_FAILED');
});

test('the cache is not removed while changes are pending', async () => {
  let removed = 0;
  const uncache = async () => {
    removed += 1;
  };
  expect(await deactivateCache({ unsent: () => 2, uncache })).toBe('PENDING_CHANGES');
  expect(removed).toBe(0);
  expect(await deactivateCache({ unsent: () => 0, uncache })).toBe('READY');
  expect(removed).toBe(1);
  expect(await deactivateCache({ unsent: () => 0, uncache: () => Promise.reject(new Error('no')) })).toBe('ERROR');
});
