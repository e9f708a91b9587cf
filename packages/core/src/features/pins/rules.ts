// Who may see a pin and do what with it. "Assigned" means: one of the pin's tasks is.
import { can, type Target } from '../../access/capabilities.ts';
import type { Actor } from '../sync/actor.ts';
import { isAssigned } from '../tasks/rules.ts';
import type { TaskRow } from '../tasks/schema.ts';
import type { PinRow } from './schema.ts';
import { type PinMove, pinMovesFrom } from './status.ts';

export function pinTarget(actor: Pick<Actor, 'userId' | 'teamIds'>, pin: PinRow, tasks: readonly TaskRow[]): Target {
  return { own: pin.createdBy === actor.userId, assigned: tasks.some((task) => isAssigned(actor, task)) };
}

export function canSeePin(actor: Actor, pin: PinRow, tasks: readonly TaskRow[]): boolean {
  return can(actor.role, 'pin.view', pinTarget(actor, pin, tasks));
}

/** Closed and inactive pins are locked until reopened. */
export function canEditPin(actor: Actor, pin: PinRow): boolean {
  return pin.status === 'open' && can(actor.role, 'pin.edit', pinTarget(actor, pin, []));
}

export function offeredPinMoves(actor: Actor, pin: PinRow): PinMove[] {
  if (!can(actor.role, 'pin.setStatus', pinTarget(actor, pin, []))) return [];
  return pinMovesFrom(pin.status);
}
