// Finds the account for an identity that a provider asserts. A provider speaks only for its own organisation: it opens
// no account of another one, and no owner's account unless the owner has connected it.

import type { LicenceKind } from '@plumbline/core/access/membership-status';
import { freeSeat, noSeatFor } from '@plumbline/core/features/organisations/licences';
import type { PoolClient } from 'pg';
import type { Services } from '../../platform/services.ts';
import { noteEvent } from '../auth/security-events.ts';
import { enqueueMembershipUpdate } from '../organisations/project-memberships.ts';
import { countSeats } from '../organisations/seats.ts';
import { joinOrganisation } from '../organisations/store.ts';
import { type Claims, domainOf } from './claims.ts';
import { SignOnRejected } from './rejected-response.ts';
import type { ProviderRow } from './store.ts';

type ExistingUser = { id: string; active: boolean; member: boolean; owner: boolean };

const KNOWN = `
  SELECT u.id, u.active, coalesce(m.active, false) AS member, coalesce(m.owner, false) AS owner
  FROM app_user u LEFT JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $1`;

async function byIdentity(db: PoolClient, provider: ProviderRow, subject: string): Promise<ExistingUser | undefined> {
  const found = await db.query<ExistingUser>(
    `${KNOWN} JOIN sso_identity i ON i.user_id = u.id AND i.organisation_id = $1 AND i.provider_id = $2 AND i.subject = $3`,
    [provider.organisationId, provider.id, subject],
  );
  return found.rows[0];
}

async function byEmail(db: PoolClient, provider: ProviderRow, email: string): Promise<ExistingUser | undefined> {
  const found = await db.query<ExistingUser>(`${KNOWN} WHERE u.email = $2`, [provider.organisationId, email]);
  return found.rows[0];
}

/** Only addresses in a proven domain of this provider identify a person. */
async function requireDomain(db: PoolClient, { organisationId, id }: ProviderRow, email: string): Promise<void> {
  if (email === '') throw new SignOnRejected('noEmail');
  const found = await db.query(
    `SELECT FROM sso_domain WHERE organisation_id = $1 AND provider_id = $2 AND domain = $3 AND proven_at IS NOT NULL`,
    [organisationId, id, domainOf(email)],
  );
  if (found.rowCount !== 1) throw new SignOnRejected('domain', domainOf(email));
}

export async function connect(
  db: PoolClient,
  { organisationId, id }: ProviderRow,
  subject: string,
  userId: string,
  now: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO sso_identity (organisation_id, provider_id, subject, user_id, created_at, last_used_at)
     VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (organisation_id, provider_id, subject) DO UPDATE SET last_used_at = excluded.last_used_at`,
    [organisationId, id, subject, userId, now],
  );
}

/** A missing licence does not block sign-on: without one, people can view, comment and do their own tasks. */
async function licenceFor(db: PoolClient, { organisationId, newLicence }: ProviderRow): Promise<LicenceKind | null> {
  if (newLicence === 'none') return null;
  // If two sign on at once, only one gets the last licence.
  await db.query('SELECT FROM organisation WHERE id = $1 FOR UPDATE', [organisationId]);
  const count = await countSeats(db, organisationId);
  if (newLicence === 'best') return freeSeat(count.seats, count.taken);
  return noSeatFor(newLicence, null, count) === undefined ? newLicence : null;
}

/**
 * Activates a membership that was pending or invited, although the invitation link was not used; fills in only missing
 * names. Returns whether it was activated.
 */
async function settle(
  services: Services,
  db: PoolClient,
  { organisationId }: ProviderRow,
  userId: string,
  claims: Claims,
): Promise<boolean> {
  const now = services.clock.now();
  await db.query(
    `UPDATE app_user SET first_name = CASE WHEN first_name = '' THEN $2 ELSE first_name END,
       last_name = CASE WHEN last_name = '' THEN $3 ELSE last_name END WHERE id = $1`,
    [userId, claims.firstName, claims.lastName],
  );
  const settled = await db.query(
    `UPDATE organisation_member SET state = 'active', changed_at = $3
     WHERE organisation_id = $1 AND user_id = $2 AND state IN ('pending', 'invited')`,
    [organisationId, userId, now],
  );
  if (!settled.rowCount) return false;
  await enqueueMembershipUpdate(services, db, { organisationId, userId });
  return true;
}

async function create(services: Services, db: PoolClient, provider: ProviderRow, claims: Claims): Promise<string> {
  if (!provider.createUsers) throw new SignOnRejected('person', 'no account has this address');
  const { organisationId, createProjects } = provider;
  const [userId, now] = [services.newId(), services.clock.now()];
  const licence = await licenceFor(db, provider);
  const created = await db.query(
    `INSERT INTO app_user (id, email, first_name, last_name, language, time_zone, created_at)
     SELECT $1, $2, $3, $4, coalesce(u.language, 'en'), coalesce(u.time_zone, 'UTC'), $5
     FROM (SELECT 1) AS one LEFT JOIN LATERAL (
       SELECT u.language, u.time_zone FROM organisation_member m JOIN app_user u ON u.id = m.user_id
       WHERE m.organisation_id = $6 AND m.owner ORDER BY m.created_at LIMIT 1) u ON true
     ON CONFLICT (email) DO NOTHING`,
    [userId, claims.email, claims.firstName, claims.lastName, now, organisationId],
  );
  if (created.rowCount !== 1) throw new SignOnRejected('person', 'the address has been taken in the meantime');
  await joinOrganisation(db, { organisationId, userId, createProjects, licence, now });
  await noteEvent(db, { kind: 'membership.changed', organisationId, userId, detail: { state: 'active' } }, now);
  return userId;
}

/** The account, found or created; `isNew` on the first sign-on to an account without a password. Throws `SignOnRejected` if there is none that this provider may open. */
export async function personOf(
  services: Services,
  db: PoolClient,
  provider: ProviderRow,
  claims: Claims,
): Promise<{ userId: string; isNew: boolean }> {
  const now = services.clock.now();
  const known = await byIdentity(db, provider, claims.subject);
  if (known) {
    if (!known.active || !known.member) throw new SignOnRejected('person', 'the account is disabled');
    await connect(db, provider, claims.subject, known.id, now);
    await settle(services, db, provider, known.id, claims);
    return { userId: known.id, isNew: false };
  }
  await requireDomain(db, provider, claims.email);
  const same = await byEmail(db, provider, claims.email);
  if (same && (!same.active || !same.member))
    throw new SignOnRejected('person', 'the address belongs to another account');
  // Anyone who may set up providers must not be able to become the owner that way.
  if (same?.owner) throw new SignOnRejected('person', 'owners connect their account themselves');
  const userId = same?.id ?? (await create(services, db, provider, claims));
  await connect(db, provider, claims.subject, userId, now);
  const isActivated = await settle(services, db, provider, userId, claims);
  return { userId, isNew: same === undefined || isActivated };
}

/** Throws what `personOf` would throw, as far as that can be known in advance; creates no one. */
export async function wouldOpen(db: PoolClient, provider: ProviderRow, claims: Claims): Promise<void> {
  const known = await byIdentity(db, provider, claims.subject);
  if (!known) await requireDomain(db, provider, claims.email);
  const found = known ?? (await byEmail(db, provider, claims.email));
  if (found && !(found.active && found.member))
    throw new SignOnRejected('person', 'the address belongs to another account');
  if (!found && !provider.createUsers) throw new SignOnRejected('person', 'no account has this address');
}

/**
 * Connects the account of the person who runs a test, if the provider returns the same address: both have just been
 * proven.
 */
export async function connectTester(
  db: PoolClient,
  provider: ProviderRow,
  claims: Claims,
  userId: string,
  now: Date,
): Promise<boolean> {
  const known = await byIdentity(db, provider, claims.subject);
  if (known) return known.id === userId;
  const own = await byEmail(db, provider, claims.email);
  if (own?.id !== userId) return false;
  await requireDomain(db, provider, claims.email);
  await connect(db, provider, claims.subject, userId, now);
  return true;
}
