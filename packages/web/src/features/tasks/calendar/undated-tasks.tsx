// Tasks without a due date, next to the calendar: dragging one onto a day sets its due date, dragging a task here
// clears it.
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { Box, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { pinLocation, TaskCard } from '../task-card.tsx';
import { CalendarChip, type Chips } from './calendar-chip.tsx';
import './calendar.css';

/** The drop target id for "no due date". */
export const NO_DAY = '';

const ROW = 72;

type UndatedTasksProps = { tasks: readonly TaskRow[]; isOver: boolean; chips: Chips };

export function UndatedTasks({ tasks, isOver, chips }: UndatedTasksProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const keyOf = useCallback((index: number) => tasks[index]?.id ?? index, [tasks]);
  const virtual = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 4,
    getItemKey: keyOf,
  });
  return (
    <section
      className="calendar-undated-tasks"
      aria-label={t('task.calendar.undatedTitle')}
      data-drop={NO_DAY}
      data-over={isOver ? '' : undefined}
    >
      <Text as="h3" size="m" weight="medium">
        {t('task.calendar.undatedTitle')}
      </Text>
      {(tasks.length === 0 || tasks.some(chips.mayMove)) && (
        <p className="ui-help">{t(tasks.length > 0 ? 'task.calendar.undatedHelp' : 'task.calendar.undatedDrop')}</p>
      )}
      <Box grow flat className="calendar-undated-rows" ref={scroller} data-drag-scroll="">
        <Box as="ul" anchor style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start, size }) => {
            const task = tasks[index];
            const pin = task && chips.pinOf.get(task.pinId);
            return (
              task && (
                <li key={key} className="calendar-line" style={{ height: size, translate: `0 ${start}px` }}>
                  <CalendarChip task={task} chips={chips}>
                    <TaskCard
                      task={task}
                      people={chips.people}
                      today={chips.today}
                      pin={pin}
                      place={pinLocation(t, pin)}
                      pictured
                    />
                  </CalendarChip>
                </li>
              )
            );
          })}
        </Box>
      </Box>
    </section>
  );
}
