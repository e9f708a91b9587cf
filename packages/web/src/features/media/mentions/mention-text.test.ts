// Mentions are recognised while typing and found again in the finished text.
import { expect, it } from 'vitest';
import { inserted, matching, mentionsIn, pieces, queryAt } from './mention-text.ts';

const PEOPLE = [
  { userId: '1', name: 'Anna Berger' },
  { userId: '2', name: 'Jonas Keller' },
  { userId: '3', name: 'José Ángel' },
  { userId: '4', name: 'Anna Bergermann' },
];
const end = (text: string) => queryAt(text, text.length);

it.each([
  ['@', ''],
  ['look @Jo', 'Jo'],
  ['look @Anna B', 'Anna B'],
  ['(@k', 'k'],
  ['mail@firm', undefined],
  ['@Anna Berger has', undefined],
  ['no one', undefined],
])('in %j the mention query is %j', (text, query) => expect(end(text)).toBe(query));

it('matches people by first or last name, ignoring accents', () => {
  expect(matching(PEOPLE, 'kel').map((one) => one.userId)).toEqual(['2']);
  expect(matching(PEOPLE, 'jose').map((one) => one.userId)).toEqual(['3']);
  expect(matching(PEOPLE, 'ang').map((one) => one.userId)).toEqual(['3']);
  expect(matching(PEOPLE, '', 2)).toHaveLength(2);
});

it('inserts the name in place of what was typed', () => {
  expect(inserted('see @jo now', 7, 'Jonas Keller')).toEqual({ text: 'see @Jonas Keller now', caret: 18 });
  expect(inserted('@', 1, 'Anna Berger')).toEqual({ text: '@Anna Berger ', caret: 13 });
});

it('finds mentions, preferring the longer name', () => {
  expect(mentionsIn('@Jonas Keller and @José Ángel', PEOPLE)).toEqual(['2', '3']);
  expect(pieces('Hi @Anna Bergermann, @Jonas Keller', PEOPLE)).toEqual([
    { text: 'Hi ' },
    { text: '@Anna Bergermann', userId: '4' },
    { text: ', ' },
    { text: '@Jonas Keller', userId: '2' },
  ]);
  expect(pieces('nobody', PEOPLE)).toEqual([{ text: 'nobody' }]);
});
