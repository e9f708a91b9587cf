// Tasks as cards in one column per status. Cards are dragged by mouse, touch or keyboard, and can be dropped only where
// the status and the reader's permissions allow it.

import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow, TaskStatus } from '@plumbline/core/site/rows/tasks';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { People } from '../../../shared/site/people.ts';
import { type DragOptions, useDrag } from '../../../ui/actions/use-drag.ts';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useTaskMoves } from '../use-task-moves.tsx';
import { BoardCardFace } from './board-card.tsx';
import { BoardColumn } from './board-column.tsx';
import './board.css';

const COLUMNS: readonly TaskStatus[] = ['draft', 'open', 'rejected', 'done', 'closed', 'inactive'];
/** Shown even when empty, as drop targets. */
const ALWAYS: readonly TaskStatus[] = ['open', 'rejected', 'done', 'closed'];

export type TaskBoardProps = {
  projectId: string;
  rows: readonly TaskRow[];
  pinOf: ReadonlyMap<string, PinRow>;
  actor: Actor | undefined;
  people: People;
  today: string;
  currentId: string | undefined;
  onOpen: (taskId: string) => void;
};

export function TaskBoard({ projectId, rows, pinOf, actor, people, today, currentId, onOpen }: TaskBoardProps) {
  const t = useT();
  const moves = useTaskMoves({ projectId, actor, people, pinOf });
  const [reported, setReported] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const byStatus = useMemo(() => Map.groupBy(rows, (task) => task.status), [rows]);
  const columns = COLUMNS.filter((status) => ALWAYS.includes(status) || byStatus.has(status));
  const statusOf = (place: string) => COLUMNS.find((status) => status === place);

  // Drafts come first, but the board opens scrolled to the open tasks.
  useEffect(() => {
    const columns = frame.current?.querySelector<HTMLElement>('.board-columns');
    const open = columns?.querySelector<HTMLElement>('[data-drop="open"]');
    const first = columns?.firstElementChild;
    if (columns && open && first instanceof HTMLElement) columns.scrollLeft = open.offsetLeft - first.offsetLeft;
  }, []);

  const options: DragOptions<TaskRow> = {
    // What can go nowhere is not picked up.
    canDrag: (task) => moves.statusesFor(task, columns).length > 0,
    placeOf: (task) => task.status,
    // Columns that do not accept the task are skipped.
    step: (task, from, arrow) => {
      const by = arrow === 'ArrowLeft' ? -1 : arrow === 'ArrowRight' ? 1 : 0;
      const open = [task.status, ...moves.statusesFor(task, columns)];
      for (let at = columns.indexOf(statusOf(from) ?? task.status) + by; by !== 0; at += by) {
        const status = columns[at];
        if (status === undefined) return undefined;
        if (!open.includes(status)) continue;
        frame.current
          ?.querySelector(`[data-drop="${status}"]`)
          ?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
        return status;
      }
      return undefined;
    },
    onDrop: (task, place) => {
      const status = statusOf(place);
      if (status) void moves.toStatus(task, status);
    },
    onAnnounce: (event, task, place) => {
      const status = statusOf(place) ?? task.status;
      const allowed = status === task.status || moves.statusesFor(task, [status]).length > 0;
      const words = { task: moves.nameOf(task), place: t(`task.status.${status}`) };
      setReported(t(event === 'over' && !allowed ? 'task.drag.refused' : `task.drag.${event}`, words));
    },
  };
  const { dragged, dragProps, onKey } = useDrag(options);
  const open = dragged ? moves.statusesFor(dragged.item, columns) : [];

  return (
    <Stack column flat grow ref={frame}>
      <p className="ui-hidden" id="board-help">
        {t('task.drag.help')}
      </p>
      <p className="ui-hidden" aria-live="assertive">
        {reported}
      </p>
      <section
        aria-label={t('task.view.board')}
        className="board-columns"
        data-drag-scroll=""
        data-dragging={dragged ? '' : undefined}
      >
        {columns.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            tasks={byStatus.get(status) ?? []}
            state={!dragged || dragged.item.status === status ? undefined : open.includes(status) ? 'open' : 'refused'}
            isOver={dragged?.over === status && dragged.item.status !== status}
            draggedId={dragged?.item.id}
            currentId={currentId}
            around={{ people, today, pinOf }}
            onOpen={onOpen}
            dragProps={dragProps}
            onKey={onKey}
            movesOf={(task) => moves.statusesFor(task, columns)}
            onMove={(task, to) => void moves.toStatus(task, to)}
          />
        ))}
      </section>
      {dragged?.by === 'pointer' && (
        <div className="board-ghost" style={{ translate: `${dragged.x}px ${dragged.y}px` }} aria-hidden="true">
          <BoardCardFace task={dragged.item} people={people} today={today} pin={pinOf.get(dragged.item.pinId)} />
        </div>
      )}
      {moves.dialogs}
    </Stack>
  );
}
