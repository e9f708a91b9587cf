import { expect, test } from 'vitest';
import { MOST_IN_GROUP } from '../../site/rows/groups.ts';
import { fitsInGroup } from './rules.ts';

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `pin ${from + at}`);

test.each([
  [0, ids(MOST_IN_GROUP), true],
  [0, ids(MOST_IN_GROUP + 1), false],
  [MOST_IN_GROUP, [], true],
  [MOST_IN_GROUP, ids(1, MOST_IN_GROUP), false],
  // Those it has already take no further room.
  [MOST_IN_GROUP, ids(200), true],
])('into a group of %d fit so many more, or not', (has, added, fits) => {
  expect(fitsInGroup(ids(has), added)).toBe(fits);
});
