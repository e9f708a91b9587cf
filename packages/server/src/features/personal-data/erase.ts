// Erases a person: the account is disabled and emptied at once; a job then removes the name from everything that is
// kept.
import { mayManage, type Rank } from '@plumbline/core/features/organisations/permissions';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { requirePassword } from '../account/own-password.ts';
import { removePicture } from '../account/picture.ts';
import { enqueueSealed } from '../auth/emails/jobs.ts';
import { noteEvent } from '../auth/security-events.ts';
import { endSessionsOf } from '../auth/session/sessions.ts';
import { requireAnotherAdministrator } from '../organisations/sole-administrator.ts';

export const ERASE = 'personal.erase';

/** What the job needs to find the references. Stored encrypted, since it is the last record that names the person. */
export type Order = {
  organisationId: string;
  userId: string;
  /** The replacement for the name. */
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  phones: string[];
};

type Person = Rank & {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  smsPhone: string;
  workPhone: string;
  pictureKey: string | null;
  elsewhere: boolean;
};

const PERSON = `
  SELECT u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.phone, u.sms_phone AS "smsPhone",
    m.phone AS "workPhone", u.picture_key AS "pictureKey", m.owner, m.admin, m.manage_users AS "manageUsers",
    EXISTS (SELECT FROM organisation_member e WHERE e.user_id = u.id AND e.organisation_id <> $1
      AND e.state <> 'removed') AS elsewhere
  FROM app_user u JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $1 AND m.state <> 'removed'
  WHERE u.id = $2`;

async function requireOtherOwner(db: PoolClient, organisationId: string, userId: string): Promise<void> {
  const others = await db.query(
    `SELECT FROM organisation_member m JOIN app_user u ON u.id = m.user_id AND u.active
     WHERE m.organisation_id = $1 AND m.user_id <> $2 AND m.owner AND m.active AND m.state = 'active' LIMIT 1`,
    [organisationId, userId],
  );
  if (others.rowCount === 0) throw new AppError('last_owner');
}

/**
 * Removes everything about the account that is not part of a record: credentials, contact details, push devices and the
 * details of security events.
 */
async function emptyAccount(db: PoolClient, userId: string, email: string): Promise<void> {
  await db.query(
    `UPDATE app_user SET email = 'erased-' || id || '@erased.invalid', first_name = '', last_name = '', phone = '',
       password_hash = NULL, active = false, otp = false, sms = false, passkey = false, otp_secret = NULL, otp_pending = NULL, sms_phone = '',
       sms_pending = '', picture_key = NULL, picture_size = NULL, origination_code = '' WHERE id = $1`,
    [userId],
  );
  for (const table of [
    'passkey',
    'passkey_challenge',
    'push_device',
    'recovery_code',
    'sms_code',
    'signin_attempt',
    'device_key',
    'account_link',
  ])
    await db.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
  await db.query(`UPDATE security_event SET detail = '{}' WHERE user_id = $1`, [userId]);
  await db.query('DELETE FROM account_link WHERE email = $1', [email]);
  await db.query('DELETE FROM rate_limit WHERE position($1 IN bucket) > 0', [email]);
}

async function emptyMembership(db: PoolClient, organisationId: string, userId: string, now: Date): Promise<void> {
  const place = [organisationId, userId];
  await db.query(
    `UPDATE organisation_member SET state = 'removed', active = false, owner = false, admin = false, manage_users = false,
       create_projects = false, licence = NULL, phone = '', fax = '', job_title = '', department = '', internal_id = '',
       company_id = NULL, changed_at = $3 WHERE organisation_id = $1 AND user_id = $2`,
    [...place, now],
  );
  for (const table of ['sso_identity', 'notification', 'notification_setting', 'idempotency'])
    await db.query(`DELETE FROM ${table} WHERE organisation_id = $1 AND user_id = $2`, place);
}

async function erase(
  services: Services,
  session: Session,
  userId: string,
  { confirm, name }: { confirm: string; name: string },
): Promise<void> {
  const { organisationId } = session;
  const now = services.clock.now();
  const picture = await systemTransaction(services.pool, async (db) => {
    // Serialises two owners who erase each other at the same time.
    await db.query('SELECT FROM organisation WHERE id = $1 FOR UPDATE', [organisationId]);
    const people = (await db.query<Person>(PERSON, [organisationId, userId])).rows;
    const actor = (await db.query<Person>(PERSON, [organisationId, session.userId])).rows[0];
    const person = people[0];
    if (!person) throw new AppError('not_found');
    if (!actor || (userId !== session.userId && !mayManage(actor, person))) throw new AppError('forbidden');
    if (person.email !== confirm) refuseFields({ path: 'confirm', outcome: 'NOT_MATCH' });
    if (person.owner) await requireOtherOwner(db, organisationId, userId);
    await requireAnotherAdministrator(db, organisationId, userId);
    const { firstName, lastName, email, elsewhere } = person;
    const phones = [person.phone, person.smsPhone, person.workPhone].filter((one) => one !== '');
    await noteEvent(db, { kind: 'account.erased', organisationId, userId, actorId: session.userId }, now);
    await emptyMembership(db, organisationId, userId, now);
    await endSessionsOf(db, userId, { reason: 'erased', now });
    await db.query('DELETE FROM session WHERE organisation_id = $1 AND user_id = $2', [organisationId, userId]);
    if (!elsewhere) await emptyAccount(db, userId, email);
    const order: Order = { organisationId, userId, name, firstName, lastName, email, phones };
    await enqueueSealed(services, db, ERASE, order, 25);
    return elsewhere ? null : person.pictureKey;
  });
  if (picture) await removePicture(services, picture);
}

/** Replaces the name: distinguishes erased people without identifying them. */
export const pseudonym = (userId: string): string => `Person ${userId.slice(-4).toUpperCase()}`;

export async function eraseSelf(
  services: Services,
  session: Session,
  { password, confirm }: { password: string; confirm: string },
): Promise<void> {
  await requirePassword(services, session.userId, password);
  await erase(services, session, session.userId, { confirm, name: pseudonym(session.userId) });
}

export function erasePerson(services: Services, session: Session, userId: string, confirm: string): Promise<void> {
  // Your own account can be erased only with your own password.
  if (userId === session.userId) throw new AppError('own_account');
  return erase(services, session, userId, { confirm, name: pseudonym(userId) });
}
