import { expect, test } from 'vitest';
import { ignoredParts, isOnlyMine, pinFilterIn, pinOrderIn, taskFilterIn, taskOrderIn } from './list-content.ts';

const ID = '11111111-1111-4111-8111-111111111111';

test('the query of a list of pins is a filter and an order', () => {
  const query = { status: ['open', 'closed'], search: ['door'], plan: [ID], order: ['-title'], columns: [ID] };
  expect(pinFilterIn(query)).toEqual({ status: ['open', 'closed'], search: 'door', plan: [ID] });
  expect(pinOrderIn(query)).toEqual({ by: 'title', direction: 'descending' });
  expect(pinOrderIn({ order: ['taste'] })).toBeUndefined();
});

test('the query of a list of tasks is a filter, an order, and whose tasks it shows', () => {
  const query = { status: ['overdue'], company: ['Roth & Sons'], mine: ['true'], sort: ['title'], as: ['board'] };
  expect(taskFilterIn(query)).toEqual({ status: ['overdue'], company: ['Roth & Sons'] });
  expect([isOnlyMine(query), isOnlyMine({})]).toEqual([true, false]);
  expect([taskOrderIn(query), taskOrderIn({ order: ['descending'] })]).toEqual([
    { by: 'title' },
    { direction: 'descending' },
  ]);
});

test('query parts that a list does not support are ignored and reported', () => {
  const query = { status: ['open'], colour: ['red'], category: ['no id'], order: ['taste'], hide: ['plan'] };
  expect(pinFilterIn(query)).toEqual({ status: ['open'] });
  expect(ignoredParts('pins', query)).toEqual([
    ['colour', 'red'],
    ['category', 'no id'],
  ]);
  expect(ignoredParts('tasks', { mine: ['true'], as: ['board'], photos: ['with'] })).toEqual([['photos', 'with']]);
});
