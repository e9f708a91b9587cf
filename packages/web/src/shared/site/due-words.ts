// A due date in a list, relative to today on site. Pure.
import type { Translator } from '@plumbline/locales/translate';

const DAY_MS = 86_400_000;

/**
 * “3 days late”, “Today”, “Tomorrow”, “Fri 28 Nov”; with the year in another year. `late`: the date still matters, so a
 * past one is overdue. Days are YYYY-MM-DD.
 */
export function dueWords(t: Translator, day: string, today: string, late: boolean): string {
  const ahead = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  if (ahead < 0 && late) return t('issue.daysLate', { count: -ahead });
  if (ahead === 0) return t('task.today');
  if (ahead === 1) return t('task.tomorrow');
  return t.date(day, day.slice(0, 4) === today.slice(0, 4) ? 'day' : 'medium');
}
