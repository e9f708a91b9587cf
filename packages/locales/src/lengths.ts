// Formats lengths and areas in the language, with a suitable number of digits.
import type { Translator } from './translate.ts';

/** 0.482 m, 12.35 m, 1,240 m, 3.4 km. */
export function metresText(t: Translator, metres: number): string {
  if (metres >= 10_000) return t('measure.km', { value: t.number(metres / 1_000, { maximumFractionDigits: 1 }) });
  const digits = metres < 1 ? 3 : metres < 100 ? 2 : metres < 1_000 ? 1 : 0;
  return t('measure.m', { value: t.number(metres, { maximumFractionDigits: digits }) });
}

/** 0.250 m², 12.35 m², 1,240 m², 3.4 ha. */
function areaText(t: Translator, square: number): string {
  if (square >= 100_000) return t('measure.ha', { value: t.number(square / 10_000, { maximumFractionDigits: 2 }) });
  const digits = square < 1 ? 3 : square < 1_000 ? 2 : 0;
  return t('measure.m2', { value: t.number(square, { maximumFractionDigits: digits }) });
}

type Measured =
  | { length: number }
  | { area: number; around: number }
  | { degrees: number }
  | { count: number }
  | { problem: 'crosses' | 'notToScale' | 'noScale' };

/** The measure of a markup as text, or why a view has none; empty if there is nothing to measure. */
export function measuredText(t: Translator, measured: Measured | undefined): string {
  if (!measured) return '';
  if ('problem' in measured) {
    if (measured.problem === 'noScale') return '';
    return t(measured.problem === 'crosses' ? 'measure.crossesViews' : 'measure.notToScale');
  }
  if ('length' in measured) return metresText(t, measured.length);
  if ('degrees' in measured) return `${t.number(measured.degrees, { maximumFractionDigits: 1 })}°`;
  if ('count' in measured) return t('measure.counted', { count: measured.count });
  const { area, around } = measured;
  return t('measure.areaAround', { area: areaText(t, area), around: metresText(t, around) });
}
