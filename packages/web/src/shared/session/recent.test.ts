import { beforeEach, expect, test } from 'vitest';
import { noteOpened, recent } from './recent.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
});

test('the most recently opened comes first, without duplicates', () => {
  for (const id of ['a', 'b', 'a', 'c']) noteOpened('plans', 'anna', id);
  expect(recent('plans', 'anna')).toEqual(['c', 'a', 'b']);
});

test('users and kinds are separate, and the list is limited', () => {
  for (let at = 0; at < 30; at += 1) noteOpened('projects', 'anna', String(at));
  expect(recent('projects', 'anna')).toHaveLength(12);
  expect(recent('plans', 'anna')).toEqual([]);
  expect(recent('projects', 'ben')).toEqual([]);
});

test('malformed data is treated as empty', () => {
  kept.set('plumbline.recent.plans.anna', '{"a":1');
  expect(recent('plans', 'anna')).toEqual([]);
});
