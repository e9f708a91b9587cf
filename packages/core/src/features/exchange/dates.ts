// Dates as other programs write them. Pure.
import { enteredDay } from '../../kernel/text.ts';

export const DATE_ORDERS = ['dmy', 'mdy'] as const;
/** The order of day and month in dates such as 03/04/2026. */
export type DateOrder = (typeof DATE_ORDERS)[number];

const TIME = /[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/iu;
const ISO_DAY = /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})\.?$/u;
const SPOKEN_DAY = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?$/u;
/** `12-Mar-26`, `12. März 2026`, `12 de marzo de 2026`; `Mar 12, 2026`; `2026. március 12.` */
const NAMED_DAY = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+(?:de )?(\p{L}+)[-/., ]+(?:de )?(\d{4}|\d{2})\.?$/u;
const NAMED_MONTH = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const NAMED_YEAR = /^(\d{4})[-/. ]+(\p{L}+)[-/. ]+(\d{1,2})\.?$/u;
const WEEKDAY = /^\p{L}{2,12}\.?, ?(?=.*\d.*\d)/u;

/**
 * A day, or a day with a local time, as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; undefined if it is none. Dates with points
 * start with the day in every country. Names of months may be in any language in which they mean one month only.
 */
export function readDate(given: string, order: DateOrder): string | undefined {
  // Programs write spaces that do not break lines.
  const text = given.normalize('NFKC').trim();
  const time = TIME.exec(text);
  const written = (time ? text.slice(0, time.index) : text).trim();
  const day = dayOf(written, order) ?? namedDayOf(written.replace(WEEKDAY, ''));
  if (day === undefined || !enteredDay.safeParse(day).success) return undefined;
  return time ? withTime(day, time) : day;
}

function dayOf(written: string, order: DateOrder): string | undefined {
  const iso = ISO_DAY.exec(written);
  if (iso) return dayText(iso[1], iso[3], iso[4]);
  const found = SPOKEN_DAY.exec(written);
  if (!found) return undefined;
  const [, first, sign, second, year = ''] = found;
  const [dayPart, month] = sign === '/' && order === 'mdy' ? [second, first] : [first, second];
  return dayText(inFull(year), month, dayPart);
}

const inFull = (year = ''): string => (year.length === 2 ? `20${year}` : year);

function namedDayOf(written: string): string | undefined {
  const [first, second, last] = [NAMED_DAY, NAMED_MONTH, NAMED_YEAR].map((form) => form.exec(written));
  const [name, year, day] = first
    ? [first[2], first[3], first[1]]
    : second
      ? [second[1], second[3], second[2]]
      : [last?.[2], last?.[1], last?.[3]];
  const month = name === undefined ? undefined : monthOf(name);
  return month === undefined ? undefined : dayText(inFull(year), String(month), day);
}

/** Those of the program, and Serbian in Latin letters. */
const LANGUAGES = 'bg cs da de en es fr hr hu it nb nl pl pt ro ru sk sl sr sr-Latn sv tr'.split(' ');
let months: Map<string, number | undefined> | undefined;

/** From 1; undefined for a word that is no month, or means different ones in different languages. */
function monthOf(name: string): number | undefined {
  months ??= namedMonths();
  return months.get(monthKey(name));
}

const monthKey = (name: string): string => name.normalize('NFKC').toLocaleLowerCase('und').replaceAll('.', '');

function namedMonths(): Map<string, number | undefined> {
  const found = new Map<string, number | undefined>();
  for (const language of LANGUAGES) {
    for (const length of ['long', 'short'] as const) {
      // With the day, where languages decline the name, and without it.
      for (const day of ['numeric', undefined] as const) {
        const format = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC', ...(day && { day }) });
        for (let month = 1; month <= 12; month += 1) {
          const parts = format.formatToParts(Date.UTC(2026, month - 1, 1));
          const key = monthKey(parts.find(({ type }) => type === 'month')?.value ?? '');
          if (/^\p{L}+$/u.test(key)) found.set(key, found.has(key) && found.get(key) !== month ? undefined : month);
        }
      }
    }
  }
  return found;
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
