// Decides which pins and tasks an actor may see. Every store, list and action asks here.
import { can, type Target } from '../access/capabilities.ts';
import { AppError } from '../kernel/errors.ts';
import type { Actor } from './actor.ts';
import type { SiteTx } from './entities.ts';
import type { MarkupRow } from './rows/maps.ts';
import type { PinRow } from './rows/pins.ts';
import type { SavedViewRow } from './rows/saved-views.ts';
import type { TaskRow } from './rows/tasks.ts';

type Person = Pick<Actor, 'userId' | 'teamIds'>;

/** Whether a task is assigned to a person, directly or through a team. Drafts have no effective assignee. */
export function isAssigned(person: Person, task: Pick<TaskRow, 'assigneeType' | 'assigneeId' | 'status'>): boolean {
  if (task.status === 'draft' || task.assigneeId === null) return false;
  if (task.assigneeType === 'User') return task.assigneeId === person.userId;
  return task.assigneeType === 'TeamGroup' && person.teamIds.has(task.assigneeId);
}

export function taskTarget(person: Person, task: TaskRow): Target {
  return { own: task.createdBy === person.userId, assigned: isAssigned(person, task) };
}

/** Never assigned to anyone: a draft, or a draft that was set inactive, which removes its assignee. */
export function isUnpublished({ status, assigneeId }: Pick<TaskRow, 'status' | 'assigneeId'>): boolean {
  return status === 'draft' || (status === 'inactive' && assigneeId === null);
}

/** A draft is visible to its creator only, whatever the role. */
export function canSeeTask(actor: Actor, task: TaskRow): boolean {
  if (isUnpublished(task))
    return task.createdBy === actor.userId && can(actor.role, 'task.view', { own: true, assigned: false });
  return can(actor.role, 'task.view', taskTarget(actor, task));
}

/** A pin counts as assigned if one of its tasks is. */
export function pinTarget(person: Person, pin: PinRow, tasks: readonly TaskRow[]): Target {
  return { own: pin.createdBy === person.userId, assigned: tasks.some((task) => isAssigned(person, task)) };
}

export function canSeePin(actor: Actor, pin: PinRow, tasks: readonly TaskRow[]): boolean {
  return can(actor.role, 'pin.view', pinTarget(actor, pin, tasks));
}

/** Shared views are visible to every member, private ones to their creator. Rows never become invisible to a role. */
export function canSeeSavedView(
  actor: Actor,
  { shared, createdBy }: Pick<SavedViewRow, 'shared' | 'createdBy'>,
): boolean {
  return can(actor.role, 'savedView.view') && (shared || createdBy === actor.userId);
}

/** Markups are visible to every member who sees plans, private ones to their creator. */
export function canSeeMarkup(actor: Actor, { shared, createdBy }: Pick<MarkupRow, 'shared' | 'createdBy'>): boolean {
  return can(actor.role, 'plan.view') && (shared || createdBy === actor.userId);
}

/** Reads a pin and its tasks. Throws `not_found` for missing and hidden pins alike. */
export async function visiblePin(tx: SiteTx, actor: Actor, pinId: string) {
  const pin = await tx.get('pin', pinId);
  if (!pin) throw new AppError('not_found');
  const tasks = await tx.find('task', 'pinId', pinId);
  if (!canSeePin(actor, pin, tasks)) throw new AppError('not_found');
  return { pin, tasks, target: pinTarget(actor, pin, tasks) };
}
