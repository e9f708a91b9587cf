// Text as users write it: trimmed, without characters that no store and no document can carry.
import { z } from 'zod';

// Control characters but tab and newline, and the noncharacters XML refuses.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/u;

function clean(value: string): boolean {
  return value.isWellFormed() && !FORBIDDEN.test(value);
}

/** One line or more of text, trimmed, up to `max` UTF-16 units; empty only when `min` is 0. */
export function text(max: number, min = 0) {
  return z
    .string()
    .max(max * 2 + 64)
    .refine(clean, { error: 'NOT_VALID' })
    .trim()
    .min(min)
    .max(max);
}

/** A single line: as `text`, without line breaks. */
export function line(max: number, min = 0) {
  return text(max, min).refine((value) => !/[\r\n\t]/u.test(value), { error: 'NOT_VALID' });
}

/** In one spelling: ids are compared as text, also within JSON. */
export const id = z.uuid().toLowerCase();
/** An instant, ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime();
/** A calendar day without a time zone, YYYY-MM-DD. There was no year 0. */
export const day = z.iso.date().refine((value) => !value.startsWith('0000'), { error: 'NOT_VALID' });
/** A place on a plan as a fraction of its width or height, 0 to 1. */
export const fraction = z.number().min(0).max(1);
