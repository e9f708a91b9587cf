import { expect, it } from 'vitest';
import { fitsPolicy } from './password-policy.ts';

const person = { firstName: 'Anna', lastName: 'Berger', username: 'ab@example.org' };

it.each([
  ['Plumb-line-2026', true],
  ['Sh0rt-ä', false],
  ['no-upper-case-1', false],
  ['NO-LOWER-CASE-1', false],
  ['No-Digit-At-All', false],
  ['NoSignAtAll2026', false],
  ['Its-berger-2026', false],
  ['Tab-and-crab-26', true],
])('judges %s', (password, fits) => {
  expect(fitsPolicy(password, person)).toBe(fits);
});
