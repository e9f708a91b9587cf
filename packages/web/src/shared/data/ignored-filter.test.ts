import { expect, test } from 'vitest';
import { misreadParts } from './ignored-filter.tsx';

const READ = { search: 'door', role: undefined, state: 'active', reverse: false, company: '12' };

test('returns the values of a filter that the list did not accept, as they were written', () => {
  expect(misreadParts({ role: 'boss', state: 'gone' }, READ)).toEqual(['role=boss', 'state=gone']);
  expect(misreadParts({ reverse: 'yes' }, READ)).toEqual(['reverse=yes']);
});

test('ignores accepted values, foreign parameters, empty values and search text', () => {
  expect(misreadParts({ state: 'active', company: 12, reverse: false }, READ)).toEqual([]);
  expect(misreadParts({ utm_source: 'mail', role: '', search: 'door'.repeat(100) }, READ)).toEqual([]);
  expect(misreadParts({}, READ)).toEqual([]);
});
