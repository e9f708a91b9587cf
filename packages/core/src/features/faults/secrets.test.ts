import { expect, test } from 'vitest';
import { withoutSecrets } from './secrets.ts';

const TOKEN = 'q'.repeat(43);

test.each([
  [`/activate/register/${TOKEN}`, '/activate/register/…'],
  [`/home/verifyEmail/${TOKEN}`, '/home/verifyEmail/…'],
  [`Bearer pls_${TOKEN} was refused`, 'Bearer … was refused'],
  [`key ${'Ab+/'.repeat(10)}abc= of the device`, 'key … of the device'],
  ['at /m/abc/original?e=1&k=2&a=3&s=Zm9v (x.js:1:2)', 'at /m/abc/original?e=1&k=…&a=3&s=… (x.js:1:2)'],
  ['grant_type=password&password=Hidden-9&x=1', 'grant_type=password&password=…&x=1'],
])('hides the secrets in "%s"', (text, expected) => {
  expect(withoutSecrets(text)).toBe(expected);
});

test.each([
  '/project/1c1a6d3e-6e3f-4d52-9a0b-6a6f5f3f7c11/pins/list/noPlan',
  'at openPlace (/assets/device-local-B9SwwXGm.js:12:345)',
  "Cannot read properties of undefined (reading 'title')",
])('leaves "%s" unchanged', (text) => {
  expect(withoutSecrets(text)).toBe(text);
});
