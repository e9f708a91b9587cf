import { expect, it, test } from 'vitest';
import { fitsPolicy, missingClasses, passwordProblem, passwordStrength } from './password-policy.ts';

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
])('decides whether %s meets the policy', (password, fits) => {
  expect(fitsPolicy(password, person)).toBe(fits);
});

test.each([
  ['', 'REQUIRED'],
  ['Ab-1', 'TOO_SHORT'],
  [`Ab-1${'x'.repeat(253)}`, 'TOO_LONG'],
  [`Ab-1${'x'.repeat(252)}`, undefined],
  [`Ab-1${'🏗️'.repeat(60)}`, undefined],
  ['Grün-2026-\ud800', 'NOT_VALID'],
  ['Grün-und-Anna-1', 'CONTAINS_NAME'],
  ['abcdefgh', 'NOT_CONTAINING_REQUIRED_VALUES'],
  ['P@ssw0rd1!', 'TOO_COMMON'],
  ['Password2026!', 'TOO_COMMON'],
  ['Willkommen1!', 'TOO_COMMON'],
  ['MyPlumbline-1', 'TOO_COMMON'],
  ['aaaaaaA1!', 'TOO_COMMON'],
  ['Aa123456!', 'TOO_COMMON'],
  ['Abcdefgh-1234', 'TOO_COMMON'],
  ['Richtschnur-2026!', undefined],
])('the problem of %s is %s', (password, outcome) => {
  expect(passwordProblem(password, person)).toBe(outcome);
});

test('a part of a double name counts as the name', () => {
  const double = { firstName: 'Anna-Lena', lastName: 'von der Tann', username: 'al@example.org' };
  expect(passwordProblem('Die-Lena-2026', double)).toBe('CONTAINS_NAME');
  expect(passwordProblem('Der-Tanz-2026', double)).toBe('CONTAINS_NAME');
  expect(passwordProblem('Ein-Walzer-2026', double)).toBeUndefined();
});

test.each([
  ['', ['upper', 'lower', 'digit', 'special']],
  ['abcdefgh1', ['upper', 'special']],
  ['Straße 7', []],
  ['Ночь-5', []],
] as const)('%s lacks %j', (password, classes) => {
  expect(missingClasses(password)).toEqual(classes);
});

test('strength rises while typing and never shows full for a refused password', () => {
  const shown = ['', 'ab', 'Abc-12', 'Xyk-1234', 'Xyk-1234-Richtung'].map((one) => passwordStrength(one, person));
  expect(shown).toEqual([0, 1, 2, 3, 4]);
  expect(passwordStrength('Anna-Berger-2026-lang', person)).toBe(2);
});
