// Changes memberships of an organisation. Changes are serialised and authorised by the actor's permissions at that
// moment: if two users revoke each other's permissions concurrently, one succeeds.

import {
  afterMove,
  isLicensed,
  type LicenceKind,
  type MembershipMove,
  type MembershipState,
  mayEnter,
} from '@plumbline/core/access/membership-status';
import { noSeatFor } from '@plumbline/core/features/organisations/licences';
import { mayGrant, mayManage, PERMISSIONS, type Rank } from '@plumbline/core/features/organisations/permissions';
import type { actOnUsers, changeUser, UserEntry } from '@plumbline/core/features/people/users-contract';
import { dropUndefined } from '@plumbline/core/kernel/drop-undefined';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import type { Session } from '../../../http/session.ts';
import type { Services } from '../../../platform/services.ts';
import { dropLinks } from '../../auth/email-links.ts';
import { mailPerson } from '../../auth/emails/to-person.ts';
import { noteEvent } from '../../auth/security-events.ts';
import { endSessionsOf } from '../../auth/session/sessions.ts';
import { requireCompany } from '../../organisations/companies.ts';
import { enqueueMembershipUpdate } from '../../organisations/project-memberships.ts';
import { countSeats } from '../../organisations/seats.ts';
import { requireAnotherAdministrator } from '../../organisations/sole-administrator.ts';
import { acceptInvitation, sendInvitation } from './invite.ts';
import { readUser } from './list.ts';

type Person = Rank & {
  userId: string;
  email: string;
  name: string;
  createProjects: boolean;
  state: MembershipState;
  licence: LicenceKind | null;
  settled: boolean;
};

const PEOPLE = `
  SELECT m.user_id AS "userId", u.email, trim(concat(u.first_name, ' ', u.last_name)) AS name, m.owner, m.admin,
    m.manage_users AS "manageUsers", m.create_projects AS "createProjects", m.state, m.licence,
    u.password_hash IS NOT NULL AS settled
  FROM organisation_member m JOIN app_user u ON u.id = m.user_id
  WHERE m.organisation_id = $1 AND m.user_id = ANY ($2::uuid[])`;

/** The actor's membership after earlier changes have finished. Throws `forbidden` if the actor has lost access. */
async function lockAs(db: PoolClient, { organisationId, userId }: Session): Promise<Person> {
  await db.query('SELECT FROM organisation WHERE id = $1 FOR UPDATE', [organisationId]);
  const actor = (await db.query<Person>(PEOPLE, [organisationId, [userId]])).rows[0];
  if (!actor || !mayEnter(actor.state)) throw new AppError('forbidden');
  return actor;
}

/** Throws `last_owner` if the organisation has no other owner. */
async function requireOtherOwner(db: PoolClient, organisationId: string, userId: string): Promise<void> {
  const others = await db.query(
    `SELECT FROM organisation_member m JOIN app_user u ON u.id = m.user_id AND u.active
     WHERE m.organisation_id = $1 AND m.user_id <> $2 AND m.owner AND m.active AND m.state = 'active' LIMIT 1`,
    [organisationId, userId],
  );
  if (others.rowCount === 0) throw new AppError('last_owner');
}

/** Sets the state. If access is lost, the person's sessions end and an open invitation becomes invalid. */
async function setState(
  services: Services,
  db: PoolClient,
  { organisationId, userId: actorId }: Session,
  person: Person,
  state: MembershipState,
): Promise<void> {
  const now = services.clock.now();
  const { userId } = person;
  await db.query(
    `UPDATE organisation_member SET state = $3, active = $4, changed_at = $5,
       invited_at = CASE WHEN $3 = 'invited' THEN $5 ELSE invited_at END,
       owner = owner AND $3 <> 'removed', admin = admin AND $3 <> 'removed', manage_users = manage_users AND $3 <> 'removed'
     WHERE organisation_id = $1 AND user_id = $2`,
    [organisationId, userId, state, mayEnter(state), now],
  );
  await noteEvent(db, { kind: 'membership.changed', organisationId, userId, actorId, detail: { state } }, now);
  if (!mayEnter(state)) {
    if (!person.settled) await dropLinks(db, userId, ['invited'], now);
    await endSessionsOf(db, userId, { reason: state, now });
  }
  await enqueueMembershipUpdate(services, db, { organisationId, userId });
}

async function move(
  services: Services,
  db: PoolClient,
  session: Session,
  person: Person,
  { act, preview }: { act: MembershipMove; preview: boolean },
): Promise<void> {
  const { organisationId } = session;
  const to = afterMove(person.state, act, person.settled);
  if (to === undefined) throw new AppError('state_unfit');
  if (!mayEnter(to)) {
    if (person.userId === session.userId) throw new AppError('own_account');
    if (person.owner && mayEnter(person.state)) await requireOtherOwner(db, organisationId, person.userId);
  }
  if (mayEnter(to) && !mayEnter(person.state) && person.licence !== null) {
    // The licence may have been assigned to someone else in the meantime.
    const count = await countSeats(db, organisationId);
    if (noSeatFor(person.licence, null, count)) await setLicence(db, organisationId, person.userId, null, null);
  }
  if (act === 'remove') await requireAnotherAdministrator(db, organisationId, person.userId);
  if (act === 'invite') {
    // Counted in a separate transaction, so a preview would count.
    if (!preview) await acceptInvitation(services, session, person.email);
    if (person.settled) {
      await mailPerson(services, db, person.userId, 'accountExists', {
        link: `${services.config.publicUrl}/forgotPassword`,
      });
    } else await sendInvitation(services, db, session, person);
  }
  await setState(services, db, session, person, to);
}

const setLicence = (
  db: PoolClient,
  organisationId: string,
  userId: string,
  licence: LicenceKind | null,
  endsAt: string | null,
) =>
  db.query(
    'UPDATE organisation_member SET licence = $3, licence_ends_at = $4 WHERE organisation_id = $1 AND user_id = $2',
    [organisationId, userId, licence, licence === null ? null : endsAt],
  );

type Batch = RequestOf<typeof actOnUsers>['body'];
type Result = ReplyOf<typeof actOnUsers>;

/** Whether the person would be able to do less than before, which no one may do to their own account. */
function losesLicence({ licence: before }: Person, { licence, licenceEndsAt }: Batch, now: Date): boolean {
  if (before === null) return false;
  if (!isLicensed({ licence, licenceEndsAt: licenceEndsAt ?? null }, now)) return true;
  return before === 'full' && licence === 'mobile';
}

async function license(
  services: Services,
  db: PoolClient,
  session: Session,
  person: Person,
  body: Batch,
): Promise<void> {
  const { organisationId } = session;
  if (!mayEnter(person.state)) throw new AppError('state_unfit');
  if (person.userId === session.userId && losesLicence(person, body, services.clock.now()))
    throw new AppError('own_account');
  const count = await countSeats(db, organisationId);
  const none = noSeatFor(body.licence, person.licence, count);
  if (none) throw new AppError('licence_limit', { params: { limit: count.seats[none] ?? 0 } });
  await setLicence(db, organisationId, person.userId, body.licence, body.licenceEndsAt);
  const detail = { licence: body.licence ?? 'none' };
  await noteEvent(
    db,
    { kind: 'membership.changed', organisationId, userId: person.userId, actorId: session.userId, detail },
    services.clock.now(),
  );
}

/** Users per transaction: other changes wait for it. */
const CHUNK = 200;

/** Ends the transaction of a preview without a change. */
class Previewed extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('previewed');
    this.result = result;
  }
}

/** What `act` would do, found by doing it in a transaction that is rolled back. */
async function preview(services: Services, session: Session, body: Batch): Promise<Result> {
  try {
    return await systemTransaction(services.pool, async (db) => {
      throw new Previewed(await actOnChunk(services, db, session, body));
    });
  } catch (error) {
    if (error instanceof Previewed) return error.result;
    throw error;
  }
}

/** Applies the action to each user for whom it is possible. */
export async function act(services: Services, session: Session, body: Batch): Promise<Result> {
  const result: Result = { done: [], skipped: [] };
  const userIds = [...new Set(body.userIds)];
  // As a whole: licences taken by the first users are missing for the last.
  if (body.preview) return preview(services, session, { ...body, userIds });
  for (let from = 0; from < userIds.length; from += CHUNK) {
    const chunk = userIds.slice(from, from + CHUNK);
    const part = await systemTransaction(services.pool, (db) =>
      actOnChunk(services, db, session, { ...body, userIds: chunk }),
    );
    result.done.push(...part.done);
    result.skipped.push(...part.skipped);
  }
  return result;
}

async function actOnChunk(services: Services, db: PoolClient, session: Session, body: Batch): Promise<Result> {
  const actor = await lockAs(db, session);
  const result: Result = { done: [], skipped: [] };
  const found = await db.query<Person>(PEOPLE, [session.organisationId, body.userIds]);
  const people = new Map(found.rows.map((person) => [person.userId, person]));
  for (const userId of body.userIds) {
    const person = people.get(userId);
    try {
      if (!person) throw new AppError('not_found');
      if (!mayManage(actor, person)) throw new AppError('forbidden');
      if (body.act === 'licence') await license(services, db, session, person, body);
      else await move(services, db, session, person, { act: body.act, preview: body.preview });
      result.done.push(userId);
    } catch (error) {
      // An action that throws has not written anything yet.
      if (!(error instanceof AppError)) throw error;
      const { params } = error.details;
      const name = person?.name || person?.email || '';
      result.skipped.push({ userId, name, code: error.code, ...(params && { params }) });
    }
  }
  return result;
}

type Change = RequestOf<typeof changeUser>['body'];

const DETAILS = {
  phone: 'phone',
  fax: 'fax',
  jobTitle: 'job_title',
  department: 'department',
  internalId: 'internal_id',
  companyId: 'company_id',
} as const;

/** A user whose permissions change must sign in again. */
export async function change(services: Services, session: Session, userId: string, body: Change): Promise<UserEntry> {
  const { organisationId } = session;
  const now = services.clock.now();
  await systemTransaction(services.pool, async (db) => {
    const actor = await lockAs(db, session);
    const person = (await db.query<Person>(PEOPLE, [organisationId, [userId]])).rows[0];
    if (!person) throw new AppError('not_found');
    if (!mayManage(actor, person)) throw new AppError('forbidden');
    const permissions = PERMISSIONS.filter((right) => body[right] !== undefined && body[right] !== person[right]);
    if (permissions.some((right) => !mayGrant(actor, right))) throw new AppError('forbidden');
    if (permissions.length > 0 && person.state === 'removed') throw new AppError('state_unfit');
    if (permissions.includes('owner') && person.owner) await requireOtherOwner(db, organisationId, userId);
    if (body.companyId) await requireCompany(db, organisationId, body.companyId);
    const { owner, admin, manageUsers, createProjects, ...details } = dropUndefined(body);
    await db.query(
      `UPDATE organisation_member SET owner = coalesce($3, owner), admin = coalesce($4, admin),
         manage_users = coalesce($5, manage_users), create_projects = coalesce($6, create_projects)
       WHERE organisation_id = $1 AND user_id = $2`,
      [organisationId, userId, owner ?? null, admin ?? null, manageUsers ?? null, createProjects ?? null],
    );
    for (const [field, value] of Object.entries(details)) {
      // The contract restricts the field names.
      const column = DETAILS[field as keyof typeof DETAILS];
      await db.query(`UPDATE organisation_member SET ${column} = $3 WHERE organisation_id = $1 AND user_id = $2`, [
        organisationId,
        userId,
        value,
      ]);
    }
    if (details.phone !== undefined) await enqueueMembershipUpdate(services, db, { organisationId, userId });
    if (permissions.length === 0) return;
    const detail = Object.fromEntries(permissions.map((right) => [right, body[right] ?? false]));
    const event = { organisationId, userId, actorId: session.userId, detail };
    await noteEvent(db, { kind: 'membership.changed', ...event }, now);
    await endSessionsOf(db, userId, { reason: 'membership changed', now });
  });
  return readUser(services, organisationId, userId);
}

/** The caller leaves the organisation. Throws `last_owner`. */
export async function leave(services: Services, session: Session): Promise<void> {
  const { organisationId, userId } = session;
  await systemTransaction(services.pool, async (db) => {
    const person = await lockAs(db, session);
    if (person.owner) await requireOtherOwner(db, organisationId, userId);
    await requireAnotherAdministrator(db, organisationId, userId);
    await setState(services, db, session, person, 'removed');
  });
}
