// The status machine of tasks: which move leads where, and whose right it needs.
import type { Capability } from '../../access/capabilities.ts';
import type { TaskRow, TaskStatus } from '../../site/rows/tasks.ts';

type Move = { from: readonly TaskStatus[]; to: TaskStatus; needs: Capability };

/** Move → from which statuses, to which, and the capability it needs on that task. */
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

/** Moves that finish a task: the one a repeating task is followed by the next for, and which wait for other tasks. */
export const FINISHING: readonly TaskMove[] = ['markDone', 'close'];

/** Statuses in which a task waits for somebody. */
export const UNFINISHED: readonly TaskStatus[] = ['open', 'rejected', 'done'];
/** Statuses in which nothing of a task but its status may change. */
export const TASK_LOCKED: readonly TaskStatus[] = ['closed', 'inactive'];

export type ShownTaskStatus = TaskStatus | 'overdue';

/** What people see: `overdue` is an open task whose due day lies before `today` (YYYY-MM-DD in the project's zone). */
export function shownStatus(task: Pick<TaskRow, 'status' | 'dueDate'>, today: string): ShownTaskStatus {
  return task.status === 'open' && task.dueDate !== null && task.dueDate < today ? 'overdue' : task.status;
}

export function movesFrom(status: TaskStatus): TaskMove[] {
  return TASK_MOVE_NAMES.filter((move) => (TASK_MOVES[move].from as readonly TaskStatus[]).includes(status));
}
