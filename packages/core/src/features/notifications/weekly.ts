// The week of the weekly overview, which is sent on Mondays at six in the reader's time zone.
import { dayInZone } from '../../kernel/time-zone.ts';
import { MORNING_HOUR } from './morning.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The Monday, YYYY-MM-DD, of the week that began most recently at six in the morning in `timeZone`. */
export function weekOf(now: Date, timeZone: string): string {
  const day = new Date(dayInZone(new Date(now.getTime() - MORNING_HOUR * HOUR_MS), timeZone));
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(day.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
