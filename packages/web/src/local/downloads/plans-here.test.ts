import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mayBeHere, notePlansHere } from './plans-here.ts';

const KEY = 'plumbline.plansHere';
const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('knows the downloaded plans of one user only', () => {
  notePlansHere({ database: 'plumbline.org.anna', planIds: ['a', 'b'] });
  expect(mayBeHere('plumbline.org.anna', 'b')).toBe(true);
  expect(mayBeHere('plumbline.org.anna', 'c')).toBe(false);
  expect(mayBeHere('plumbline.org.ben', 'b')).toBe(false);
  notePlansHere({ database: 'plumbline.org.ben', planIds: ['c'] });
  expect(mayBeHere('plumbline.org.anna', 'a')).toBe(false);
});

it('keeps nothing once no plan is left', () => {
  notePlansHere({ database: 'plumbline.org.anna', planIds: ['a'] });
  notePlansHere({ database: 'plumbline.org.anna', planIds: [] });
  expect(kept.size).toBe(0);
});

it.each(['', '{"database":"x"', 'null', '{"database":"x"}'])('reads %j as nothing', (text) => {
  kept.set(KEY, text);
  expect(mayBeHere('x', 'a')).toBe(false);
});

it('lists no plans if the browser has no space to store the list, instead of an outdated list', () => {
  notePlansHere({ database: 'plumbline.org.anna', planIds: ['a', 'b'] });
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  notePlansHere({ database: 'plumbline.org.anna', planIds: ['a'] });
  expect(mayBeHere('plumbline.org.anna', 'b')).toBe(false);
});
