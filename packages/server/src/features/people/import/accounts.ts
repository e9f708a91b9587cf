// Accounts for people on a list: created and invited by email once, found again on every later run.

import type { LicenceKind } from '@plumbline/core/access/membership-status';
import { LINK_HOURS } from '@plumbline/core/features/account/entry-contract';
import { noSeatFor } from '@plumbline/core/features/organisations/licences';
import type { ImportLicence } from '@plumbline/core/features/people/import/contract';
import type { Person } from '@plumbline/core/features/people/import/rows';
import type { Pool, PoolClient } from 'pg';
import type { Services } from '../../../platform/services.ts';
import { createFirstLinks } from '../../auth/email-links.ts';
import type { MailOrder } from '../../auth/emails/compose.ts';
import { sendMails } from '../../auth/emails/jobs.ts';
import { noteEvents, type SecurityEvent } from '../../auth/security-events.ts';
import { countSeats } from '../../organisations/seats.ts';
import { companiesOf } from './contacts.ts';

const INVITATION_MS = LINK_HOURS.invited * 3_600_000;

export type ExistingAccount = {
  id: string;
  email: string;
  /** Belongs to this organisation and has not been removed from it. */
  ours: boolean;
  /** Was a member before and has left. */
  left: boolean;
  active: boolean;
  /** Has set a password. */
  settled: boolean;
  firstName: string;
  lastName: string;
  /** Empty for accounts of other organisations. */
  phone: string;
};

/** Accounts with these addresses. For accounts of other organisations, only their existence is returned. */
export async function readAccounts(
  db: Pool | PoolClient,
  organisationId: string,
  emails: readonly string[],
): Promise<Map<string, ExistingAccount>> {
  const found = await db.query<ExistingAccount>(
    `SELECT u.id, u.email, coalesce(m.state <> 'removed', false) AS ours, coalesce(m.state = 'removed', false) AS left,
       u.active AND coalesce(m.active OR m.state = 'removed', true) AS active, u.password_hash IS NOT NULL AS settled,
       u.first_name AS "firstName", u.last_name AS "lastName",
       CASE WHEN m.user_id IS NULL THEN '' ELSE coalesce(nullif(m.phone, ''), u.phone) END AS phone
     FROM app_user u LEFT JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $1
     WHERE u.email = ANY ($2)`,
    [organisationId, emails],
  );
  return new Map(found.rows.map((row) => [row.email, row]));
}

export type Inviter = { organisationId: string; userId: string; now: Date };
/** Invites people with this licence. */
type LicensingInviter = Inviter & { licence: ImportLicence };

/** Assigns the chosen licence, person by person; null when none is left. */
async function licences(
  db: PoolClient,
  organisationId: string,
  chosen: ImportLicence,
): Promise<() => LicenceKind | null> {
  if (chosen === 'none') return () => null;
  const count = await countSeats(db, organisationId);
  return () => {
    if (noSeatFor(chosen, null, count) !== undefined) return null;
    count.taken[chosen] += 1;
    return chosen;
  };
}

type Entering = { person: Person; account: ExistingAccount };

/** Creates accounts for addresses that have none in any organisation. Returns their ids. */
async function createMissingAccounts(
  services: Services,
  db: PoolClient,
  now: Date,
  people: readonly Person[],
): Promise<Set<string>> {
  const fresh = people.map(({ email, firstName, lastName, phone, language }) => ({
    ...{ id: services.newId(), email, phone, language },
    ...{ first_name: firstName, last_name: lastName, created_at: now },
  }));
  await db.query(
    `INSERT INTO app_user (id, email, first_name, last_name, phone, language, created_at)
     SELECT id, email, first_name, last_name, phone, language, created_at FROM jsonb_to_recordset($1::jsonb)
       AS n (id uuid, email text, first_name text, last_name text, phone text, language text, created_at timestamptz)
     ON CONFLICT (email) DO NOTHING`,
    [JSON.stringify(fresh)],
  );
  return new Set(fresh.map((one) => one.id));
}

/** Adds people to the organisation: those with a password become active at once, others are invited. */
async function enterAll(
  services: Services,
  db: PoolClient,
  inviter: LicensingInviter,
  entering: readonly Entering[],
  people: readonly Person[],
) {
  const { organisationId, now } = inviter;
  const companies = await companiesOf(services, db, inviter, people);
  const licence = await licences(db, organisationId, inviter.licence);
  await db.query(
    `INSERT INTO organisation_member (organisation_id, user_id, state, licence, invited_at, company_id, phone, fax,
       job_title, department, internal_id, created_at)
     SELECT $1, user_id, state, licence, invited_at, company_id, phone, fax, job_title, department, internal_id, $3
     FROM jsonb_to_recordset($2::jsonb) AS n (user_id uuid, state text, licence text, invited_at timestamptz, company_id uuid,
       phone text, fax text, job_title text, department text, internal_id text)
     ON CONFLICT (organisation_id, user_id) DO UPDATE SET state = excluded.state, licence = excluded.licence, active = true,
       invited_at = excluded.invited_at, changed_at = excluded.created_at`,
    [
      organisationId,
      JSON.stringify(
        entering.map(({ person, account }) => ({
          user_id: account.id,
          state: account.settled ? 'active' : 'invited',
          licence: licence(),
          invited_at: now,
          company_id: companies.get(person.companyName.toLowerCase()) ?? null,
          phone: person.phone,
          fax: person.fax,
          job_title: person.jobTitle,
          department: person.department,
          internal_id: person.internalId,
        })),
      ),
      now,
    ],
  );
  const events = entering.map(({ account }): SecurityEvent => {
    const state = account.settled ? 'active' : 'invited';
    return {
      kind: 'membership.changed',
      organisationId,
      userId: account.id,
      actorId: inviter.userId,
      detail: { state },
    };
  });
  await noteEvents(db, events, now);
}

/**
 * Creates the accounts and queues their invitations, within a system transaction. Returns ids by address, without
 * addresses that have an account in another organisation: their owners are notified, and nothing else happens.
 */
export async function createAccounts(
  services: Services,
  db: PoolClient,
  inviter: LicensingInviter,
  people: readonly Person[],
): Promise<Map<string, string>> {
  const { organisationId, now } = inviter;
  const names = await db.query<{ organisation: string; inviter: string }>(
    `SELECT o.name AS organisation, trim(concat(u.first_name, ' ', u.last_name)) AS inviter
     FROM organisation o, app_user u WHERE o.id = $1 AND u.id = $2`,
    [organisationId, inviter.userId],
  );
  const made = await createMissingAccounts(services, db, now, people);
  const emails = people.map((person) => person.email);
  const known = await readAccounts(db, organisationId, emails);
  const enters = (account: ExistingAccount): boolean => made.has(account.id) || account.left;
  const entering = people.flatMap((person) => {
    const account = known.get(person.email);
    return account && enters(account) ? [{ person, account }] : [];
  });
  await enterAll(services, db, inviter, entering, people);
  const { publicUrl } = services.config;
  const invited = entering.flatMap(({ person, account }) =>
    account.settled ? [] : [{ person, account, userId: account.id, email: account.email }],
  );
  await dropLinks(db, invited, now);
  const tokens = await createFirstLinks(services, db, invited, { purpose: 'invited', lifetimeMs: INVITATION_MS });
  const mailOf = (person: Person, name: string) => ({
    ...{ to: person.email, language: person.language, params: { name, ...names.rows[0] } },
  });
  const mails = invited.map(
    ({ person, account }, at): MailOrder => ({
      ...mailOf(person, account.firstName || person.firstName),
      ...{ kind: 'invited', link: `${publicUrl}/activate/invited/${tokens[at]}` },
    }),
  );
  const ids = new Map<string, string>();
  for (const person of people) {
    const account = known.get(person.email);
    if (!account) continue;
    if (enters(account) || (account.ours && account.active)) ids.set(person.email, account.id);
    if (enters(account) || account.ours) continue;
    mails.push({ ...mailOf(person, account.firstName), kind: 'accountExists', link: `${publicUrl}/forgotPassword` });
  }
  await sendMails(services, db, mails);
  return ids;
}

/** Invalidates earlier invitations of people who had left. */
async function dropLinks(db: PoolClient, invited: readonly { account: ExistingAccount }[], now: Date): Promise<void> {
  const again = invited.flatMap(({ account }) => (account.left ? [account.id] : []));
  if (again.length === 0) return;
  await db.query(
    `UPDATE account_link SET used_at = $2 WHERE user_id = ANY ($1) AND purpose = 'invited' AND used_at IS NULL`,
    [again, now],
  );
}
