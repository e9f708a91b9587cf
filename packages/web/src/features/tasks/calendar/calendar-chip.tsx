// A task on its day: one line in a month, a card in a week.

import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import type { People } from '../../../shared/site/people.ts';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { StatusGlyph } from '../../../ui/marks/status-badge.tsx';
import { useT } from '../../../ui/translation.tsx';
import { taskTitle } from '../task-card.tsx';
import './calendar.css';

/** Shared by all tasks of a calendar. */
export type Chips = {
  people: People;
  pinOf: ReadonlyMap<string, PinRow>;
  today: string;
  currentId: string | undefined;
  draggedId: string | undefined;
  onOpen: (taskId: string) => void;
  dragProps: (task: TaskRow) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  };
  onKey: (task: TaskRow, event: KeyboardEvent<HTMLElement>) => boolean;
  mayMove: (task: TaskRow) => boolean;
};

type CalendarChipProps = { task: TaskRow; chips: Chips; children?: React.ReactNode };

export function CalendarChip({ task, chips, children }: CalendarChipProps) {
  const t = useT();
  const status = shownStatus(task, chips.today);
  const movable = chips.mayMove(task);
  return (
    <Row
      as="button"
      type="button"
      gap={1}
      wide
      shrink
      corner="s"
      size="s"
      className="calendar-chip"
      data-tone={status}
      data-movable={movable ? '' : undefined}
      data-carried={task.id === chips.draggedId ? '' : undefined}
      data-current={task.id === chips.currentId ? '' : undefined}
      {...(movable && { 'aria-describedby': 'calendar-help' })}
      {...chips.dragProps(task)}
      onKeyDown={(event) => void chips.onKey(task, event)}
      // Space starts dragging; without this, the browser would click the button on key up.
      onKeyUp={(event) => movable && event.key === ' ' && event.preventDefault()}
      onClick={() => chips.onOpen(task.id)}
    >
      {children ?? (
        <>
          <StatusGlyph status={status} size={14} />
          <span className="ui-hidden">{t(`task.status.${status}`)}</span>
          <Text shrink cut className="calendar-chip-title">
            {task.number !== null && <Text ink={3}>#{task.number} </Text>}
            {taskTitle(t, task)}
          </Text>
        </>
      )}
    </Row>
  );
}
