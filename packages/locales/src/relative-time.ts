// The steps of a relative time. Pure arithmetic on two instants.

export type RelativeStep = {
  unit: 'seconds' | 'minutes' | 'hours' | 'days' | 'weekday' | 'months' | 'years';
  /** Amount of the unit; the weekday of `then` for `weekday`. */
  count: number;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * A few seconds, one minute, minutes, hours, one day, last weekday (2 to 6 days, where the name is unambiguous), days,
 * more than a month (30 days), more than x months, years (365 days). The future counts as now, because clocks differ
 * slightly.
 */
export function relativeTimeStep(then: Date, now: Date): RelativeStep {
  const age = Math.max(0, now.getTime() - then.getTime());
  if (age < 45_000) return { unit: 'seconds', count: Math.floor(age / 1000) };
  if (age < HOUR) return { unit: 'minutes', count: Math.max(1, Math.floor(age / MINUTE)) };
  if (age < DAY) return { unit: 'hours', count: Math.floor(age / HOUR) };
  const days = Math.floor(age / DAY);
  if (days >= 365) return { unit: 'years', count: Math.floor(days / 365) };
  if (days >= 30) return { unit: 'months', count: Math.floor(days / 30) };
  if (days >= 2 && days < 7) return { unit: 'weekday', count: then.getDay() };
  return { unit: 'days', count: days };
}
