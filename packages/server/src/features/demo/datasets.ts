// The datasets of the demo: brought as files and taken in by the code that takes in everybody's.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LinkedRecord } from '@plumbline/core/site/rows/pins';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import type { Parts } from '../../platform/services.ts';
import { datasetTasks } from '../datasets/jobs.ts';
import { beginImport, IMPORT_DATASET } from '../datasets/service.ts';
import { keepFile } from '../uploads/keep-file.ts';
import { demoId } from './ids.ts';
import { SCHEDULES } from './schedules.ts';

type Owner = { organisationId: string; userId: string };

/** The records of the room book by the number of the room, to be linked to pins. May be repeated. */
export async function makeDatasets(
  parts: Parts,
  owner: Owner,
  projectId: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<ReadonlyMap<string, LinkedRecord>> {
  for (const [key, make] of Object.entries(SCHEDULES)) {
    const { name, csv, title, idColumn, titleColumn } = make();
    const path = join(folder, name);
    await writeFile(path, csv);
    const [blobId, importId, datasetId] = ['blob', 'import', 'dataset'].map((kind) => demoId(`${kind} of ${key}`));
    if (!blobId || !importId || !datasetId) throw new TypeError('a dataset without its ids');
    await keepFile(parts, owner, { id: blobId, path, mime: 'text/csv', name });
    const wanted = { id: importId, datasetId, blobId, title, idColumn, titleColumn };
    await tenantTransaction(parts.pool, owner.organisationId, (db) =>
      beginImport(parts, db, { ...owner, projectId }, wanted),
    );
    // At once, for the pins name its records; the worker then finds it done.
    const run = datasetTasks(parts)[IMPORT_DATASET];
    const payload = { organisationId: owner.organisationId, importId };
    await run?.(payload, { id: importId, attempt: 1, maxAttempts: 1, signal });
  }
  return roomRecords(parts, demoId('dataset of rooms'));
}

async function roomRecords({ pool }: Pick<Parts, 'pool'>, datasetId: string) {
  const found = await systemTransaction(pool, (db) =>
    db.query<{ id: string; key: string; title: string }>(
      'SELECT id, key, title FROM dataset_record WHERE dataset_id = $1 AND active',
      [datasetId],
    ),
  );
  return new Map(found.rows.map(({ id, key, title }) => [key, { datasetId, recordId: id, key, title }]));
}
