import { expect, test } from 'vitest';
import { FIELD_TYPES, type FieldFormat, type FieldValue, fieldFormat, newFormat } from '../../site/rows/fields.ts';
import { matchesCondition, readCondition, writeCondition } from '../../site/values/field-conditions.ts';
import { showValue, writeValue } from './show.ts';
import { readMinutes, readNumber, readValue, rounded, valueProblem } from './values.ts';

const level = (n: number) => `Level ${n}`;
const made = (type: (typeof FIELD_TYPES)[number], change: object = {}) =>
  fieldFormat.parse({ ...newFormat(type, level), ...change });
const NUMBER = made('NUMBER');

test('new fields start with the specified format, and each initial format is valid', () => {
  expect(NUMBER).toMatchObject({ precision: 8, scale: 2, suffix: 'qm', negative: false });
  expect(made('SLIDER')).toEqual({ type: 'SLIDER', levels: [1, 2, 3, 4, 5].map(level) });
  expect(made('TAGS')).toMatchObject({ tags: [] });
  expect(made('DATE')).toMatchObject({ pattern: 'DD.MM.YY' });
  for (const type of FIELD_TYPES) expect(made(type).type).toBe(type);
});

test.each([
  [{ ...NUMBER, suffix: 'squares' }],
  [{ ...NUMBER, scale: 8 }],
  [{ ...made('SLIDER'), levels: ['one', ''] }],
  [{ ...made('SLIDER'), levels: ['one'] }],
  [{ ...made('TAGS'), tags: ['two words'] }],
  [{ ...made('TAGS'), tags: ['same', 'same'] }],
  [{ ...made('TEXT'), limit: 0 }],
  [{ ...made('CURRENCY'), currency: 'euro' }],
  [{ type: 'COLOUR' }],
])('a field cannot be %o', (format) => {
  expect(fieldFormat.safeParse(format).success).toBe(false);
});

const CASES: [FieldFormat, unknown, string | undefined][] = [
  [NUMBER, 0, undefined],
  [NUMBER, 999_999.99, undefined],
  [NUMBER, 1_000_000, 'TOO_BIG'],
  [NUMBER, -1, 'TOO_SMALL'],
  [made('NUMBER', { negative: true }), -999_999.99, undefined],
  [NUMBER, 1.005, 'NOT_VALID'],
  [NUMBER, Number.NaN, 'NOT_VALID'],
  [NUMBER, '5', 'NOT_VALID'],
  [made('PERCENTAGE'), 100, undefined],
  [made('PERCENTAGE'), 101, 'TOO_BIG'],
  [made('PERCENTAGE'), -1, 'TOO_SMALL'],
  [made('PERCENTAGE'), 12.5, 'NOT_VALID'],
  [made('PERCENTAGE', { scale: 1 }), 12.5, undefined],
  [made('TIME'), 9_999 * 60 + 59, undefined],
  [made('TIME'), 10_000 * 60, 'TOO_BIG'],
  [made('SLIDER'), 0, undefined],
  [made('SLIDER'), 5, undefined],
  [made('SLIDER'), 6, 'TOO_BIG'],
  [made('SLIDER'), 2.5, 'NOT_VALID'],
  [made('DATE'), '2024-02-29', undefined],
  [made('DATE'), '2023-02-29', 'NOT_VALID'],
  [made('DATE'), '0202-12-24', 'NOT_VALID'],
  [made('DATE'), '2200-01-01T10:00', 'NOT_VALID'],
  [made('DATE'), '2024-02-29T23:59', undefined],
  [made('DATE'), '2024-02-29T24:00', 'NOT_VALID'],
  [made('TEXT', { limit: 3 }), 'abc', undefined],
  [made('TEXT', { limit: 3 }), 'abcd', 'TOO_LONG'],
  [made('TEXT'), ['a'], 'NOT_VALID'],
  [made('TAGS'), ['a', 'b'], undefined],
  [made('TAGS'), ['a', 'a'], 'NOT_VALID'],
  [made('TAGS'), ['two words'], 'NOT_VALID'],
  [made('TAGS', { tags: ['a'], listed: true }), ['b'], 'UNKNOWN'],
];
test.each(CASES)('%o accepts %o: %s', (format, value, problem) => {
  expect(valueProblem(format, value)).toBe(problem);
});

test('a tag removed from the list stays on the pins that have it', () => {
  const format = made('TAGS', { tags: ['new'], listed: true });
  expect(valueProblem(format, ['old', 'new'], ['old'])).toBeUndefined();
  expect(valueProblem(format, ['old', 'new'], ['other'])).toBe('UNKNOWN');
});

test.each([
  ['1,234.56', 'en', 1234.56],
  ['1.234,56', 'de', 1234.56],
  ['12.5', 'de', 12.5],
  ['1.234', 'de', 1234],
  ['1,5', 'en', 1.5],
  ['1’234.5', 'de-CH', 1234.5],
  ['1 234,5', 'fr', 1234.5],
  ['12,50 €', 'de', 12.5],
  ['€12.50', 'en', 12.5],
  ['EUR 12', 'en', 12],
  ['45 %', 'de', 45],
  ['3 m²', 'de', 3],
  ['−3', 'de', -3],
  ['.5', 'en', 0.5],
  ['1.2.3', 'en', undefined],
  ['12-3', 'en', undefined],
  ['1e9', 'en', undefined],
  ['', 'en', undefined],
  ['nine', 'en', undefined],
  ['=1+1', 'en', undefined],
])('%s in %s is read as %s', (typed, locale, value) => {
  expect(readNumber(typed, locale)).toBe(value);
});

test.each([
  ['7:30', 450],
  ['7 h 30 min', 450],
  ['7h', 420],
  ['7', 420],
  ['1,5', 90],
  ['45 min', 45],
  ['7:60', undefined],
  ['x', undefined],
])('%s is read as %s minutes', (typed, minutes) => {
  expect(readMinutes(typed, 'de')).toBe(minutes);
});

test("a parsed number is rounded to the field's decimals, half away from zero", () => {
  expect(rounded(1.005, 2)).toBe(1.01);
  expect(rounded(-1.005, 2)).toBe(-1.01);
  expect(readValue(NUMBER, '3,14159', 'de')).toEqual({ value: 3.14, isRounded: true });
  expect(readValue(NUMBER, '3,10', 'de')).toEqual({ value: 3.1 });
  expect(readValue(made('PERCENTAGE'), '101', 'de')).toEqual({ problem: 'TOO_BIG' });
  expect(readValue(made('SLIDER'), 'level 3', 'en')).toEqual({ value: 3 });
  expect(readValue(made('DATE'), '1.2.26', 'de')).toEqual({ value: '2026-02-01' });
  expect(readValue(made('DATE'), '31.2.26', 'de')).toEqual({ problem: 'NOT_VALID' });
  expect(readValue(made('TAGS'), 'a, b a', 'en')).toEqual({ value: ['a', 'b'] });
  expect(readValue(NUMBER, ' ', 'en')).toEqual({ value: null });
});

const SHOWN: [FieldFormat, FieldValue | null, string, string][] = [
  [NUMBER, 1234.5, 'de', '1.234,50 qm'],
  [made('NUMBER', { thousands: false, suffix: '' }), 1234.5, 'en', '1234.50'],
  [made('CURRENCY'), 1234.5, 'de', '1.234,50 €'],
  [made('CURRENCY', { currency: 'CHF' }), 12, 'en', 'CHF 12.00'],
  [made('PERCENTAGE'), 45, 'en', '45%'],
  [made('TIME'), 450, 'en', '7:30 h'],
  [made('DATE'), '2026-02-01', 'en', '01.02.26'],
  [made('DATE', { pattern: 'MM/DD/YYYY', weekday: true }), '2026-02-01', 'en', 'Sun 02/01/2026'],
  [made('DATE', { length: 'long', weekday: true }), '2026-02-01', 'de', 'Sonntag, 1. Februar 2026'],
  [made('DATE', { time: true }), '2026-02-01T14:05', 'de', '01.02.26, 14:05'],
  [made('SLIDER'), 3, 'en', 'Level 3'],
  [made('SLIDER'), 0, 'en', '0'],
  [made('TAGS'), ['a', 'b'], 'en', 'a, b'],
  [made('TEXT'), 'שלום', 'en', 'שלום'],
  [NUMBER, null, 'en', ''],
];
test.each(SHOWN)('%o shows %o in %s as %s', (format, value, locale, text) => {
  expect(showValue(format, value, locale).replaceAll(/[\u00a0\u202f]/gu, ' ')).toBe(text);
});

test('the text of an input is read back as the same value', () => {
  for (const locale of ['en', 'de', 'fr', 'tr', 'de-CH']) {
    for (const [format, value] of SHOWN) {
      if (value === null) continue;
      expect(readValue(format, writeValue(format, value, locale), locale)).toEqual({ value });
    }
  }
});

const FIELD = '00000000-0000-4000-8000-000000000001';
test.each<[string, FieldValue | undefined, boolean]>([
  ['set', 0, true],
  ['set', undefined, false],
  ['unset', undefined, true],
  ['n:1..5', 5, true],
  ['n:1..', 0.99, false],
  ['n:..-2.5', -3, true],
  ['n:1..5', '3', false],
  ['d:2026-01-01..2026-01-31', '2026-01-31T10:00', true],
  ['d:..2026-01-31', '2026-02-01', false],
  ['w:oak Door', 'The DOOR of oak', true],
  ['w:oak door', 'oak', false],
  ['t:a,b', ['b', 'c'], true],
  ['t:a', ['c'], false],
])('the condition %s on %o: %s', (wish, value, met) => {
  const condition = readCondition(`${FIELD}:${wish}`);
  expect(condition && writeCondition(condition)).toBe(`${FIELD}:${wish}`);
  expect(condition && matchesCondition(condition.criterion, value)).toBe(met);
});

test.each([
  '',
  'x:set',
  `${FIELD}:n:..`,
  `${FIELD}:n:a..b`,
  `${FIELD}:d:1..2`,
  `${FIELD}:t:`,
  `${FIELD}:z:1`,
  `${FIELD}:set:1`,
])('not a condition: %s', (text) => {
  expect(readCondition(text)).toBeUndefined();
});
