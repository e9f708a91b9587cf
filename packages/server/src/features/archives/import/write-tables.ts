// BCF topics, datasets and reports of an archive, which are not synchronised.
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import { type Renew, withNewIds } from '../../../platform/renew-ids.ts';
import type { Services } from '../../../platform/services.ts';
import { WRITTEN, type WrittenRecord, writeSearchText } from '../../datasets/search-text.ts';
import type { ImportedFiles } from './files.ts';
import { otherRowsOf } from './read-archive.ts';
import type { ArchiveSource } from './readers/archive-source.ts';
import { writeTopicRows } from './write-topics.ts';

const BATCH = 1_000;

export type Writing = {
  services: Services;
  importer: { organisationId: string; userId: string };
  archive: ArchiveSource;
  mapping: { projectId: string };
  files: ImportedFiles;
  renew: Renew;
  projectId: string;
  signal: AbortSignal;
  note: (written: number, skipped?: number) => void;
};

const DATASETS = `
  INSERT INTO dataset (organisation_id, id, project_id, title, columns, id_column, title_column, records, active,
    created_by, created_at, changed_at)
  SELECT $1, n.id, $2, n.title, n.columns, n."idColumn", n."titleColumn", 0, n.active, n."createdBy", n."createdAt",
    n."createdAt"
  FROM jsonb_to_recordset($3::jsonb) AS n (id uuid, title text, columns jsonb, "idColumn" text, "titleColumn" text,
    active boolean, "createdBy" uuid, "createdAt" timestamptz) ON CONFLICT DO NOTHING`;

const RECORDS = `
  WITH written AS (
    INSERT INTO dataset_record (organisation_id, dataset_id, project_id, id, key, title, record, row_number, active)
    SELECT $1, n."datasetId", $2, n.id, n.key, n.title, n.record, n."rowNumber", n.active
    FROM jsonb_to_recordset($3::jsonb) AS n (id uuid, "datasetId" uuid, key text, title text, record jsonb,
      "rowNumber" integer, active boolean) ON CONFLICT DO NOTHING
    RETURNING dataset_id, active, ${WRITTEN}
  ), counted AS (
    UPDATE dataset d SET records = d.records + n.records
    FROM (SELECT dataset_id, count(*)::integer AS records FROM written WHERE active GROUP BY dataset_id) n
    WHERE d.organisation_id = $1 AND d.id = n.dataset_id)
  SELECT * FROM written WHERE active`;

const REPORTS = `
  INSERT INTO report (organisation_id, id, project_id, number, title, template_id, template_title, format, language,
    request, state, percent, blob_id, created_by, created_at)
  SELECT $1, n.id, $2, n.number, n.title, '', n."templateTitle", n.format, n.language,
    '{"pinIds": [], "taskIds": [], "attendees": [], "weather": null, "filter": null}', 'done', 100, n."blobId",
    n."createdBy", n."createdAt"
  FROM jsonb_to_recordset($3::jsonb) AS n (id uuid, number integer, title text, "templateTitle" text, format text,
    language text, "blobId" uuid, "createdBy" uuid, "createdAt" timestamptz) ON CONFLICT DO NOTHING`;

async function write({ services, importer, projectId }: Writing, sql: string, rows: readonly unknown[]): Promise<void> {
  if (rows.length === 0) return;
  const { organisationId } = importer;
  await tenantTransaction(services.pool, organisationId, async (db) => {
    const written = await db.query<WrittenRecord & { dataset_id: string }>(sql, [
      organisationId,
      projectId,
      JSON.stringify(rows),
    ]);
    // Only records are returned.
    for (const [datasetId, records] of Map.groupBy(written.rows, (row) => row.dataset_id))
      await writeSearchText(db, organisationId, datasetId, records);
  });
}

const PARTS = [
  ['dataset', DATASETS],
  ['record', RECORDS],
  ['report', REPORTS],
] as const;

export async function writeTables(writing: Writing): Promise<void> {
  await writeTopicRows(writing);
  const { archive, mapping, files, renew, note, signal } = writing;
  for (const [part, sql] of PARTS) {
    let batch: unknown[] = [];
    for await (const row of otherRowsOf(archive, mapping.projectId, part)) {
      signal.throwIfAborted();
      const blobId = (row as { blobId?: string | null }).blobId ?? null;
      if (blobId !== null && !(await files.store([blobId]))) note(0, 1);
      else batch.push(withNewIds(row, renew));
      if (batch.length < BATCH) continue;
      await write(writing, sql, batch);
      note(batch.length);
      batch = [];
    }
    await write(writing, sql, batch);
    note(batch.length);
  }
}
