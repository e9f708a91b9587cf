import { expect, test } from 'vitest';
import { MAX_GROUP_PINS } from '../../site/rows/groups.ts';
import { fitsInGroup } from './rules.ts';

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `pin ${from + at}`);

test.each([
  [0, ids(MAX_GROUP_PINS), true],
  [0, ids(MAX_GROUP_PINS + 1), false],
  [MAX_GROUP_PINS, [], true],
  [MAX_GROUP_PINS, ids(1, MAX_GROUP_PINS), false],
  // Pins already in the group take no extra room.
  [MAX_GROUP_PINS, ids(200), true],
])('checks whether a group of %d pins has room for more', (has, added, fits) => {
  expect(fitsInGroup(ids(has), added)).toBe(fits);
});
