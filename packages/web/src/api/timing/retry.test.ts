import { expect, test } from 'vitest';
import { delayAfter, RETRY, retries } from './retry.ts';

test.each([
  ['GET', 500, true],
  ['GET', 503, true],
  ['GET', 504, true],
  ['POST', 500, true],
  ['POST', 504, false],
  ['PATCH', 504, false],
  ['GET', 404, false],
  ['GET', 429, false],
  ['GET', undefined, false],
] as const)('%s answered with %s is retried: %s', (method, status, again) => {
  expect(retries(RETRY, method, status)).toBe(again);
});

test('a call may force retries by status and on network failure', () => {
  const rule = { ...RETRY, statuses: [409], onNetworkFailure: true };
  expect(retries(rule, 'POST', 409)).toBe(true);
  expect(retries(rule, 'POST', undefined)).toBe(true);
});

test('the delay is constant, or doubles', () => {
  expect([1, 2, 3].map((n) => delayAfter(RETRY, n))).toEqual([1_000, 1_000, 1_000]);
  expect([1, 2, 3].map((n) => delayAfter({ ...RETRY, doubling: true }, n))).toEqual([1_000, 2_000, 4_000]);
});
