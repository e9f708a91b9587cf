import { expect, test } from 'vitest';
import { groupByTime, timeGroup } from './time-groups.ts';

// A Saturday.
const now = new Date(2026, 10, 21, 9);

test.each([
  [new Date(2026, 10, 22), 'thisWeek'],
  [new Date(2026, 10, 21, 8), 'thisWeek'],
  [new Date(2026, 10, 16), 'thisWeek'],
  [new Date(2026, 10, 15, 23, 59), 'lastWeek'],
  [new Date(2026, 10, 9), 'lastWeek'],
  [new Date(2026, 10, 8, 23), 'thisMonth'],
  [new Date(2026, 10, 1), 'thisMonth'],
  [new Date(2026, 9, 31), '2026-10'],
  [new Date(2025, 10, 20), '2025-11'],
])('%s belongs to %s', (then, id) => {
  expect(timeGroup(then, now).id).toBe(id);
});

test('a week that began last month takes precedence over the month', () => {
  const sunday = new Date(2026, 10, 1, 12);
  expect(timeGroup(new Date(2026, 9, 27), sunday).id).toBe('thisWeek');
});

test('rows are grouped under the heading of their time span', () => {
  const days = [new Date(2026, 10, 20), new Date(2026, 10, 17), new Date(2026, 8, 2), new Date(2026, 8, 1)];
  const groups = groupByTime(days, (day) => day, now);
  expect(groups.map(({ group, items }) => [group.id, items.length])).toEqual([
    ['thisWeek', 2],
    ['2026-9', 2],
  ]);
});
