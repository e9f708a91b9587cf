// The condition on a custom field in words. Apart from its inputs, which a list of pins does not need.
import { showValue } from '@plumbline/core/features/fields/show';
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import { readCondition } from '@plumbline/core/site/values/field-conditions';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';

/** Display text of a condition, for its removable chip: "Cost 100.00 € – 500.00 €". */
export function conditionWords(t: Translator, text: string, fields: readonly FieldRow[]): string {
  const condition = readCondition(text);
  const field = fields.find((one) => one.id === condition?.fieldId);
  if (!condition || !field) return '…';
  const { criterion } = condition;
  const show = (value: number | string | null) => (value === null ? '' : showValue(field.format, value, t.locale));
  const said = (words: string) => inOneLine([field.title, words], ': ');
  switch (criterion.kind) {
    case 'numbers':
    case 'days': {
      const [from, to] = criterion.kind === 'numbers' ? [criterion.min, criterion.max] : [criterion.from, criterion.to];
      if (from === to) return said(show(from));
      if (from === null) return said(`≤ ${show(to)}`);
      return to === null ? said(`≥ ${show(from)}`) : said(`${show(from)} – ${show(to)}`);
    }
    case 'words':
      return said(criterion.words);
    case 'tags':
      return said(inOneLine(criterion.tags, ', '));
    default:
      return said(t(`field.filter.${criterion.kind}`));
  }
}
