import { expect, test } from 'vitest';
import { MOST_IN_GROUP } from '../../site/rows/groups.ts';
import { fitsInGroup } from './rules.ts';

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `pin ${from + at}`);

test.each([
  [0, ids(MOST_IN_GROUP), true],
  [0, ids(MOST_IN_GROUP + 1), false],
  [MOST_IN_GROUP, [], true],
  [MOST_IN_GROUP, ids(1, MOST_IN_GROUP), false],
  // Pins already in the group take no extra room.
  [MOST_IN_GROUP, ids(200), true],
])('whether a group of %d has room for more', (has, added, fits) => {
  expect(fitsInGroup(ids(has), added)).toBe(fits);
});
