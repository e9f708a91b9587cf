import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keep } from './keep.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const refuse = (): never => {
  throw new DOMException('refused', 'SecurityError');
};

it('keeps the last value', () => {
  keep('theme', 'dark');
  keep('theme', 'light');
  expect(kept.get('theme')).toBe('light');
});

it('keeps no earlier value when there is no room for the new one', () => {
  keep('theme', 'dark');
  vi.spyOn(localStorage, 'setItem').mockImplementation(refuse);
  keep('theme', 'light');
  expect(kept.size).toBe(0);
});

it('does not throw if storage is forbidden', () => {
  vi.stubGlobal('localStorage', { setItem: refuse, removeItem: refuse });
  expect(() => keep('theme', 'dark')).not.toThrow();
});
