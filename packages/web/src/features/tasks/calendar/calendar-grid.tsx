// A month of weeks, or one week with more space: seven day columns, each a drop target for tasks.

import { isLate } from '@plumbline/core/features/tasks/status';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { Box, Stack } from '../../../ui/layout/primitives.tsx';
import { HANDHELD, NARROW, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { CalendarChip, type Chips } from './calendar-chip.tsx';
import './calendar.css';
import '../../../ui/marks/status.css';

type CalendarGridProps = {
  weeks: readonly string[][];
  /** YYYY-MM whose days are highlighted; undefined for a single week. */
  month: string | undefined;
  byDay: ReadonlyMap<string, readonly TaskRow[]>;
  /** The day a task is being dragged over. */
  over: string | undefined;
  chips: Chips;
  /** Shows all tasks of a day. */
  onDay: (day: string) => void;
};

/** Tasks shown per day; the rest is a count that opens the day. */
const MAX_TASKS_PER_DAY = { month: 3, week: 40, counts: 0 };

const NONE: readonly TaskRow[] = [];

export function CalendarGrid({ weeks, month, byDay, over, chips, onDay }: CalendarGridProps) {
  const t = useT();
  const narrow = useMedia(NARROW);
  // The days of a month are too narrow for titles: they show how many tasks they have.
  const counts = useMedia(HANDHELD) && month !== undefined;
  const most = MAX_TASKS_PER_DAY[counts ? 'counts' : month === undefined ? 'week' : 'month'];
  const weekday = (day: string) =>
    new Intl.DateTimeFormat(t.locale, { weekday: narrow ? 'narrow' : 'short', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    );
  return (
    <Box scroll grow flat data-drag-scroll="">
      <table
        className="calendar-grid"
        data-span={month === undefined ? 'week' : 'month'}
        data-counts={counts ? '' : undefined}
        aria-label={t('task.calendar')}
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={t.date(day, 'weekday')}>
                {weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const tasks = byDay.get(day) ?? NONE;
                const shown = tasks.length <= most + 1 && most > 0 ? tasks : tasks.slice(0, most);
                const late = tasks.some((task) => isLate(task, chips.today));
                return (
                  <td
                    key={day}
                    data-drop={day}
                    data-over={over === day ? '' : undefined}
                    data-today={day === chips.today ? '' : undefined}
                    data-outside={month !== undefined && !day.startsWith(month) ? '' : undefined}
                  >
                    <Stack fluid gap={0.5} justify="start">
                      <button
                        type="button"
                        className="calendar-number ui-figures ui-pressable"
                        onClick={() => onDay(day)}
                      >
                        <span aria-hidden="true">{Number(day.slice(8))}</span>
                        <span className="ui-hidden">
                          {t.date(day, 'weekday')}, {t('task.count', { count: tasks.length })}
                        </span>
                        {counts && tasks.length > 0 && (
                          <span className="ui-count" data-tone={late ? 'overdue' : undefined} aria-hidden="true">
                            {t.number(tasks.length)}
                          </span>
                        )}
                      </button>
                      {shown.map((task) => (
                        <CalendarChip key={task.id} task={task} chips={chips} />
                      ))}
                      {!counts && tasks.length > shown.length && (
                        <button type="button" className="calendar-more ui-pressable" onClick={() => onDay(day)}>
                          {t('task.calendar.more', { count: tasks.length - shown.length })}
                        </button>
                      )}
                    </Stack>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
