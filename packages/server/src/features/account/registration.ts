// Registration: anyone can request an account, but it is created only when the emailed link is opened. A job processes
// the request, so response time does not reveal whether the address has an account.

import { LINK_HOURS, type Registration, registration } from '@plumbline/core/features/account/entry-contract';
import { TEST_DAYS } from '@plumbline/core/features/organisations/licences';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { knownTimeZone } from '@plumbline/core/kernel/time-zone';
import { isLanguage } from '@plumbline/locales/languages';
import type { PoolClient } from 'pg';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { take } from '../../http/limits/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import { createLink, type OpenedLink, readLink, useLink } from '../auth/email-links.ts';
import { enqueueSealed, openOrder, sendMail } from '../auth/emails/jobs.ts';
import { mailPerson } from '../auth/emails/to-person.ts';
import { hashPassword } from '../auth/passwords.ts';
import { noteEvent } from '../auth/security-events.ts';
import { activateMemberships } from '../organisations/project-memberships.ts';
import { createOrganisation, createUser, joinOrganisation } from '../organisations/store.ts';
import { minLengthFor, passwordMinLengthFor, requireValidPassword } from './own-password.ts';

export const REGISTER = 'account.register';
const HOUR = 3_600_000;

export async function requestRegistration(services: Services, block: string, requested: Registration): Promise<void> {
  if (!services.config.registration) throw new AppError('forbidden');
  if (!isLanguage(requested.language)) refuseFields({ path: 'language', outcome: 'UNKNOWN' });
  await take(services.pool, [{ bucket: `register:${block}`, max: 20, windowMs: HOUR }], services.clock.now());
  await enqueueSealed(services, services.pool, REGISTER, requested);
}

/** The job: emails a link to a new address, or a notice to an address that already has an account. */
export async function beginRegistration(services: Services, payload: unknown): Promise<void> {
  const requested = registration.parse(openOrder(services, REGISTER, payload).order);
  const { email, language, firstName } = requested;
  const { publicUrl } = services.config;
  try {
    // Limits emails per address, so that requests from many networks cannot flood a mailbox.
    await take(services.pool, [{ bucket: `register:to:${email}`, max: 5, windowMs: HOUR }], services.clock.now());
  } catch (error) {
    if (error instanceof AppError) return;
    throw error;
  }
  await systemTransaction(services.pool, async (db) => {
    const taken = await db.query<{ id: string }>('SELECT id FROM app_user WHERE email = $1', [email]);
    const owner = taken.rows[0];
    if (owner) {
      await mailPerson(services, db, owner.id, 'accountExists', { link: `${publicUrl}/forgotPassword` });
      return;
    }
    const lifetimeMs = LINK_HOURS.register * HOUR;
    const token = await createLink(services, db, { purpose: 'register', email, data: requested, lifetimeMs });
    const link = `${publicUrl}/activate/register/${token}`;
    await sendMail(services, db, { kind: 'activate', to: email, language, params: { name: firstName }, link });
  });
}

type Activation = 'register' | 'invited';
type Invited = { firstName: string; lastName: string; organisationName: string };

const INVITED = `
  SELECT u.first_name AS "firstName", u.last_name AS "lastName", o.name AS "organisationName"
  FROM app_user u JOIN organisation_member m ON m.user_id = u.id AND m.active JOIN organisation o ON o.id = m.organisation_id
  WHERE u.id = $1 AND u.active AND u.password_hash IS NULL ORDER BY m.created_at LIMIT 1`;

/** The person an activation link is for. Throws `link_used` if there is nothing left to activate. */
async function described(
  db: Services['pool'] | PoolClient,
  type: Activation,
  link: OpenedLink,
): Promise<Invited & { email: string }> {
  if (type === 'register') {
    const { firstName, lastName, organisationName } = registration.parse(link.data);
    return { email: link.email, firstName, lastName, organisationName };
  }
  const found = (await db.query<Invited>(INVITED, [link.userId])).rows[0];
  if (!found) throw new AppError('link_used');
  return { email: link.email, ...found };
}

export async function readActivation({ pool, clock }: Services, type: Activation, token: string) {
  const link = await readLink(pool, type, token, clock.now());
  return { ...(await described(pool, type, link)), passwordMinLength: await passwordMinLengthFor(pool, link.userId) };
}

export type Activating = {
  type: Activation;
  token: string;
  password: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  timeZone?: string | undefined;
};

/** Activates an account and sets its password. A registration also creates an organisation for the user. */
export async function activateAccount(services: Services, requested: Activating): Promise<void> {
  const { type, token, password } = requested;
  const known = await readActivation(services, type, token);
  const firstName = requested.firstName ?? known.firstName;
  const lastName = requested.lastName ?? known.lastName;
  if (firstName === '') refuseFields({ path: 'firstName', outcome: 'REQUIRED' });
  if (lastName === '') refuseFields({ path: 'lastName', outcome: 'REQUIRED' });
  const { userId: invited } = await readLink(services.pool, type, token, services.clock.now());
  const least = await minLengthFor(services.pool, invited);
  requireValidPassword(password, { firstName, lastName, username: known.email }, 'password', least);
  const now = services.clock.now();
  const { terms, privacy } = services.config;
  await systemTransaction(services.pool, async (db) => {
    const link = await useLink(db, type, token, now);
    const userId =
      type === 'register'
        ? await makeRegistered(services, db, registration.parse(link.data), { firstName, lastName, password, now })
        : await activateInvited(db, link, { firstName, lastName, password });
    await db.query(
      `UPDATE app_user SET terms_accepted_at = $2, privacy_accepted_at = $2, terms_version = $3, privacy_version = $4,
         time_zone = coalesce($5, time_zone) WHERE id = $1`,
      [userId, now, terms.version, privacy.version, knownTimeZone(requested.timeZone)],
    );
    await activateMemberships(services, db, userId, now);
    await noteEvent(db, { kind: 'account.activated', userId, detail: { type } }, now);
  });
}

type Person = { firstName: string; lastName: string; password: string };

async function makeRegistered(
  services: Services,
  db: PoolClient,
  requested: Registration,
  person: Person & { now: Date },
) {
  const { email, language, organisationName, countryCode, phone, originationCode } = requested;
  // Another request activated this address in the meantime.
  const taken = await db.query('SELECT FROM app_user WHERE email = $1', [email]);
  if (taken.rowCount) throw new AppError('link_used');
  const [organisationId, userId] = [services.newId(), services.newId()];
  await createOrganisation(db, { id: organisationId, name: organisationName, now: person.now });
  const { first } = services.config.licences;
  const endsAt = first === 'test' ? new Date(person.now.getTime() + TEST_DAYS * 24 * HOUR) : null;
  await db.query('UPDATE organisation SET country_code = $2, licence = $3, licence_ends_at = $4 WHERE id = $1', [
    organisationId,
    countryCode,
    first,
    endsAt,
  ]);
  const { password, ...others } = person;
  const passwordHash = await hashPassword(password);
  await createUser(db, { id: userId, email, language, accepted: true, passwordHash, ...others });
  await db.query('UPDATE app_user SET phone = $2, origination_code = $3 WHERE id = $1', [
    userId,
    phone,
    originationCode,
  ]);
  await joinOrganisation(db, { organisationId, userId, owner: true, now: person.now });
  return userId;
}

async function activateInvited(db: PoolClient, { userId }: OpenedLink, { firstName, lastName, password }: Person) {
  const settled = await db.query(
    `UPDATE app_user SET first_name = $2, last_name = $3, password_hash = $4 WHERE id = $1 AND password_hash IS NULL`,
    [userId, firstName, lastName, await hashPassword(password)],
  );
  if (userId === null || settled.rowCount !== 1) throw new AppError('link_used');
  return userId;
}
