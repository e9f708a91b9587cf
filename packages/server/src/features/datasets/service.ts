// Dataset operations: preview a file, import it, rename, set inactive, export.
import type {
  Dataset,
  DatasetImport,
  FileProblem,
  importDataset,
  updateDataset,
} from '@plumbline/core/features/datasets/contract';
import { readHead } from '@plumbline/core/features/datasets/table';
import { DEFAULT_UPLOAD_LIMITS } from '@plumbline/core/features/uploads/limits';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { tenantSnapshot, tenantTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Cell } from '../../office/table-cells.ts';
import type { Services } from '../../platform/services.ts';
import { encodingOf } from './reading/decode.ts';
import { isWorkbook, readList } from './reading/read-table.ts';
import { TableProblem } from './reading/table-problem.ts';
import { readDataset, readImport, recordsFrom } from './store.ts';

export const IMPORT_DATASET = 'dataset.import';
/** Internal failures are retried; a bad file is not. */
export const MAX_ATTEMPTS = 3;

export type DatasetContext = { session: Session; projectId: string };
export const projectKeyOf = ({ session, projectId }: DatasetContext): ProjectKey => ({
  organisationId: session.organisationId,
  projectId,
});

type Uploader = { organisationId: string; userId: string };

/** The file, if this person uploaded it and it has at most `limit` bytes. */
export async function uploadedFile(
  db: PoolClient,
  by: Uploader,
  blobId: string,
  limit: number = DEFAULT_UPLOAD_LIMITS.dataset,
): Promise<{ key: string; name: string }> {
  const found = await db.query<{ key: string; name: string; size: number }>(
    'SELECT key, name, size::float8 AS size FROM blob WHERE organisation_id = $1 AND id = $2 AND created_by = $3',
    [by.organisationId, blobId, by.userId],
  );
  const file = found.rows[0];
  if (!file) throw new AppError('blob_missing');
  if (file.size > limit) throw new AppError('too_large', { params: { limit } });
  return file;
}

/** The list as rows; text that is not UTF-8 is decoded with the code page of the project's language. */
export function readListOf(bytes: Buffer, language: string): ReturnType<typeof readList> {
  return readList(bytes, { encoding: isWorkbook(bytes) ? undefined : encodingOf(bytes, language) });
}

export async function languageOf(db: PoolClient, { organisationId, projectId }: ProjectKey): Promise<string> {
  const found = await db.query<{ language: string }>(
    'SELECT language FROM project WHERE organisation_id = $1 AND id = $2',
    [organisationId, projectId],
  );
  return found.rows[0]?.language ?? 'en';
}

export async function fileBytes(services: Pick<Services, 'files'>, key: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await services.files.open(key)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Rows shown in the preview before an import. */
const PREVIEW = 20;

type Preview = { columns: string[]; rows: string[][]; problem: FileProblem | null };

export async function preview(services: Services, where: DatasetContext, blobId: string): Promise<Preview> {
  const { file, language } = await tenantSnapshot(services.pool, where.session.organisationId, async (db) => ({
    file: await uploadedFile(db, where.session, blobId),
    language: await languageOf(db, projectKeyOf(where)),
  }));
  const lines: string[][] = [];
  try {
    for await (const { cells } of readListOf(await fileBytes(services, file.key), language)) {
      lines.push(cells);
      if (lines.length > PREVIEW) break;
    }
  } catch (error) {
    if (error instanceof TableProblem) return { columns: [], rows: [], problem: error.problem };
    throw error;
  }
  const { columns, problem } = readHead(lines[0]);
  const rows = lines.slice(1).map((cells) => columns.map((_, at) => (cells[at] ?? '').slice(0, 200)));
  return { columns, rows, problem: problem ?? (rows.length === 0 ? 'no_rows' : null) };
}

async function requireTitle(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  datasetId: string,
  title: string,
) {
  const taken = await db.query(
    'SELECT FROM dataset WHERE organisation_id = $1 AND project_id = $2 AND id <> $3 AND lower(title) = lower($4)',
    [organisationId, projectId, datasetId, title],
  );
  if (taken.rowCount) refuseFields({ path: 'title', outcome: 'ALREADY_IN_USE' });
}

export type Importer = ProjectKey & { userId: string };
export type WantedImport = RequestOf<typeof importDataset>['body'];

/** Records the import and enqueues its job in one transaction. Repeating the same id returns the existing import. */
export async function beginImport(
  services: Pick<Services, 'queue' | 'clock'>,
  db: PoolClient,
  by: Importer,
  { id, datasetId, blobId, title, idColumn, titleColumn }: WantedImport,
): Promise<DatasetImport> {
  const { organisationId, projectId, userId } = by;
  await uploadedFile(db, by, blobId);
  await requireTitle(db, by, datasetId, title);
  const foreign = await db.query('SELECT FROM dataset WHERE organisation_id = $1 AND id = $2 AND project_id <> $3', [
    organisationId,
    datasetId,
    projectId,
  ]);
  if (foreign.rowCount) throw new AppError('not_found');
  const request = JSON.stringify({ title, idColumn, titleColumn });
  const created = await db.query(
    `INSERT INTO dataset_import (organisation_id, id, project_id, dataset_id, blob_id, request, state, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8) ON CONFLICT DO NOTHING`,
    [organisationId, id, projectId, datasetId, blobId, request, userId, services.clock.now()],
  );
  if (created.rowCount === 1) {
    const payload = { organisationId, importId: id };
    const options = { key: `${IMPORT_DATASET}:${id}`, maxAttempts: MAX_ATTEMPTS * 2 };
    await services.queue.enqueue(db, IMPORT_DATASET, payload, options);
  }
  const known = await readImport(db, by, id);
  if (!known) throw new AppError('already_exists');
  return known;
}

export function startImport(
  services: Services,
  where: DatasetContext,
  requested: WantedImport,
): Promise<DatasetImport> {
  const by = { ...projectKeyOf(where), userId: where.session.userId };
  return tenantTransaction(services.pool, by.organisationId, (db) => beginImport(services, db, by, requested));
}

export async function dataset(services: Services, where: DatasetContext, datasetId: string): Promise<Dataset> {
  const found = await tenantSnapshot(services.pool, where.session.organisationId, (db) =>
    readDataset(db, projectKeyOf(where), datasetId),
  );
  if (!found) throw new AppError('not_found');
  return found;
}

export async function change(
  services: Services,
  where: DatasetContext,
  datasetId: string,
  { title, active }: RequestOf<typeof updateDataset>['body'],
): Promise<Dataset> {
  const projectKey = projectKeyOf(where);
  return tenantTransaction(services.pool, projectKey.organisationId, async (db) => {
    const known = await readDataset(db, projectKey, datasetId);
    if (!known) throw new AppError('not_found');
    if (title !== undefined) await requireTitle(db, projectKey, datasetId, title);
    await db.query(
      `UPDATE dataset SET title = $4, active = $5, changed_at = $6
       WHERE organisation_id = $1 AND project_id = $2 AND id = $3`,
      [
        projectKey.organisationId,
        projectKey.projectId,
        datasetId,
        title ?? known.title,
        active ?? known.active,
        services.clock.now(),
      ],
    );
    return (await readDataset(db, projectKey, datasetId)) ?? known;
  });
}

const BATCH = 2_000;

async function* rowsOf(services: Services, projectKey: ProjectKey, known: Dataset): AsyncGenerator<readonly string[]> {
  yield known.columns;
  let after = 0;
  for (;;) {
    const from = after;
    const rows = await tenantSnapshot(services.pool, projectKey.organisationId, (db) =>
      recordsFrom(db, projectKey, known.id, from, BATCH),
    );
    for (const { values } of rows) yield values;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.place;
  }
}

/** A value is written as a number only if it reads back as the same text: 007 stays text. */
const asCell = (text: string): Cell =>
  /^-?\d{1,15}(?:\.\d{1,9})?$/u.test(text) && String(Number(text)) === text ? Number(text) : text;

/** All records, preceded by the column heads. */
export async function* exported(
  services: Services,
  where: DatasetContext,
  known: Dataset,
): AsyncGenerator<readonly Cell[]> {
  for await (const row of rowsOf(services, projectKeyOf(where), known)) yield row.map(asCell);
}
