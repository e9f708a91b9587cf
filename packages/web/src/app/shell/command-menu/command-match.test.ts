import { expect, test } from 'vitest';
import { best, fit, wordsOf } from './command-match.ts';

test.each([
  ['Ground floor', 'ground', 6],
  ['Ground floor', 'FLOOR', 4],
  ['Ground floor', 'loo', 1],
  ['Ground floor', 'floor ground', 9],
  ['Ground floor', 'attic', 0],
  ['Ground floor', 'ground attic', 0],
  ['Tomáš Türschild', 'tomas turs', 7],
  ['12 Door', '12', 6],
  ['120 Door', '12', 4],
])('"%s" matches %j with score %i', (text, typed, score) => {
  expect(fit(text, wordsOf(typed))).toBe(score);
});

test('the best matches come first, up to the limit', () => {
  const plans = ['Upper floor', 'Floor finishes', 'Roof', 'Floor heating'];
  expect(best(plans, wordsOf('floor'), (plan) => plan, 2)).toEqual(['Floor finishes', 'Floor heating']);
  expect(best(plans, [], (plan) => plan, 2)).toEqual(['Upper floor', 'Floor finishes']);
});
