// Text as users type it: trimmed, without characters that a store or a document cannot hold.
import { z } from 'zod';
import { isStorable } from './pasted-text.ts';

/** Text of one or more lines, trimmed, up to `max` UTF-16 units; may be empty only when `min` is 0. */
export function text(max: number, min = 0) {
  return z.string().check(...checksOf(max, min));
}

/** A single line: like `text`, but without line breaks. */
export function line(max: number, min = 0) {
  return z.string().check(...checksOf(max, min), isLine);
}

// Passed to one `check`: each chained method would create another schema, and a page creates a hundred when it opens.
const storable = z.refine<string>(isStorable, { error: 'NOT_VALID' });
const isLine = z.refine<string>((value) => !/[\r\n\t]/u.test(value), { error: 'NOT_VALID' });
const checksOf = (max: number, min: number) =>
  [z.maxLength(max * 2 + 64), storable, z.trim(), z.minLength(min), z.maxLength(max)] as const;

/** Always lower case: ids are compared as text, also within JSON. */
export const id = z.uuid().toLowerCase();
/** An instant, ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime();
/** A calendar day without a time zone, YYYY-MM-DD. Year 0 does not exist. */
export const day = z.iso.date().refine((value) => !value.startsWith('0000'), { error: 'NOT_VALID' });
/** The years a date may be entered in; others are typing mistakes. Dates stored before this rule are still read. */
export const MIN_YEAR = 1900;
export const MAX_YEAR = 2199;
export const isPlausibleYear = (year: number): boolean => year >= MIN_YEAR && year <= MAX_YEAR;
/** A day as users enter it. */
export const enteredDay = day.refine((value) => isPlausibleYear(Number(value.slice(0, 4))), { error: 'NOT_VALID' });
/** A position on a plan as a fraction of its width or height, 0 to 1. */
export const fraction = z.number().min(0).max(1);
