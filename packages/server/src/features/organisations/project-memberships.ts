// Updates a user's project memberships after a change of the account or of its state in the organisation: in a job,
// because each project is a separate transaction. Memberships set inactive or removed in a project stay so.
import { type MembershipState, projectStateAfter } from '@plumbline/core/access/membership-status';
import type { MemberRow } from '@plumbline/core/site/rows/people';
import type { PoolClient } from 'pg';
import { runSiteAsSystem } from '../../db/tx/pg-store.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';

const MEMBERSHIPS_TASK = 'organisations.places';

type Order = { organisationId: string; userId: string };

/** Enqueues the job in the transaction that changes the membership. */
export const enqueueMembershipUpdate = (
  { queue }: Pick<Services, 'queue'>,
  db: PoolClient,
  order: Order,
): Promise<void> =>
  queue.enqueue(db, MEMBERSHIPS_TASK, order, { key: `${MEMBERSHIPS_TASK} ${order.organisationId} ${order.userId}` });

/** As `enqueueMembershipUpdate`, in every organisation of the user. */
export async function enqueueMembershipUpdates(
  services: Pick<Services, 'queue'>,
  db: PoolClient,
  userId: string,
): Promise<void> {
  const found = await db.query<{ organisationId: string }>(
    `SELECT organisation_id AS "organisationId" FROM organisation_member WHERE user_id = $1`,
    [userId],
  );
  for (const { organisationId } of found.rows) await enqueueMembershipUpdate(services, db, { organisationId, userId });
}

/** A user who has just set the first password becomes active in every organisation that invited them. */
export async function activateMemberships(
  services: Pick<Services, 'queue'>,
  db: PoolClient,
  userId: string,
  now: Date,
): Promise<void> {
  const settled = await db.query<{ organisationId: string }>(
    `UPDATE organisation_member SET state = 'active', changed_at = $2
     WHERE user_id = $1 AND state IN ('pending', 'invited') RETURNING organisation_id AS "organisationId"`,
    [userId, now],
  );
  for (const { organisationId } of settled.rows)
    await enqueueMembershipUpdate(services, db, { organisationId, userId });
}

type Person = Pick<MemberRow, 'firstName' | 'lastName' | 'email' | 'phone'>;
type Membership = Person & { state: MembershipState; projectId: string; memberId: string };

/** The job. Reads the membership at each attempt, so that the current state counts. */
async function follow(services: Services, { organisationId, userId }: Order): Promise<void> {
  const found = await systemTransaction(services.pool, (db) =>
    db.query<Membership>(
      `SELECT m.project_id AS "projectId", m.id AS "memberId", o.state, u.first_name AS "firstName", u.last_name AS "lastName",
         u.email, phone.known AS phone FROM organisation_member o
       JOIN member m ON m.organisation_id = o.organisation_id AND m.user_id = o.user_id JOIN app_user u ON u.id = o.user_id
       CROSS JOIN LATERAL (SELECT coalesce(nullif(o.phone, ''), u.phone) AS known) phone
       WHERE o.organisation_id = $1 AND o.user_id = $2 AND m.state NOT IN ('inactive', 'removed')
         AND (m.state, m.first_name, m.last_name, m.email, m.phone)
           <> (o.state, u.first_name, u.last_name, u.email, phone.known)`,
      [organisationId, userId],
    ),
  );
  for (const { projectId, memberId, state, ...person } of found.rows) {
    await runSiteAsSystem(services, { organisationId, userId: null }, projectId, 'member.follow', async ({ tx }) => {
      const row = await tx.get('member', memberId);
      if (!row) return;
      tx.put('member', { ...row, ...person, state: projectStateAfter(row.state, state) });
      if (state !== 'removed') return;
      for (const team of await tx.find('team', 'projectId', projectId)) {
        if (!team.memberIds.includes(userId)) continue;
        tx.put('team', { ...team, memberIds: team.memberIds.filter((one) => one !== userId) });
      }
    });
  }
}

export const membershipTasks = (services: Services): Tasks => ({
  // Only `followMemberships` enqueues these payloads.
  [MEMBERSHIPS_TASK]: (payload) => follow(services, payload as Order),
});
