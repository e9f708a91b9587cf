// What an actor may do with a task.
import { can } from '../../access/capabilities.ts';
import type { Actor } from '../../site/actor.ts';
import type { TaskRow } from '../../site/rows/tasks.ts';
import { isUnpublished, taskTarget } from '../../site/visibility.ts';
import { movesFrom, TASK_LOCKED, TASK_MOVES, type TaskMove } from './status.ts';

/** The target status of a move. A task that was never published becomes a draft again, visible only to its creator. */
export function statusAfter(task: Pick<TaskRow, 'status' | 'assigneeId'>, move: TaskMove): TaskRow['status'] {
  return move === 'reopen' && isUnpublished(task) ? 'draft' : TASK_MOVES[move].to;
}

/** The moves to offer: those that the status allows and the actor may perform. */
export function offeredMoves(actor: Actor, task: TaskRow): TaskMove[] {
  return movesFrom(task.status).filter((move) => can(actor.role, TASK_MOVES[move].needs, taskTarget(actor, task)));
}

/** Moves that advance a task, as one button offers them. */
const ADVANCING: readonly TaskMove[] = ['publish', 'markDone', 'close'];

/** The move that advances a task, if this actor may make it: its assignee completes it, its verifier closes it. */
export function nextMove(actor: Actor, task: TaskRow): TaskMove | undefined {
  const offered = offeredMoves(actor, task);
  return ADVANCING.find((move) => offered.includes(move));
}

/**
 * The offered move that leads to this status; undefined if there is none. A verified task is reopened by its verifier.
 */
export function moveTo(actor: Actor, task: TaskRow, status: TaskRow['status']): TaskMove | undefined {
  const leading = offeredMoves(actor, task).filter((move) => TASK_MOVES[move].to === status);
  return leading.includes('reopen') ? 'reopen' : leading[0];
}

/**
 * The moves that undo a move out of the status `before` without recording anything untrue: the person who did a task
 * stays the same. Undefined if there is no such path.
 */
export function undoingMoves(actor: Actor, before: TaskRow, now: TaskRow): TaskMove[] | undefined {
  const back = moveTo(actor, now, before.status);
  if (back && (back !== 'markDone' || before.doneBy === actor.userId)) return [back];
  const open: TaskRow = { ...now, status: 'open' };
  if (before.status !== 'done' || before.doneBy !== actor.userId) return undefined;
  return moveTo(actor, now, 'open') === 'reopen' && moveTo(actor, open, 'done') ? ['reopen', 'markDone'] : undefined;
}

export function canEditTask(actor: Actor, task: TaskRow): boolean {
  return !TASK_LOCKED.includes(task.status) && can(actor.role, 'task.edit', taskTarget(actor, task));
}
