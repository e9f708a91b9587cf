import { expect, test } from 'vitest';
import { isSameQuery, queryOfSearch, readQuery, searchOfQuery, without, writeQuery } from './list-query.ts';

test('the text of an address is read and written without loss', () => {
  const query = { status: ['open', 'closed'], search: ['door & wall'], view: ['1'] };
  expect(readQuery(writeQuery(query))).toEqual(query);
  expect(readQuery('#12 crack')).toEqual({ search: ['#12 crack'] });
  expect(readQuery(undefined)).toEqual({});
  expect(writeQuery({})).toBe('');
});

test('search parameters are read and written without loss', () => {
  const search = {
    status: ['open', 'done'],
    mine: true,
    search: 12,
    dueFrom: '2026-01-01',
    craft: [],
    plan: undefined,
  };
  const query = { status: ['open', 'done'], mine: ['true'], search: ['12'], dueFrom: ['2026-01-01'] };
  expect(queryOfSearch(search)).toEqual(query);
  expect(searchOfQuery(query)).toEqual({
    ...{ status: ['open', 'done'], mine: 'true', search: '12', dueFrom: '2026-01-01' },
  });
});

test('queries are the same whatever the order of their parameters', () => {
  expect(isSameQuery({ a: ['1'], b: ['2', '3'] }, { b: ['2', '3'], a: ['1'] })).toBe(true);
  expect(isSameQuery({ a: ['1'] }, { a: ['2'] })).toBe(false);
  expect(without({ a: ['1'], view: ['2'] }, 'view')).toEqual({ a: ['1'] });
});
