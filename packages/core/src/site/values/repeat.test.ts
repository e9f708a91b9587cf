import { describe, expect, it } from 'vitest';
import { dayInZone } from '../../kernel/time-zone.ts';
import { nextDay, nextOfSeries, nextTaskId, previousTaskId, type Repeat, repeat, weekdayOf } from './repeat.ts';

const every = (count: number, unit: Repeat['unit'], more: Partial<Repeat> = {}): Repeat => ({
  every: count,
  unit,
  ...more,
});

describe('the next day', () => {
  const cases: [string, Repeat, string, string | undefined][] = [
    ['the next day across New Year', every(1, 'day'), '2026-12-31', '2027-01-01'],
    ['every ten days', every(10, 'day'), '2026-02-20', '2026-03-02'],
    ['the same weekday', every(1, 'week'), '2026-11-18', '2026-11-25'],
    ['the same weekday, every second week', every(2, 'week'), '2026-12-28', '2027-01-11'],
    ['the next weekday of the same week', every(2, 'week', { weekdays: [4, 1] }), '2026-11-16', '2026-11-19'],
    ['the first weekday, two weeks later', every(2, 'week', { weekdays: [4, 1] }), '2026-11-19', '2026-11-30'],
    ['a Sunday is the last day of its week', every(1, 'week', { weekdays: [1, 7] }), '2026-11-16', '2026-11-22'],
    ['the last day of a shorter month', every(1, 'month'), '2026-01-31', '2026-02-28'],
    ['the last day of February in a leap year', every(1, 'month'), '2028-01-30', '2028-02-29'],
    ['back to the intended day', every(1, 'month', { onDay: 31 }), '2026-02-28', '2026-03-31'],
    ['the intended day in a month of 30 days', every(1, 'month', { onDay: 31 }), '2026-03-31', '2026-04-30'],
    ['the due date if it was moved', every(1, 'month', { onDay: 31 }), '2026-03-15', '2026-04-15'],
    ['a quarter across New Year', every(3, 'month'), '2026-11-30', '2027-02-28'],
    ['a year', every(1, 'year'), '2026-11-21', '2027-11-21'],
    ['a leap day in a common year', every(1, 'year'), '2028-02-29', '2029-02-28'],
    ['a leap day in the next leap year', every(4, 'year'), '2028-02-29', '2032-02-29'],
    ['an intended leap day', every(1, 'year', { onDay: 29 }), '2031-02-28', '2032-02-29'],
    ['nothing after the last year', every(1, 'year'), '9999-03-01', undefined],
    ['nothing after the last day', every(1, 'day'), '9999-12-31', undefined],
  ];
  it.each(cases)('is %s', (_what, rule, from, expected) => {
    expect(nextDay(rule, from, from)).toBe(expected);
  });

  const late: [string, Repeat, string, string, string][] = [
    ['today, when it falls on today', every(1, 'week'), '2026-11-02', '2026-11-16', '2026-11-16'],
    ['not a past date', every(1, 'week'), '2026-11-02', '2026-11-17', '2026-11-23'],
    ['counted in days', every(3, 'day'), '2026-01-01', '2026-01-06', '2026-01-07'],
    ['counted in weeks', every(3, 'week', { weekdays: [2, 5] }), '2026-01-06', '2026-01-28', '2026-01-30'],
    ['counted in months', every(2, 'month', { onDay: 31 }), '2026-02-28', '2026-05-01', '2026-06-30'],
    ['counted in years', every(1, 'year'), '2020-02-29', '2026-11-21', '2027-02-28'],
    ['after the due date if completed earlier', every(1, 'month'), '2026-11-30', '2026-11-03', '2026-12-30'],
  ];
  it.each(late)('for a task finished on a given day is %s', (_what, rule, from, today, expected) => {
    expect(nextDay(rule, from, today)).toBe(expected);
  });

  it('is found immediately even after a century', () => {
    expect(nextDay(every(1, 'day'), '0101-01-01', '9000-01-01')).toBe('9000-01-01');
    expect(nextDay(every(1, 'week', { weekdays: [3] }), '0101-01-01', '9000-01-01')).toBe('9000-01-01');
    expect(weekdayOf('9000-01-01')).toBe(3);
    expect(nextDay(every(1, 'month'), '0101-01-01', '9000-01-02')).toBe('9000-02-01');
  });

  it('does not depend on clock changes: days are counted in the zone of the site', () => {
    // The hour that is skipped, the hour that occurs twice, and a zone that skipped a whole day.
    for (const [instant, zone, today] of [
      ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29'],
      ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
      ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
      ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
    ] as const) {
      expect(dayInZone(new Date(instant), zone)).toBe(today);
    }
    expect(nextDay(every(1, 'day'), '2026-03-28', '2026-03-28')).toBe('2026-03-29');
    expect(nextDay(every(1, 'day'), '2026-10-25', '2026-10-25')).toBe('2026-10-26');
    expect(nextDay(every(1, 'week'), '2026-03-23', '2026-03-30')).toBe('2026-03-30');
  });
});

describe('a series', () => {
  it('keeps the intended day across all months of a year', () => {
    const days: string[] = [];
    let task: { dueDate: string; repeat: Repeat } | undefined = { dueDate: '2027-12-31', repeat: every(1, 'month') };
    for (let count = 0; task && count < 14; count += 1) {
      days.push(task.dueDate);
      task = nextOfSeries(task, task.dueDate);
    }
    expect(days).toEqual(
      '2027-12-31 2028-01-31 2028-02-29 2028-03-31 2028-04-30 2028-05-31 2028-06-30 2028-07-31 2028-08-31 2028-09-30 2028-10-31 2028-11-30 2028-12-31 2029-01-31'.split(
        ' ',
      ),
    );
  });

  it('ends after the given number of tasks', () => {
    const first = { dueDate: '2026-11-21', repeat: every(1, 'day', { times: 3 }) };
    const second = nextOfSeries(first, '2026-11-21');
    expect(second).toEqual({ dueDate: '2026-11-22', repeat: every(1, 'day', { times: 2 }) });
    const third = second && nextOfSeries(second, '2026-11-22');
    expect(third).toEqual({ dueDate: '2026-11-23', repeat: every(1, 'day', { times: 1 }) });
    expect(third && nextOfSeries(third, '2026-11-23')).toBeUndefined();
  });

  it('ends on a day, which may still be part of it', () => {
    const until = (day: string) => ({ dueDate: '2026-11-14', repeat: every(1, 'week', { until: day }) });
    expect(nextOfSeries(until('2026-11-21'), '2026-11-14')?.dueDate).toBe('2026-11-21');
    expect(nextOfSeries(until('2026-11-20'), '2026-11-14')).toBeUndefined();
    expect(nextOfSeries(until('2026-11-21'), '2026-11-22')).toBeUndefined();
  });

  it('counts from today without a due date, and does not exist without a rule', () => {
    expect(nextOfSeries({ dueDate: null, repeat: every(1, 'week') }, '2026-11-21')?.dueDate).toBe('2026-11-28');
    expect(nextOfSeries({ dueDate: '2026-11-21', repeat: null }, '2026-11-21')).toBeUndefined();
  });

  it('drops the intended day once someone has moved the due date', () => {
    const moved = { dueDate: '2026-03-15', repeat: every(1, 'month', { onDay: 31 }) };
    expect(nextOfSeries(moved, '2026-03-15')).toEqual({ dueDate: '2026-04-15', repeat: every(1, 'month') });
  });
});

describe('a rule', () => {
  it.each([
    { every: 0, unit: 'day' },
    { every: 367, unit: 'day' },
    { every: 1.5, unit: 'day' },
    { every: 1, unit: 'hour' },
    { every: 1, unit: 'day', weekdays: [1] },
    { every: 1, unit: 'week', weekdays: [1, 1] },
    { every: 1, unit: 'week', weekdays: [0] },
    { every: 1, unit: 'week', weekdays: [8] },
    { every: 1, unit: 'month', onDay: 32 },
    { every: 1, unit: 'week', until: '2026-02-30' },
    { every: 1, unit: 'week', times: 0 },
    { every: 1, unit: 'week', more: 1 },
  ])('is refused: %j', (given) => {
    expect(repeat.safeParse(given).success).toBe(false);
  });

  it('is still valid without the optional fields that were added later', () => {
    expect(repeat.parse({ every: 2, unit: 'month' })).toEqual({ every: 2, unit: 'month' });
  });
});

describe('ids of a series', () => {
  it.each(['00000000-0000-4000-8000-000000000001', '3e1f6f0c-6f0a-4b59-9f0e-ffffffffffff'])(
    'lead to the next and back to the previous task: %s',
    (id) => {
      const next = nextTaskId(id);
      expect(next).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
      expect(next).not.toBe(id);
      expect(nextTaskId(next)).not.toBe(id);
      expect(previousTaskId(next)).toBe(id);
    },
  );
});
