// Takes people into a project and changes what they are in it.
import { can } from '@plumbline/core/access/capabilities';
import type { MembershipState } from '@plumbline/core/features/organisations/standing';
import type { addMember, changeMember } from '@plumbline/core/features/people/contract';
import type { MemberRow } from '@plumbline/core/features/people/schema';
import { demand } from '@plumbline/core/features/sync/actor';
import type { SiteTx } from '@plumbline/core/features/sync/entities';
import { dropUndefined } from '@plumbline/core/kernel/drop-undefined';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { runSite } from '../../db/tx/pg-store.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Parts } from '../../http/parts.ts';
import type { Session } from '../../http/session.ts';
import { endSessionsOf } from '../auth/sessions.ts';

type Account = { userId: string; email: string; firstName: string; lastName: string };
type Standing = { state: MembershipState };

// Only people of the organisation: who else has an account here is nobody's business.
const ACCOUNT = `
  SELECT u.id AS "userId", u.email, u.first_name AS "firstName", u.last_name AS "lastName", m.state
  FROM app_user u JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $2 AND m.active
  WHERE u.email = $1 AND u.active`;

/** Throws `invalid_input` for an address nobody in the organisation has, `already_exists` for a present member. */
export async function takeIn(
  parts: Parts,
  session: Session,
  projectId: string,
  { id, email, ...wanted }: RequestOf<typeof addMember>['body'],
): Promise<MemberRow> {
  const found = (await parts.pool.query<Account & Standing>(ACCOUNT, [email, session.organisationId])).rows[0];
  if (!found) refuseFields({ path: 'email', outcome: 'UNKNOWN' });
  const { state, ...account } = found;
  return runSite(parts, session, projectId, 'member.add', async ({ tx, actor }) => {
    demand(actor, 'member.manage');
    const before = (await tx.find('member', 'userId', account.userId))[0];
    if (before && before.state !== 'removed') throw new AppError('already_exists');
    if (!before && (await tx.get('member', id))) throw new AppError('already_exists');
    const row: MemberRow = { id: before?.id ?? id, projectId, ...account, ...wanted, state };
    tx.put('member', row);
    return row;
  });
}

async function stateOf(db: PoolClient, userId: string): Promise<MembershipState> {
  const found = await db.query<Standing>(
    `SELECT CASE WHEN active AND account_active THEN state WHEN state = 'removed' THEN state ELSE 'deactivated' END AS state
     FROM organisation_people() WHERE user_id = $1`,
    [userId],
  );
  return found.rows[0]?.state ?? 'removed';
}

async function demandAdministrator(tx: SiteTx, next: MemberRow): Promise<void> {
  const members = await tx.find('member', 'projectId', tx.projectId);
  const manages = (one: MemberRow) => one.state === 'active' && can(one.role, 'member.manage');
  if (!members.some((one) => manages(one.id === next.id ? next : one))) throw new AppError('last_administrator');
}

/** A team's members share its role: who has another one, or is none any more, is in it no longer. */
async function leaveTeam(tx: SiteTx, userId: string): Promise<void> {
  for (const team of await tx.find('team', 'projectId', tx.projectId)) {
    if (!team.memberIds.includes(userId)) continue;
    tx.put('team', { ...team, memberIds: team.memberIds.filter((one) => one !== userId) });
  }
}

/** Who has another role, or is none any more, signs in anew. Throws `last_administrator` where nobody could manage the project. */
export async function changeStanding(
  parts: Parts,
  session: Session,
  { projectId, memberId }: { projectId: string; memberId: string },
  change: RequestOf<typeof changeMember>['body'],
): Promise<MemberRow> {
  const { before, after } = await runSite(parts, session, projectId, 'member.change', async ({ tx, actor, db }) => {
    demand(actor, 'member.manage');
    const row = await tx.get('member', memberId);
    if (!row) throw new AppError('not_found');
    const next: MemberRow = { ...row, ...dropUndefined(change) };
    // Who is taken up again is here what he is in the organisation.
    if (change.state === 'active') next.state = await stateOf(db, row.userId);
    await demandAdministrator(tx, next);
    tx.put('member', next);
    if (next.role !== row.role || next.state !== 'active') await leaveTeam(tx, row.userId);
    return { before: row, after: next };
  });
  if (before.role !== after.role || before.state !== after.state) {
    await systemTransaction(parts.pool, (db) =>
      endSessionsOf(db, after.userId, { reason: 'role changed', now: parts.clock.now() }),
    );
  }
  return after;
}
