import { expect, it } from 'vitest';
import { expiredOf } from './retention.ts';

const HOUR_MS = 3_600_000;
const at = (hoursAgo: number) => {
  const startedAt = new Date(Date.UTC(2026, 10, 23, 12) - hoursAgo * HOUR_MS).toISOString();
  return { id: startedAt, startedAt };
};
const hourly = Array.from({ length: 24 * 100 }, (_, hours) => at(hours));

const kept = (retention: Parameters<typeof expiredOf>[1], all = hourly) => {
  const expired = new Set(expiredOf(all, retention).map(({ id }) => id));
  return all.filter(({ id }) => !expired.has(id)).map(({ id }) => id.slice(0, 13));
};

it('keeps the newest of each of the last hours, days and months', () => {
  expect(kept({ hours: 3, days: 2, months: 3 })).toEqual([
    '2026-11-23T12',
    '2026-11-23T11',
    '2026-11-23T10',
    '2026-11-22T23',
    '2026-10-31T23',
    '2026-09-30T23',
  ]);
});

it('counts only hours, days and months with a backup', () => {
  expect(kept({ hours: 0, days: 2, months: 0 }, [at(0), at(1), at(24 * 40), at(24 * 80)])).toEqual([
    '2026-11-23T12',
    '2026-10-14T12',
  ]);
});

it('keeps the newest backup in any case', () => {
  expect(kept({ hours: 0, days: 0, months: 0 })).toEqual(['2026-11-23T12']);
});
