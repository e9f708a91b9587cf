// Adds people to a project and changes their membership.
import type { MembershipState } from '@plumbline/core/access/membership-status';
import type { addMember, changeMember, changeMembers } from '@plumbline/core/features/people/contract';
import { memberName } from '@plumbline/core/features/people/listed';
import { afterReturn, staysManaged } from '@plumbline/core/features/people/rules';
import { dropUndefined } from '@plumbline/core/kernel/drop-undefined';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { requireCapability } from '@plumbline/core/site/actor';
import type { SiteTx } from '@plumbline/core/site/entities';
import type { MemberRow } from '@plumbline/core/site/rows/people';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { PoolClient } from 'pg';
import { runSite, type Site } from '../../db/tx/pg-store.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { endSessionsOf } from '../auth/session/sessions.ts';

/** Must be called when someone who has left is added again. */
export async function clearStakeholderRole(tx: SiteTx, userId: string): Promise<void> {
  const project = await tx.get('project', tx.projectId);
  if (project && (project.ownerId === userId || project.assistantId === userId))
    tx.put('project', afterReturn(project, userId));
}

type Account = { userId: string; email: string; phone: string; firstName: string; lastName: string };
type NewState = { state: MembershipState };

// Only people of the organisation: whether anyone else has an account is not disclosed.
const ACCOUNT = `
  SELECT u.id AS "userId", u.email, coalesce(nullif(m.phone, ''), u.phone) AS phone, u.first_name AS "firstName", u.last_name AS "lastName", m.state
  FROM app_user u JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $2 AND m.active
  WHERE u.email = $1 AND u.active`;

/** Throws `invalid_input` for an address that no one in the organisation has, `already_exists` for a current member. */
export async function addToProject(
  services: Services,
  session: Session,
  projectId: string,
  { id, email, ...requested }: RequestOf<typeof addMember>['body'],
): Promise<MemberRow> {
  const found = (await services.pool.query<Account & NewState>(ACCOUNT, [email, session.organisationId])).rows[0];
  if (!found) refuseFields({ path: 'email', outcome: 'UNKNOWN' });
  const { state, ...account } = found;
  return runSite(services, session, projectId, 'member.add', async ({ tx, actor }) => {
    requireCapability(actor, 'member.manage');
    const before = (await tx.find('member', 'userId', account.userId))[0];
    if (before && before.state !== 'removed') throw new AppError('already_exists');
    if (!before && (await tx.get('member', id))) throw new AppError('already_exists');
    const row: MemberRow = { id: before?.id ?? id, projectId, ...account, ...requested, state };
    tx.put('member', row);
    if (before) await clearStakeholderRole(tx, row.userId);
    return row;
  });
}

async function stateOf(db: PoolClient, userId: string): Promise<MembershipState> {
  const found = await db.query<NewState>(
    `SELECT CASE WHEN active AND account_active THEN state WHEN state = 'removed' THEN state ELSE 'deactivated' END AS state
     FROM organisation_people() WHERE user_id = $1`,
    [userId],
  );
  return found.rows[0]?.state ?? 'removed';
}

/** A team's members share its role: anyone who changes role or leaves the project also leaves the team. */
async function leaveTeam(tx: SiteTx, userId: string): Promise<void> {
  for (const team of await tx.find('team', 'projectId', tx.projectId)) {
    if (!team.memberIds.includes(userId)) continue;
    tx.put('team', { ...team, memberIds: team.memberIds.filter((one) => one !== userId) });
  }
}

type Change = RequestOf<typeof changeMember>['body'];
type Changed = { before: MemberRow; after: MemberRow };
/** The members as changed so far, and the project row, whose settings name owner and assistant. */
type ProjectMembers = { members: Map<string, MemberRow>; project: ProjectRow | undefined };

async function readKnown(tx: SiteTx): Promise<ProjectMembers> {
  const members = await tx.find('member', 'projectId', tx.projectId);
  return {
    members: new Map(members.map((row) => [row.id, row])),
    project: await tx.get('project', tx.projectId),
  };
}

async function changeOne({ tx, db }: Site, known: ProjectMembers, memberId: string, change: Change): Promise<Changed> {
  const row = known.members.get(memberId);
  if (!row) throw new AppError('not_found');
  const next: MemberRow = { ...row, ...dropUndefined(change) };
  // A reactivated member takes the state they have in the organisation.
  if (change.state === 'active') next.state = await stateOf(db, row.userId);
  if (!staysManaged([...known.members.values()], known.project, next)) throw new AppError('last_administrator');
  tx.put('member', next);
  if (row.state === 'removed' && next.state !== 'removed') await clearStakeholderRole(tx, row.userId);
  known.members.set(memberId, next);
  if (next.role !== row.role || next.state !== 'active') await leaveTeam(tx, row.userId);
  return { before: row, after: next };
}

/** Ends the sessions of members whose role changed or who left: they must sign in again. */
async function endSessions(services: Services, changed: readonly Changed[]): Promise<void> {
  const others = changed.filter(({ before, after }) => before.role !== after.role || before.state !== after.state);
  if (others.length === 0) return;
  const now = services.clock.now();
  await systemTransaction(services.pool, async (db) => {
    for (const { after } of others) await endSessionsOf(db, after.userId, { reason: 'role changed', now });
  });
}

/** Throws `last_administrator` if no one could manage the project afterwards. */
export async function setMembershipState(
  services: Services,
  session: Session,
  { projectId, memberId }: { projectId: string; memberId: string },
  change: Change,
): Promise<MemberRow> {
  const changed = await runSite(services, session, projectId, 'member.change', async (site) => {
    requireCapability(site.actor, 'member.manage');
    return changeOne(site, await readKnown(site.tx), memberId, change);
  });
  await endSessions(services, [changed]);
  return changed.after;
}

/** Applies all changes in one step of the project's history; each is checked against the result of those before it. */
export async function setMembershipStates(
  services: Services,
  session: Session,
  projectId: string,
  { memberIds, ...change }: RequestOf<typeof changeMembers>['body'],
): Promise<ReplyOf<typeof changeMembers>> {
  const { changed, skipped } = await runSite(services, session, projectId, 'member.change', async (site) => {
    requireCapability(site.actor, 'member.manage');
    const known = await readKnown(site.tx);
    const changed: Changed[] = [];
    const skipped: ReplyOf<typeof changeMembers>['skipped'] = [];
    for (const memberId of new Set(memberIds)) {
      try {
        changed.push(await changeOne(site, known, memberId, change));
      } catch (error) {
        // A refused change has not written anything.
        if (!(error instanceof AppError)) throw error;
        const member = known.members.get(memberId);
        skipped.push({ id: memberId, name: member ? memberName(member) : '', code: error.code });
      }
    }
    return { changed, skipped };
  });
  await endSessions(services, changed);
  return { done: changed.map(({ after }) => after.id), skipped };
}
