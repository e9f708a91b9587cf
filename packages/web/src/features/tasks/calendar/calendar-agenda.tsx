// Tasks day by day, for phones. Only visible lines are rendered; the requested day is at the top.
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { addDays } from '../../../shared/site/today.ts';
import { Box, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { pinLocation, TaskCard } from '../task-card.tsx';
import { CalendarChip, type Chips } from './calendar-chip.tsx';
import './calendar.css';

type Line = { day: string; task?: TaskRow };

/** Line heights in pixels. */
const HEAD = 44;
const ROW = 72;
/** Number of days from the requested one that are shown even when empty, as drop targets. */
const EMPTY_DAYS_SHOWN = 7;
/** Input events with which a user scrolls to other days. */
const SCROLL_EVENTS = ['wheel', 'pointerdown', 'keydown'] as const;

/** Each day with tasks, and the days from the requested one, as consecutive lines. */
function linesOf(rows: readonly TaskRow[], day: string): Line[] {
  const byDay = new Map<string, TaskRow[]>();
  for (let by = 0; by < EMPTY_DAYS_SHOWN; by += 1) byDay.set(addDays(day, by), []);
  for (const task of rows) {
    if (task.dueDate === null) continue;
    const known = byDay.get(task.dueDate);
    if (known) known.push(task);
    else byDay.set(task.dueDate, [task]);
  }
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([one, tasks]) => [{ day: one }, ...tasks.map((task) => ({ day: one, task }))]);
}

type CalendarAgendaProps = {
  rows: readonly TaskRow[];
  day: string;
  over: string | undefined;
  chips: Chips;
  /** Shown when there are no tasks. */
  empty: ReactNode;
};

export function CalendarAgenda({ rows, day, over, chips, empty }: CalendarAgendaProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(rows, day), [rows, day]);
  const start = lines.findIndex((line) => line.day >= day);
  // A new function makes the virtualizer measure all lines again, so it must stay stable while scrolling.
  const keyOf = useCallback((index: number) => lines[index]?.task?.id ?? lines[index]?.day ?? index, [lines]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.task ? ROW : HEAD),
    overscan: 8,
    getItemKey: keyOf,
  });
  // Lines above appear and disappear as tasks load or change: the requested day stays at the top until the user
  // scrolls.
  const left = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: an empty list has no element to scroll
  useEffect(() => {
    const box = scroller.current;
    const leave = () => {
      left.current = day;
    };
    for (const way of SCROLL_EVENTS) box?.addEventListener(way, leave, { passive: true });
    return () => {
      for (const way of SCROLL_EVENTS) box?.removeEventListener(way, leave);
    };
  }, [day, rows.length > 0]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (start > 0 && left.current !== day) virtual.scrollToIndex(start, { align: 'start' });
  }, [day, start]);

  if (rows.length === 0) return empty;
  return (
    <Box anchor grow flat className="calendar-agenda" ref={scroller} data-drag-scroll="">
      <Box anchor style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start: top, size }) => {
          const line = lines[index];
          if (!line) return null;
          const pin = line.task && chips.pinOf.get(line.task.pinId);
          return (
            <div
              key={key}
              className={line.task ? 'calendar-line' : 'calendar-line calendar-line-head'}
              style={{ height: size, translate: `0 ${top}px` }}
              data-drop={line.day}
              data-over={over === line.day ? '' : undefined}
              data-today={line.day === chips.today ? '' : undefined}
            >
              {line.task ? (
                <CalendarChip task={line.task} chips={chips}>
                  <TaskCard
                    task={line.task}
                    people={chips.people}
                    today={chips.today}
                    pin={pin}
                    place={pinLocation(t, pin)}
                    pictured
                  />
                </CalendarChip>
              ) : (
                <Text as="h3" size="s" weight="medium" ink={2}>
                  {t.date(line.day, line.day.slice(0, 4) === chips.today.slice(0, 4) ? 'day' : 'weekday')}
                  {line.day === chips.today && <span className="calendar-now">{t('task.today')}</span>}
                </Text>
              )}
            </div>
          );
        })}
      </Box>
    </Box>
  );
}
