// Which post and comment actions the screens offer to the actor. The actions check permissions themselves.
import { can } from '@plumbline/core/access/capabilities';
import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { pinTarget, taskTarget } from '@plumbline/core/site/visibility';

/** Whether the actor may change caption and state of a post, or the text of a comment. */
export function mayEdit(
  actor: Actor | undefined,
  what: 'post.edit' | 'comment.edit',
  row: { createdBy: string },
): boolean {
  return actor !== undefined && can(actor.role, what, { own: row.createdBy === actor.userId, assigned: false });
}

/** Whether the actor may add to a pin or to one of its tasks. Pins that are not open accept nothing. */
export function mayAdd(
  actor: Actor | undefined,
  what: 'post.create' | 'comment.create',
  pin: PinRow,
  tasks: readonly TaskRow[],
  task?: TaskRow,
): boolean {
  if (actor === undefined || pin.status !== 'open') return false;
  if (task) return can(actor.role, what, taskTarget(actor, task));
  // Subcontractors work on their assigned tasks, not on the pin as a whole.
  const target = actor.role === 'subcontractor' ? { own: false, assigned: false } : pinTarget(actor, pin, tasks);
  return can(actor.role, what, target);
}
