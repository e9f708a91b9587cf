import { expect, test } from 'vitest';
import { dayInZone, isTimeZone } from './time-zone.ts';

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
