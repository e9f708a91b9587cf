import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { expect, test } from 'vitest';
import {
  DEFAULT_PIN_ORDER,
  ignoredParts,
  readFilter,
  readHidden,
  readOrder,
  writeFilter,
  writeList,
} from './pin-filter-url.ts';

const CATEGORY = '11111111-1111-4111-8111-111111111111';

test.each<[string, PinFilter]>([
  ['', {}],
  ['status=open', { status: ['open'] }],
  ['status=open&status=closed&search=door+frame', { status: ['open', 'closed'], search: 'door frame' }],
  [`category=${CATEGORY}&photos=with`, { category: [CATEGORY], photos: 'with' }],
  [`group=${CATEGORY}&search=door`, { group: [CATEGORY], search: 'door' }],
  ['tag=a%26b&createdFrom=2026-11-01', { tag: ['a&b'], createdFrom: '2026-11-01' }],
])('%s converts to its filter and back', (text, filter) => {
  expect(readFilter(text)).toEqual(filter);
  expect(writeFilter(filter)).toBe(text);
});

test('text without fields is a search', () => {
  expect(readFilter('#12 crack')).toEqual({ search: '#12 crack' });
});

test('unknown or malformed fields are ignored, the rest applies', () => {
  expect(readFilter('colour=red&status=flying&taskStatus=overdue&category=no-id')).toEqual({ taskStatus: ['overdue'] });
});

test('ignored fields and values are reported', () => {
  expect(ignoredParts('colour=red&status=flying&status=open&order=taste&t1=Axis&search=a+b')).toEqual([
    ...['colour=red', 'status=flying', 'status=open', 'order=taste'],
  ]);
  expect(ignoredParts('status=open&order=-group&columns=a,b&hide=plan&view=c')).toEqual([]);
  expect(ignoredParts('#12 crack')).toEqual([]);
});

test('one bad value out of several drops only that field', () => {
  expect(readFilter('createdFrom=yesterday&search=x')).toEqual({ search: 'x' });
});

test('the order follows the filter and does not affect it', () => {
  const text = writeList({ status: ['open'] }, { by: 'title', direction: 'descending' });
  expect(text).toBe('status=open&order=-title');
  expect(readFilter(text)).toEqual({ status: ['open'] });
  expect(readOrder(text)).toEqual({ by: 'title', direction: 'descending' });
});

test('the default order is not written and replaces an unknown one', () => {
  expect(writeList({}, DEFAULT_PIN_ORDER)).toBe('');
  const hiding = writeList({}, DEFAULT_PIN_ORDER, undefined, DEFAULT_PIN_ORDER, ['plan', 'photos']);
  expect([hiding, readHidden(hiding), readHidden('')]).toEqual(['hide=plan,photos', ['plan', 'photos'], []]);
  expect(readOrder('order=taste')).toEqual(DEFAULT_PIN_ORDER);
  expect(readOrder(undefined)).toEqual(DEFAULT_PIN_ORDER);
  expect(readOrder('order=number')).toEqual({ by: 'number', direction: 'ascending' });
});
