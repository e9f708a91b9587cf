// The days a calendar shows, as YYYY-MM-DD without times or time zones. Pure.
import { weekdayOf } from '@plumbline/core/site/values/repeat';
import { addDays } from '../../../shared/site/today.ts';

export const SPANS = ['month', 'week', 'agenda'] as const;
export type Span = (typeof SPANS)[number];

/** First weekday of the locale's region, Monday 1 to Sunday 7; Monday where the browser does not know. */
export function firstWeekday(locale: string): number {
  try {
    const known = new Intl.Locale(locale) as Intl.Locale & {
      getWeekInfo?: () => { firstDay: number };
      weekInfo?: { firstDay: number };
    };
    return known.getWeekInfo?.().firstDay ?? known.weekInfo?.firstDay ?? 1;
  } catch {
    return 1;
  }
}

/** The seven days of the week that contains a day. */
export function weekOf(day: string, first: number): string[] {
  const start = addDays(day, -((weekdayOf(day) - first + 7) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(start, index));
}

export const monthOf = (day: string): string => day.slice(0, 7);

/** The weeks that cover the month of this day. */
export function weeksOfMonth(day: string, first: number): string[][] {
  const month = monthOf(day);
  const weeks: string[][] = [];
  for (let week = weekOf(`${month}-01`, first); week.some((one) => monthOf(one) === month); ) {
    weeks.push(week);
    week = weekOf(addDays(week[0] ?? day, 7), first);
  }
  return weeks;
}

/** The same day `months` later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const first = new Date(`${monthOf(day)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(last, Number(day.slice(8))));
  return first.toISOString().slice(0, 10);
}

/** The day one page forward or back. */
export function turnPage(span: Span, day: string, by: 1 | -1): string {
  return span === 'week' ? addDays(day, 7 * by) : addMonths(day, by);
}
