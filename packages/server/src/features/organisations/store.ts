// Organisations, their members, and changes that end a person's sessions. Called within a system transaction.
import type { LicenceKind, MembershipState } from '@plumbline/core/access/membership-status';
import type { PoolClient } from 'pg';
import { hashPassword } from '../auth/passwords.ts';
import { noteEvent } from '../auth/security-events.ts';
import { endSessionsOf } from '../auth/session/sessions.ts';

export type NewOrganisation = { id: string; name: string; now: Date };

export async function createOrganisation(db: PoolClient, { id, name, now }: NewOrganisation): Promise<void> {
  await db.query('INSERT INTO organisation (id, name, created_at) VALUES ($1, $2, $3)', [id, name, now]);
}

export type NewUser = {
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  language?: string;
  timeZone?: string;
  /** Whether terms and privacy policy were accepted; otherwise the user is asked at the first visit. */
  accepted?: boolean;
  now: Date;
};

/** Creates an account without an organisation; the user can sign in once they belong to one. */
export async function createUser(db: PoolClient, user: NewUser): Promise<void> {
  const accepted = user.accepted ? user.now : null;
  await db.query(
    `INSERT INTO app_user (id, email, first_name, last_name, password_hash, language, time_zone,
       terms_accepted_at, privacy_accepted_at, terms_version, privacy_version, created_at)
     VALUES ($1, lower($2), $3, $4, $5, $6, $7, $8, $8, $10, $10, $9)`,
    [
      user.id,
      user.email,
      user.firstName,
      user.lastName,
      user.passwordHash,
      user.language ?? 'en',
      user.timeZone ?? 'UTC',
      accepted,
      user.now,
      // The first version; the user is asked again if the operator has published a later one.
      user.accepted ? 1 : 0,
    ],
  );
}

export type Membership = {
  organisationId: string;
  userId: string;
  owner?: boolean;
  admin?: boolean;
  createProjects?: boolean;
  /** `active` by default. */
  state?: MembershipState;
  /** A full licence by default; null for none. */
  licence?: LicenceKind | null;
  now: Date;
};

export async function joinOrganisation(db: PoolClient, one: Membership): Promise<void> {
  await db.query(
    `INSERT INTO organisation_member (organisation_id, user_id, owner, admin, create_projects, created_at, state, licence,
       invited_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $7 = 'invited' THEN $6::timestamptz END)`,
    [
      one.organisationId,
      one.userId,
      one.owner ?? false,
      one.admin ?? false,
      one.createProjects ?? false,
      one.now,
      one.state ?? 'active',
      one.licence === undefined ? 'full' : one.licence,
    ],
  );
}

export type MembershipChange = Partial<{ owner: boolean; admin: boolean; createProjects: boolean; active: boolean }>;

/** Changes a person's membership; the person must then sign in again. */
export async function changeMembership(
  db: PoolClient,
  { organisationId, userId }: { organisationId: string; userId: string },
  change: MembershipChange,
  now: Date,
): Promise<void> {
  await db.query(
    `UPDATE organisation_member SET owner = coalesce($3, owner), admin = coalesce($4, admin),
       create_projects = coalesce($5, create_projects), active = coalesce($6, active),
       state = CASE WHEN $6 THEN 'active' WHEN NOT $6 THEN 'deactivated' ELSE state END
     WHERE organisation_id = $1 AND user_id = $2`,
    [
      organisationId,
      userId,
      change.owner ?? null,
      change.admin ?? null,
      change.createProjects ?? null,
      change.active ?? null,
    ],
  );
  await noteEvent(db, { kind: 'membership.changed', organisationId, userId, detail: { ...change } }, now);
  await endSessionsOf(db, userId, { reason: 'membership changed', now });
}

/** Deactivates or reactivates an account. */
export async function setUserActive(db: PoolClient, userId: string, active: boolean, now: Date): Promise<void> {
  await db.query('UPDATE app_user SET active = $2 WHERE id = $1', [userId, active]);
  await endSessionsOf(db, userId, { reason: active ? 'reactivated' : 'deactivated', now });
}

/** Sets a password and ends every other session of the user. */
export async function setPassword(
  db: PoolClient,
  userId: string,
  { password, except, now }: { password: string; except?: string; now: Date },
): Promise<void> {
  await db.query('UPDATE app_user SET password_hash = $2 WHERE id = $1', [userId, await hashPassword(password)]);
  await noteEvent(db, { kind: 'password.changed', userId }, now);
  await endSessionsOf(db, userId, { reason: 'password changed', ...(except && { except }), now });
}
