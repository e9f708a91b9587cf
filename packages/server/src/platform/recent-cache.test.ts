import { expect, test } from 'vitest';
import { RecentCache } from './recent-cache.ts';

test('evicts the least recently used value first', () => {
  const recent = new RecentCache<number>(2);
  recent.set('a', 1);
  recent.set('b', 2);
  expect(recent.get('a')).toBe(1);
  recent.set('c', 3);
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
});

test('weights count, also when a value is replaced', () => {
  const recent = new RecentCache<string>(10);
  recent.set('a', 'heavy', 8);
  recent.set('a', 'light', 1);
  recent.set('b', 'more', 9);
  expect([recent.get('a'), recent.get('b')]).toEqual(['light', 'more']);
  recent.set('c', 'too heavy', 11);
  expect(recent.get('c')).toBeUndefined();
  recent.set('d', 'x', 2);
  expect([recent.get('a'), recent.get('b'), recent.get('d')]).toEqual(
    [undefined, 'more', 'x'].map((v) => (v === 'more' ? undefined : v)),
  );
});
