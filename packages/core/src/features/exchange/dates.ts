// Dates as other programs write them. Pure.
import { enteredDay } from '../../kernel/text.ts';

export const DATE_ORDERS = ['dmy', 'mdy'] as const;
/** The order of day and month in dates such as 03/04/2026. */
export type DateOrder = (typeof DATE_ORDERS)[number];

const TIME = /[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?$/iu;
const ISO_DAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u;
const SPOKEN_DAY = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/u;

/**
 * A day, or a day with a local time, as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; undefined if it is none. Dates with points
 * start with the day in every country.
 */
export function readDate(text: string, order: DateOrder): string | undefined {
  const time = TIME.exec(text);
  const written = (time ? text.slice(0, time.index) : text).trim();
  const day = dayOf(written, order);
  if (day === undefined || !enteredDay.safeParse(day).success) return undefined;
  return time ? withTime(day, time) : day;
}

function dayOf(written: string, order: DateOrder): string | undefined {
  const iso = ISO_DAY.exec(written);
  if (iso) return dayText(iso[1], iso[2], iso[3]);
  const found = SPOKEN_DAY.exec(written);
  if (!found) return undefined;
  const [, first, sign, second, year = ''] = found;
  const [dayPart, month] = sign === '/' && order === 'mdy' ? [second, first] : [first, second];
  return dayText(year.length === 2 ? `20${year}` : year, month, dayPart);
}

const dayText = (year = '', month = '', day = ''): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

function withTime(day: string, [, hours = '', minutes = '', , half]: RegExpExecArray): string | undefined {
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59) return undefined;
  return `${day}T${String(hour).padStart(2, '0')}:${minutes}`;
}

/** The instant of a day or local time, in UTC; a day without a time is its noon, which is the same day everywhere. */
export const instantFrom = (read: string): string => `${read.includes('T') ? read : `${read}T12:00`}:00.000Z`;

/** The order of day and month in a region. */
export function dateOrderOf(locale: string): DateOrder {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day') && parts.indexOf('day') < parts.indexOf('year') ? 'mdy' : 'dmy';
}

const dayIn = (text: string, order: DateOrder): string | undefined => readDate(text, order)?.slice(0, 10);

/** The order in which alone one of the values is a date; that of the region if there is no such order, or two. */
export function sharedDateOrder<O extends DateOrder | null>(values: readonly string[], region: O): DateOrder | O {
  const needs = (order: DateOrder, other: DateOrder) =>
    values.some((value) => dayIn(value, order) !== undefined && dayIn(value, other) === undefined);
  const [dmy, mdy] = [needs('dmy', 'mdy'), needs('mdy', 'dmy')];
  return dmy === mdy ? region : dmy ? 'dmy' : 'mdy';
}

/** The day that a drawing states; null if it is none, or if it depends on an unknown order of day and month. */
export function statedDay(text: string, order: DateOrder | null): string | null {
  const days = new Set(DATE_ORDERS.flatMap((one) => dayIn(text, one) ?? []));
  if (days.size < 2) return [...days][0] ?? null;
  return (order && dayIn(text, order)) ?? null;
}

/** The order in which all these values are dates; `dmy` if both are possible. */
export function detectDateOrder(values: readonly string[]): DateOrder {
  const fits = (order: DateOrder) => values.every((value) => value === '' || readDate(value, order) !== undefined);
  return !fits('dmy') && fits('mdy') ? 'mdy' : 'dmy';
}
