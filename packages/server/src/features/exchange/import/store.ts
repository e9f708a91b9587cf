// Imports of pins and their rows in the database.
import type { FileProblem } from '@plumbline/core/features/datasets/contract';
import type { Encoding } from '@plumbline/core/features/datasets/table';
import type {
  PinImport,
  PinImportRow,
  PinImportState,
  PinOutcome,
  RowNote,
} from '@plumbline/core/features/exchange/contract';
import type { DateOrder } from '@plumbline/core/features/exchange/dates';
import type { ImportedPin } from '@plumbline/core/features/exchange/imported-pin';
import type { RowName } from '@plumbline/core/features/exchange/rows';
import type { PoolClient } from 'pg';
import { ROW_TYPES } from '../../../db/tx/columns.ts';
import type { ProjectKey } from '../../../db/tx/rows.ts';
import { type Page, pageOf } from '../../../lists/page.ts';
import { nameOf } from '../../../lists/person-names.ts';

type Paging = { page: number; size: number };

export type Request = {
  /** Tables if omitted. */
  kind?: 'bcf';
  encoding?: Encoding | undefined;
  separator?: string | undefined;
  columns: string[];
  dateOrder: DateOrder;
  /** The headings, once the file has been read. */
  head?: string[];
};

const IMPORT = `i.id, i.file_name AS "fileName", i.state, i.checked, i.problem, i.done,
  json_build_object('create', i.to_create, 'present', i.present, 'bad', i.bad, 'warnings', i.warnings) AS counts,
  ${nameOf('i.created_by')} AS "createdByName", i.created_at AS "createdAt"`;
const IN_PROJECT = 'FROM pin_import i WHERE i.organisation_id = $1 AND i.project_id = $2';

export async function readImports(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  paging: Paging,
): Promise<Page<PinImport>> {
  const values = [organisationId, projectId];
  const counted = await db.query<{ count: number }>(`SELECT count(*)::integer AS count ${IN_PROJECT}`, values);
  const found = await db.query<PinImport>({
    text: `SELECT ${IMPORT} ${IN_PROJECT} ORDER BY i.created_at DESC, i.id LIMIT $3 OFFSET $4`,
    values: [...values, paging.size, paging.page * paging.size],
    types: ROW_TYPES,
  });
  return pageOf(found.rows, counted.rows[0]?.count ?? 0, paging);
}

/** `lock`: until the transaction ends. */
export async function readImport(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  importId: string,
  { lock = false } = {},
): Promise<PinImport | undefined> {
  const found = await db.query<PinImport>({
    text: `SELECT ${IMPORT} ${IN_PROJECT} AND i.id = $3 ${lock ? 'FOR UPDATE' : ''}`,
    values: [organisationId, projectId, importId],
    types: ROW_TYPES,
  });
  return found.rows[0];
}

const SHOWN = `r.line, r.outcome, r.done, coalesce(r.pin ->> 'title', '') AS title, coalesce(r.pin ->> 'plan', '') AS plan,
  coalesce(r.pin -> 'task' ->> 'assignee', '') AS assignee, r.notes,
  CASE WHEN r.done OR r.outcome = 'present' THEN r.pin_id END AS "pinId"`;

export async function readRows(
  db: PoolClient,
  organisationId: string,
  importId: string,
  { outcome, ...paging }: Paging & { outcome?: PinOutcome | 'warning' | undefined },
): Promise<Page<PinImportRow>> {
  const condition =
    outcome === 'warning'
      ? `r.outcome = 'create' AND r.notes <> '[]'::jsonb AND $3::text IS NOT NULL`
      : '($3::text IS NULL OR r.outcome = $3)';
  const from = `FROM pin_import_row r WHERE r.organisation_id = $1 AND r.import_id = $2 AND ${condition}`;
  const values = [organisationId, importId, outcome ?? null];
  const counted = await db.query<{ count: number }>(`SELECT count(*)::integer AS count ${from}`, values);
  const found = await db.query<PinImportRow>(`SELECT ${SHOWN} ${from} ORDER BY r.line LIMIT $4 OFFSET $5`, [
    ...values,
    paging.size,
    paging.page * paging.size,
  ]);
  return pageOf(found.rows, counted.rows[0]?.count ?? 0, paging);
}

export type RejectedRow = { line: number; notes: RowNote[]; cells: string[] };

/** Bad rows after a given line, with their original cells. */
export async function readBad(
  db: PoolClient,
  organisationId: string,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<RejectedRow[]> {
  const found = await db.query<RejectedRow>(
    `SELECT line, notes, coalesce(cells, '[]') AS cells FROM pin_import_row
     WHERE organisation_id = $1 AND import_id = $2 AND outcome = 'bad' AND line > $3 ORDER BY line LIMIT $4`,
    [organisationId, importId, after, limit],
  );
  return found.rows;
}

export type Created = { categories?: string[]; fields?: string[]; contacts?: string[] };
export type ImportJob = {
  organisationId: string;
  importId: string;
  projectId: string;
  state: PinImportState;
  request: Request;
  key: string;
  photosKey: string | null;
  created: Created;
  createdBy: string;
};

/** The import as its job needs it, locked until the transaction ends. */
export async function lockJob(
  db: PoolClient,
  organisationId: string,
  importId: string,
): Promise<ImportJob | undefined> {
  const found = await db.query<ImportJob>(
    `SELECT i.organisation_id AS "organisationId", i.id AS "importId", i.project_id AS "projectId", i.state, i.request,
       b.key, p.key AS "photosKey", i.created, i.created_by AS "createdBy"
     FROM pin_import i JOIN blob b ON b.organisation_id = i.organisation_id AND b.id = i.blob_id
     LEFT JOIN blob p ON p.organisation_id = i.organisation_id AND p.id = i.photos_blob_id
     WHERE i.organisation_id = $1 AND i.id = $2 FOR UPDATE OF i`,
    [organisationId, importId],
  );
  return found.rows[0];
}

export async function setState(
  db: PoolClient,
  organisationId: string,
  importId: string,
  { state, problem = null, checked }: { state: PinImportState; problem?: FileProblem | null; checked?: boolean },
): Promise<void> {
  await db.query(
    `UPDATE pin_import SET state = $3, problem = $4, checked = coalesce($5, checked)
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, importId, state, problem, checked ?? null],
  );
}

/** Keeps what the import has created, so that undoing it finds everything. */
export async function noteCreated(
  db: PoolClient,
  { organisationId, importId }: ImportJob,
  created: Created,
): Promise<void> {
  await db.query('UPDATE pin_import SET created = $3 WHERE organisation_id = $1 AND id = $2', [
    organisationId,
    importId,
    JSON.stringify(created),
  ]);
}

/** A row of the file with the ids it gets. */
export type PlannedRow = {
  line: number;
  outcome: PinOutcome;
  /** Of a bad row, what it is called. */
  pin: ImportedPin | RowName;
  pinId: string;
  taskId: string;
  addsTask: boolean;
  notes: readonly RowNote[];
  cells: readonly string[] | null;
};

/** Records the outcome of these rows and counts them. */
export async function noteRows(
  db: PoolClient,
  { organisationId, importId }: ImportJob,
  rows: readonly PlannedRow[],
): Promise<void> {
  await db.query(
    `INSERT INTO pin_import_row (organisation_id, import_id, line, outcome, pin, pin_id, task_id, adds_task, notes, cells)
     SELECT i.organisation_id, i.id, n.line, n.outcome, n.pin, n."pinId", n."taskId", n."addsTask", n.notes, n.cells
     FROM pin_import i CROSS JOIN jsonb_to_recordset($3::jsonb) AS n (line integer, outcome text, pin jsonb, "pinId" uuid,
       "taskId" uuid, "addsTask" boolean, notes jsonb, cells jsonb)
     WHERE i.organisation_id = $1 AND i.id = $2`,
    [organisationId, importId, JSON.stringify(rows)],
  );
  const of = (outcome: PinOutcome) => rows.filter((row) => row.outcome === outcome);
  const warned = of('create').filter((row) => row.notes.length > 0);
  await db.query(
    `UPDATE pin_import SET to_create = to_create + $3, present = present + $4, bad = bad + $5, warnings = warnings + $6
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, importId, of('create').length, of('present').length, of('bad').length, warned.length],
  );
}

/** Deletes the rows recorded by an unfinished check, and keeps the headings of the file. */
export async function beginRows(
  db: PoolClient,
  { organisationId, importId }: ImportJob,
  head: readonly string[],
): Promise<void> {
  await db.query('DELETE FROM pin_import_row WHERE organisation_id = $1 AND import_id = $2', [
    organisationId,
    importId,
  ]);
  await db.query(
    `UPDATE pin_import SET to_create = 0, present = 0, bad = 0, warnings = 0, done = 0,
       request = request || jsonb_build_object('head', $3::jsonb) WHERE organisation_id = $1 AND id = $2`,
    [organisationId, importId, JSON.stringify(head)],
  );
}

export type WaitingRow = Omit<PlannedRow, 'pin' | 'outcome' | 'cells'> & { pin: ImportedPin };

/** The next rows to import, or those imported that are still to undo. */
export async function readWaiting(
  db: PoolClient,
  { organisationId, importId }: ImportJob,
  { done, limit }: { done: boolean; limit: number },
): Promise<WaitingRow[]> {
  const found = await db.query<WaitingRow>(
    `SELECT line, pin, pin_id AS "pinId", task_id AS "taskId", adds_task AS "addsTask", notes FROM pin_import_row
     WHERE organisation_id = $1 AND import_id = $2 AND done = $3 AND outcome = 'create' ORDER BY line LIMIT $4`,
    [organisationId, importId, done, limit],
  );
  return found.rows;
}

/** What became of a row. `addsTask`: its pin was there already. */
export type RowResult = { line: number; outcome: 'create' | 'present'; addsTask: boolean };

/** Records that rows are imported, or that what they name was there already. */
export async function markImported(
  db: PoolClient,
  { organisationId, importId }: ImportJob,
  results: readonly RowResult[],
): Promise<void> {
  await db.query(
    `UPDATE pin_import_row r SET done = n.outcome = 'create', outcome = n.outcome, adds_task = n."addsTask"
     FROM jsonb_to_recordset($3::jsonb) AS n (line integer, outcome text, "addsTask" boolean)
     WHERE r.organisation_id = $1 AND r.import_id = $2 AND r.line = n.line`,
    [organisationId, importId, JSON.stringify(results)],
  );
  const present = results.filter(({ outcome }) => outcome === 'present').length;
  await db.query(
    `UPDATE pin_import SET done = done + $3, to_create = to_create - $4, present = present + $4
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, importId, results.length - present, present],
  );
}

/** Records that imported rows are undone; they can be imported again. */
export async function markUndone(
  db: PoolClient,
  { organisationId, importId }: ImportJob,
  lines: readonly number[],
): Promise<void> {
  await db.query(
    `UPDATE pin_import_row SET done = false WHERE organisation_id = $1 AND import_id = $2 AND line = ANY ($3)`,
    [organisationId, importId, lines],
  );
  await db.query('UPDATE pin_import SET done = done - $3 WHERE organisation_id = $1 AND id = $2', [
    organisationId,
    importId,
    lines.length,
  ]);
}
