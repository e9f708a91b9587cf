import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followTheme, saveDisplay, savedDisplay } from './plan-memory.ts';

const stored = new Map<string, string>();
const root = { dataset: { theme: 'light' } };
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('document', { documentElement: root });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const nightIn = (theme: string): boolean => {
  root.dataset.theme = theme;
  return savedDisplay().night;
};

test('by default, drawings are inverted in the dark theme only', () => {
  expect([nightIn('light'), nightIn('dark')]).toEqual([false, true]);
});

test('changing another option leaves inversion to the theme', () => {
  root.dataset.theme = 'light';
  saveDisplay({ ...savedDisplay(), greyscale: true });
  expect([nightIn('light'), nightIn('dark')]).toEqual([false, true]);
  expect(savedDisplay().greyscale).toBe(true);
});

test('a choice against the theme is kept', () => {
  root.dataset.theme = 'dark';
  saveDisplay({ ...savedDisplay(), night: false });
  expect(nightIn('dark')).toBe(false);
});

test('an open drawing follows the theme unless the user chose otherwise', () => {
  root.dataset.theme = 'light';
  const shown = { ...savedDisplay(), greyscale: true };
  expect(followTheme(shown)).toBe(shown);
  root.dataset.theme = 'dark';
  expect(followTheme(shown)).toEqual({ ...shown, night: true });
  saveDisplay({ ...shown, night: false });
  expect(followTheme(shown)).toBe(shown);
});
