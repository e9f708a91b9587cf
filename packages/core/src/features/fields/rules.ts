// Which fields a pin has, and how new values merge with existing ones.
import { type FieldProblem, refuseFields } from '../../kernel/errors.ts';
import type { SiteTx } from '../../site/entities.ts';
import type { FieldRow, FieldValue } from '../../site/rows/fields.ts';
import { valueProblem } from './values.ts';

/** In project order. */
export function sortFields<F extends Pick<FieldRow, 'sort' | 'title' | 'id'>>(fields: readonly F[]): F[] {
  return fields.toSorted((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1));
}

/** Whether the field applies to pins of this category. */
function isFor(field: Pick<FieldRow, 'categoryIds'>, categoryId: string | null): boolean {
  return field.categoryIds.length === 0 || (categoryId !== null && field.categoryIds.includes(categoryId));
}

/** The fields shown on a pin, in order: the active ones of its category, and any other the pin has a value for. */
export function fieldsOfPin(
  fields: readonly FieldRow[],
  pin: { categoryId: string | null; fields: Readonly<Record<string, FieldValue>> },
): FieldRow[] {
  return sortFields(
    fields.filter((field) => pin.fields[field.id] !== undefined || (field.active && isFor(field, pin.categoryId))),
  );
}

/** New values by field id; null removes a value. Fields not listed are unchanged. */
export type FieldChange = Readonly<Record<string, FieldValue | null>>;

/** A pin's values after a partial change. Throws `invalid_input` with one problem per field. */
export async function changedValues(
  tx: SiteTx,
  before: Readonly<Record<string, FieldValue>>,
  change: FieldChange,
): Promise<Record<string, FieldValue>> {
  const next: Record<string, FieldValue> = { ...before };
  const problems: FieldProblem[] = [];
  for (const [fieldId, value] of Object.entries(change)) {
    if (value === null) {
      delete next[fieldId];
      continue;
    }
    const field = await tx.get('field', fieldId);
    const outcome = field ? valueProblem(field.format, value, before[fieldId]) : 'UNKNOWN';
    if (outcome) problems.push({ path: `fields.${fieldId}`, outcome });
    next[fieldId] = value;
  }
  if (problems.length > 0) refuseFields(...problems);
  return next;
}

/** Titles are compared ignoring case and surrounding whitespace. */
export const fieldTitleKey = (title: string): string => title.trim().toLocaleLowerCase('und');
