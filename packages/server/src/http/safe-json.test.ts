import { AppError } from '@plumbline/core/kernel/errors';
import { expect, test } from 'vitest';
import { depthOf, readJson, requireSafeKeys } from './safe-json.ts';

test('depth counts brackets outside strings only', () => {
  expect(depthOf('{"a":[1,{"b":2}]}')).toBe(3);
  expect(depthOf('{"a":"[[[[\\"{{"}')).toBe(1);
});

test.each([
  ['a prototype', '{"__proto__":{"admin":true}}'],
  ['a constructor', '{"a":{"constructor":1}}'],
  ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['a truncated document', '{"a":'],
  ['10,001 entries in one object', `{${Array.from({ length: 10_001 }, (_, at) => `"k${at}":1`).join()}}`],
])('%s is rejected with bad_request', (_, text) => {
  expect(() => readJson(text)).toThrow(AppError);
});

test('plain JSON is parsed', () => {
  expect(readJson('{"a":[1,"x"]}')).toEqual({ a: [1, 'x'] });
});

test.each([
  ['{"a":1,"a":2}', true],
  ['{"a":1,"\\u0061":2}', true],
  ['[{"a":1},{"a":2}]', false],
  ['{"a":{"a":{"a":1}}}', false],
  ['{"x":[{"b":1,"c":"b","b" : 2}]}', true],
  ['{"a":"a","b":"\\"a\\":"}', false],
  ['["a","a"]', false],
  ['"a"', false],
])('%s has a duplicate key: %s', (json, repeated) => {
  if (repeated) expect(() => requireSafeKeys(json)).toThrow(AppError);
  else expect(() => requireSafeKeys(json)).not.toThrow();
});
