// The worker's side of lists of people: checks the whole file without changing anything, and takes the good rows in, batch by batch.
import type { Role } from '@plumbline/core/access/capabilities';
import { fitsTeam, teamTitleKey } from '@plumbline/core/features/people/rules';
import type { MemberRow, TeamRow } from '@plumbline/core/features/people/schema';
import type { PersonProblem } from '@plumbline/core/features/people-import/contract';
import { type Judged, PersonReader } from '@plumbline/core/features/people-import/rows';
import { demand } from '@plumbline/core/features/sync/actor';
import type { SiteTx } from '@plumbline/core/features/sync/entities';
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { runSite } from '../../db/tx/pg-store.ts';
import { systemTransaction, tenantSnapshot, tenantTransaction } from '../../db/tx/transaction.ts';
import type { Parts } from '../../http/parts.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { TableProblem } from '../datasets/reading/table-problem.ts';
import { fileBytes } from '../datasets/service.ts';
import { forgetStanding } from '../people/write.ts';
import { type Known, makeAccounts, readAccounts } from './accounts.ts';
import { contactKey, makeContacts, presentContacts } from './contacts.ts';
import { headOf, linesOf } from './file.ts';
import { CHECK, MAX_TRIES, RUN } from './service.ts';
import {
  type Ended,
  endRows,
  forgetRows,
  holdJob,
  type ImportJob,
  noteAccounts,
  noteRows,
  type PlannedRow,
  readWaiting,
  setState,
  type WaitingRow,
} from './store.ts';
import { languageOf, roleOf } from './words.ts';

const payload = z.strictObject({ organisationId: id, importId: id });

/** Rows of one transaction: few enough that others are not kept waiting, and that a kill loses little. */
const CHECKED_AT_ONCE = 500;
const TAKEN_AT_ONCE = 100;

type Job = ImportJob & { organisationId: string; importId: string };
type Team = { id: string; title: string; role: Role };

async function readTeams(parts: Parts, { organisationId, projectId }: Job): Promise<Map<string, Team>> {
  if (projectId === null) return new Map();
  const found = await tenantSnapshot(parts.pool, organisationId, (db) =>
    db.query<Team>('SELECT id, title, role FROM team WHERE organisation_id = $1 AND project_id = $2 AND active', [
      organisationId,
      projectId,
    ]),
  );
  return new Map(found.rows.map((team) => [teamTitleKey(team.title), team]));
}

/** Whether whoever brings the list may bring people into the organisation. */
async function mayInvite(parts: Parts, { organisationId, createdBy }: Job): Promise<boolean> {
  const found = await parts.pool.query<{ admin: boolean }>(
    'SELECT admin OR owner OR manage_users AS admin FROM organisation_member WHERE organisation_id = $1 AND user_id = $2 AND active',
    [organisationId, createdBy],
  );
  return found.rows[0]?.admin ?? false;
}

type Read = { line: number; judged: Judged; cells: string[] };
type Standing = { invites: boolean };

/** What becomes of rows that name contacts. */
async function planContacts(parts: Parts, job: Job, read: readonly Read[]): Promise<PlannedRow[]> {
  const good = read.flatMap(({ judged }) => (judged.problem === undefined ? [judged.person] : []));
  const present = await tenantSnapshot(parts.pool, job.organisationId, (db) =>
    presentContacts(db, job.organisationId, good),
  );
  return read.map((one): PlannedRow => {
    const { judged } = one;
    if (judged.problem !== undefined) return refused(one, judged.problem, judged.value);
    return { ...planned(one), outcome: present.has(contactKey(judged.person)) ? 'present' : 'create' };
  });
}

const planned = ({ line, judged }: Read) => ({
  ...{ line, person: judged.person, problem: null, value: '', cells: null, user_id: null },
});
const refused = (one: Read, problem: PersonProblem, value: string): PlannedRow => ({
  ...planned(one),
  ...{ outcome: 'bad', problem, value, cells: one.cells },
});

/** What becomes of rows, by the accounts and members there are. */
async function plan(parts: Parts, job: Job, read: readonly Read[], { invites }: Standing): Promise<PlannedRow[]> {
  const { organisationId, projectId } = job;
  if (job.kind === 'contacts') return planContacts(parts, job, read);
  const good = read.flatMap(({ judged }) => (judged.problem === undefined ? [judged.person.email] : []));
  const known = await readAccounts(parts.pool, organisationId, good);
  const ids = [...known.values()].map((one) => one.id);
  const members = await tenantSnapshot(parts.pool, organisationId, (db) =>
    db.query<{ id: string }>(
      `SELECT user_id AS id FROM member WHERE organisation_id = $1 AND project_id = $2 AND user_id = ANY ($3) AND state <> 'removed'`,
      [organisationId, projectId, ids],
    ),
  );
  const present = new Set(members.rows.map((one) => one.id));
  return read.map((one): PlannedRow => {
    const { judged } = one;
    if (judged.problem !== undefined) return refused(one, judged.problem, judged.value);
    const account = known.get(judged.person.email);
    // An account elsewhere is nobody's business: it looks as none.
    if (!account?.ours) {
      if (projectId !== null && !invites) return refused(one, 'not_in_organisation', judged.person.email);
      return { ...planned(one), outcome: 'create' };
    }
    if (!account.active) return refused(one, 'inactive', judged.person.email);
    const there = projectId === null || present.has(account.id);
    return { ...planned(one), outcome: there ? 'present' : 'join', user_id: account.id };
  });
}

async function check(parts: Parts, job: Job, signal: AbortSignal): Promise<void> {
  const { organisationId, importId, kind, request } = job;
  const teams = await readTeams(parts, job);
  const standing = { invites: await mayInvite(parts, job) };
  /** Notes rows while the list is still wanted. */
  const note = (rows: PlannedRow[], first = false) =>
    tenantTransaction(parts.pool, organisationId, async (db) => {
      if ((await holdJob(db, organisationId, importId))?.state !== 'checking') return false;
      if (first) await forgetRows(db, organisationId, importId);
      await noteRows(db, organisationId, importId, rows);
      return true;
    });
  if (!(await note([], true))) return;
  let reader: PersonReader | undefined;
  let waiting: Read[] = [];
  let count = 0;
  for await (const { line, cells } of linesOf(await fileBytes(parts, job.key), request)) {
    signal.throwIfAborted();
    if (!reader) {
      const { columns, problem } = headOf(cells);
      if (problem) throw new TableProblem(problem);
      if (columns.length !== request.columns.length) throw new TableProblem('column_missing');
      await tenantTransaction(parts.pool, organisationId, (db) =>
        db.query(
          `UPDATE people_import SET request = request || jsonb_build_object('head', $3::jsonb) WHERE organisation_id = $1 AND id = $2`,
          [organisationId, importId, JSON.stringify(columns)],
        ),
      );
      const teamOf = (title: string) => teams.get(teamTitleKey(title));
      reader = new PersonReader({ ...request, kind, roleOf, languageOf, teamOf });
      continue;
    }
    const judged = reader.read(cells, line);
    if (!judged) continue;
    count += 1;
    // Cells of a hostile file are not kept without measure.
    const kept = cells
      .slice(0, request.columns.length + 1)
      .map((cell) => cell.slice(0, 2_000).replaceAll('\u0000', ''));
    waiting.push({ line, judged, cells: kept });
    if (waiting.length < CHECKED_AT_ONCE) continue;
    if (!(await note(await plan(parts, job, waiting, standing)))) return;
    waiting = [];
  }
  if (!reader) throw new TableProblem('empty');
  if (count === 0) throw new TableProblem('no_rows');
  if (!(await note(await plan(parts, job, waiting, standing)))) return;
  await tenantTransaction(parts.pool, organisationId, async (db) => {
    if ((await holdJob(db, organisationId, importId))?.state !== 'checking') return;
    await setState(db, organisationId, importId, { state: 'checked', checked: true });
  });
}

/** Makes the accounts that rows still lack, and notes them in the same transaction. */
async function bringIn(parts: Parts, job: Job, rows: readonly WaitingRow[]): Promise<Map<number, string>> {
  const { organisationId, importId, createdBy } = job;
  const lacking = rows.filter((row) => row.userId === null);
  const ids = new Map(rows.flatMap((row) => (row.userId === null ? [] : [[row.line, row.userId] as const])));
  if (lacking.length === 0) return ids;
  await systemTransaction(parts.pool, async (db) => {
    if ((await holdJob(db, organisationId, importId))?.state !== 'running') return;
    const inviter = { organisationId, userId: createdBy, now: parts.clock.now() };
    const made = await makeAccounts(
      parts,
      db,
      inviter,
      lacking.map((row) => row.person),
    );
    const accounts = lacking.flatMap(({ line, person }) => {
      const userId = made.get(person.email);
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

/** The project as people are put into it: members and teams are read once for many. */
class Joining {
  readonly #tx: SiteTx;
  readonly #newId: () => string;
  readonly #members: Map<string, MemberRow>;
  #teams: readonly TeamRow[];

  constructor(tx: SiteTx, newId: () => string, { members, teams }: { members: MemberRow[]; teams: TeamRow[] }) {
    this.#tx = tx;
    this.#newId = newId;
    this.#members = new Map(members.map((one) => [one.userId, one]));
    this.#teams = teams;
  }

  /** Puts one person into the project, and into the team where it still fits. */
  async join({ line, person, outcome }: WaitingRow, account: Known): Promise<Ended> {
    const before = this.#members.get(account.id);
    if (before && before.state !== 'removed') return { line, outcome: 'present' };
    const member: MemberRow = {
      id: before?.id ?? this.#newId(),
      projectId: this.#tx.projectId,
      userId: account.id,
      firstName: account.firstName,
      lastName: account.lastName,
      email: account.email,
      companyName: person.companyName,
      craft: person.craft,
      role: person.role ?? 'contributor',
      // Whoever has set no password yet is waited for.
      state: account.settled ? 'active' : 'invited',
    };
    this.#members.set(account.id, member);
    this.#tx.put('member', member);
    if (before) await forgetStanding(this.#tx, account.id);
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

async function takeIn(parts: Parts, job: Job, projectId: string, rows: readonly WaitingRow[]): Promise<void> {
  const { organisationId, importId, createdBy } = job;
  const ids = await bringIn(parts, job, rows);
  const accounts = await readAccounts(
    parts.pool,
    organisationId,
    rows.map((row) => row.person.email),
  );
  const caller = { organisationId, userId: createdBy };
  await runSite(parts, caller, projectId, 'member.import', async ({ tx, db, actor }) => {
    demand(actor, 'member.manage');
    if ((await holdJob(db, organisationId, importId))?.state !== 'running') return;
    const known = [...accounts.values()].map((one) => one.id);
    const there = await db.query<{ id: string }>(
      'SELECT id FROM member WHERE organisation_id = $1 AND project_id = $2 AND user_id = ANY ($3)',
      [organisationId, projectId, known],
    );
    const joining = new Joining(tx, parts.newId, {
      members: await tx.getMany(
        'member',
        there.rows.map((one) => one.id),
      ),
      teams: await tx.find('team', 'projectId', projectId),
    });
    const ended: Ended[] = [];
    for (const row of rows) {
      const account = accounts.get(row.person.email);
      // Whoever has an account elsewhere was written to, and is no more than that.
      if (!ids.has(row.line) || !account?.ours)
        ended.push({ line: row.line, outcome: 'bad', problem: 'not_in_organisation' });
      else if (!account.active) ended.push({ line: row.line, outcome: 'bad', problem: 'inactive' });
      else ended.push(await joining.join(row, account));
    }
    await endRows(db, organisationId, importId, ended);
  });
}

async function takeContacts(parts: Parts, job: Job, rows: readonly WaitingRow[]): Promise<void> {
  const { organisationId, importId, createdBy } = job;
  await tenantTransaction(parts.pool, organisationId, async (db) => {
    if ((await holdJob(db, organisationId, importId))?.state !== 'running') return;
    const who = { organisationId, userId: createdBy, now: parts.clock.now() };
    const people = rows.map((row) => row.person);
    const present = await makeContacts(parts, db, who, people);
    const outcome = (row: WaitingRow) => (present.has(contactKey(row.person)) ? 'present' : 'create');
    await endRows(
      db,
      organisationId,
      importId,
      rows.map((row) => ({ line: row.line, outcome: outcome(row) })),
    );
  });
}

async function run(parts: Parts, job: Job, signal: AbortSignal): Promise<void> {
  const { organisationId, importId, projectId } = job;
  if (projectId === null && !(await mayInvite(parts, job))) throw new AppError('forbidden');
  for (;;) {
    signal.throwIfAborted();
    const rows = await tenantTransaction(parts.pool, organisationId, async (db) => {
      if ((await holdJob(db, organisationId, importId))?.state !== 'running') return undefined;
      const waiting = await readWaiting(db, organisationId, importId, TAKEN_AT_ONCE);
      if (waiting.length === 0) await setState(db, organisationId, importId, { state: 'done' });
      return waiting;
    });
    if (!rows || rows.length === 0) return;
    if (job.kind === 'contacts') await takeContacts(parts, job, rows);
    else if (projectId === null) await bringIn(parts, job, rows);
    else await takeIn(parts, job, projectId, rows);
  }
}

export function peopleImportTasks(parts: Parts): Tasks {
  const task =
    (state: 'checking' | 'running', work: (parts: Parts, job: Job, signal: AbortSignal) => Promise<void>) =>
    async (given: unknown, { attempt, signal }: { attempt: number; signal: AbortSignal }): Promise<void> => {
      const { organisationId, importId } = payload.parse(given);
      const fail = (problem: TableProblem['problem']) =>
        tenantTransaction(parts.pool, organisationId, async (db) => {
          if ((await holdJob(db, organisationId, importId))?.state !== state) return;
          await setState(db, organisationId, importId, { state: 'failed', problem });
        });
      const job = await tenantTransaction(parts.pool, organisationId, (db) => holdJob(db, organisationId, importId));
      if (job?.state !== state) return;
      try {
        await work(parts, { ...job, organisationId, importId }, signal);
      } catch (error) {
        if (error instanceof TableProblem) return fail(error.problem);
        // Whoever brought the list may do so no longer.
        const refused = error instanceof AppError && !error.status.toString().startsWith('5');
        if (!refused && (attempt < MAX_TRIES || signal.aborted)) throw error;
        parts.log.error({ err: error, importId }, 'a list of people could not be taken in');
        await fail('internal');
      }
    };
  return { [CHECK]: task('checking', check), [RUN]: task('running', run) };
}
