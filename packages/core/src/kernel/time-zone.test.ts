import { expect, test } from 'vitest';
import { dayInZone, isTimeZone, timeInZone } from './time-zone.ts';

test.each([
  ['Europe/Vienna', true],
  ['UTC', true],
  ['Mars/Base', false],
  ['', false],
])('%s is a zone: %s', (name, known) => {
  expect(isTimeZone(name)).toBe(known);
});

test.each([
  ['2026-03-01T23:30:00Z', 'Europe/Vienna', '2026-03-02'],
  ['2026-03-01T23:30:00Z', 'UTC', '2026-03-01'],
  ['2026-03-01T02:00:00Z', 'America/New_York', '2026-02-28'],
  ['2026-03-01T23:30:00Z', 'nowhere', '2026-03-01'],
])('%s in %s is %s', (instant, zone, day) => {
  expect(dayInZone(new Date(instant), zone)).toBe(day);
});

test.each([
  ['2026-03-01T23:30:05.900Z', 'Europe/Vienna', '2026-03-02T00:30:05'],
  ['2026-03-02T00:00:00Z', 'UTC', '2026-03-02T00:00:00'],
  ['0987-06-05T12:00:00Z', 'UTC', '0987-06-05T12:00:00'],
])('at %s, the local time in %s is %s', (instant, zone, time) => {
  expect(timeInZone(new Date(instant), zone)).toBe(time);
});

test('the day does not depend on the order in which a locale writes dates', () => {
  const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format') ?? {};
  // As in a browser whose English dates begin with the month.
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { ...format, get: () => () => '3/2/2026' });
  try {
    expect(dayInZone(new Date('2026-03-01T23:30:05Z'), 'Europe/Vienna')).toBe('2026-03-02');
  } finally {
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', format);
  }
});
