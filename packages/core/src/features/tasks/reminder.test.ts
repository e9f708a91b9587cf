import { describe, expect, it } from 'vitest';
import { isReminderTime, reminderDay } from './reminder.ts';

describe('the day of a reminder', () => {
  it.each([
    ['2026-03-05', 0, '2026-03-05'],
    ['2026-03-05', 7, '2026-02-26'],
    ['2028-03-01', 1, '2028-02-29'],
    ['2027-01-03', 14, '2026-12-20'],
  ])('due on %s, %i days before, is %s', (due, days, expected) => {
    expect(reminderDay(due, days)).toBe(expected);
  });
});

describe('the time of a reminder', () => {
  const cases: [string, string, number, string, string, boolean][] = [
    ['before 6:00', '2026-03-05', 1, '2026-03-04T04:59:59Z', 'Europe/Berlin', false],
    ['at 6:00', '2026-03-05', 1, '2026-03-04T05:00:00Z', 'Europe/Berlin', true],
    ['at 6:00 in another time zone', '2026-03-05', 1, '2026-03-04T05:00:00Z', 'America/New_York', false],
    ['at 6:00 further west', '2026-03-05', 1, '2026-03-04T11:00:00Z', 'America/New_York', true],
    ['on the day in between', '2026-03-05', 3, '2026-03-03T00:10:00Z', 'Europe/Berlin', true],
    ['late on the due date', '2026-03-05', 0, '2026-03-05T22:59:00Z', 'Europe/Berlin', true],
    ['after the due date', '2026-03-05', 1, '2026-03-05T23:00:00Z', 'Europe/Berlin', false],
    ['at 6:00 after the clocks went forward', '2026-03-29', 0, '2026-03-29T04:00:00Z', 'Europe/Berlin', true],
    ['at 5:00 after the clocks went forward', '2026-03-29', 0, '2026-03-29T03:59:00Z', 'Europe/Berlin', false],
    ['at 6:00 after the clocks went back', '2026-10-25', 0, '2026-10-25T05:00:00Z', 'Europe/Berlin', true],
    ['at 5:00 after the clocks went back', '2026-10-25', 0, '2026-10-25T04:59:00Z', 'Europe/Berlin', false],
    ['in an unknown time zone, by UTC', '2026-03-05', 0, '2026-03-05T06:00:00Z', 'Mars/Crater', true],
  ];
  it.each(cases)('%s', (_what, dueDate, reminderDays, now, zone, expected) => {
    expect(isReminderTime({ dueDate, reminderDays }, new Date(now), zone)).toBe(expected);
  });
});
