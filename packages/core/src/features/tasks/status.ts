// The status machine of tasks: where each move leads, and which capability it needs.
import type { Capability } from '../../access/capabilities.ts';
import type { TaskRow, TaskStatus } from '../../site/rows/tasks.ts';

type Move = { from: readonly TaskStatus[]; to: TaskStatus; needs: Capability };

/** Move → source statuses, target status, and the required capability on that task. */
export const TASK_MOVES = {
  publish: { from: ['draft'], to: 'open', needs: 'task.edit' },
  markDone: { from: ['open', 'rejected'], to: 'done', needs: 'task.markDone' },
  undone: { from: ['done'], to: 'open', needs: 'task.markDone' },
  close: { from: ['open', 'rejected', 'done'], to: 'closed', needs: 'task.verify' },
  reject: { from: ['done'], to: 'rejected', needs: 'task.verify' },
  reopen: { from: ['done', 'closed', 'inactive'], to: 'open', needs: 'task.verify' },
  deactivate: { from: ['draft', 'open', 'rejected', 'done', 'closed'], to: 'inactive', needs: 'task.verify' },
} as const satisfies Record<string, Move>;

export type TaskMove = keyof typeof TASK_MOVES;
export const TASK_MOVE_NAMES = Object.keys(TASK_MOVES) as TaskMove[];

/** Moves that finish a task: they create the next task of a series, and are refused while the task is blocked. */
export const FINISHING: readonly TaskMove[] = ['markDone', 'close'];

/** Statuses in which a task still needs work. */
export const UNFINISHED: readonly TaskStatus[] = ['open', 'rejected', 'done'];

/** The date by which an unfinished task is due; null if it has none or is finished. */
export const unfinishedDueDate = ({ status, dueDate }: Pick<TaskRow, 'status' | 'dueDate'>): string | null =>
  UNFINISHED.includes(status) ? dueDate : null;

/** Statuses in which only the status of a task may change. */
export const TASK_LOCKED: readonly TaskStatus[] = ['closed', 'inactive'];

export type ShownTaskStatus = TaskStatus | 'overdue';

/**
 * The displayed status: `overdue` is an open task whose due date is before `today` (YYYY-MM-DD in the project's zone).
 */
export function shownStatus(task: Pick<TaskRow, 'status' | 'dueDate'>, today: string): ShownTaskStatus {
  return task.status === 'open' && task.dueDate !== null && task.dueDate < today ? 'overdue' : task.status;
}

/** Work is waiting past its due date: an overdue task, or a rejected one whose date has passed. `today` as above. */
export function isLate({ status, dueDate }: Pick<TaskRow, 'status' | 'dueDate'>, today: string): boolean {
  return (status === 'open' || status === 'rejected') && dueDate !== null && dueDate < today;
}

export function movesFrom(status: TaskStatus): TaskMove[] {
  return TASK_MOVE_NAMES.filter((move) => (TASK_MOVES[move].from as readonly TaskStatus[]).includes(status));
}
