// Tasks as rows: a table on wide screens, a list on phones; open, sort by the headers, or select to edit together.
import { can } from '@plumbline/core/access/capabilities';
import { TASK_SORTS } from '@plumbline/core/features/tasks/filter';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { Translator } from '@plumbline/locales/translate';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useIsPartial } from '../../../local/use-rows.ts';
import type { People } from '../../../shared/site/people.ts';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { type TableColumn, VirtualTable } from '../../../ui/data/virtual-table.tsx';
import { later } from '../../../ui/later.tsx';
import { StatusBadge } from '../../../ui/marks/status-badge.tsx';
import { useT } from '../../../ui/translation.tsx';
import { AssigneeName } from '../assignee-name.tsx';
import { DueWords } from '../due-text.tsx';
import { pinPlace, TaskCard, TaskPicture, taskTitle } from '../task-card.tsx';
import type { TaskColumn, TaskOrder } from './task-view.ts';
import '../tasks.css';

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
  order: TaskOrder;
  onOrder: (order: TaskOrder) => void;
  /** Whether rows are being selected: turned on by a button on phones, always on in a table. */
  selecting: boolean;
  onSelectingEnd: () => void;
  empty: ReactNode;
};

const TOUCH_ROW_PX = 76;

/** Whether a person may use any bulk action on tasks. */
export const maySelectTasks = (actor: Actor | undefined): actor is Actor =>
  actor !== undefined && can(actor.role, 'task.markDone');

export function TaskRows(props: TaskRowsProps) {
  const { projectId, rows, all, pinOf, people, actor, today, shape, beside, currentId, onOpen, order, onOrder } = props;
  const t = useT();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isPart = useIsPartial(projectId);
  const may = maySelectTasks(actor);
  const picked = chosen.size > 0 ? (rows?.filter(({ id }) => chosen.has(id)) ?? []) : [];
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
    selection: may && (shape === 'table' || props.selecting) ? { ids: chosen, onChange: setChosen } : undefined,
    empty: props.empty,
  };
  // Next to an open task only what is needed to tell tasks apart.
  const isShown = (id: string) =>
    !(id in CHOSEN) || (props.columns.some((column) => column === id) && !(beside && BESIDE_HIDDEN.includes(id)));
  const shownIds = Object.keys(CHOSEN).filter(isShown).join();
  const columns = useMemo(() => {
    const ids = shownIds.split(',');
    const all = columnsOf(t, { people, pins: pinOf, today, pictured: !beside });
    return all.filter(({ id }) => !(id in CHOSEN) || ids.includes(id));
  }, [t, people, pinOf, today, beside, shownIds]);
  const card = useCallback(
    (task: TaskRow) => {
      const pin = pinOf.get(task.pinId);
      return <TaskCard task={task} people={people} today={today} place={pinPlace(t, pin)} pin={pin} />;
    },
    [t, people, pinOf, today],
  );
  const least = props.columns.reduce(
    (sum, id) => sum + (isShown(id) ? CHOSEN[id] : 0),
    beside ? ALWAYS_PX : ALWAYS_PX + PICTURE_PX,
  );
  return (
    <>
      <div className="tasks-rows">
        {shape === 'list' ? (
          <VirtualList {...shared} rowHeight={TOUCH_ROW_PX}>
            {card}
          </VirtualList>
        ) : (
          <VirtualTable
            {...shared}
            columns={columns}
            rowHeight={beside ? undefined : PICTURE_ROW_PX}
            minWidth={`${least}px`}
            sort={{ column: order.by, direction: order.direction }}
            onSort={({ column, direction }) => {
              const by = TASK_SORTS.find((taskSort) => taskSort === column);
              if (by) onOrder({ by, direction });
            }}
          />
        )}
      </div>
      {may && rows && (props.selecting || picked.length > 0) && (
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

/** The columns that can be chosen, with their least widths; and the width of number, title and checkbox. */
const CHOSEN: Readonly<Record<TaskColumn, number>> = {
  status: 132,
  assignee: 160,
  dueDate: 128,
  pin: 160,
  company: 132,
  craft: 120,
  createdAt: 116,
};
const ALWAYS_PX = 340;
/** The picture before the title, with its gap; and the height of a row with one. */
const PICTURE_PX = 60;
const PICTURE_ROW_PX = 48;
const BESIDE_HIDDEN: readonly string[] = ['assignee', 'pin', 'company', 'craft', 'createdAt'];

type TaskContext = {
  people: People;
  pins: ReadonlyMap<string, PinRow>;
  today: string;
  /** There is space for pictures. */
  pictured: boolean;
};

function columnsOf(t: Translator, { people, pins, today, pictured }: TaskContext): TableColumn<TaskRow>[] {
  return [
    { id: 'number', header: t('task.number'), width: '104px', sortable: true, cell: (task) => task.number ?? '–' },
    {
      id: 'status',
      header: t('task.status'),
      width: '132px',
      sortable: true,
      cell: (task) => {
        const status = shownStatus(task, today);
        return (
          <StatusBadge status={status} plain>
            {t(`task.status.${status}`)}
          </StatusBadge>
        );
      },
    },
    {
      id: 'title',
      header: t('task.title'),
      width: `minmax(${pictured ? 280 : 220}px, 4fr)`,
      sortable: true,
      cell: (task) => {
        const pin = pins.get(task.pinId);
        return (
          <>
            {pictured && pin && <TaskPicture pin={pin} taskId={task.id} />}
            <span className="ui-table-text" dir="auto">
              {taskTitle(t, task, pin)}
            </span>
          </>
        );
      },
    },
    {
      id: 'assignee',
      header: t('task.assignee'),
      width: 'minmax(160px, 200px)',
      cell: (task) => <AssigneeName assignee={people.assigneeOf(task)} />,
    },
    {
      id: 'dueDate',
      header: t('task.dueDate'),
      width: '128px',
      sortable: true,
      cell: (task) => <DueWords task={task} today={today} bare />,
    },
    {
      id: 'pin',
      header: t('task.pin'),
      width: 'minmax(160px, 3fr)',
      cell: (task) => {
        const pin = pins.get(task.pinId);
        return pin ? `#${pin.number ?? '–'} ${pin.title}` : '';
      },
    },
    { id: 'company', header: t('task.company'), width: 'minmax(132px, 2fr)', cell: (task) => task.companyName },
    { id: 'craft', header: t('task.craft'), width: 'minmax(120px, 2fr)', cell: (task) => task.craft },
    {
      id: 'createdAt',
      header: t('task.created'),
      width: '116px',
      sortable: true,
      cell: (task) => t.date(new Date(task.createdAt)),
    },
  ];
}
