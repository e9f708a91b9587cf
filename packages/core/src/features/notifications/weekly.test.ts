import { expect, test } from 'vitest';
import { weekOf } from './weekly.ts';

test.each([
  ['2026-11-23T04:59:00Z', 'Europe/Berlin', '2026-11-16'],
  ['2026-11-23T05:00:00Z', 'Europe/Berlin', '2026-11-23'],
  ['2026-11-29T23:00:00Z', 'Europe/Berlin', '2026-11-23'],
  ['2026-11-23T05:00:00Z', 'America/New_York', '2026-11-16'],
  ['2026-11-22T21:00:00Z', 'Asia/Tokyo', '2026-11-23'],
  ['2027-01-01T12:00:00Z', 'UTC', '2026-12-28'],
])('at %s in %s it is the week of %s', (now, zone, monday) => {
  expect(weekOf(new Date(now), zone)).toBe(monday);
});
