// How values are written in a report: in its language and in the time zone of the project. Empty if there is no value.

import { showValue } from '@plumbline/core/features/fields/show';
import type { ReportFieldValue, ReportRating } from '@plumbline/core/features/reports/report-data';
import type { ShownTaskStatus } from '@plumbline/core/features/tasks/status';
import { timeInZone } from '@plumbline/core/kernel/time-zone';
import type { FormatOf } from '@plumbline/core/site/rows/fields';
import type { PinStatus } from '@plumbline/core/site/rows/pins';
import { listed } from '@plumbline/locales/one-line';
import type { DateStyle, Translator } from '@plumbline/locales/translate';

export const DATE_FORMATS = ['short', 'medium', 'long', 'weekday', 'month'] as const satisfies readonly DateStyle[];

/** Decimal places of the number in a pin field; separators are those of the language. The place in the list is the number. */
export const NUMBER_FORMATS = ['0', '0.0', '0.00', '0.000'] as const;

export type Formats = {
  number(value: number | null): string;
  /** A local date or an instant; `style` as in the template, short if it is missing or unknown. */
  date(value: string | null, style?: string | number): string;
  time(instant: string): string;
  /** Days since the end of 1899, as spreadsheets count; null if it is not a date. */
  serial(moment: string): number | null;
  unit(value: number | null, unit: string): string;
  position(at: { x: number; y: number } | null): string;
  pinStatus(status: PinStatus): string;
  taskStatus(status: ShownTaskStatus): string;
  /** `style` as in the template: a date format or decimal places. One that does not fit the value has no effect. */
  field(value: ReportFieldValue | null, style?: string | number): string;
  rating(rating: ReportRating | undefined): string;
};

/** Formats for one report. `timeZone` is an IANA name. */
export function reportFormats(t: Translator, timeZone: string): Formats {
  // Created once: a long report formats thousands of numbers.
  const plain = new Intl.NumberFormat(t.locale, { useGrouping: false });
  const grouped = new Intl.NumberFormat(t.locale);
  const unit = (value: number | null, name: string): string =>
    value === null ? '' : t.number(value, { style: 'unit', unit: name, maximumFractionDigits: 1 });

  const date = (value: string | null, style?: string | number): string => {
    if (value === null || Number.isNaN(Date.parse(value))) return '';
    return t.date(value, isDateStyle(style) ? style : 'short', timeZone);
  };

  const field = (given: ReportFieldValue | null, style?: string | number): string => {
    if (given === null) return '';
    const value = withDecimals(given, (NUMBER_FORMATS as readonly unknown[]).indexOf(style));
    switch (value.type) {
      case 'text':
        return value.value;
      case 'tags':
        return listed(value.value);
      case 'date':
        return date(value.value, style);
      case 'number':
        return [t.number(value.value, digits(value.decimals)), value.suffix]
          .filter((part) => part !== '')
          .join('\u00a0');
      case 'percentage':
        return t.number(value.value / 100, { style: 'percent', ...digits(value.decimals) });
      case 'currency':
        return t.number(value.value, {
          ...{ style: 'currency', currency: value.currency },
          ...(value.decimals !== undefined && digits(value.decimals)),
        });
      case 'duration':
        return duration(t, value.minutes);
      case 'custom':
        if (value.format.type === 'DATE' && typeof value.value === 'string')
          return fieldDate(value.format, value.value, style);
        return Array.isArray(value.value) ? listed(value.value) : showValue(value.format, value.value, t.locale);
    }
  };

  /** Like every other date of the report: the pattern of a field is for the program. */
  const fieldDate = (format: FormatOf<'DATE'>, value: string, style?: string | number): string => {
    if (format.length === 'long' && !isDateStyle(style)) return showValue(format, value, t.locale);
    const [day = '', clock] = value.split('T');
    const shown = date(day, isDateStyle(style) ? style : format.weekday ? 'weekday' : 'short');
    if (shown === '') return value;
    return clock === undefined ? shown : `${shown}, ${t.time(new Date(`${day}T${clock}:00Z`), 'UTC')}`;
  };

  return {
    // Numbers of pins and reports are identifiers, not amounts: no thousands separator below 10,000.
    number: (value) => (value === null ? '' : (Math.abs(value) >= 10_000 ? grouped : plain).format(value)),
    date,
    time: (instant) => (Number.isNaN(Date.parse(instant)) ? '' : t.time(new Date(instant), timeZone)),
    serial: (moment) => serialIn(timeZone, moment),
    unit,
    position: (at) => (at === null ? '' : `${share(t, at.x)} / ${share(t, at.y)}`),
    pinStatus: (status) => t(`pin.status.${status}`),
    taskStatus: (status) => t(`task.status.${status}`),
    field,
    rating: (rating) => {
      if (!rating) return '';
      const level = `${rating.level}/${rating.levels}`;
      return rating.label === '' ? level : `${rating.label} (${level})`;
    },
  };
}

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1899, 11, 30);

function serialIn(timeZone: string, moment: string): number | null {
  const at = Date.parse(moment);
  if (Number.isNaN(at)) return null;
  // A date without a time is the same in every time zone.
  if (/^\d{4}-\d{2}-\d{2}$/u.test(moment)) return (at - FIRST_DAY) / DAY_MS;
  return (Date.parse(`${timeInZone(at, timeZone)}Z`) - FIRST_DAY) / DAY_MS;
}

/** The value with this number of decimal places; unchanged if it is negative, or if the value is not a number. */
function withDecimals(value: ReportFieldValue, decimals: number): ReportFieldValue {
  if (decimals < 0) return value;
  if (value.type === 'number' || value.type === 'percentage' || value.type === 'currency')
    return { ...value, decimals };
  if (value.type !== 'custom' || !('scale' in value.format)) return value;
  return { ...value, format: { ...value.format, scale: decimals } };
}

function isDateStyle(style: string | number | undefined): style is DateStyle {
  return (DATE_FORMATS as readonly unknown[]).includes(style);
}

function digits(decimals: number): Intl.NumberFormatOptions {
  const count = Math.min(10, Math.max(0, Math.round(decimals)));
  return { minimumFractionDigits: count, maximumFractionDigits: count };
}

function share(t: Translator, fraction: number): string {
  return t.number(fraction, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

function duration(t: Translator, minutes: number): string {
  const hours = Math.trunc(minutes / 60);
  const rest = Math.abs(minutes % 60);
  const parts = [
    hours === 0 ? '' : t.number(hours, { style: 'unit', unit: 'hour' }),
    rest === 0 && hours !== 0 ? '' : t.number(rest, { style: 'unit', unit: 'minute' }),
  ];
  return parts.filter((part) => part !== '').join(' ');
}
