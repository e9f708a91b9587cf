import { expect, test } from 'vitest';
import { isProposedTitle, proposedTitle } from './proposed-title.ts';

test('a title is proposed from category and place, and not without a category', () => {
  expect(proposedTitle('Drywall', 'First floor')).toBe('Drywall, First floor');
  expect(proposedTitle('Drywall', undefined)).toBe('Drywall');
  expect(proposedTitle(undefined, 'First floor')).toBe('');
  expect(proposedTitle('x'.repeat(120), 'y'.repeat(200))).toHaveLength(200);
});

test('only an empty or a proposed title is replaced', () => {
  const categories = [{ title: 'Drywall' }, { title: 'Paint' }];
  const replaced = (title: string) => isProposedTitle(title, categories, 'First floor');
  expect(['', 'Paint, First floor', 'Paint, Basement', 'Crack'].map(replaced)).toEqual([true, true, false, false]);
});
