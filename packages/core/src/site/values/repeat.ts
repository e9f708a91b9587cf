// Repeating tasks: computes the next due date and the task that follows a finished one. Days are calendar days of the
// site without hours, so daylight saving changes cannot shift them.
import { z } from 'zod';
import { day, enteredDay } from '../../kernel/text.ts';

export const REPEAT_UNITS = ['day', 'week', 'month', 'year'] as const;

/**
 * "Every 2 weeks on Monday and Thursday until the end of June". All fields but `every` and `unit` were added later and
 * may be missing.
 */
export const repeat = z
  .strictObject({
    every: z.int().min(1).max(366),
    unit: z.enum(REPEAT_UNITS),
    /** ISO weekdays, Monday 1 to Sunday 7; for weekly rules only. Defaults to the weekday of the due date. */
    weekdays: z.array(z.int().min(1).max(7)).max(7).optional(),
    /** The intended day of the month (29 to 31) when a shorter month has moved the due date earlier. */
    onDay: z.int().min(29).max(31).optional(),
    /** The last day on which a task of the series may be due. */
    until: day.optional(),
    /** Number of tasks left in the series, including this one. */
    times: z.int().min(1).max(999).optional(),
  })
  .refine(({ weekdays, unit }) => !weekdays?.length || unit === 'week', { path: ['weekdays'], message: 'NOT_VALID' })
  .refine(({ weekdays = [] }) => new Set(weekdays).size === weekdays.length, {
    path: ['weekdays'],
    message: 'NOT_VALID',
  });
export type Repeat = z.infer<typeof repeat>;

/** The rule as users enter it. */
export const repeatInput = repeat.refine(({ until }) => until === undefined || enteredDay.safeParse(until).success, {
  path: ['until'],
  message: 'NOT_VALID',
});

const DAY = 86_400_000;
const LAST = Date.UTC(9999, 11, 31);

const timeOf = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** ISO weekday of a day YYYY-MM-DD: Monday 1 to Sunday 7. */
export const weekdayOf = (text: string): number => new Date(timeOf(text)).getUTCDay() || 7;

const monthOf = (text: string): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
const lengthOf = (month: number): number =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();

/** The intended day of the month: `onDay` as long as the due date is what a short month made of it. */
function anchorOf({ onDay, unit }: Repeat, from: string): number {
  const shown = Number(from.slice(8, 10));
  if (onDay === undefined || unit === 'day' || unit === 'week') return shown;
  return shown === Math.min(onDay, lengthOf(monthOf(from))) ? onDay : shown;
}

function afterDays(every: number, from: number, least: number): number {
  const steps = Math.max(1, Math.ceil((least - from) / DAY / every));
  return from + steps * every * DAY;
}

function afterWeeks(every: number, weekdays: readonly number[], from: number, least: number): number {
  const monday = from - ((new Date(from).getUTCDay() + 6) % 7) * DAY;
  const round = 7 * every * DAY;
  for (let week = monday + Math.max(0, Math.floor((least - monday) / round)) * round; ; week += round) {
    const found = weekdays.map((weekday) => week + (weekday - 1) * DAY).find((time) => time > from && time >= least);
    if (found !== undefined) return found;
  }
}

function afterMonths(step: number, anchor: number, from: string, least: number): number {
  const first = monthOf(from);
  const skipped = Math.floor((monthOf(dayOf(least)) - first) / step);
  for (let month = first + Math.max(1, skipped) * step; ; month += step) {
    const time = Date.UTC(Math.floor(month / 12), month % 12, Math.min(anchor, lengthOf(month)));
    if (time >= least) return time;
  }
}

/**
 * The first day of the series after `from` that is not before `notBefore`; both YYYY-MM-DD. A month too short for the
 * day uses its last day. Undefined where the calendar ends. Ignores the end of the series.
 */
export function nextDay(rule: Repeat, from: string, notBefore: string): string | undefined {
  const { every, unit } = rule;
  const start = timeOf(from);
  const least = Math.max(timeOf(notBefore), start + DAY);
  const weekdays = [...(rule.weekdays?.length ? rule.weekdays : [weekdayOf(from)])].sort((a, b) => a - b);
  const found = {
    day: () => afterDays(every, start, least),
    week: () => afterWeeks(every, weekdays, start, least),
    month: () => afterMonths(every, anchorOf(rule, from), from, least),
    year: () => afterMonths(every * 12, anchorOf(rule, from), from, least),
  }[unit]();
  return found > LAST ? undefined : dayOf(found);
}

/**
 * Due date and rule of the task that follows this one, finished on `today` (YYYY-MM-DD in the project's zone): the next
 * day of the series that has not passed, counted from the due date, or from today if there is none. Undefined if the
 * series ends.
 */
export function nextOfSeries(
  task: { dueDate: string | null; repeat: Repeat | null },
  today: string,
): { dueDate: string; repeat: Repeat } | undefined {
  const rule = task.repeat;
  if (!rule || (rule.times ?? 2) <= 1) return undefined;
  const from = task.dueDate ?? today;
  const dueDate = nextDay(rule, from, today);
  if (dueDate === undefined || (rule.until !== undefined && dueDate > rule.until)) return undefined;
  const { onDay: _, times, ...rest } = rule;
  const anchor = anchorOf(rule, from);
  const keepsDay = (rule.unit === 'month' || rule.unit === 'year') && anchor > 28;
  return {
    dueDate,
    repeat: { ...rest, ...(keepsDay && { onDay: anchor }), ...(times !== undefined && { times: times - 1 }) },
  };
}

const STEP = 0x9e3779b97f4bn;
const ROUND = 1n << 48n;

const stepped = (id: string, step: bigint): string => {
  const end = (BigInt(`0x${id.slice(24)}`) + ROUND + step) % ROUND;
  return id.slice(0, 24) + end.toString(16).padStart(12, '0');
};

/**
 * The id of the task that follows a repeating one. It is deterministic, so that an offline device and the server create
 * the same task and neither creates it twice.
 */
export const nextTaskId = (id: string): string => stepped(id, STEP);

/** The id of the previous task in the series, if there is one. */
export const previousTaskId = (id: string): string => stepped(id, -STEP);
