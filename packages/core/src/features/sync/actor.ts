// Who acts, as read inside the transaction of the act: never from when it was sent or made.
import { type Capability, can, type Role, type Target } from '../../access/capabilities.ts';
import { AppError } from '../../kernel/errors.ts';
import { effectiveRole } from '../organisations/standing.ts';
import type { SiteTx } from './entities.ts';

export type Actor = { userId: string; role: Role; teamIds: ReadonlySet<string> };

/**
 * The member's present role and teams; without a licence the role is what it leaves. Throws `not_entitled` where the user is no
 * active member of the project.
 */
export async function loadActor(
  tx: Pick<SiteTx, 'find' | 'projectId'>,
  userId: string,
  licensed = true,
): Promise<Actor> {
  const member = (await tx.find('member', 'userId', userId)).find((row) => row.state === 'active');
  if (!member || member.role === 'none') throw new AppError('not_entitled');
  const teams = await tx.find('team', 'projectId', tx.projectId);
  const teamIds = teams.filter((team) => team.active && team.memberIds.includes(userId)).map((team) => team.id);
  return { userId, role: effectiveRole(member.role, licensed), teamIds: new Set(teamIds) };
}

/** Refuses with `forbidden` unless the actor may do this, to that target where one is given. */
export function demand(actor: Actor, capability: Capability, target?: Target): void {
  if (!can(actor.role, capability, target)) throw new AppError('forbidden');
}
