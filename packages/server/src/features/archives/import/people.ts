// The people of an archive: accounts of this organisation, invited ones, and contacts without an account.
import type { Role } from '@plumbline/core/access/capabilities';
import type { MigrationMapping } from '@plumbline/core/features/archives/import';
import type { ContactRow, MemberRow, TeamRow } from '@plumbline/core/site/rows/people';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { systemTransaction, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Renew } from '../../../platform/renew-ids.ts';
import type { Services } from '../../../platform/services.ts';
import { createAccounts } from '../../people/import/accounts.ts';
import { createGivenContacts, NOBODY } from '../../people/import/given-contacts.ts';

type Account = {
  userId: string;
  email: string;
  phone: string;
  firstName: string;
  lastName: string;
  settled: boolean;
};
type Importer = { organisationId: string; userId: string };

async function readAccounts({ pool }: Services, organisationId: string, ids: readonly string[]): Promise<Account[]> {
  const found = await pool.query<Account>(
    `SELECT u.id AS "userId", u.email, coalesce(nullif(m.phone, ''), u.phone) AS phone, u.first_name AS "firstName", u.last_name AS "lastName",
       u.password_hash IS NOT NULL AS settled
     FROM organisation_member m JOIN app_user u ON u.id = m.user_id
     WHERE m.organisation_id = $1 AND m.active AND m.state <> 'removed' AND u.active AND u.id = ANY ($2)`,
    [organisationId, ids],
  );
  return found.rows;
}

/** Who the people of an archive are here, and the rows about them. Ids of the rows are renewed already. */
export class ImportedPeople {
  readonly #accounts: ReadonlyMap<string, Account>;
  readonly #roles: MigrationMapping['roles'];
  readonly #importer: string;
  readonly #renew: Renew;

  constructor(
    accounts: ReadonlyMap<string, Account>,
    { roles, renew, importer }: { roles: MigrationMapping['roles']; renew: Renew; importer: string },
  ) {
    this.#accounts = accounts;
    this.#roles = roles;
    this.#importer = importer;
    this.#renew = renew;
  }

  /** The new id of a row or person. */
  readonly renew: Renew = (id) => this.#accounts.get(id)?.userId ?? this.#renew(id);

  #role(role: Role): Role {
    return this.#roles[role] ?? role;
  }

  #account(userId: string): Account | undefined {
    return [...this.#accounts.values()].find((one) => one.userId === userId);
  }

  isAccount(userId: string | null): boolean {
    return userId !== null && this.#account(userId) !== undefined;
  }

  /** Undefined for the importer, who is an administrator of the project already. */
  member(row: MemberRow): MemberRow | undefined {
    if (row.userId === this.#importer) return undefined;
    const account = this.#account(row.userId);
    // Someone without an account was a member once: their name stays with what they wrote.
    if (!account) return { ...row, state: 'removed' };
    const { settled, ...person } = account;
    const state = row.state === 'removed' || row.state === 'inactive' ? row.state : settled ? 'active' : 'invited';
    return { ...row, ...person, role: this.#role(row.role), state };
  }

  team(row: TeamRow, members: ReadonlyMap<string, MemberRow>): TeamRow {
    const role = this.#role(row.role);
    const memberIds = row.memberIds.filter((userId) => members.get(userId)?.role === role && this.isAccount(userId));
    return { ...row, role, memberIds };
  }

  /** What only its author sees, such as a draft, is the importer's where the author has no account. */
  withOwner<R extends { createdBy: string }>(row: R): R {
    return this.isAccount(row.createdBy) ? row : { ...row, createdBy: this.#importer };
  }

  /** Tasks of someone without an account are assigned to the contact of that person. */
  task(given: TaskRow): TaskRow {
    const row = given.status === 'draft' ? this.withOwner(given) : given;
    if (row.assigneeType !== 'User' || row.assigneeId === null || this.isAccount(row.assigneeId)) return row;
    return { ...row, assigneeType: 'Contact' };
  }

  /** The contact in the project of someone who has no account. Its id here is that of the person. */
  contact(row: MemberRow): ContactRow | undefined {
    if (this.isAccount(row.userId) || row.userId === this.#importer) return undefined;
    const { firstName, lastName, email, phone, companyName, craft, projectId, userId } = row;
    const state = row.state === 'removed' ? 'removed' : 'active';
    return {
      ...{ id: this.#renew(`${row.id} contact`), projectId, contactId: userId, phone, state },
      ...{ firstName, lastName, email, companyName, craft },
    };
  }
}

/** Invites those who are to be invited, creates contacts for the others, and finds the accounts. Safe to repeat. */
export async function importPeople(
  services: Services,
  importer: Importer,
  { people, roles, language }: MigrationMapping,
  renew: Renew,
  { members, contacts }: { members: readonly MemberRow[]; contacts: readonly ContactRow[] },
): Promise<ImportedPeople> {
  const { organisationId } = importer;
  const byUser = new Map(members.map((one) => [one.userId, one]));
  const targets = new Map<string, string>();
  for (const { userId, to, accountId } of people)
    if (to === 'account' && accountId !== null) targets.set(userId, accountId);
  const invited = people.filter((one) => one.to === 'invite' && byUser.has(one.userId));
  const ids = await systemTransaction(services.pool, (db) =>
    createAccounts(
      services,
      db,
      { ...importer, now: services.clock.now(), licence: 'none' },
      invited.map(({ userId, email }) => {
        const { firstName = '', lastName = '', companyName = '', craft = '' } = byUser.get(userId) ?? {};
        return { ...NOBODY, email, firstName, lastName, companyName, craft, language };
      }),
    ),
  );
  for (const { userId, email } of invited) {
    const id = ids.get(email);
    if (id !== undefined) targets.set(userId, id);
  }
  const known = new Map(
    (await readAccounts(services, organisationId, [...new Set(targets.values())])).map((one) => [one.userId, one]),
  );
  const accounts = new Map<string, Account>();
  for (const [userId, accountId] of targets) {
    const account = known.get(accountId);
    if (account) accounts.set(userId, account);
  }
  const without = members.filter((one) => !accounts.has(one.userId));
  await tenantTransaction(services.pool, organisationId, (db) =>
    createGivenContacts(services, db, importer, [
      ...without.map((one) => ({ ...one, id: renew(one.userId), phone: '' })),
      ...contacts.map((one) => ({ ...one, id: renew(one.contactId) })),
    ]),
  );
  return new ImportedPeople(accounts, { roles, renew, importer: importer.userId });
}
