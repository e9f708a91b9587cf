import { expect, test } from 'vitest';
import { EMPTY, type RegisterDraft, registerProblems } from './register-form.ts';

const good: RegisterDraft = {
  firstName: 'Nina',
  lastName: 'Neu',
  organisationName: 'Neubau',
  countryCode: 'AT',
  phone: '+43 1 234567',
  email: ' nina@neubau.example ',
  originationCode: 'SEEN',
  terms: true,
  privacy: true,
};

test('every field of an empty form is reported as missing', () => {
  const problems = registerProblems(EMPTY, 'en');
  expect(Object.keys(problems).sort()).toEqual(Object.keys(EMPTY).sort());
  expect(new Set(Object.values(problems))).toEqual(new Set(['REQUIRED']));
});

test.each([
  [{}, {}],
  [{ phone: '0660 1234' }, { phone: 'NOT_VALID' }],
  [{ phone: '+43' }, { phone: 'NOT_VALID' }],
  [{ phone: '+436' }, {}],
  [{ email: 'nina@' }, { email: 'NOT_VALID' }],
  [{ firstName: '  ' }, { firstName: 'REQUIRED' }],
  [{ terms: false }, { terms: 'REQUIRED' }],
])('%j', (change, problems) => {
  expect(registerProblems({ ...good, ...change }, 'de')).toEqual(problems);
});
