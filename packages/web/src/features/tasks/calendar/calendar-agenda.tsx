// Day after day, as it is read on a phone. Only what is in sight stands in the page; the day asked for stands on top.
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { addDays } from '../../../shared/site/today.ts';
import { useT } from '../../../ui/translation.tsx';
import { TaskCard } from '../task-card.tsx';
import { CalendarChip, type Chips } from './calendar-chip.tsx';
import './calendar.css';

type Line = { day: string; task?: TaskRow };

/** Pixels. */
const HEAD = 44;
const ROW = 72;
/** Days around the one asked for that stand there although nothing is due: tasks can be drawn to them. */
const AROUND = 7;
/** What somebody does who goes on to other days. */
const WAYS = ['wheel', 'pointerdown', 'keydown'] as const;

/** Each day with tasks, and the days around the wanted one, as lines to be read from above. */
function linesOf(rows: readonly TaskRow[], day: string): Line[] {
  const byDay = new Map<string, TaskRow[]>();
  for (let by = 0; by < AROUND; by += 1) byDay.set(addDays(day, by), []);
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
  /** Stands where no task is there. */
  empty: ReactNode;
};

export function CalendarAgenda({ rows, day, over, chips, empty }: CalendarAgendaProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(rows, day), [rows, day]);
  const start = lines.findIndex((line) => line.day >= day);
  // All lines are measured anew with each new function: while one scrolls it stays the same.
  const keyOf = useCallback((index: number) => lines[index]?.task?.id ?? lines[index]?.day ?? index, [lines]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.task ? ROW : HEAD),
    overscan: 8,
    getItemKey: keyOf,
  });
  // Lines above come and go as tasks are read and others work: the day asked for stays on top until one goes elsewhere by hand.
  const left = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: where nothing is found nothing stands there to be scrolled
  useEffect(() => {
    const box = scroller.current;
    const leave = () => {
      left.current = day;
    };
    for (const way of WAYS) box?.addEventListener(way, leave, { passive: true });
    return () => {
      for (const way of WAYS) box?.removeEventListener(way, leave);
    };
  }, [day, rows.length > 0]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (start > 0 && left.current !== day) virtual.scrollToIndex(start, { align: 'start' });
  }, [day, start]);

  if (rows.length === 0) return empty;
  return (
    <div className="calendar-agenda" ref={scroller} data-drag-scroll="">
      <div style={{ height: virtual.getTotalSize() }}>
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
                    place={
                      pin && (pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number }))
                    }
                  />
                </CalendarChip>
              ) : (
                <h3>
                  {t.date(line.day, 'weekday')}
                  {line.day === chips.today && <span className="calendar-now">{t('task.today')}</span>}
                </h3>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
