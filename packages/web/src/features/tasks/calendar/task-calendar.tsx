// Tasks by due date: month, week or agenda. A task can be dragged to another day where the reader may edit it. Days are
// in the site's time zone; overdue tasks are red on the day they were due.

import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { People } from '../../../shared/site/people.ts';
import { addDays } from '../../../shared/site/today.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { SegmentedControl } from '../../../ui/actions/segmented-control.tsx';
import { type Arrow, type DragOptions, useDrag } from '../../../ui/actions/use-drag.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text, Toolbar } from '../../../ui/layout/primitives.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { BoardCardFace } from '../board/board-card.tsx';
import { useTaskMoves } from '../use-task-moves.tsx';
import { CalendarAgenda } from './calendar-agenda.tsx';
import { firstWeekday, SPANS, type Span, turnPage, weekOf, weeksOfMonth } from './calendar-days.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { NO_DAY, UndatedTasks } from './undated-tasks.tsx';
import './calendar.css';

export type CalendarRoute = { span: Span; day: string };

export type TaskCalendarProps = {
  projectId: string;
  rows: readonly TaskRow[];
  pinOf: ReadonlyMap<string, PinRow>;
  actor: Actor | undefined;
  people: People;
  today: string;
  currentId: string | undefined;
  onOpen: (taskId: string) => void;
  place: CalendarRoute;
  onPlace: (place: CalendarRoute) => void;
  /** Shown when there are no tasks at all. */
  empty: ReactNode;
};

export function TaskCalendar(props: TaskCalendarProps) {
  const { projectId, rows, pinOf, actor, people, today, currentId, onOpen, place, onPlace } = props;
  const t = useT();
  const moves = useTaskMoves({ projectId, actor, people, pinOf });
  const [announcement, setAnnouncement] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const { span, day } = place;
  /** Scrolling turns to other days, whose headings name them; there is no room to say so twice. */
  const scrolls = useMedia(PHONE) && span === 'agenda';
  const first = firstWeekday(t.locale);
  const weeks = span === 'month' ? weeksOfMonth(day, first) : [weekOf(day, first)];
  const byDay = useMemo(() => Map.groupBy(rows, (task) => task.dueDate ?? ''), [rows]);
  const undated = byDay.get(NO_DAY) ?? [];
  const [aside, setAside] = useState(false);
  /** The day at which a task without a due date enters the calendar when moved by keyboard. */
  const entry = weeks.flat().includes(today) || span === 'agenda' ? today : day;
  const nameOfDay = (to: string) => (to === NO_DAY ? t('task.calendar.undatedTitle') : t.date(to, 'weekday'));

  const options: DragOptions<TaskRow> = {
    canDrag: moves.mayMoveDay,
    placeOf: (task) => task.dueDate ?? NO_DAY,
    step: (_task, from, arrow) => {
      if (from === NO_DAY) return entry;
      const by: Record<Arrow, number> =
        span === 'agenda'
          ? { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }
          : { ArrowUp: -7, ArrowDown: 7, ArrowLeft: -1, ArrowRight: 1 };
      const to = addDays(from, by[arrow]);
      // Show the page that contains the day.
      if (span !== 'agenda' && !weeks.flat().includes(to)) onPlace({ span, day: to });
      return to;
    },
    onDrop: (task, to) => void moves.toDay(task, to === NO_DAY ? null : to),
    onAnnounce: (event, task, to) =>
      setAnnouncement(t(`task.drag.${event}`, { task: moves.nameOf(task), place: nameOfDay(to) })),
  };
  const { dragged, dragProps, onKey } = useDrag(options);
  const chips = {
    people,
    pinOf,
    today,
    currentId,
    draggedId: dragged?.item.id,
    onOpen,
    dragProps,
    onKey,
    mayMove: moves.mayMoveDay,
  };
  const title =
    span === 'week'
      ? `${t.date(weeks[0]?.[0] ?? day, 'medium')} – ${t.date(weeks[0]?.[6] ?? day, 'medium')}`
      : t.date(day, 'month');

  return (
    <Stack column flat grow className="calendar" ref={frame} data-dragging={dragged ? '' : undefined}>
      <Toolbar gap="2 4" pad="2 inset" fixed className="calendar-bar">
        <Row gap={1}>
          {!scrolls && (
            <>
              <IconButton
                icon={ChevronLeftIcon}
                label={t('task.calendar.before')}
                onPress={() => onPlace({ span, day: turnPage(span, day, -1) })}
              />
              <IconButton
                icon={ChevronRightIcon}
                label={t('task.calendar.after')}
                onPress={() => onPlace({ span, day: turnPage(span, day, 1) })}
              />
            </>
          )}
          <Button onPress={() => onPlace({ span, day: today })}>{t('task.today')}</Button>
        </Row>
        <Text
          as="h2"
          grow
          size="l"
          weight="medium"
          nowrap
          className={scrolls ? 'ui-hidden' : 'ui-figures'}
          aria-live="polite"
        >
          {title}
        </Text>
        {(undated.length > 0 || aside) && (
          <Button kind="quiet" aria-expanded={aside} onPress={() => setAside(!aside)}>
            {t('task.calendar.undated', { count: undated.length })}
          </Button>
        )}
        <SegmentedControl
          label={t('task.calendar.span')}
          value={span}
          onChange={(next) => onPlace({ span: next, day })}
          segments={SPANS.map((id) => ({ id, label: t(`task.calendar.${id}`) }))}
        />
      </Toolbar>
      <p className="ui-hidden" id="calendar-help">
        {t('task.drag.helpDay')}
      </p>
      <p className="ui-hidden" aria-live="assertive">
        {announcement}
      </p>
      <Row gap={0} align="stretch" flat grow className="calendar-page">
        {span === 'agenda' ? (
          <CalendarAgenda rows={rows} day={day} over={dragged?.over} chips={chips} empty={props.empty} />
        ) : (
          <CalendarGrid
            weeks={weeks}
            month={span === 'month' ? day.slice(0, 7) : undefined}
            byDay={byDay}
            over={dragged?.over}
            chips={chips}
            onDay={(to) => onPlace({ span: 'agenda', day: to })}
          />
        )}
        {aside && <UndatedTasks tasks={undated} isOver={dragged?.over === NO_DAY} chips={chips} />}
      </Row>
      {dragged?.by === 'pointer' && (
        <div className="board-ghost" style={{ translate: `${dragged.x}px ${dragged.y}px` }} aria-hidden="true">
          <BoardCardFace task={dragged.item} people={people} today={today} pin={pinOf.get(dragged.item.pinId)} />
        </div>
      )}
      {moves.dialogs}
    </Stack>
  );
}
