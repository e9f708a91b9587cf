// Who may see a task and do what with it.
import { can, type Target } from '../../access/capabilities.ts';
import type { Actor } from '../sync/actor.ts';
import type { TaskRow } from './schema.ts';
import { movesFrom, TASK_LOCKED, TASK_MOVES, type TaskMove } from './status.ts';

type Person = Pick<Actor, 'userId' | 'teamIds'>;

/** Directly, or through a team the actor is in. Drafts are assigned to nobody yet. */
export function isAssigned(person: Person, task: Pick<TaskRow, 'assigneeType' | 'assigneeId' | 'status'>): boolean {
  if (task.status === 'draft' || task.assigneeId === null) return false;
  if (task.assigneeType === 'User') return task.assigneeId === person.userId;
  return task.assigneeType === 'TeamGroup' && person.teamIds.has(task.assigneeId);
}

export function taskTarget(person: Person, task: TaskRow): Target {
  return { own: task.createdBy === person.userId, assigned: isAssigned(person, task) };
}

/** A draft is seen by its creator only, whatever the role. */
export function canSeeTask(actor: Actor, task: TaskRow): boolean {
  if (task.status === 'draft')
    return task.createdBy === actor.userId && can(actor.role, 'task.view', { own: true, assigned: false });
  return can(actor.role, 'task.view', taskTarget(actor, task));
}

/** The moves to offer: those the status allows and the actor may make. */
export function offeredMoves(actor: Actor, task: TaskRow): TaskMove[] {
  return movesFrom(task.status).filter((move) => can(actor.role, TASK_MOVES[move].needs, taskTarget(actor, task)));
}

export function canEditTask(actor: Actor, task: TaskRow): boolean {
  return !TASK_LOCKED.includes(task.status) && can(actor.role, 'task.edit', taskTarget(actor, task));
}
