import { expect, test } from 'vitest';
import { addressesIn } from './addresses-in.ts';

test.each([
  ['', [], []],
  ['a@x.example', ['a@x.example'], []],
  [
    'A@x.example, b@x.example; c@x.example\nd@x.example  ',
    ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
    [],
  ],
  ['"Berger, Anna" <anna@x.example>, Tom <tom@x.example>', ['anna@x.example', 'tom@x.example'], ['"Berger']],
  ['Anna Berger <anna@x.example>; anna@X.example', ['anna@x.example'], []],
  ['nobody', [], ['nobody']],
])('%j contains %j', (text, addresses, wrong) => {
  expect(addressesIn(text)).toEqual({ addresses, wrong });
});
