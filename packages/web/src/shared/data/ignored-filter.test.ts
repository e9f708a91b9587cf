import { expect, test } from 'vitest';
import { misreadParts } from './ignored-filter.tsx';

const READ = { search: 'door', role: undefined, state: 'active', reverse: false, company: '12' };

test('names the values of a filter that the list did not read, as they were written', () => {
  expect(misreadParts({ role: 'boss', state: 'gone' }, READ)).toEqual(['role=boss', 'state=gone']);
  expect(misreadParts({ reverse: 'yes' }, READ)).toEqual(['reverse=yes']);
});

test('says nothing of values that were read, of parameters of others, of empty ones and of searched text', () => {
  expect(misreadParts({ state: 'active', company: 12, reverse: false }, READ)).toEqual([]);
  expect(misreadParts({ utm_source: 'mail', role: '', search: 'door'.repeat(100) }, READ)).toEqual([]);
  expect(misreadParts({}, READ)).toEqual([]);
});
