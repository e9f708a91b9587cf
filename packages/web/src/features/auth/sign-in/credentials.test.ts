import type { TextKey } from '@plumbline/locales/keys';
import english from '@plumbline/locales/messages/en.json' with { type: 'json' };
import { createTranslator } from '@plumbline/locales/translate';
import { expect, test } from 'vitest';
import { Refusal } from '../../../api/failure.ts';
import { credentialProblems, digitsOf, problemsLeft, refusalKey, refusalText } from './credentials.ts';

const good = { username: 'anna@example.org', password: 'x', code: '' };

test.each([
  [good, 'password', {}],
  [{ ...good, username: ' anna@example.org ' }, 'password', {}],
  [{ ...good, username: 'anna' }, 'password', { username: 'registerForm_validEmail' }],
  [{ ...good, password: '' }, 'password', { password: 'registerForm_validPassword' }],
  [good, 'code', { code: 'registerForm_validCode' }],
  [{ ...good, code: '1' }, 'code', {}],
] as const)('reports the problems of %j in the step %s', (entered, step, problems) => {
  expect(credentialProblems(entered, step)).toEqual(problems);
});

test.each([
  ['', true],
  ['1234567', true],
  ['12345678', false],
])('the missing-password message stays for %j: %s', (password, stays) => {
  const expected = { username: 'registerForm_validEmail', password: 'registerForm_validPassword' } as const;
  const left = stays ? { password: expected.password } : {};
  expect(problemsLeft(expected, { ...good, password }, 'password')).toEqual(left);
  expect(problemsLeft({}, { ...good, password }, 'password')).toEqual({});
});

test('only the digits of a code are kept', () => {
  expect(digitsOf(' 123 456a')).toBe('123456');
});

const has = (key: string): key is TextKey => key in english;

test.each([
  [400, 'wrong_credentials', 'wrong credentials', 'registerForm_wrongCredentials'],
  [400, 'wrong_credentials', 'The password is wrong.', 'The_password_is_wrong.'],
  [400, 'wrong_code', 'Your E-mail, password or code is wrong', 'Your_E-mail,_password_or_code_is_wrong'],
  [400, 'wrong_code', 'wrong code', 'error.wrong_code'],
  [400, 'bad_request', 'something', 'registerForm_wrongCredentials'],
  [400, 'session_ended', 'session ended', 'error.session_ended'],
  [429, 'rate_limited', 'rate limited', 'error.rate_limited'],
  [503, 'unavailable', '', 'error.unavailable'],
  [418, 'bad_request', '', undefined],
] as const)('%i %s %s is shown as %s', (status, code, description, key) => {
  expect(refusalKey({ status, code, description }, has)).toBe(key);
});

// The descriptions a server may give, word for word: they are the keys of the messages.
test.each([
  'Your E-mail address or password is wrong',
  'Your E-mail, password or code is wrong',
  'This E-mail address is already in use',
  'This E-mail address is not registered.',
  'Your E-mail verifying token is invalid',
  'Your activation code is not valid or Password does to meet password policy requirement.',
  'Password not correct in combination with e-mail address',
  'The password is wrong.',
  'The access token is invalid.',
])('the description "%s" has its own message', (description) => {
  const key = refusalKey({ status: 400, code: 'bad_request', description }, has);
  expect(key).toBe(description.replaceAll(' ', '_'));
});

const t = createTranslator('en', english);

test('too many attempts show when the next one is possible', () => {
  const text = refusalText(t, new Refusal(429, { code: 'rate_limited' }, 900));
  expect(text).toBe('Too many attempts. Try again in 15 minutes.');
  expect(refusalText(t, new Refusal(400, { code: 'wrong_credentials' }))).toBe(t('registerForm_wrongCredentials'));
});
