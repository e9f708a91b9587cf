// Imports the good rows of a checked list in batches: as contacts, into the organisation, or into a project and its
// teams.
import { fitsTeam } from '@plumbline/core/features/people/rules';
import { AppError } from '@plumbline/core/kernel/errors';
import { requireCapability } from '@plumbline/core/site/actor';
import type { SiteTx } from '@plumbline/core/site/entities';
import type { MemberRow, TeamRow } from '@plumbline/core/site/rows/people';
import { runSite } from '../../../db/tx/pg-store.ts';
import { systemTransaction, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { clearStakeholderRole } from '../write.ts';
import { createAccounts, type ExistingAccount, readAccounts } from './accounts.ts';
import { contactKey, createContacts } from './contacts.ts';
import { endRows, lockJob, noteAccounts, type RowResult, readWaiting, setState, type WaitingRow } from './store.ts';
import { type ListJob, mayInvite } from './work.ts';

/** Rows per transaction: few enough not to block others for long and to lose little if the process is killed. */
const IMPORT_BATCH_SIZE = 100;

/** Creates the accounts that rows still lack and records them in the same transaction. */
async function importUsers(
  services: Services,
  job: ListJob,
  rows: readonly WaitingRow[],
): Promise<Map<number, string>> {
  const { organisationId, importId, createdBy } = job;
  const lacking = rows.filter((row) => row.userId === null);
  const ids = new Map(rows.flatMap((row) => (row.userId === null ? [] : [[row.line, row.userId] as const])));
  if (lacking.length === 0) return ids;
  await systemTransaction(services.pool, async (db) => {
    if ((await lockJob(db, organisationId, importId))?.state !== 'running') return;
    const { licence = 'none' } = job.request;
    const inviter = { organisationId, userId: createdBy, now: services.clock.now(), licence };
    const created = await createAccounts(
      services,
      db,
      inviter,
      lacking.map((row) => row.person),
    );
    const accounts = lacking.flatMap(({ line, person }) => {
      const userId = created.get(person.email);
      return userId === undefined ? [] : [{ line, userId }];
    });
    await noteAccounts(db, organisationId, importId, accounts);
    for (const { line, userId } of accounts) ids.set(line, userId);
    if (job.projectId === null) {
      await endRows(
        db,
        organisationId,
        importId,
        lacking.map(({ line }) => ({ line, outcome: 'create' })),
      );
    }
  });
  return ids;
}

/** A project to which people are added: members and teams are read once for many people. */
class Joining {
  readonly #tx: SiteTx;
  readonly #newId: () => string;
  readonly #members: Map<string, MemberRow>;
  #teams: readonly TeamRow[];

  constructor(tx: SiteTx, newId: () => string, { members, teams }: { members: MemberRow[]; teams: TeamRow[] }) {
    this.#tx = tx;
    this.#newId = newId;
    this.#members = new Map(members.map((member) => [member.userId, member]));
    this.#teams = teams;
  }

  /** Adds one person to the project, and to the team if it still fits. */
  async join({ line, person, outcome }: WaitingRow, account: ExistingAccount): Promise<RowResult> {
    const before = this.#members.get(account.id);
    if (before && before.state !== 'removed') return { line, outcome: 'present' };
    const member: MemberRow = {
      id: before?.id ?? this.#newId(),
      projectId: this.#tx.projectId,
      userId: account.id,
      firstName: account.firstName,
      lastName: account.lastName,
      email: account.email,
      phone: account.phone,
      companyName: person.companyName,
      craft: person.craft,
      role: person.role ?? 'contributor',
      // Anyone who has not set a password yet stays invited.
      state: account.settled ? 'active' : 'invited',
    };
    this.#members.set(account.id, member);
    this.#tx.put('member', member);
    if (before) await clearStakeholderRole(this.#tx, account.id);
    const team = this.#teams.find((one) => one.id === person.teamId);
    if (
      team?.active &&
      fitsTeam({ ...member, state: 'active' }, team, this.#teams) &&
      !team.memberIds.includes(account.id)
    ) {
      const next = { ...team, memberIds: [...team.memberIds, account.id] };
      this.#teams = this.#teams.map((one) => (one.id === next.id ? next : one));
      this.#tx.put('team', next);
    }
    return { line, outcome };
  }
}

async function importPerson(
  services: Services,
  job: ListJob,
  projectId: string,
  rows: readonly WaitingRow[],
): Promise<void> {
  const { organisationId, importId, createdBy } = job;
  const ids = await importUsers(services, job, rows);
  const accounts = await readAccounts(
    services.pool,
    organisationId,
    rows.map((row) => row.person.email),
  );
  const caller = { organisationId, userId: createdBy };
  await runSite(services, caller, projectId, 'member.import', async ({ tx, db, actor }) => {
    requireCapability(actor, 'member.manage');
    if ((await lockJob(db, organisationId, importId))?.state !== 'running') return;
    const known = [...accounts.values()].map((account) => account.id);
    const there = await db.query<{ id: string }>(
      'SELECT id FROM member WHERE organisation_id = $1 AND project_id = $2 AND user_id = ANY ($3)',
      [organisationId, projectId, known],
    );
    const joining = new Joining(tx, services.newId, {
      members: await tx.getMany(
        'member',
        there.rows.map((row) => row.id),
      ),
      teams: await tx.find('team', 'projectId', projectId),
    });
    const ended: RowResult[] = [];
    for (const row of rows) {
      const account = accounts.get(row.person.email);
      // Someone with an account in another organisation was sent an email and is not added.
      if (!ids.has(row.line) || !account?.ours)
        ended.push({ line: row.line, outcome: 'bad', problem: 'not_in_organisation' });
      else if (!account.active) ended.push({ line: row.line, outcome: 'bad', problem: 'inactive' });
      else ended.push(await joining.join(row, account));
    }
    await endRows(db, organisationId, importId, ended);
  });
}

async function importContacts(services: Services, job: ListJob, rows: readonly WaitingRow[]): Promise<void> {
  const { organisationId, importId, createdBy } = job;
  await tenantTransaction(services.pool, organisationId, async (db) => {
    if ((await lockJob(db, organisationId, importId))?.state !== 'running') return;
    const who = { organisationId, userId: createdBy, now: services.clock.now() };
    const people = rows.map((row) => row.person);
    const present = await createContacts(services, db, who, people);
    const outcome = (row: WaitingRow) => (present.has(contactKey(row.person)) ? 'present' : 'create');
    await endRows(
      db,
      organisationId,
      importId,
      rows.map((row) => ({ line: row.line, outcome: outcome(row) })),
    );
  });
}

export async function importList(services: Services, job: ListJob, signal: AbortSignal): Promise<void> {
  const { organisationId, importId, projectId } = job;
  if (projectId === null && !(await mayInvite(services, job))) throw new AppError('forbidden');
  for (;;) {
    signal.throwIfAborted();
    const rows = await tenantTransaction(services.pool, organisationId, async (db) => {
      if ((await lockJob(db, organisationId, importId))?.state !== 'running') return undefined;
      const waiting = await readWaiting(db, organisationId, importId, IMPORT_BATCH_SIZE);
      if (waiting.length === 0) await setState(db, organisationId, importId, { state: 'done' });
      return waiting;
    });
    if (!rows || rows.length === 0) return;
    if (job.kind === 'contacts') await importContacts(services, job, rows);
    else if (projectId === null) await importUsers(services, job, rows);
    else await importPerson(services, job, projectId, rows);
  }
}
