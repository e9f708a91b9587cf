// What an actor may do with a task.
import { can } from '../../access/capabilities.ts';
import type { Actor } from '../../site/actor.ts';
import type { TaskRow } from '../../site/rows/tasks.ts';
import { isUnpublished, taskTarget } from '../../site/visibility.ts';
import { movesFrom, TASK_LOCKED, TASK_MOVES, type TaskMove } from './status.ts';

/** Where a move leads. What was never published becomes the draft it was, and is its creator's alone all the while. */
export function statusAfter(task: Pick<TaskRow, 'status' | 'assigneeId'>, move: TaskMove): TaskRow['status'] {
  return move === 'reopen' && isUnpublished(task) ? 'draft' : TASK_MOVES[move].to;
}

/** The moves to offer: those the status allows and the actor may make. */
export function offeredMoves(actor: Actor, task: TaskRow): TaskMove[] {
  return movesFrom(task.status).filter((move) => can(actor.role, TASK_MOVES[move].needs, taskTarget(actor, task)));
}

/** The offered move that leads to this status; undefined where none does. What was verified is opened by its verifier. */
export function moveTo(actor: Actor, task: TaskRow, status: TaskRow['status']): TaskMove | undefined {
  const leading = offeredMoves(actor, task).filter((move) => TASK_MOVES[move].to === status);
  return leading.includes('reopen') ? 'reopen' : leading[0];
}

/**
 * The moves that take one back, by which a task left the status `before`, without telling anything that is not true: who did
 * a task stays who did it. Undefined where there is no such way.
 */
export function wayBack(actor: Actor, before: TaskRow, now: TaskRow): TaskMove[] | undefined {
  const back = moveTo(actor, now, before.status);
  if (back && (back !== 'markDone' || before.doneBy === actor.userId)) return [back];
  const open: TaskRow = { ...now, status: 'open' };
  if (before.status !== 'done' || before.doneBy !== actor.userId) return undefined;
  return moveTo(actor, now, 'open') === 'reopen' && moveTo(actor, open, 'done') ? ['reopen', 'markDone'] : undefined;
}

export function canEditTask(actor: Actor, task: TaskRow): boolean {
  return !TASK_LOCKED.includes(task.status) && can(actor.role, 'task.edit', taskTarget(actor, task));
}
