// Text written from right to left keeps its place beside other text.
import { expect, test } from 'vitest';
import { inOneLine, isolated, listed } from './one-line.ts';

test('names written from right to left stay in their order', () => {
  expect(inOneLine(['אבי כהן', 'מגדל 7'])).toBe('\u2068אבי כהן\u2069 · \u2068מגדל 7\u2069');
  expect(inOneLine(['Anna', 'شركة', '#12'], ', ')).toBe('Anna, \u2068شركة\u2069, #12');
});

test('text written from left to right is unchanged, and empty parts are left out', () => {
  expect(inOneLine(['Ground floor', '', null, undefined, false, 'Kitchen'])).toBe('Ground floor · Kitchen');
  expect(inOneLine([undefined, ''])).toBe('');
});

test('a sentence keeps the isolates of its names, but none that is not closed', () => {
  expect(isolated('\u2068אבי\u2069 moved #5')).toBe('\u2068\u2068אבי\u2069 moved #5\u2069');
  expect(isolated('בניין\u2069 7')).toBe('\u2068בניין 7\u2069');
  expect(isolated('\u2068Wall')).toBe('Wall');
  expect(isolated('\u202eWall')).toBe('Wall');
});

test('a single name is written as it is, several keep their order', () => {
  expect(listed(['برج'])).toBe('برج');
  expect(listed([])).toBe('');
  expect(listed(['A', 'ب', 'ج', 'C'])).toBe('A, \u2068ب\u2069, \u2068ج\u2069, C');
});
