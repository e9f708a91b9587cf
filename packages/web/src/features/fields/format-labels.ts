// Short description of a field format with an example value.

import { showValue } from '@plumbline/core/features/fields/show';
import type { FieldFormat, FieldType, FieldValue } from '@plumbline/core/site/rows/fields';
import type { Translator } from '@plumbline/locales/translate';

/** A sample value to illustrate a format. */
export function sampleOf(format: FieldFormat, t: Translator): FieldValue {
  switch (format.type) {
    case 'NUMBER':
    case 'CURRENCY':
      return Number((1_234.56789 % 10 ** (format.precision - format.scale)).toFixed(format.scale));
    case 'PERCENTAGE':
      return 45;
    case 'TIME':
      return 450;
    case 'DATE':
      return format.time ? '2027-03-01T14:30' : '2027-03-01';
    case 'TEXT':
      return t('field.sample.text').slice(0, format.limit);
    case 'SLIDER':
      return Math.ceil(format.levels.length / 2);
    case 'TAGS':
      return format.tags.length > 0 ? format.tags.slice(0, 3) : t('field.sample.tags').split(' ');
  }
}

export const typeWords = (t: Translator, type: FieldType): string => t(`field.type.${type}`);

/** For example "Currency · 1,234.57 €". */
export function formatWords(t: Translator, format: FieldFormat): string {
  const detail =
    format.type === 'SLIDER'
      ? format.levels.join(' – ')
      : format.type === 'TEXT'
        ? t('field.upTo', { count: format.limit })
        : showValue(format, sampleOf(format, t), t.locale);
  return `${typeWords(t, format.type)} · ${detail}`;
}
