// Who acts, as read inside the transaction of the act: never from when it was sent or made.
import { type Acting, actingAs, type Capability, can, type Target } from '../access/capabilities.ts';
import { effectiveRole } from '../access/membership-status.ts';
import { AppError } from '../kernel/errors.ts';
import type { SiteTx } from './entities.ts';

export type Actor = { userId: string; role: Acting; teamIds: ReadonlySet<string> };

/** The rows of one project, to be read. */
export type SiteReader = Pick<SiteTx, 'find' | 'get' | 'projectId'>;

/**
 * What the member acts as at present, and his teams; without a licence the role is what it leaves. Throws `not_entitled` where the user is no
 * active member of the project.
 */
export async function loadActor(tx: SiteReader, userId: string, licensed = true): Promise<Actor> {
  const member = (await tx.find('member', 'userId', userId)).find((row) => row.state === 'active');
  if (!member || member.role === 'none') throw new AppError('not_entitled');
  const teams = await tx.find('team', 'projectId', tx.projectId);
  const teamIds = teams.filter((team) => team.active && team.memberIds.includes(userId)).map((team) => team.id);
  // Administrators hold everything already: the settings need not be asked.
  const project = member.role === 'administrator' ? undefined : await tx.get('project', tx.projectId);
  const role = effectiveRole(actingAs(member.role, project, userId), licensed);
  return { userId, role, teamIds: new Set(teamIds) };
}

/** Refuses with `forbidden` unless the actor may do this, to that target where one is given. */
export function demand(actor: Actor, capability: Capability, target?: Target): void {
  if (!can(actor.role, capability, target)) throw new AppError('forbidden');
}
