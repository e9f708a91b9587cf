// Validates field values identically on devices and server; parses typed input; orders values in lists.
import type { FieldOutcome } from '../../kernel/errors.ts';
import { enteredDay } from '../../kernel/text.ts';
import { type FieldFormat, type FieldValue, fieldValue, MAX_MINUTES } from '../../site/rows/fields.ts';

/** The inclusive bounds of a numeric field; undefined for non-numeric types. */
export function boundsOf(format: FieldFormat): { least: number; most: number; scale: number } | undefined {
  switch (format.type) {
    case 'NUMBER':
    case 'CURRENCY': {
      const { precision, scale, negative } = format;
      const most = Number((10 ** (precision - scale) - 10 ** -scale).toFixed(scale));
      return { least: negative ? -most : 0, most, scale };
    }
    case 'PERCENTAGE':
      return { least: 0, most: 100, scale: format.scale };
    case 'TIME':
      return { least: 0, most: MAX_MINUTES, scale: 0 };
    case 'SLIDER':
      return { least: 0, most: format.levels.length, scale: 0 };
    default:
      return undefined;
  }
}

/** Rounds half away from zero to this many decimals; free of binary artefacts as in 1.005. */
export function rounded(value: number, scale: number): number {
  if (Math.abs(value) >= 1e15) return value;
  const digits = Math.abs(value).toString();
  const [mantissa = '0', exponent = '0'] = digits.split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + scale}`));
  return Math.sign(value) * Number(`${shifted}e-${scale}`);
}

const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/u;

function checkText(format: FieldFormat, value: string): FieldOutcome | undefined {
  if (format.type === 'TEXT') return value.length > format.limit ? 'TOO_LONG' : undefined;
  if (format.type !== 'DATE') return 'NOT_VALID';
  const written = DAY_AND_TIME.exec(value)?.[1];
  return written !== undefined && enteredDay.safeParse(written).success ? undefined : 'NOT_VALID';
}

function checkTags(format: FieldFormat, tags: readonly string[], before: FieldValue | undefined) {
  if (format.type !== 'TAGS' || new Set(tags).size !== tags.length) return 'NOT_VALID';
  if (!format.listed) return undefined;
  // A tag removed from the list stays on the pins that have it.
  const known = new Set([...format.tags, ...(Array.isArray(before) ? before : [])]);
  return tags.every((tag) => known.has(tag)) ? undefined : 'UNKNOWN';
}

/** Why a value does not fit the field; undefined if it does. `before`: the pin's current value. */
export function valueProblem(format: FieldFormat, value: unknown, before?: FieldValue): FieldOutcome | undefined {
  const parsed = fieldValue.safeParse(value);
  if (!parsed.success) return 'NOT_VALID';
  const one = parsed.data;
  if (typeof one === 'string') return checkText(format, one);
  if (Array.isArray(one)) return checkTags(format, one, before);
  const bounds = boundsOf(format);
  if (!bounds || !Number.isFinite(one)) return 'NOT_VALID';
  if (one < bounds.least) return 'TOO_SMALL';
  if (one > bounds.most) return 'TOO_BIG';
  return rounded(one, bounds.scale) === one ? undefined : 'NOT_VALID';
}

/** The result of parsing: a valid value, null for empty input, or the problem. `isRounded`: more decimals were given. */
export type Read = { value: FieldValue | null; isRounded?: true } | { problem: FieldOutcome };

const NOT_VALID: Read = { problem: 'NOT_VALID' };

/** The decimal separator of this language: a comma or a point. */
export function decimalSign(locale: string): ',' | '.' {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.';
}

/**
 * Parses a number as written in this language, ignoring currency, unit and percent signs; undefined if it is not one.
 * Grouping is recognised only in groups of three: `12.5` is twelve and a half in German too.
 */
export function readNumber(typed: string, locale: string): number | undefined {
  const bare = typed
    .normalize('NFKC')
    .replaceAll(/[\s'’]/gu, '')
    .replace(/^(?:[A-Z]{3}|\p{Sc})/iu, '')
    .replace(/(?<=\d)(?!e\d)(?:\p{L}|\p{Sc}|[%²³/])[\p{L}\d²³/.%]*$/iu, '')
    .replace(/^−/u, '-');
  const decimal = decimalSign(locale);
  const group = decimal === ',' ? '.' : ',';
  const inGroups = new RegExp(`^-?\\d{1,3}(?:[${group}]\\d{3})+(?:[${decimal}]\\d*)?$`, 'u');
  const plain = inGroups.test(bare) ? bare.replaceAll(group, '') : bare;
  const written = plain.replace(/[.,]/u, '.');
  if (!/^-?(?:\d{1,15}(?:\.\d*)?|\.\d+)$/u.test(written)) return undefined;
  return Number(written);
}

/** `7`, `7:30`, `7h30`, `7 h 30 min`, `45 min`, `1,5` (hours) → minutes. */
export function readMinutes(typed: string, locale: string): number | undefined {
  const bare = typed.trim().toLocaleLowerCase(locale);
  const clock = /^(\d{1,5})\s*(?::|h|std\.?)\s*(?:(\d{1,2})\s*(?:h|min\.?|m)?)?$/u.exec(bare);
  if (clock) {
    const minutes = Number(clock[2] ?? 0);
    return minutes > 59 ? undefined : Number(clock[1]) * 60 + minutes;
  }
  const onlyMinutes = /^(\d{1,7})\s*(?:min\.?|m)$/u.exec(bare);
  if (onlyMinutes) return Number(onlyMinutes[1]);
  const hours = readNumber(bare, locale);
  return hours === undefined ? undefined : Math.round(hours * 60);
}

/** Parses typed input or a table cell in this language; numbers are rounded to the field's decimals. */
export function readValue(format: FieldFormat, typed: string, locale: string): Read {
  const bare = typed.trim();
  if (bare === '') return { value: null };
  const fits = (value: FieldValue): Read => {
    const problem = valueProblem(format, value);
    return problem ? { problem } : { value };
  };
  switch (format.type) {
    case 'TIME': {
      const minutes = readMinutes(bare, locale);
      return minutes === undefined ? NOT_VALID : fits(minutes);
    }
    case 'SLIDER': {
      const named = format.levels.findIndex((one) => one.toLocaleLowerCase() === bare.toLocaleLowerCase());
      const level = named >= 0 ? named + 1 : readNumber(bare, locale);
      return level === undefined ? NOT_VALID : fits(level);
    }
    case 'DATE':
      return fits(dayFrom(bare, format.pattern));
    case 'TEXT':
      return fits(bare);
    case 'TAGS':
      return fits([...new Set(bare.split(/[\s,;]+/u).filter(Boolean))]);
    default: {
      const value = readNumber(bare, locale);
      if (value === undefined) return NOT_VALID;
      const kept = rounded(value, format.scale);
      const read = fits(kept);
      return 'value' in read && kept !== value ? { ...read, isRounded: true } : read;
    }
  }
}

/** `1.2.26` with the pattern DD.MM.YY → 2026-02-01; anything that is not a day is returned unchanged. */
function dayFrom(typed: string, pattern: string): string {
  const numbers = typed.split(/[./-]/u);
  const letters = pattern.split(/[./-]/u).map((part) => part[0]);
  if (DAY_AND_TIME.test(typed) || numbers.length !== 3 || !numbers.every((one) => /^\d{1,4}$/u.test(one))) return typed;
  const of = (letter: string) => numbers[letters.indexOf(letter)] ?? '';
  const year = of('Y').length <= 2 ? `20${of('Y').padStart(2, '0')}` : of('Y').padStart(4, '0');
  return `${year}-${of('M').padStart(2, '0')}-${of('D').padStart(2, '0')}`;
}

/** The sort key of a value: numbers sort as numbers, words as words, tags by the first. */
export function sortKey(value: FieldValue | undefined): number | string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** The words of the values that a search covers, in the order of the field ids; numbers have none. */
export function searchWords(values: Readonly<Record<string, FieldValue>>): string[] {
  const ids = Object.keys(values).toSorted();
  return ids.flatMap((id) => {
    const value = values[id] ?? [];
    return typeof value === 'number' ? [] : value;
  });
}
