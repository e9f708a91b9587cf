// Lists of people and their rows in the database.

import type { Role } from '@plumbline/core/access/capabilities';
import type { FileProblem } from '@plumbline/core/features/datasets/contract';
import type { Encoding } from '@plumbline/core/features/datasets/table';
import type { ImportKind, Target } from '@plumbline/core/features/people/import/columns';
import type {
  ImportLicence,
  ImportState,
  Outcome,
  PeopleImport,
  PeopleRow,
  PersonProblem,
} from '@plumbline/core/features/people/import/contract';
import type { Person } from '@plumbline/core/features/people/import/rows';
import type { Pool, PoolClient } from 'pg';
import { ROW_TYPES } from '../../../db/tx/columns.ts';
import { type Page, pageOf } from '../../../lists/page.ts';

/** Where people are imported; the organisation itself if there is no project. */
export type ImportScope = { organisationId: string; projectId: string | null };

export type Request = {
  encoding?: Encoding | undefined;
  separator?: string | undefined;
  columns: Target[];
  role: Role;
  language: string;
  /** Set when the import is started. */
  licence?: ImportLicence;
};

const IMPORT = `i.id, i.kind, i.file_name AS "fileName", i.state, i.checked, i.problem, i.done,
  json_build_object('create', i.to_create, 'join', i.to_join, 'present', i.present, 'bad', i.bad) AS counts,
  i.created_by AS "createdBy", i.created_at AS "createdAt"`;
const IN_SCOPE = 'i.organisation_id = $1 AND i.project_id IS NOT DISTINCT FROM $2::uuid';

type Row = Omit<PeopleImport, 'createdByName'> & { createdBy: string };

async function named(pool: Pool, rows: Row[]): Promise<PeopleImport[]> {
  const found = await pool.query<{ id: string; name: string }>(
    `SELECT id, trim(concat(first_name, ' ', last_name)) AS name FROM app_user WHERE id = ANY ($1)`,
    [rows.map((row) => row.createdBy)],
  );
  const names = new Map(found.rows.map(({ id, name }) => [id, name]));
  return rows.map(({ createdBy, ...row }) => ({ ...row, createdByName: names.get(createdBy) ?? '' }));
}

export async function readImports(
  { pool, db }: { pool: Pool; db: PoolClient },
  { organisationId, projectId }: ImportScope,
  paging: { page: number; size: number },
): Promise<Page<PeopleImport>> {
  const values = [organisationId, projectId];
  const counted = await db.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM people_import i WHERE ${IN_SCOPE}`,
    values,
  );
  const found = await db.query<Row>({
    text: `SELECT ${IMPORT} FROM people_import i WHERE ${IN_SCOPE} ORDER BY i.created_at DESC, i.id LIMIT $3 OFFSET $4`,
    values: [...values, paging.size, paging.page * paging.size],
    types: ROW_TYPES,
  });
  return pageOf(await named(pool, found.rows), counted.rows[0]?.count ?? 0, paging);
}

export async function readImport(
  { pool, db }: { pool: Pool; db: PoolClient },
  { organisationId, projectId }: ImportScope,
  importId: string,
): Promise<PeopleImport | undefined> {
  const found = await db.query<Row>({
    text: `SELECT ${IMPORT} FROM people_import i WHERE ${IN_SCOPE} AND i.id = $3`,
    values: [organisationId, projectId, importId],
    types: ROW_TYPES,
  });
  return (await named(pool, found.rows))[0];
}

const ROW = `r.line, r.outcome, r.done, r.person ->> 'email' AS email, coalesce(r.person ->> 'companyName', '') AS "companyName",
  trim(concat(r.person ->> 'firstName', ' ', r.person ->> 'lastName')) AS name, r.person ->> 'role' AS role,
  coalesce(r.person ->> 'team', '') AS team, r.problem, r.value`;

export async function readRows(
  db: PoolClient,
  organisationId: string,
  importId: string,
  { outcome, ...paging }: { page: number; size: number; outcome?: Outcome | undefined },
): Promise<Page<PeopleRow>> {
  const from = `FROM people_import_row r WHERE r.organisation_id = $1 AND r.import_id = $2 AND ($3::text IS NULL OR r.outcome = $3)`;
  const values = [organisationId, importId, outcome ?? null];
  const counted = await db.query<{ count: number }>(`SELECT count(*)::integer AS count ${from}`, values);
  const found = await db.query<PeopleRow>(`SELECT ${ROW} ${from} ORDER BY r.line LIMIT $4 OFFSET $5`, [
    ...values,
    paging.size,
    paging.page * paging.size,
  ]);
  return pageOf(found.rows, counted.rows[0]?.count ?? 0, paging);
}

export type RejectedRow = { line: number; problem: PersonProblem; value: string; cells: string[] };

/** Bad rows after a given line, with their original cells. */
export async function readBad(
  db: PoolClient,
  organisationId: string,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<RejectedRow[]> {
  const found = await db.query<RejectedRow>(
    `SELECT line, problem, value, coalesce(cells, '[]') AS cells FROM people_import_row
     WHERE organisation_id = $1 AND import_id = $2 AND outcome = 'bad' AND line > $3 ORDER BY line LIMIT $4`,
    [organisationId, importId, after, limit],
  );
  return found.rows;
}

export type ImportJob = {
  projectId: string | null;
  kind: ImportKind;
  state: ImportState;
  request: Request;
  key: string;
  createdBy: string;
};

/** The import as its job needs it, locked until the transaction ends. */
export async function lockJob(
  db: PoolClient,
  organisationId: string,
  importId: string,
): Promise<ImportJob | undefined> {
  const found = await db.query<ImportJob>(
    `SELECT i.project_id AS "projectId", i.kind, i.state, i.request, b.key, i.created_by AS "createdBy"
     FROM people_import i JOIN blob b ON b.organisation_id = i.organisation_id AND b.id = i.blob_id
     WHERE i.organisation_id = $1 AND i.id = $2 FOR UPDATE OF i`,
    [organisationId, importId],
  );
  return found.rows[0];
}

export async function setState(
  db: PoolClient,
  organisationId: string,
  importId: string,
  { state, problem = null, checked }: { state: ImportState; problem?: FileProblem | null; checked?: boolean },
): Promise<void> {
  await db.query(
    `UPDATE people_import SET state = $3, problem = $4, checked = coalesce($5, checked)
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, importId, state, problem, checked ?? null],
  );
}

export type PlannedRow = {
  line: number;
  outcome: Outcome;
  person: Partial<Person>;
  problem: PersonProblem | null;
  value: string;
  cells: readonly string[] | null;
  user_id: string | null;
};

/** Records the outcome of these rows and counts them. */
export async function noteRows(
  db: PoolClient,
  organisationId: string,
  importId: string,
  rows: readonly PlannedRow[],
): Promise<void> {
  await db.query(
    `INSERT INTO people_import_row (organisation_id, import_id, line, outcome, person, problem, value, cells, user_id)
     SELECT i.organisation_id, i.id, n.line, n.outcome, n.person, n.problem, n.value, n.cells, n.user_id
     FROM people_import i CROSS JOIN jsonb_to_recordset($3::jsonb)
       AS n (line integer, outcome text, person jsonb, problem text, value text, cells jsonb, user_id uuid)
     WHERE i.organisation_id = $1 AND i.id = $2`,
    [organisationId, importId, JSON.stringify(rows)],
  );
  const of = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
  await db.query(
    `UPDATE people_import SET to_create = to_create + $3, to_join = to_join + $4, present = present + $5, bad = bad + $6
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, importId, of('create'), of('join'), of('present'), of('bad')],
  );
}

/** Deletes the rows recorded by an unfinished check. */
export async function forgetRows(db: PoolClient, organisationId: string, importId: string): Promise<void> {
  await db.query('DELETE FROM people_import_row WHERE organisation_id = $1 AND import_id = $2', [
    organisationId,
    importId,
  ]);
  await db.query(
    `UPDATE people_import SET to_create = 0, to_join = 0, present = 0, bad = 0, done = 0
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, importId],
  );
}

export type WaitingRow = { line: number; outcome: 'create' | 'join'; person: Person; userId: string | null };

/** The next rows to import. */
export async function readWaiting(
  db: PoolClient,
  organisationId: string,
  importId: string,
  limit: number,
): Promise<WaitingRow[]> {
  const found = await db.query<WaitingRow>(
    `SELECT line, outcome, person, user_id AS "userId" FROM people_import_row
     WHERE organisation_id = $1 AND import_id = $2 AND NOT done AND outcome IN ('create', 'join') ORDER BY line LIMIT $3`,
    [organisationId, importId, limit],
  );
  return found.rows;
}

/** Records the accounts of rows, so that none is created twice. */
export async function noteAccounts(
  db: PoolClient,
  organisationId: string,
  importId: string,
  accounts: readonly { line: number; userId: string }[],
): Promise<void> {
  await db.query(
    `UPDATE people_import_row r SET user_id = n."userId" FROM jsonb_to_recordset($3::jsonb) AS n (line integer, "userId" uuid)
     WHERE r.organisation_id = $1 AND r.import_id = $2 AND r.line = n.line`,
    [organisationId, importId, JSON.stringify(accounts)],
  );
}

/** The final outcome of a row, where it differs from the planned one. */
export type RowResult = { line: number; outcome: Outcome; problem?: PersonProblem };

export async function endRows(
  db: PoolClient,
  organisationId: string,
  importId: string,
  rows: readonly RowResult[],
): Promise<void> {
  await db.query(
    `WITH ended AS (
       UPDATE people_import_row r SET done = n.outcome IN ('create', 'join'), outcome = n.outcome, problem = n.problem
       FROM jsonb_to_recordset($3::jsonb) AS n (line integer, outcome text, problem text),
         people_import_row old
       WHERE r.organisation_id = $1 AND r.import_id = $2 AND r.line = n.line AND NOT r.done
         AND old.organisation_id = $1 AND old.import_id = $2 AND old.line = r.line
       RETURNING old.outcome AS before, r.outcome AS after
     ), counted AS (
       SELECT count(*) FILTER (WHERE before = 'create')::integer - count(*) FILTER (WHERE after = 'create')::integer AS fewer_create,
         count(*) FILTER (WHERE before = 'join')::integer - count(*) FILTER (WHERE after = 'join')::integer AS fewer_join,
         count(*) FILTER (WHERE after = 'present')::integer AS present, count(*) FILTER (WHERE after = 'bad')::integer AS bad,
         count(*) FILTER (WHERE after IN ('create', 'join'))::integer AS done FROM ended
     )
     UPDATE people_import i SET to_create = i.to_create - counted.fewer_create, to_join = i.to_join - counted.fewer_join,
       present = i.present + counted.present, bad = i.bad + counted.bad, done = i.done + counted.done
     FROM counted WHERE i.organisation_id = $1 AND i.id = $2`,
    [organisationId, importId, JSON.stringify(rows)],
  );
}
