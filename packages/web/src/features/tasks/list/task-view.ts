// Filter and order of the task list: as URL search parameters, and applied to rows. Pure.

import { matchesTask, type PinOfTask, type TaskFilter, type TaskSort } from '@plumbline/core/features/tasks/filter';
import { type ShownTaskStatus, shownStatus, TASK_LOCKED } from '@plumbline/core/features/tasks/status';
import { ignoredParts, isOnlyMine, taskFilterIn, taskOrderIn } from '@plumbline/core/features/views/list-content';
import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { SavedViewQuery } from '@plumbline/core/site/rows/saved-views';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { canSeeTask, isAssigned } from '@plumbline/core/site/visibility';
import { queryOfSearch, searchOfQuery } from '../../views/list-query.ts';
import { readViewType, type TaskViewType } from './view-type.ts';

export type TaskOrder = { by: TaskSort; direction: 'ascending' | 'descending' };
/** The columns of the table that can be chosen; number and title are always shown. */
export const TASK_COLUMNS = ['status', 'assignee', 'dueDate', 'pin', 'company', 'craft', 'createdAt'] as const;
export type TaskColumn = (typeof TASK_COLUMNS)[number];
export const DEFAULT_TASK_COLUMNS: readonly TaskColumn[] = ['status', 'assignee', 'dueDate', 'pin'];

export type TaskView = {
  mine: boolean;
  filter: TaskFilter;
  order: TaskOrder;
  /** Omitted for the default columns. */
  columns?: readonly TaskColumn[] | undefined;
};

const DEFAULT_ORDER: TaskOrder = { by: 'dueDate', direction: 'ascending' };

/** URL search parameters → view. Unknown and malformed ones are ignored. */
export function readTaskView(search: Readonly<Record<string, unknown>>): TaskView {
  const query = queryOfSearch(search);
  const columns = typeof search.columns === 'string' ? search.columns.split(',') : undefined;
  return {
    ...(columns && { columns: TASK_COLUMNS.filter((column) => columns.includes(column)) }),
    mine: isOnlyMine(query),
    filter: taskFilterIn(query),
    order: { ...DEFAULT_ORDER, ...taskOrderIn(query) },
  };
}

/** What `readTaskView` ignores of a query that should decide which tasks are shown, as it was written. */
export const ignoredTaskParts = (query: SavedViewQuery): string[] =>
  ignoredParts('tasks', query).map(([name, value]) => `${name}=${value}`);

/** Inverse of `readTaskView`; default values are not written. */
export function writeTaskView({ mine, filter, order, columns }: TaskView): Record<string, unknown> {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '' && String(value) !== '');
  return {
    ...Object.fromEntries(set),
    ...(columns && columns.join() !== DEFAULT_TASK_COLUMNS.join() && { columns: columns.join(',') }),
    ...(mine && { mine: true }),
    ...(order.by !== DEFAULT_ORDER.by && { sort: order.by }),
    ...(order.direction !== DEFAULT_ORDER.direction && { order: order.direction }),
  };
}

/** The list as a saved view stores it: its filter, order and columns, and how it is displayed. */
export const taskQuery = (view: TaskView, viewType: TaskViewType): SavedViewQuery => ({
  ...queryOfSearch(writeTaskView(view)),
  ...(viewType !== 'list' && { as: [viewType] }),
});

/** The parts of a stored query that the list understands. */
export const normaliseTasks = (query: SavedViewQuery): SavedViewQuery =>
  taskQuery(readTaskView(searchOfQuery(query)), storedViewType(query));

export const storedViewType = (query: SavedViewQuery): TaskViewType => readViewType(query.as?.[0]) ?? 'list';

const STATUS_ORDER: readonly ShownTaskStatus[] = ['overdue', 'rejected', 'open', 'done', 'draft', 'closed', 'inactive'];

function keyOf(task: TaskRow, by: TaskSort, today: string): string | number | null {
  switch (by) {
    case 'number':
      return task.number ?? Number.MAX_SAFE_INTEGER;
    case 'status':
      return STATUS_ORDER.indexOf(shownStatus(task, today));
    case 'title':
      return task.title || task.description || null;
    default:
      return task[by];
  }
}

/** Stands for a pin that has not arrived yet. */
export const UNKNOWN_PIN: PinOfTask = { planId: null, title: '', number: null, room: '' };

/** The tasks to show, sorted; those without a value to sort by come last. */
export function viewTasks(
  tasks: readonly TaskRow[],
  pins: ReadonlyMap<string, PinRow>,
  { mine, filter, order }: TaskView,
  { actor, today, locale }: { actor: Actor; today: string; locale: string },
): TaskRow[] {
  const words = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const sign = order.direction === 'ascending' ? 1 : -1;
  // When sorted by due date, finished tasks come last: their due date no longer matters.
  const finished = (task: TaskRow): number => (order.by === 'dueDate' && TASK_LOCKED.includes(task.status) ? 1 : 0);
  const compare = (a: TaskRow, b: TaskRow): number => {
    if (finished(a) !== finished(b)) return finished(a) - finished(b);
    const [x, y] = [keyOf(a, order.by, today), keyOf(b, order.by, today)];
    if (x === y) return ((a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER)) * sign;
    if (x === null) return 1;
    if (y === null) return -1;
    if (typeof x === 'number' && typeof y === 'number') return (x - y) * sign;
    // Days and times are in order as they are; comparing words takes far longer.
    return (order.by === 'title' ? words.compare(String(x), String(y)) : x < y ? -1 : 1) * sign;
  };
  return tasks
    .filter((task) => canSeeTask(actor, task))
    .filter((task) => !mine || isAssigned(actor, task))
    .filter((task) => matchesTask(filter, task, pins.get(task.pinId) ?? UNKNOWN_PIN, today))
    .sort(compare);
}
