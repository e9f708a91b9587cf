// Invitations to an organisation. The answer for an address with an account elsewhere is the same: its owner is
// notified, and nothing else happens.
import { LINK_HOURS } from '@plumbline/core/features/account/entry-contract';
import { freeSeat, noSeatFor } from '@plumbline/core/features/organisations/licences';
import type { inviteUser } from '@plumbline/core/features/people/users-contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { isLanguage } from '@plumbline/locales/languages';
import type { PoolClient } from 'pg';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import { take } from '../../../http/limits/rate-limit.ts';
import type { Session } from '../../../http/session.ts';
import type { Services } from '../../../platform/services.ts';
import { createLink } from '../../auth/email-links.ts';
import { mailPerson } from '../../auth/emails/to-person.ts';
import { noteEvent } from '../../auth/security-events.ts';
import { requireCompany } from '../../organisations/companies.ts';
import { countSeats } from '../../organisations/seats.ts';
import { joinOrganisation } from '../../organisations/store.ts';

const HOUR = 3_600_000;

export type Inviter = { organisationId: string; userId: string };

/** Rate limits per hour: invitations of an organisation, and a lower one per address, so that no mailbox is flooded. */
export const acceptInvitation = (services: Services, { organisationId }: Inviter, email: string): Promise<void> =>
  take(
    services.pool,
    [
      { bucket: `invite:${organisationId}`, max: 1_000, windowMs: HOUR },
      { bucket: `invite:${organisationId}:${email}`, max: 5, windowMs: HOUR },
    ],
    services.clock.now(),
  );

/** Sends the link for someone without a password; invalidates an earlier one. */
export async function sendInvitation(
  services: Services,
  db: PoolClient,
  { organisationId, userId: by }: Inviter,
  person: { userId: string; email: string },
): Promise<void> {
  const names = await db.query<{ organisation: string; inviter: string }>(
    `SELECT o.name AS organisation, trim(concat(u.first_name, ' ', u.last_name)) AS inviter
     FROM organisation o, app_user u WHERE o.id = $1 AND u.id = $2`,
    [organisationId, by],
  );
  const lifetimeMs = LINK_HOURS.invited * HOUR;
  const token = await createLink(services, db, { purpose: 'invited', ...person, lifetimeMs });
  await mailPerson(services, db, person.userId, 'invited', {
    params: { ...names.rows[0] },
    link: `${services.config.publicUrl}/activate/invited/${token}`,
  });
}

type InvitedAccount = { id: string; settled: boolean; state: string | null };

/** Adds a person to the organisation, with the requested licence or the fullest available one. */
export async function invite(
  services: Services,
  session: Session,
  { email, firstName, lastName, language, licence, companyId }: RequestOf<typeof inviteUser>['body'],
): Promise<void> {
  if (!isLanguage(language)) refuseFields({ path: 'language', outcome: 'UNKNOWN' });
  const { organisationId } = session;
  const now = services.clock.now();
  await acceptInvitation(services, session, email);
  await systemTransaction(services.pool, async (db) => {
    await db.query('SELECT FROM organisation WHERE id = $1 FOR UPDATE', [organisationId]);
    const count = await countSeats(db, organisationId);
    const none = licence === undefined ? undefined : noSeatFor(licence, null, count);
    if (none) throw new AppError('licence_limit', { params: { limit: count.seats[none] ?? 0 } });
    if (companyId !== null) await requireCompany(db, organisationId, companyId);
    const found = await db.query<InvitedAccount>(
      `SELECT u.id, u.password_hash IS NOT NULL AS settled,
         (SELECT m.state FROM organisation_member m WHERE m.user_id = u.id AND m.organisation_id = $2) AS state
       FROM app_user u WHERE u.email = $1`,
      [email, organisationId],
    );
    const known = found.rows[0];
    // An invitation does not change accounts that have a password, belong to other organisations, or were deactivated
    // here.
    if (known && (known.settled || known.state === null || known.state === 'deactivated')) {
      if (known.state === 'removed') return readmit(services, db, session, known.id);
      await mailPerson(services, db, known.id, 'accountExists', {
        link: `${services.config.publicUrl}/forgotPassword`,
      });
      return;
    }
    const userId = known?.id ?? services.newId();
    const seat = licence === undefined ? freeSeat(count.seats, count.taken) : licence;
    if (known) {
      await db.query(
        `UPDATE organisation_member SET state = 'invited', active = true, invited_at = $3, changed_at = $3
         WHERE organisation_id = $1 AND user_id = $2`,
        [organisationId, userId, now],
      );
    } else {
      await db.query(
        `INSERT INTO app_user (id, email, first_name, last_name, language, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
        [userId, email, firstName, lastName, language, now],
      );
      await joinOrganisation(db, { organisationId, userId, now, state: 'invited', licence: seat });
      await db.query('UPDATE organisation_member SET company_id = $3 WHERE organisation_id = $1 AND user_id = $2', [
        organisationId,
        userId,
        companyId,
      ]);
    }
    await sendInvitation(services, db, session, { userId, email });
    const event = { organisationId, userId, actorId: session.userId, detail: { state: 'invited' } };
    await noteEvent(db, { kind: 'membership.changed', ...event }, now);
  });
}

/** A person who left and has a password is active again immediately, and is notified. */
async function readmit(services: Services, db: PoolClient, inviter: Inviter, userId: string): Promise<void> {
  const { organisationId, userId: actorId } = inviter;
  const now = services.clock.now();
  await db.query(
    `UPDATE organisation_member SET state = 'active', active = true, changed_at = $3
     WHERE organisation_id = $1 AND user_id = $2`,
    [organisationId, userId, now],
  );
  await noteEvent(
    db,
    { kind: 'membership.changed', organisationId, userId, actorId, detail: { state: 'active' } },
    now,
  );
  await mailPerson(services, db, userId, 'accountExists', { link: `${services.config.publicUrl}/forgotPassword` });
}
