import { expect, test } from 'vitest';
import { offeredAssignees, readLastUsed, withNewest } from './last-used.ts';

const team = (id: string) => ({ id, type: 'TeamGroup' as const });
const user = (id: string) => ({ id, type: 'User' as const });

test('recently used assignees come first, then teams, then others, each in their original order', () => {
  const all = [user('anna'), user('ben'), team('painters'), team('plasterers')];
  const ids = (last: string[], most = 9) => offeredAssignees(all, last, most).map(({ id }) => id);
  expect(ids([])).toEqual(['painters', 'plasterers', 'anna', 'ben']);
  expect(ids(['plasterers', 'ben'])).toEqual(['plasterers', 'ben', 'painters', 'anna']);
  expect(ids(['gone', 'ben'], 2)).toEqual(['ben', 'painters']);
});

test('the newest comes first, once, and the list length is limited', () => {
  expect(withNewest(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
  expect(withNewest(['1', '2', '3', '4', '5', '6'], '7')).toEqual(['7', '1', '2', '3', '4', '5']);
});

test.each<[string | null]>([[null], ['{'], ['null'], ['[]'], ['{"categoryId":7,"assignees":"x","dueDays":-1}']])(
  'invalid stored values yield the defaults: %s',
  (text) => expect(readLastUsed(text)).toEqual({ categoryId: null, assignees: [], dueDays: 7 }),
);

test('stored values are read back', () => {
  expect(readLastUsed('{"categoryId":"c","assignees":["a",5,"b"],"dueDays":3}')).toEqual({
    categoryId: 'c',
    assignees: ['a', 'b'],
    dueDays: 3,
  });
});
