import { describe, expect, it } from 'vitest';
import { addMonths, firstWeekday, turnPage, weekOf, weeksOfMonth } from './calendar-days.ts';

describe('weeks', () => {
  it.each([
    ['2026-11-21', 1, '2026-11-16'],
    ['2026-11-22', 1, '2026-11-16'],
    ['2026-11-22', 7, '2026-11-22'],
    ['2026-11-21', 7, '2026-11-15'],
    ['2026-11-21', 6, '2026-11-21'],
    ['2027-01-01', 1, '2026-12-28'],
  ])('of %s with first weekday %i start on %s', (day, first, expected) => {
    const week = weekOf(day, first);
    expect(week[0]).toBe(expected);
    expect(week).toHaveLength(7);
    expect(week).toContain(day);
  });

  it('of a month contain all its days, unaffected by daylight saving', () => {
    for (const [day, first, count] of [
      ['2026-11-21', 1, 6],
      ['2027-02-10', 1, 4],
      ['2026-02-10', 7, 4],
      ['2026-03-31', 1, 6],
      ['2026-10-25', 7, 5],
    ] as const) {
      const weeks = weeksOfMonth(day, first);
      expect(weeks).toHaveLength(count);
      const days = weeks.flat();
      expect(new Set(days).size).toBe(days.length);
      const mine = days.filter((one) => one.startsWith(day.slice(0, 7)));
      expect(mine).toHaveLength(Number(addMonths(`${day.slice(0, 7)}-31`, 0).slice(8)));
    }
  });
});

describe('months', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-03-31', -1, '2026-02-28'],
  ])('%s plus %i months is %s', (day, by, expected) => {
    expect(addMonths(day, by)).toBe(expected);
  });

  it('turn by page: a month by one month, a week by seven days', () => {
    expect(turnPage('month', '2026-11-21', 1)).toBe('2026-12-21');
    expect(turnPage('week', '2026-11-21', -1)).toBe('2026-11-14');
  });
});

it('weeks start on the first weekday of the region', () => {
  expect(firstWeekday('de-DE')).toBe(1);
  expect(firstWeekday('en-US')).toBe(7);
  expect(firstWeekday('x')).toBe(1);
});
