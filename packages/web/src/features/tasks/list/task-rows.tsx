// Tasks as rows: a table on wide screens, a list on phones; open, sort by the headers, or select to edit together.
import { TASK_SORTS } from '@plumbline/core/features/tasks/filter';
import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { TASK_STATUSES, type TaskRow } from '@plumbline/core/site/rows/tasks';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useIsPartial } from '../../../local/use-rows.ts';
import type { People } from '../../../shared/site/people.ts';
import { VirtualTable } from '../../../ui/data/table/virtual-table.tsx';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { later } from '../../../ui/later.tsx';
import { Box } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { pinLocation, TaskCard } from '../task-card.tsx';
import { mayEdit, useTaskMoves } from '../use-task-moves.tsx';
import type { CellEdit } from './cell-editor.tsx';
import { ALWAYS_PX, BESIDE_HIDDEN, CHOSEN, columnPx, columnsOf, PICTURE_PX, PICTURE_ROW_PX } from './task-columns.tsx';
import type { TaskColumn, TaskOrder } from './task-view.ts';
import '../tasks.css';

const CellEditor = later(() => import('./cell-editor.tsx').then((module) => module.CellEditor));
const TaskForm = later(() => import('../form/task-form.tsx').then((module) => module.TaskForm));
const TaskSelection = later(() => import('./task-selection.tsx').then((module) => module.TaskSelection));

export type TaskRowsProps = {
  projectId: string;
  /** The rows to show; undefined until loaded. */
  rows: readonly TaskRow[] | undefined;
  /** All tasks of the project: some block others. */
  all: readonly TaskRow[];
  pinOf: ReadonlyMap<string, PinRow>;
  people: People;
  actor: Actor | undefined;
  today: string;
  shape: 'list' | 'table';
  currentId: string | undefined;
  /** A task is open next to the table. */
  beside: boolean;
  onOpen: (taskId: string) => void;
  /** The columns of the table besides number and title. */
  columns: readonly TaskColumn[];
  /** The key under which the widths of the columns are kept. */
  widthsKey: string;
  order: TaskOrder;
  onOrder: (order: TaskOrder) => void;
  /** Whether the reader can change any of the rows. */
  maySelect: boolean;
  /** Whether rows are being selected: turned on by a button on phones, always on in a table. */
  selecting: boolean;
  onSelectingEnd: () => void;
  empty: ReactNode;
};

const TOUCH_ROW_PX = 76;

export function TaskRows(props: TaskRowsProps) {
  const { projectId, rows, all, pinOf, people, actor, today, shape, beside, currentId, onOpen, order, onOrder } = props;
  const { maySelect } = props;
  const t = useT();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [cell, editCell] = useState<CellEdit>();
  const [edited, edit] = useState<TaskRow>();
  const moves = useTaskMoves({ projectId, actor, people, pinOf });
  const isPart = useIsPartial(projectId);
  const picked = chosen.size > 0 ? (rows?.filter(({ id }) => chosen.has(id)) ?? []) : [];
  const pin = edited && pinOf.get(edited.pinId);
  const end = () => {
    setChosen(new Set());
    props.onSelectingEnd();
  };
  const shared = {
    label: t('task.list'),
    rows: rows ?? [],
    idOf: (task: TaskRow) => task.id,
    nameOf: (task: TaskRow) => (task.number === null ? t('task.new') : t('task.numbered', { number: task.number })),
    onOpen: (task: TaskRow) => onOpen(task.id),
    currentId,
    loading: rows === undefined || (isPart && rows.length === 0) ? ('first' as const) : undefined,
    selection: maySelect && (shape === 'table' || props.selecting) ? { ids: chosen, onChange: setChosen } : undefined,
    empty: props.empty,
  };
  // Next to an open task only what is needed to tell tasks apart.
  const isShown = (id: string) =>
    !(id in CHOSEN) || (props.columns.some((column) => column === id) && !(beside && BESIDE_HIDDEN.includes(id)));
  const shownIds = Object.keys(CHOSEN).filter(isShown).join();
  const columns = useMemo(() => {
    const ids = shownIds.split(',');
    const all = columnsOf(t, { actor, people, pins: pinOf, today, pictured: !beside, onEdit: editCell });
    return all.filter(({ id }) => !(id in CHOSEN) || ids.includes(id));
  }, [t, actor, people, pinOf, today, beside, shownIds]);
  const card = useCallback(
    (task: TaskRow) => {
      const pin = pinOf.get(task.pinId);
      return <TaskCard task={task} people={people} today={today} place={pinLocation(t, pin)} pin={pin} pictured />;
    },
    [t, people, pinOf, today],
  );
  const least = props.columns.reduce(
    (sum, id) => sum + (isShown(id) ? columnPx(t, id) : 0),
    beside ? ALWAYS_PX : ALWAYS_PX + PICTURE_PX,
  );
  return (
    <>
      <Box grow flat className="tasks-rows">
        {shape === 'list' ? (
          <VirtualList {...shared} rowHeight={TOUCH_ROW_PX}>
            {card}
          </VirtualList>
        ) : (
          <VirtualTable
            {...shared}
            onEdit={(task) => mayEdit(actor, task, pinOf.get(task.pinId)) && edit(task)}
            columns={columns}
            rowHeight={beside ? undefined : PICTURE_ROW_PX}
            minWidth={`${least}px`}
            widthsKey={props.widthsKey}
            sort={{ column: order.by, direction: order.direction }}
            onSort={({ column, direction }) => {
              const by = TASK_SORTS.find((taskSort) => taskSort === column);
              if (by) onOrder({ by, direction });
            }}
          />
        )}
      </Box>
      {cell && (
        <CellEditor
          {...{ cell, moves, people, today }}
          statuses={moves.statusesFor(cell.task, TASK_STATUSES)}
          onClose={() => editCell(undefined)}
        />
      )}
      {moves.dialogs}
      {edited && pin && (
        <TaskForm {...{ projectId, pin, people, today }} task={edited} onClose={() => edit(undefined)} />
      )}
      {maySelect && actor && rows && (props.selecting || picked.length > 0) && (
        <TaskSelection
          projectId={projectId}
          actor={actor}
          people={people}
          picked={picked}
          all={all}
          pinOf={pinOf}
          today={today}
          total={rows.length}
          onAll={() => setChosen(new Set(rows.map(({ id }) => id)))}
          onEnd={end}
        />
      )}
    </>
  );
}
