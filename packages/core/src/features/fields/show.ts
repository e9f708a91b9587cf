// Formats values for users in their language. Shared by forms, lists, filters, history and exports.
import type { FieldFormat, FieldValue, FormatOf } from '../../site/rows/fields.ts';

/** Each is created once: creating a format costs more than using it a hundred times. */
function kept<Options, Format>(create: (locale: string, options: Options) => Format) {
  const known = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const format = known.get(key) ?? create(locale, options);
    known.set(key, format);
    return format;
  };
}

const numberFormat = kept((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const dateFormat = kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));

function places(scale: number, thousands: boolean): Intl.NumberFormatOptions {
  return { minimumFractionDigits: scale, maximumFractionDigits: scale, useGrouping: thousands ? 'always' : false };
}

const two = (value: number): string => String(value).padStart(2, '0');

function showDate({ pattern, length, weekday }: FormatOf<'DATE'>, value: string, locale: string): string {
  const [written = '', clock] = value.split('T');
  const [year = '', month = '', day = ''] = written.split('-');
  const at = new Date(`${written}T${clock ?? '00:00'}:00Z`);
  if (Number.isNaN(at.getTime())) return value;
  const zone = { timeZone: 'UTC' } as const;
  const words: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric', ...zone };
  const date =
    length === 'long'
      ? dateFormat(locale, { ...words, ...(weekday && { weekday: 'long' }) }).format(at)
      : pattern.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', day);
  const name = weekday && length === 'short' ? dateFormat(locale, { weekday: 'short', ...zone }).format(at) : '';
  const time = clock ? dateFormat(locale, { timeStyle: 'short', ...zone }).format(at) : '';
  return [[name, date].filter(Boolean).join(' '), time].filter(Boolean).join(', ');
}

/** `90` → `1:30 h`. */
function showMinutes(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}\u00a0h`;
}

/**
 * The value as text; empty for none. A value whose type differs from the field's (changed in the meantime) is shown
 * unformatted.
 */
export function showValue(format: FieldFormat, value: FieldValue | null | undefined, locale: string): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'string') return format.type === 'DATE' ? showDate(format, value, locale) : value;
  switch (format.type) {
    case 'NUMBER': {
      const number = numberFormat(locale, places(format.scale, format.thousands)).format(value);
      return format.suffix === '' ? number : `${number}\u00a0${format.suffix}`;
    }
    case 'CURRENCY': {
      const { currency, scale, thousands } = format;
      return numberFormat(locale, { style: 'currency', currency, ...places(scale, thousands) }).format(value);
    }
    case 'PERCENTAGE':
      return numberFormat(locale, { style: 'unit', unit: 'percent', ...places(format.scale, true) }).format(value);
    case 'TIME':
      return showMinutes(value);
    case 'SLIDER':
      return format.levels[value - 1] ?? String(value);
    default:
      return String(value);
  }
}

/** The value as shown in an input: without unit, currency symbol or grouping. */
export function writeValue(format: FieldFormat, value: FieldValue | null | undefined, locale: string): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'string') return value;
  if (format.type === 'TIME') return `${Math.floor(value / 60)}:${two(value % 60)}`;
  const scale = 'scale' in format ? format.scale : 0;
  return numberFormat(locale, { maximumFractionDigits: scale, useGrouping: false }).format(value);
}
