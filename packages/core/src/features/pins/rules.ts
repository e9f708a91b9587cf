// What an actor may do with a pin.
import { can } from '../../access/capabilities.ts';
import type { Actor } from '../../site/actor.ts';
import type { PinRow } from '../../site/rows/pins.ts';
import { pinTarget } from '../../site/visibility.ts';
import { type PinMove, pinMovesFrom } from './status.ts';

/** Closed and inactive pins are locked until reopened. */
export function canEditPin(actor: Actor, pin: PinRow): boolean {
  return pin.status === 'open' && can(actor.role, 'pin.edit', pinTarget(actor, pin, []));
}

export const mayReopenPin = (actor: Actor, pin: PinRow): boolean => offeredPinMoves(actor, pin).includes('reopen');

export function offeredPinMoves(actor: Actor, pin: PinRow): PinMove[] {
  if (!can(actor.role, 'pin.setStatus', pinTarget(actor, pin, []))) return [];
  return pinMovesFrom(pin.status);
}
