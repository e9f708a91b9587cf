// The condition on a custom field in words. Apart from its inputs, which a list of pins does not need.
import { showValue } from '@plumbline/core/features/fields/show';
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import { readCondition } from '@plumbline/core/site/values/field-conditions';
import type { Translator } from '@plumbline/locales/translate';

/** Display text of a condition, for its removable chip: "Cost 100.00 € – 500.00 €". */
export function conditionWords(t: Translator, text: string, fields: readonly FieldRow[]): string {
  const condition = readCondition(text);
  const field = fields.find((one) => one.id === condition?.fieldId);
  if (!condition || !field) return '…';
  const { criterion } = condition;
  const show = (value: number | string | null) => (value === null ? '' : showValue(field.format, value, t.locale));
  switch (criterion.kind) {
    case 'numbers':
    case 'days': {
      const [from, to] = criterion.kind === 'numbers' ? [criterion.min, criterion.max] : [criterion.from, criterion.to];
      if (from === to) return `${field.title}: ${show(from)}`;
      if (from === null) return `${field.title}: ≤ ${show(to)}`;
      return to === null ? `${field.title}: ≥ ${show(from)}` : `${field.title}: ${show(from)} – ${show(to)}`;
    }
    case 'words':
      return `${field.title}: ${criterion.words}`;
    case 'tags':
      return `${field.title}: ${criterion.tags.join(', ')}`;
    default:
      return `${field.title}: ${t(`field.filter.${criterion.kind}`)}`;
  }
}
