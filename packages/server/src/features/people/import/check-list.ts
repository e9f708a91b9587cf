// Checks a whole list without changing anything: records the planned outcome of each row.
import { ROLES, type Role } from '@plumbline/core/access/capabilities';
import { headKey } from '@plumbline/core/features/people/import/columns';
import type { PersonProblem } from '@plumbline/core/features/people/import/contract';
import { type CheckedRow, PersonReader } from '@plumbline/core/features/people/import/rows';
import { teamTitleKey } from '@plumbline/core/features/people/rules';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '@plumbline/locales/languages';
import { tenantSnapshot, tenantTransaction } from '../../../db/tx/transaction.ts';
import { textsIn } from '../../../http/texts.ts';
import type { Services } from '../../../platform/services.ts';
import { readList } from '../../datasets/reading/read-table.ts';
import { TableProblem } from '../../datasets/reading/table-problem.ts';
import { fileBytes } from '../../datasets/service.ts';
import { readAccounts } from './accounts.ts';
import { contactKey, presentContacts } from './contacts.ts';
import { headOf } from './file.ts';
import { forgetRows, lockJob, noteRows, type PlannedRow, setState } from './store.ts';
import { type ListJob, mayInvite } from './work.ts';

/** Words for roles and languages in a table: in any of the program's languages, or the program's own identifiers. */
let roles: Map<string, Role> | undefined;
let languages: Map<string, Language> | undefined;

function roleOf(word: string): Role | undefined {
  roles ??= new Map(
    LANGUAGES.flatMap((language) =>
      ROLES.flatMap((role): [string, Role][] => [
        [headKey(textsIn(language)(`role.${role}`)), role],
        [headKey(role), role],
      ]),
    ),
  );
  return roles.get(headKey(word));
}

/** `de`, `de-AT`, `German`, `Deutsch`, `Nemščina`. */
function languageOf(word: string): Language | undefined {
  languages ??= new Map(
    LANGUAGES.flatMap((language) => {
      const names = LANGUAGES.map((other) => new Intl.DisplayNames([other], { type: 'language' }).of(language) ?? '');
      return [LANGUAGE_NAMES[language], ...names].map((name): [string, Language] => [headKey(name), language]);
    }),
  );
  const code = /^([a-z]{2})(?:[-_][a-z]{2,4})?$/iu.exec(word.trim())?.[1]?.toLowerCase();
  return isLanguage(code) ? code : languages.get(headKey(word));
}

/** Rows per transaction: few enough not to block others for long and to lose little if the process is killed. */
const CHECK_BATCH_SIZE = 500;

type Team = { id: string; title: string; role: Role };

async function readTeams(services: Services, { organisationId, projectId }: ListJob): Promise<Map<string, Team>> {
  if (projectId === null) return new Map();
  const found = await tenantSnapshot(services.pool, organisationId, (db) =>
    db.query<Team>('SELECT id, title, role FROM team WHERE organisation_id = $1 AND project_id = $2 AND active', [
      organisationId,
      projectId,
    ]),
  );
  return new Map(found.rows.map((team) => [teamTitleKey(team.title), team]));
}

type Read = { line: number; judged: CheckedRow; cells: string[] };
type InvitePermission = { invites: boolean };

/** Plans the outcome of rows that name contacts. */
async function planContacts(services: Services, job: ListJob, read: readonly Read[]): Promise<PlannedRow[]> {
  const good = read.flatMap(({ judged }) => (judged.problem === undefined ? [judged.person] : []));
  const present = await tenantSnapshot(services.pool, job.organisationId, (db) =>
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

/** Plans the outcome of rows from the existing accounts and members. */
async function planRows(
  services: Services,
  job: ListJob,
  read: readonly Read[],
  { invites }: InvitePermission,
): Promise<PlannedRow[]> {
  const { organisationId, projectId } = job;
  if (job.kind === 'contacts') return planContacts(services, job, read);
  const good = read.flatMap(({ judged }) => (judged.problem === undefined ? [judged.person.email] : []));
  const known = await readAccounts(services.pool, organisationId, good);
  const ids = [...known.values()].map((one) => one.id);
  const members = await tenantSnapshot(services.pool, organisationId, (db) =>
    db.query<{ id: string }>(
      `SELECT user_id AS id FROM member WHERE organisation_id = $1 AND project_id = $2 AND user_id = ANY ($3) AND state <> 'removed'`,
      [organisationId, projectId, ids],
    ),
  );
  const present = new Set(members.rows.map((row) => row.id));
  return read.map((one): PlannedRow => {
    const { judged } = one;
    if (judged.problem !== undefined) return refused(one, judged.problem, judged.value);
    const account = known.get(judged.person.email);
    // An account in another organisation is not disclosed: it is treated as no account.
    if (!account?.ours) {
      if (projectId !== null && !invites) return refused(one, 'not_in_organisation', judged.person.email);
      return { ...planned(one), outcome: 'create' };
    }
    if (!account.active) return refused(one, 'inactive', judged.person.email);
    const there = projectId === null || present.has(account.id);
    return { ...planned(one), outcome: there ? 'present' : 'join', user_id: account.id };
  });
}

export async function checkList(services: Services, job: ListJob, signal: AbortSignal): Promise<void> {
  const { organisationId, importId, kind, request } = job;
  const teams = await readTeams(services, job);
  const permission = { invites: await mayInvite(services, job) };
  /** Records rows while the import has not been cancelled. */
  const note = (rows: PlannedRow[], first = false) =>
    tenantTransaction(services.pool, organisationId, async (db) => {
      if ((await lockJob(db, organisationId, importId))?.state !== 'checking') return false;
      if (first) await forgetRows(db, organisationId, importId);
      await noteRows(db, organisationId, importId, rows);
      return true;
    });
  if (!(await note([], true))) return;
  let reader: PersonReader | undefined;
  let waiting: Read[] = [];
  let count = 0;
  for await (const { line, cells } of readList(await fileBytes(services, job.key), request)) {
    signal.throwIfAborted();
    if (!reader) {
      const { columns, problem } = headOf(cells);
      if (problem) throw new TableProblem(problem);
      if (columns.length !== request.columns.length) throw new TableProblem('column_missing');
      await tenantTransaction(services.pool, organisationId, (db) =>
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
    // Limits how much of a hostile file is stored.
    const kept = cells
      .slice(0, request.columns.length + 1)
      .map((cell) => cell.slice(0, 2_000).replaceAll('\u0000', ''));
    waiting.push({ line, judged, cells: kept });
    if (waiting.length < CHECK_BATCH_SIZE) continue;
    if (!(await note(await planRows(services, job, waiting, permission)))) return;
    waiting = [];
  }
  if (!reader) throw new TableProblem('empty');
  if (count === 0) throw new TableProblem('no_rows');
  if (!(await note(await planRows(services, job, waiting, permission)))) return;
  await tenantTransaction(services.pool, organisationId, async (db) => {
    if ((await lockJob(db, organisationId, importId))?.state !== 'checking') return;
    await setState(db, organisationId, importId, { state: 'checked', checked: true });
  });
}
