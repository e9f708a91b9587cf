// Datasets and their imports as rows.
import type {
  Dataset,
  DatasetImport,
  DatasetRecord,
  FileProblem,
  listRecords,
} from '@plumbline/core/features/datasets/contract';
import type { ReadRow } from '@plumbline/core/features/datasets/table';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import type { PoolClient } from 'pg';
import { ROW_TYPES } from '../../db/tx/columns.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params } from '../../db/tx/visibility.ts';
import { type Page, pageOf } from '../../lists/page.ts';
import { nameOf } from '../../lists/person-names.ts';
import { wordsOf } from '../../lists/search-terms.ts';
import { clearSearchText, findRecords, WRITTEN, type WrittenRecord, writeSearchText } from './search-text.ts';

type Paging = { page: number; size: number };

const DATASET = `d.id, d.title, d.columns, d.id_column AS "idColumn", d.title_column AS "titleColumn", d.records, d.active,
  ${nameOf('d.created_by')} AS "createdByName", d.created_at AS "createdAt", d.changed_at AS "changedAt"`;

/** The datasets of the project by title; inactive ones only on request. */
export async function readDatasets(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  { inactive = false, ...paging }: Paging & { inactive?: boolean | undefined },
): Promise<Page<Dataset>> {
  const from = 'FROM dataset d WHERE d.organisation_id = $1 AND d.project_id = $2 AND (d.active OR $3)';
  const values = [organisationId, projectId, inactive];
  const counted = await db.query<{ count: number }>(`SELECT count(*)::integer AS count ${from}`, values);
  const found = await db.query<Dataset>({
    text: `SELECT ${DATASET} ${from} ORDER BY d.title COLLATE natural_order, d.id LIMIT $4 OFFSET $5`,
    values: [...values, paging.size, paging.page * paging.size],
    types: ROW_TYPES,
  });
  return pageOf(found.rows, counted.rows[0]?.count ?? 0, paging);
}

export async function readDataset(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  datasetId: string,
): Promise<Dataset | undefined> {
  const found = await db.query<Dataset>({
    text: `SELECT ${DATASET} FROM dataset d WHERE d.organisation_id = $1 AND d.project_id = $2 AND d.id = $3`,
    values: [organisationId, projectId, datasetId],
    types: ROW_TYPES,
  });
  return found.rows[0];
}

/** Matches are counted exactly up to this number; beyond it the count is a lower bound. */
const MAX_MATCHES = 10_000;
const RECORD = 'r.id, r.key, r.title, r.record AS values, r.active';
const ORDERS = { place: 'r.row_number', title: 'r.title COLLATE natural_order, r.row_number' } as const;

/** One page of active records: those that match all words, or the named one. */
export async function readRecords(
  db: PoolClient,
  { organisationId }: ProjectKey,
  dataset: Pick<Dataset, 'id' | 'records'>,
  { search, sort, record, ...paging }: RequestOf<typeof listRecords>['query'],
): Promise<Page<DatasetRecord> & { exact: boolean }> {
  const params = new Params(organisationId, dataset.id);
  let total = dataset.records;
  let condition = 'r.active';
  const words = wordsOf(search);
  if (record !== undefined) {
    condition = `r.id = ${params.add(record, 'uuid')}`;
    total = 1;
  } else if (words.length > 0) {
    const hits = await findRecords(db, organisationId, dataset.id, words, MAX_MATCHES + 1);
    total = Math.min(MAX_MATCHES, hits.length);
    const exact = hits.length <= MAX_MATCHES;
    condition = `r.active AND r.id = ANY (${params.add(hits, 'uuid[]')})`;
    return { ...(await page(db, params, condition, sort, paging, total)), exact };
  }
  return { ...(await page(db, params, condition, sort, paging, total)), exact: true };
}

async function page(
  db: PoolClient,
  params: Params,
  condition: string,
  sort: keyof typeof ORDERS,
  paging: Paging,
  total: number,
): Promise<Page<DatasetRecord>> {
  const found = await db.query<DatasetRecord>({
    text: `SELECT ${RECORD} FROM dataset_record r WHERE r.organisation_id = $1 AND r.dataset_id = $2 AND ${condition}
           ORDER BY ${ORDERS[sort]} LIMIT ${params.add(paging.size, 'integer')} OFFSET ${params.add(paging.page * paging.size, 'bigint')}`,
    values: params.values,
    types: ROW_TYPES,
  });
  return pageOf(found.rows, total, paging);
}

/** Active records after a position, for exports. */
export async function recordsFrom(
  db: PoolClient,
  { organisationId }: ProjectKey,
  datasetId: string,
  after: number,
  limit: number,
): Promise<{ place: number; values: string[] }[]> {
  const found = await db.query<{ place: number; values: string[] }>(
    `SELECT row_number AS place, record AS values FROM dataset_record
     WHERE organisation_id = $1 AND dataset_id = $2 AND active AND row_number > $3 ORDER BY row_number LIMIT $4`,
    [organisationId, datasetId, after, limit],
  );
  return found.rows;
}

type WrittenRecords = {
  id: string;
  title: string;
  columns: readonly string[];
  idColumn: string;
  titleColumn: string;
  records: number;
};

/** Creates the dataset, or updates the columns of an existing one. */
export async function writeDataset(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  { id, title, columns, idColumn, titleColumn, records }: WrittenRecords,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO dataset (organisation_id, id, project_id, title, columns, id_column, title_column, records, created_by, created_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
     ON CONFLICT (organisation_id, id) DO UPDATE SET title = excluded.title, columns = excluded.columns,
       id_column = excluded.id_column, title_column = excluded.title_column, records = excluded.records, changed_at = excluded.changed_at`,
    [organisationId, id, projectId, title, JSON.stringify(columns), idColumn, titleColumn, records, userId, now],
  );
}

const BATCH = 2_000;

/** Replaces all records and their search text. A record with a known key keeps its id, so that pins still refer to it. */
export async function replaceRecords(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  datasetId: string,
  rows: readonly ReadRow[],
  newId: () => string,
): Promise<void> {
  await db.query('UPDATE dataset_record SET active = false WHERE organisation_id = $1 AND dataset_id = $2 AND active', [
    organisationId,
    datasetId,
  ]);
  await clearSearchText(db, organisationId, datasetId);
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH).map(({ values, ...row }) => ({ ...row, record: values, id: newId() }));
    const written = await db.query<WrittenRecord>(
      `INSERT INTO dataset_record (organisation_id, dataset_id, project_id, id, key, title, record, row_number)
       SELECT $1, $2, $3, n.id, n.key, n.title, n.record, n.place
       FROM jsonb_to_recordset($4::jsonb) AS n (id uuid, key text, title text, record jsonb, place integer)
       ON CONFLICT (organisation_id, dataset_id, key)
         DO UPDATE SET title = excluded.title, record = excluded.record, row_number = excluded.row_number, active = true
       RETURNING ${WRITTEN}`,
      [organisationId, datasetId, projectId, JSON.stringify(batch)],
    );
    await writeSearchText(db, organisationId, datasetId, written.rows);
  }
}

const IMPORT = `i.id, i.dataset_id AS "datasetId", i.request ->> 'title' AS title, b.name AS "fileName", i.state, i.rows,
  i.problem, i.bad_rows AS "badRows", i.bad_count AS "badCount", ${nameOf('i.created_by')} AS "createdByName", i.created_at AS "createdAt"`;
const IMPORTS = `FROM dataset_import i JOIN blob b ON b.organisation_id = i.organisation_id AND b.id = i.blob_id
  WHERE i.organisation_id = $1 AND i.project_id = $2`;

export async function readImports(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  paging: Paging,
): Promise<Page<DatasetImport>> {
  const counted = await db.query<{ count: number }>(`SELECT count(*)::integer AS count ${IMPORTS}`, [
    organisationId,
    projectId,
  ]);
  const found = await db.query<DatasetImport>({
    text: `SELECT ${IMPORT} ${IMPORTS} ORDER BY i.created_at DESC, i.id LIMIT $3 OFFSET $4`,
    values: [organisationId, projectId, paging.size, paging.page * paging.size],
    types: ROW_TYPES,
  });
  return pageOf(found.rows, counted.rows[0]?.count ?? 0, paging);
}

export async function readImport(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  importId: string,
): Promise<DatasetImport | undefined> {
  const found = await db.query<DatasetImport>({
    text: `SELECT ${IMPORT} ${IMPORTS} AND i.id = $3`,
    values: [organisationId, projectId, importId],
    types: ROW_TYPES,
  });
  return found.rows[0];
}

export type Request = { title: string; idColumn: string; titleColumn: string };
/** An import as its job needs it. */
export type ImportJob = { projectId: string; datasetId: string; request: Request; key: string; createdBy: string };

/** The import, if it is queued or was interrupted. */
export async function readJob(
  db: PoolClient,
  organisationId: string,
  importId: string,
): Promise<ImportJob | undefined> {
  const found = await db.query<ImportJob>(
    `SELECT i.project_id AS "projectId", i.dataset_id AS "datasetId", i.request, b.key, i.created_by AS "createdBy"
     FROM dataset_import i JOIN blob b ON b.organisation_id = i.organisation_id AND b.id = i.blob_id
     WHERE i.organisation_id = $1 AND i.id = $2 AND i.state IN ('waiting', 'running') FOR UPDATE OF i`,
    [organisationId, importId],
  );
  return found.rows[0];
}

export type Outcome = {
  state: 'running' | 'done' | 'failed';
  rows?: number;
  problem?: FileProblem;
  badRows?: DatasetImport['badRows'];
  badCount?: number;
};

export async function setImport(
  db: PoolClient,
  organisationId: string,
  importId: string,
  { state, rows = 0, problem, badRows = [], badCount = 0 }: Outcome,
): Promise<void> {
  await db.query(
    `UPDATE dataset_import SET state = $3, rows = $4, problem = $5, bad_rows = $6, bad_count = $7
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, importId, state, rows, problem ?? null, JSON.stringify(badRows), badCount],
  );
}
