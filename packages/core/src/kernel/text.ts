// Text as users type it: trimmed, without characters that a store or a document cannot hold.
import { z } from 'zod';

// Control characters except tab and newline, and the noncharacters that XML forbids.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/u;

function clean(value: string): boolean {
  return value.isWellFormed() && !FORBIDDEN.test(value);
}

/** Pasted text without the characters that `text` refuses, with line breaks as the browser writes them. */
export const pastedText = (value: string): string =>
  value.toWellFormed().replaceAll(/\r\n?/gu, '\n').replaceAll(new RegExp(FORBIDDEN, 'gu'), '');

/** Pasted text as a single line: line breaks and tabs become a space. */
export const pastedLine = (value: string): string =>
  value
    .split(/[\r\n\t\v\f\u0085\u2028\u2029]+/u)
    .map((part) => pastedText(part).trim())
    .filter(Boolean)
    .join(' ');

/** Text of one or more lines, trimmed, up to `max` UTF-16 units; may be empty only when `min` is 0. */
export function text(max: number, min = 0) {
  return z
    .string()
    .max(max * 2 + 64)
    .refine(clean, { error: 'NOT_VALID' })
    .trim()
    .min(min)
    .max(max);
}

/** A single line: like `text`, but without line breaks. */
export function line(max: number, min = 0) {
  return text(max, min).refine((value) => !/[\r\n\t]/u.test(value), { error: 'NOT_VALID' });
}

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
