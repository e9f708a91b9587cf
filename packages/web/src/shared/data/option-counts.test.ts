import { expect, test } from 'vitest';
import { countOptions } from './option-counts.ts';

type Row = { colour: string | null; tags: readonly string[] };
type Filter = { colour?: readonly string[] | undefined; tags?: readonly string[] | undefined };

const rows: Row[] = [
  { colour: 'red', tags: ['a', 'a', 'b'] },
  { colour: 'red', tags: ['b'] },
  { colour: 'blue', tags: ['a'] },
  { colour: null, tags: [] },
];
const matches = ({ colour, tags }: Filter, row: Row) =>
  (colour === undefined || (row.colour !== null && colour.includes(row.colour))) &&
  (tags === undefined || tags.some((tag) => row.tags.includes(tag)));
const count = (filter: Filter) =>
  countOptions(rows, filter, matches, { colour: (row) => [row.colour], tags: (row) => row.tags });

test('a row counts once for each of its values', () => {
  expect(count({})).toEqual({
    colour: new Map([
      ['red', 2],
      ['blue', 1],
    ]),
    tags: new Map([
      ['a', 2],
      ['b', 2],
    ]),
  });
});

test('the options of a field are counted among the rows that match the other fields', () => {
  const { colour, tags } = count({ colour: ['red'] });
  expect(colour.get('blue')).toBe(1);
  expect([tags.get('a'), tags.get('b')]).toEqual([1, 2]);
  expect(count({ colour: ['red'], tags: ['a'] }).colour).toEqual(
    new Map([
      ['red', 1],
      ['blue', 1],
    ]),
  );
});
