import { expect, test } from 'vitest';
import { matchingChoices } from './matching-choices.ts';

const PEOPLE = Array.from({ length: 100_000 }, (_, n) => ({ id: `p${n}`, label: `Person ${n}` }));

test('of many options, the first ones and the selected ones are shown', () => {
  expect(matchingChoices(PEOPLE, '', 3, ['p1', 'p99999']).map(({ id }) => id)).toEqual(['p0', 'p1', 'p2', 'p99999']);
});

test('typed text finds options in either case, anywhere in their label', () => {
  expect(matchingChoices(PEOPLE, ' SON 43217', 5).map(({ id }) => id)).toEqual(['p43217']);
  expect(matchingChoices(PEOPLE, '4321', 5).map(({ id }) => id)).toEqual([
    'p4321',
    'p14321',
    'p24321',
    'p34321',
    'p43210',
  ]);
});
