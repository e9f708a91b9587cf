// Storeys with the same name: apart if their buildings differ.
import { expect, test } from 'vitest';
import { namedApart } from './storey-names.ts';

const names = (storeys: readonly (readonly [string, string])[]) =>
  namedApart(
    storeys.map(([building, name]) => ({ building, name })),
    ({ building }) => building,
  ).map(({ name }) => name);

test('storeys of several buildings are named with their building, if they have the same name', () => {
  const storeys = [
    ['House A', 'Level 1'],
    ['House B', 'Level 1'],
    ['House B', 'Roof'],
    ['', 'Level 1'],
  ] as const;
  expect(names(storeys)).toEqual(['House A, Level 1', 'House B, Level 1', 'Roof', 'Level 1']);
});

test('storeys of one building keep their names', () => {
  const storeys = [
    ['House', 'Level'],
    ['House', 'Level'],
  ] as const;
  expect(names(storeys)).toEqual(['Level', 'Level']);
});
