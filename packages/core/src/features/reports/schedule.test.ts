import { expect, test } from 'vitest';
import { nextRun, type ReportSchedule } from './schedule.ts';

const daily = (time: string): ReportSchedule => ({ every: 'day', time });

test.each<[string, ReportSchedule, string, string, string]>([
  ['today if the time is to come', daily('07:00'), 'Europe/Berlin', '2026-06-10T04:59:00Z', '2026-06-10T05:00:00Z'],
  ['tomorrow at the exact time', daily('07:00'), 'Europe/Berlin', '2026-06-10T05:00:00Z', '2026-06-11T05:00:00Z'],
  ['the same local time in winter', daily('07:00'), 'Europe/Berlin', '2026-10-24T06:00:00Z', '2026-10-25T06:00:00Z'],
  ['once when the hour is repeated', daily('02:30'), 'Europe/Berlin', '2026-10-25T00:00:00Z', '2026-10-25T00:30:00Z'],
  ['not again in the second hour', daily('02:30'), 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
  ['later when the hour is skipped', daily('02:30'), 'Europe/Berlin', '2026-03-29T00:00:00Z', '2026-03-29T01:30:00Z'],
  ['once in the southern autumn', daily('02:30'), 'Pacific/Auckland', '2026-04-04T13:30:00Z', '2026-04-05T14:30:00Z'],
  ['later in the southern spring', daily('02:30'), 'Pacific/Auckland', '2026-09-26T12:00:00Z', '2026-09-26T14:30:00Z'],
  ['later in America', daily('02:30'), 'America/New_York', '2026-03-08T05:00:00Z', '2026-03-08T07:30:00Z'],
  [
    'once if half an hour repeats',
    daily('01:45'),
    'Australia/Lord_Howe',
    '2026-04-04T14:00:00Z',
    '2026-04-04T14:45:00Z',
  ],
  ['not again after it', daily('01:45'), 'Australia/Lord_Howe', '2026-04-04T14:45:00Z', '2026-04-05T15:15:00Z'],
  ['on the local day', daily('06:00'), 'Pacific/Auckland', '2026-06-09T17:59:00Z', '2026-06-09T18:00:00Z'],
  ['at UTC in an unknown zone', daily('06:00'), 'Nowhere/Land', '2026-06-10T05:00:00Z', '2026-06-10T06:00:00Z'],
  [
    'on the next Sunday',
    { every: 'week', weekday: 7, time: '18:00' },
    'Europe/London',
    '2026-06-08T00:00:00Z',
    '2026-06-14T17:00:00Z',
  ],
  [
    'on the last day of a short month',
    { every: 'month', day: 31, time: '08:00' },
    'UTC',
    '2026-01-31T08:00:00Z',
    '2026-02-28T08:00:00Z',
  ],
])('a report is created %s', (_name, schedule, zone, after, expected) => {
  expect(nextRun(schedule, new Date(after), zone).toISOString()).toBe(expected.replace('Z', '.000Z'));
});
