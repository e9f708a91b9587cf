import { expect, test } from 'vitest';
import { LICENCE_QUOTAS, LICENCES } from '../../access/licence-limits.ts';
import { freeSeat, isUpgrade, noSeatFor, offersFrom } from './licences.ts';

test('plans have the specified prices', () => {
  expect(
    offersFrom('pocket', LICENCE_QUOTAS).map(({ licence, monthly, yearly, upgrade }) => [
      licence,
      monthly,
      yearly,
      upgrade,
    ]),
  ).toEqual([
    ['test', 0, 0, null],
    ['pocket', 59, 49, null],
    ['combo', 69, 59, 59],
    ['multi', 89, 79, 79],
  ]);
  expect(offersFrom('multi', LICENCE_QUOTAS).map((one) => one.upgrade)).toEqual([null, null, null, null]);
  expect(offersFrom('combo', LICENCE_QUOTAS).map((one) => one.upgrade)).toEqual([null, null, null, 79]);
  // A test leads to a first term; there is nothing to upgrade from.
  expect(offersFrom('test', LICENCE_QUOTAS).map((one) => one.upgrade)).toEqual([null, null, null, null]);
  expect(LICENCES.filter((licence) => isUpgrade('combo', licence))).toEqual(['multi']);
});

test.each([
  ['full', null, { full: 1, mobile: null }, { full: 1, mobile: 9 }, 'full'],
  ['full', 'full', { full: 1, mobile: null }, { full: 1, mobile: 9 }, undefined],
  ['mobile', 'full', { full: 1, mobile: 2 }, { full: 1, mobile: 1 }, undefined],
  ['mobile', 'full', { full: 1, mobile: 0 }, { full: 1, mobile: 0 }, 'mobile'],
  ['full', null, { full: null, mobile: null }, { full: 9_999, mobile: 0 }, undefined],
  [null, 'full', { full: 0, mobile: 0 }, { full: 5, mobile: 5 }, undefined],
] as const)(
  'a %s licence for someone with %s, with %j available and %j taken: %s',
  (expected, present, seats, taken, refused) => {
    expect(noSeatFor(expected, present, { seats, taken })).toBe(refused);
  },
);

test('a new user gets the fullest licence still available', () => {
  expect(freeSeat({ full: null, mobile: null }, { full: 3, mobile: 0 })).toBe('full');
  expect(freeSeat({ full: 3, mobile: null }, { full: 3, mobile: 0 })).toBe('mobile');
  expect(freeSeat({ full: 3, mobile: 0 }, { full: 3, mobile: 0 })).toBeNull();
});
