// Describes a recurrence rule: "Every 2 weeks on Mon and Thu, until 30 Jun 2027". Pure.
import type { Repeat } from '@plumbline/core/site/values/repeat';
import type { Translator } from '@plumbline/locales/translate';

/** 1 January 2024 was a Monday. */
const dateOf = (weekday: number): Date => new Date(Date.UTC(2024, 0, weekday));

export const weekdayName = (t: Translator, weekday: number, style: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(t.locale, { weekday: style, timeZone: 'UTC' }).format(dateOf(weekday));

export function repeatWords(t: Translator, { every, unit, weekdays, until, times }: Repeat): string {
  const rule = t(`task.repeat.${unit}`, { every });
  const days = weekdays?.length ? t.list([...weekdays].sort().map((weekday) => weekdayName(t, weekday))) : '';
  const on = days === '' ? rule : t('task.repeat.on', { rule, days });
  if (until !== undefined) return t('task.repeat.until', { rule: on, day: t.date(until, 'medium') });
  return times === undefined ? on : t('task.repeat.left', { rule: on, count: times - 1 });
}
