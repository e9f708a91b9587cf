// Takes people into a project and changes what they are in it.
import { can } from '@plumbline/core/access/capabilities';
import type { addMember, changeMember } from '@plumbline/core/features/people/contract';
import type { MemberRow } from '@plumbline/core/features/people/schema';
import { demand } from '@plumbline/core/features/sync/actor';
import type { SiteTx } from '@plumbline/core/features/sync/entities';
import { dropUndefined } from '@plumbline/core/kernel/drop-undefined';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { runSite } from '../../db/tx/pg-store.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Parts } from '../../http/parts.ts';
import type { Session } from '../../http/session.ts';
import { endSessionsOf } from '../auth/sessions.ts';

type Account = { userId: string; email: string; firstName: string; lastName: string };

// Only people of the organisation: who else has an account here is nobody's business.
const ACCOUNT = `
  SELECT u.id AS "userId", u.email, u.first_name AS "firstName", u.last_name AS "lastName"
  FROM app_user u JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $2 AND m.active
  WHERE u.email = $1 AND u.active`;

/** Throws `invalid_input` for an address nobody in the organisation has, `already_exists` for a present member. */
export async function takeIn(
  parts: Parts,
  session: Session,
  projectId: string,
  { id, email, ...wanted }: RequestOf<typeof addMember>['body'],
): Promise<MemberRow> {
  const account = (await parts.pool.query<Account>(ACCOUNT, [email, session.organisationId])).rows[0];
  if (!account) refuseFields({ path: 'email', outcome: 'UNKNOWN' });
  return runSite(parts, session, projectId, 'member.add', async ({ tx, actor }) => {
    demand(actor, 'member.manage');
    const before = (await tx.find('member', 'userId', account.userId))[0];
    if (before && before.state !== 'removed') throw new AppError('already_exists');
    if (!before && (await tx.get('member', id))) throw new AppError('already_exists');
    const row: MemberRow = { id: before?.id ?? id, projectId, ...account, ...wanted, state: 'active' };
    tx.put('member', row);
    return row;
  });
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
  const { before, after } = await runSite(parts, session, projectId, 'member.change', async ({ tx, actor }) => {
    demand(actor, 'member.manage');
    const row = await tx.get('member', memberId);
    if (!row) throw new AppError('not_found');
    const next: MemberRow = { ...row, ...dropUndefined(change) };
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
