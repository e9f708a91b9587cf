import { afterEach, expect, test, vi } from 'vitest';
import { countryHere, EMPTY, type RegisterDraft, registerProblems } from './register-form.ts';

afterEach(() => vi.unstubAllGlobals());

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
])('reports the problems of %j', (change, problems) => {
  expect(registerProblems({ ...good, ...change }, 'de')).toEqual(problems);
});

const stubPosition = (answer: (found: (position: object) => void, failed: (reason: object) => void) => void) =>
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: answer } });

test.each([
  [47.07, 15.44, 'AT'],
  [51.5, -0.12, 'GB'],
  // At sea, and where no country of the list is.
  [-40, -30, undefined],
  [42.66, 21.16, undefined],
])('at %d, %d the country is %s', async (latitude, longitude, country) => {
  stubPosition((found) => found({ coords: { latitude, longitude } }));
  expect(await countryHere()).toBe(country);
});

test('a refused location request is an error, not a country', async () => {
  stubPosition((_, failed) => failed({ code: 1, message: 'User denied Geolocation' }));
  await expect(countryHere()).rejects.toMatchObject({ code: 1 });
});
