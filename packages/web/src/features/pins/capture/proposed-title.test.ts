import { expect, test } from 'vitest';
import { firstLine, isProposedTitle, proposedTitle } from './proposed-title.ts';

test('a title is proposed from category and place, or from one of them', () => {
  expect(proposedTitle('Drywall', 'First floor')).toBe('Drywall, First floor');
  expect(proposedTitle('Drywall', undefined)).toBe('Drywall');
  expect(proposedTitle(undefined, 'First floor')).toBe('First floor');
  expect(proposedTitle(undefined, undefined)).toBe('');
  expect(proposedTitle('x'.repeat(120), 'y'.repeat(200))).toHaveLength(200);
});

test('only an empty or a proposed title is replaced', () => {
  const categories = [{ title: 'Drywall' }, { title: 'Paint' }];
  const replaced = (title: string) => isProposedTitle(title, categories, 'First floor');
  expect(['', 'First floor', 'Paint, First floor'].map(replaced)).toEqual([true, true, true]);
  expect(['Paint, Basement', 'Basement', 'Crack'].map(replaced)).toEqual([false, false, false]);
});

test('without category and place, the first line written about the pin is proposed', () => {
  expect(firstLine(['', ' \n', '\n Lift shaft is wet \nsince Monday', 'x'])).toBe('Lift shaft is wet');
  expect(firstLine(['y'.repeat(300)])).toHaveLength(200);
  expect(firstLine([])).toBe('');
});
