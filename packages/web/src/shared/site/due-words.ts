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

/** At most this wide, in pixels, is a character of the words for overdue dates on average, in every language. */
const CHARACTER_PX = 7;
const CELL_PADDING_PX = 24;

/** The width of a table column in which a due date takes one line in this language, up to 999 days late. */
export const dueColumnPx = (t: Translator, least: number): number =>
  Math.max(least, CELL_PADDING_PX + CHARACTER_PX * t('issue.daysLate', { count: 100 }).length);
