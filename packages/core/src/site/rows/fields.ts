// Custom pin fields of a project: the kind of value each holds and how it is formatted.
import { z } from 'zod';
import { id, line, text } from '../../kernel/text.ts';

export const FIELD_TYPES = ['NUMBER', 'CURRENCY', 'PERCENTAGE', 'TIME', 'DATE', 'TEXT', 'SLIDER', 'TAGS'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The patterns for a short date; the letters stand for day, month and year. */
export const DATE_PATTERNS = [
  'DD.MM.YY',
  'DD.MM.YYYY',
  'DD/MM/YY',
  'DD/MM/YYYY',
  'MM/DD/YY',
  'MM/DD/YYYY',
  'YYYY-MM-DD',
] as const;

/** Maximum characters of any text value; a field may allow fewer. */
export const MAX_TEXT_LENGTH = 2_000;
/** Maximum duration in minutes: 9,999 hours 59 minutes. */
export const MAX_MINUTES = 9_999 * 60 + 59;
const MAX_TAGS = 50;

const noSpaces = (word: string): boolean => !/\s/u.test(word);
export const tagWord = line(60, 1).refine(noSpaces, { error: 'NOT_VALID' });

/** Common to all numeric formats. `precision`: total digits, `scale` of them after the decimal point. */
const figures = {
  precision: z.int().min(1).max(15),
  scale: z.int().min(0).max(6),
  negative: z.boolean(),
  thousands: z.boolean(),
  /** Increment of the plus and minus buttons; null for one unit of the last digit before the decimal point. */
  step: z.number().positive().max(1e9).nullable(),
};
const scaleFits = ({ precision, scale }: { precision: number; scale: number }): boolean => scale < precision;

const numberFormat = z.strictObject({ type: z.literal('NUMBER'), ...figures, suffix: line(6) });
/** `currency`: ISO 4217. */
const currencyFormat = z.strictObject({
  type: z.literal('CURRENCY'),
  ...figures,
  currency: z.string().regex(/^[A-Z]{3}$/u),
});
const percentageFormat = z.strictObject({
  type: z.literal('PERCENTAGE'),
  scale: figures.scale.max(4),
  step: figures.step,
});
const timeFormat = z.strictObject({ type: z.literal('TIME') });
const dateFormat = z.strictObject({
  type: z.literal('DATE'),
  pattern: z.enum(DATE_PATTERNS),
  /** Formatted by the pattern, or in words of the reader's language. */
  length: z.enum(['short', 'long']),
  weekday: z.boolean(),
  time: z.boolean(),
});
const textFormat = z.strictObject({ type: z.literal('TEXT'), limit: z.int().min(1).max(MAX_TEXT_LENGTH) });
/** Level 1 is the first of `levels`; 0 precedes it and means none. */
const sliderFormat = z.strictObject({ type: z.literal('SLIDER'), levels: z.array(line(60, 1)).min(2).max(10) });
/** `listed`: only these tags are allowed; otherwise they are suggestions. */
const tagsFormat = z.strictObject({
  type: z.literal('TAGS'),
  tags: z
    .array(tagWord)
    .max(500)
    .refine((tags) => new Set(tags).size === tags.length, { error: 'ALREADY_IN_USE' }),
  listed: z.boolean(),
});

const SCALE_TOO_BIG = { error: 'NOT_VALID', path: ['scale'] };
export const fieldFormat = z.discriminatedUnion('type', [
  numberFormat.refine(scaleFits, SCALE_TOO_BIG),
  currencyFormat.refine(scaleFits, SCALE_TOO_BIG),
  percentageFormat,
  timeFormat,
  dateFormat,
  textFormat,
  sliderFormat,
  tagsFormat,
]);
export type FieldFormat = z.infer<typeof fieldFormat>;
export type FormatOf<T extends FieldType> = Extract<FieldFormat, { type: T }>;

/** The initial format of a new field of each type; `level` names the levels of a slider. */
export function newFormat(type: FieldType, level: (n: number) => string): FieldFormat {
  const plain = { precision: 8, scale: 2, negative: false, thousands: true, step: null };
  switch (type) {
    case 'NUMBER':
      return { type, ...plain, suffix: 'qm' };
    case 'CURRENCY':
      return { type, ...plain, currency: 'EUR' };
    case 'PERCENTAGE':
      return { type, scale: 0, step: 5 };
    case 'TIME':
      return { type };
    case 'DATE':
      return { type, pattern: 'DD.MM.YY', length: 'short', weekday: false, time: false };
    case 'TEXT':
      return { type, limit: 200 };
    case 'SLIDER':
      return { type, levels: [1, 2, 3, 4, 5].map(level) };
    case 'TAGS':
      return { type, tags: [], listed: false };
  }
}

/** The content of a field definition. No categories: the field is on pins of every category. */
export const fieldContent = z.strictObject({
  title: line(80, 1),
  format: fieldFormat,
  categoryIds: z.array(id).max(500),
});

export const fieldRow = z.strictObject({
  id,
  projectId: id,
  ...fieldContent.shape,
  /** Position among the fields of the project, starting at 0. */
  sort: z.int().min(0),
  active: z.boolean(),
});
export type FieldRow = z.infer<typeof fieldRow>;

/**
 * A value on a pin: all kinds of numbers, percent 0 to 100, minutes of a duration and levels as a number; a day as
 * YYYY-MM-DD, with a local time on site as YYYY-MM-DDTHH:MM, and text as a string; tags as a list.
 */
export const fieldValue = z.union([z.number(), text(MAX_TEXT_LENGTH, 1), z.array(tagWord).min(1).max(MAX_TAGS)]);
export type FieldValue = z.infer<typeof fieldValue>;
