// Relative times: the steps, and their texts in every language with its own plurals, dates and numbers.
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { readCatalog } from './read-catalog.ts';
import { relativeTimeStep } from './relative-time.ts';
import { createTranslator } from './translate.ts';

/** A Thursday at noon, local time. */
const NOW = new Date(2026, 10, 19, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);

test.each([
  [-HOUR, 'seconds', 0],
  [0, 'seconds', 0],
  [44_999, 'seconds', 44],
  [45_000, 'minutes', 1],
  [2 * MINUTE - 1, 'minutes', 1],
  [59 * MINUTE, 'minutes', 59],
  [HOUR, 'hours', 1],
  [DAY - 1, 'hours', 23],
  [DAY, 'days', 1],
  [2 * DAY, 'weekday', 2],
  [6 * DAY, 'weekday', 5],
  [7 * DAY, 'days', 7],
  [30 * DAY - 1, 'days', 29],
  [30 * DAY, 'months', 1],
  [60 * DAY, 'months', 2],
  [365 * DAY - 1, 'months', 12],
  [365 * DAY, 'years', 1],
  [800 * DAY, 'years', 2],
] as const)('%i ms ago is written in %s: %i', (milliseconds, unit, count) => {
  expect(relativeTimeStep(ago(milliseconds), NOW)).toEqual({ unit, count });
});

const WORDS = [
  0,
  MINUTE,
  5 * MINUTE,
  HOUR,
  3 * HOUR,
  DAY,
  2 * DAY,
  10 * DAY,
  31 * DAY,
  70 * DAY,
  400 * DAY,
  1_000 * DAY,
];

test.each([
  [
    'en',
    [
      'a few seconds ago',
      'one minute ago',
      '5 minutes ago',
      'one hour ago',
      '3 hours ago',
      'one day ago',
      'last Tuesday',
      '10 days ago',
      'more than a month ago',
      'more than 2 months ago',
      'one year ago',
      '2 years ago',
    ],
  ],
  [
    'de',
    [
      'vor wenigen Sekunden',
      'vor einer Minute',
      'vor 5 Minuten',
      'vor einer Stunde',
      'vor 3 Stunden',
      'vor einem Tag',
      'letzten Dienstag',
      'vor 10 Tagen',
      'vor mehr als einem Monat',
      'vor mehr als 2 Monaten',
      'vor einem Jahr',
      'vor 2 Jahren',
    ],
  ],
] as const)('formats relative times in %s', (language, said) => {
  const t = createTranslator(language, readCatalog(language));
  expect(WORDS.map((milliseconds) => t.relative(ago(milliseconds), NOW))).toEqual(said);
});

describe.each(LANGUAGES)('%s', (language) => {
  const t = createTranslator(language, readCatalog(language));
  test('has a separate text for each step', () => {
    const said = WORDS.map((milliseconds) => t.relative(ago(milliseconds), NOW));
    expect(new Set(said).size).toBe(said.length);
    expect(said.filter((one) => /[{}]|time\./u.test(one))).toEqual([]);
    const day = new Intl.DateTimeFormat(t.locale, { weekday: 'long' }).format(ago(2 * DAY));
    expect(said[6]).toContain(day);
    for (const [at, number] of [
      [2, '5'],
      [4, '3'],
      [7, '10'],
    ] as const) {
      expect(said[at]).toContain(number);
    }
  });
  test('formats dates and numbers as in the language', () => {
    expect(t.number(1234567.5)).toBe(new Intl.NumberFormat(t.locale).format(1234567.5));
    expect(t.date('2026-03-04', 'long')).toContain('2026');
    // A local date has no time zone: it is the same day everywhere.
    expect(t.date('2026-03-04', 'long')).toMatch(/(?<!\d)4(?!\d)/u);
    expect(t.list(['A', 'B', 'C'])).toMatch(/^A.+B.+C$/u);
    expect(t.bytes(1_500_000)).toMatch(/1[.,]5/u);
  });
});

test('bytes have a plural', () => {
  const t = createTranslator('en', readCatalog('en'));
  expect([t.bytes(1), t.bytes(10), t.bytes(2_000)]).toEqual(['1 byte', '10 bytes', '2 kB']);
});

test('a count is formatted as in the language, alone and in a plural; a number used as an identifier is not', () => {
  const t = createTranslator('de', readCatalog('de'), readCatalog('en'));
  expect(t('dashboard.openOf', { open: 1246, count: 1721 })).toBe('1.246 von 1.721');
  expect(t('pin.numbered', { number: 12345 })).toContain('12345');
  // An English fallback is parsed again and keeps its numbers.
  const without = createTranslator('de', {}, readCatalog('en'));
  expect(without('dashboard.openOf', { open: 1246, count: 1721 })).toBe('1.246 of 1.721');
  expect(createTranslator('en', readCatalog('en'))('dashboard.openOf', { open: 1246, count: 1721 })).toBe(
    '1,246 of 1,721',
  );
});
