// A filter condition on one custom field, as text for URLs and queries. It includes its own kind, so it can be
// evaluated without the field's definition: `<field>:set`, `<field>:unset`, `<field>:n:1..5`, `<field>:d:2026-01-01..`,
// `<field>:w:words`, `<field>:t:tag,tag`.
import { z } from 'zod';
import { day, id, line } from '../../kernel/text.ts';
import { type FieldType, type FieldValue, tagWord } from '../rows/fields.ts';

export type FieldCriterion =
  | { kind: 'set' }
  | { kind: 'unset' }
  /** Both bounds inclusive; null is unbounded. */
  | { kind: 'numbers'; min: number | null; max: number | null }
  | { kind: 'days'; from: string | null; to: string | null }
  /** All of these words must occur. */
  | { kind: 'words'; words: string }
  /** At least one of these tags. */
  | { kind: 'tags'; tags: string[] };
export type FieldCondition = { fieldId: string; criterion: FieldCriterion };

const number = z
  .string()
  .regex(/^-?\d{1,15}(?:\.\d{1,9})?$/u)
  .transform(Number);
const orNull = <T extends z.ZodType>(schema: T) => z.union([z.literal('').transform(() => null), schema]);
const numbers = z.tuple([orNull(number), orNull(number)]);
const days = z.tuple([orNull(day), orNull(day)]);
const tags = z.array(tagWord).min(1).max(50);

function readCriterion(kind: string | undefined, rest: string): FieldCriterion | undefined {
  switch (kind) {
    case 'set':
    case 'unset':
      return rest === '' ? { kind } : undefined;
    case 'n': {
      const [min, max] = numbers.safeParse(rest.split('..')).data ?? [null, null];
      return min === null && max === null ? undefined : { kind: 'numbers', min, max };
    }
    case 'd': {
      const [from, to] = days.safeParse(rest.split('..')).data ?? [null, null];
      return from === null && to === null ? undefined : { kind: 'days', from, to };
    }
    case 'w': {
      const words = line(200, 1).safeParse(rest).data;
      return words === undefined ? undefined : { kind: 'words', words };
    }
    case 't': {
      const list = tags.safeParse(rest.split(',')).data;
      return list && { kind: 'tags', tags: list };
    }
    default:
      return undefined;
  }
}

/** Parses what `writeCondition` wrote; undefined for anything else. */
export function readCondition(text: string): FieldCondition | undefined {
  const [fieldId, kind, ...rest] = text.split(':');
  const known = id.safeParse(fieldId).data;
  const criterion = readCriterion(kind, rest.join(':'));
  return known === undefined || criterion === undefined ? undefined : { fieldId: known, criterion };
}

/** A condition in its wire format. */
export const fieldConditionText = line(3_200, 1).refine((text) => readCondition(text) !== undefined, {
  error: 'NOT_VALID',
});

export function writeCondition({ fieldId, criterion }: FieldCondition): string {
  switch (criterion.kind) {
    case 'numbers':
      return `${fieldId}:n:${criterion.min ?? ''}..${criterion.max ?? ''}`;
    case 'days':
      return `${fieldId}:d:${criterion.from ?? ''}..${criterion.to ?? ''}`;
    case 'words':
      return `${fieldId}:w:${criterion.words}`;
    case 'tags':
      return `${fieldId}:t:${criterion.tags.join(',')}`;
    default:
      return `${fieldId}:${criterion.kind}`;
  }
}

/** The kind of condition a field type is filtered by, besides whether it has a value. */
export function conditionKindOf(type: FieldType): Exclude<FieldCriterion['kind'], 'set' | 'unset'> {
  if (type === 'DATE') return 'days';
  if (type === 'TEXT') return 'words';
  return type === 'TAGS' ? 'tags' : 'numbers';
}

/** Whether a value meets the condition. */
export function matchesCondition(criterion: FieldCriterion, value: FieldValue | undefined): boolean {
  switch (criterion.kind) {
    case 'set':
      return value !== undefined;
    case 'unset':
      return value === undefined;
    case 'numbers':
      if (typeof value !== 'number') return false;
      return value >= (criterion.min ?? value) && value <= (criterion.max ?? value);
    case 'days': {
      if (typeof value !== 'string') return false;
      const written = value.slice(0, 10);
      return written >= (criterion.from ?? '') && written <= (criterion.to ?? '9999');
    }
    case 'words': {
      if (typeof value !== 'string') return false;
      const text = value.toLocaleLowerCase('und');
      return criterion.words
        .toLocaleLowerCase('und')
        .split(/\s+/u)
        .every((word) => text.includes(word));
    }
    case 'tags':
      return Array.isArray(value) && criterion.tags.some((tag) => value.includes(tag));
  }
}
