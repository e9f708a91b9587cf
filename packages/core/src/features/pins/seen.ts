// The pin as the actor may see it.
import { AppError } from '../../kernel/errors.ts';
import type { Actor } from '../sync/actor.ts';
import type { SiteTx } from '../sync/entities.ts';
import { canSeePin, pinTarget } from './rules.ts';

/** The pin and its tasks, as far as the actor may see it. Throws `not_found` alike for missing and hidden ones. */
export async function seenPin(tx: SiteTx, actor: Actor, pinId: string) {
  const pin = await tx.get('pin', pinId);
  if (!pin) throw new AppError('not_found');
  const tasks = await tx.find('task', 'pinId', pinId);
  if (!canSeePin(actor, pin, tasks)) throw new AppError('not_found');
  return { pin, tasks, target: pinTarget(actor, pin, tasks) };
}
