// The acting member, read inside the transaction of the action, never from when it was sent or made.
import { type AccessRole, accessRoleOf, type Capability, can, type Target } from '../access/capabilities.ts';
import { effectiveRole } from '../access/membership-status.ts';
import { AppError } from '../kernel/errors.ts';
import type { SiteTx } from './entities.ts';

export type Actor = { userId: string; role: AccessRole; teamIds: ReadonlySet<string> };

/** Read access to the rows of one project. */
export type SiteReader = Pick<SiteTx, 'find' | 'get' | 'projectId'>;

/**
 * The member's current effective role and teams; without a licence the role is reduced. Throws `not_entitled` if the
 * user is not an active member of the project.
 */
export async function loadActor(tx: SiteReader, userId: string, licensed = true): Promise<Actor> {
  const [members, teams] = await Promise.all([
    tx.find('member', 'userId', userId),
    tx.find('team', 'projectId', tx.projectId),
  ]);
  const member = members.find((row) => row.state === 'active');
  if (!member || member.role === 'none') throw new AppError('not_entitled');
  const teamIds = teams.filter((team) => team.active && team.memberIds.includes(userId)).map((team) => team.id);
  // Administrators already have every permission, so the project settings are not needed.
  const project = member.role === 'administrator' ? undefined : await tx.get('project', tx.projectId);
  const role = effectiveRole(accessRoleOf(member.role, project, userId), licensed);
  return { userId, role, teamIds: new Set(teamIds) };
}

/** Throws `project_inactive`: an inactive project can be read, and nothing in it changes until it is reactivated. */
export async function requireActiveProject(tx: SiteReader): Promise<void> {
  if ((await tx.get('project', tx.projectId))?.active === false) throw new AppError('project_inactive');
}

/** Throws `forbidden` unless the actor has the capability, for the given target if there is one. */
export function requireCapability(actor: Actor, capability: Capability, target?: Target): void {
  if (!can(actor.role, capability, target)) throw new AppError('forbidden');
}
