// When a saved report is created: daily, weekly or monthly at a local time of the project.
import { z } from 'zod';
import { dayInZone, instantInZone } from '../../kernel/time-zone.ts';

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u);

export const reportSchedule = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('day'), time }),
  /** 1 is Monday, 7 Sunday. */
  z.strictObject({ every: z.literal('week'), weekday: z.int().min(1).max(7), time }),
  /** In shorter months on the last day. */
  z.strictObject({ every: z.literal('month'), day: z.int().min(1).max(31), time }),
]);
export type ReportSchedule = z.output<typeof reportSchedule>;

const DAY_MS = 86_400_000;
/** A month is at most this long, and the local day can be one ahead. */
const MAX_DAYS = 33;

/** The first instant after `after` at which the schedule is due. `timeZone`: IANA name; UTC for an unknown one. */
export function nextRun(schedule: ReportSchedule, after: Date, timeZone: string): Date {
  const today = Date.parse(`${dayInZone(after, timeZone)}T00:00:00Z`);
  for (let days = 0; days < MAX_DAYS; days += 1) {
    const day = new Date(today + days * DAY_MS);
    if (!isDue(schedule, day)) continue;
    const at = instantInZone(day.toISOString().slice(0, 10), schedule.time, timeZone);
    if (at > after) return at;
  }
  throw new Error('a schedule is due at least once a month');
}

function isDue(schedule: ReportSchedule, day: Date): boolean {
  if (schedule.every === 'day') return true;
  if (schedule.every === 'week') return (day.getUTCDay() || 7) === schedule.weekday;
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(schedule.day, last);
}
