import { expect, test } from 'vitest';
import { offeredAssignees, readLastUsed, withNewest } from './last-used.ts';

const team = (id: string) => ({ id, type: 'TeamGroup' as const });
const user = (id: string) => ({ id, type: 'User' as const });

test('those used last come first, then teams, then others, each in the order they have', () => {
  const all = [user('anna'), user('ben'), team('painters'), team('plasterers')];
  const ids = (last: string[], most = 9) => offeredAssignees(all, last, most).map(({ id }) => id);
  expect(ids([])).toEqual(['painters', 'plasterers', 'anna', 'ben']);
  expect(ids(['plasterers', 'ben'])).toEqual(['plasterers', 'ben', 'painters', 'anna']);
  expect(ids(['gone', 'ben'], 2)).toEqual(['ben', 'painters']);
});

test('the newest stands first, once, and only so many are kept', () => {
  expect(withNewest(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
  expect(withNewest(['1', '2', '3', '4', '5', '6'], '7')).toEqual(['7', '1', '2', '3', '4', '5']);
});

test.each<[string | null]>([[null], ['{'], ['null'], ['[]'], ['{"categoryId":7,"assignees":"x"}']])(
  'what is no memory is none: %s',
  (text) => expect(readLastUsed(text)).toEqual({ categoryId: null, assignees: [] }),
);

test('what was kept is read again', () => {
  expect(readLastUsed('{"categoryId":"c","assignees":["a",5,"b"]}')).toEqual({
    categoryId: 'c',
    assignees: ['a', 'b'],
  });
});
