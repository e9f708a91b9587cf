// Loads the datasets of a site through the import that users' files go through.
import type { LinkedRecord } from '@plumbline/core/site/rows/pins';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { datasetTasks } from '../datasets/jobs.ts';
import { beginImport, IMPORT_DATASET } from '../datasets/service.ts';
import { storeFile } from '../uploads/store-file.ts';
import { actorOf, datasetId, demoId, projectIdOf } from './ids.ts';
import { type Loading, servicesAt } from './loading.ts';
import { packFile } from './pack.ts';

/** The records pins are linked to, by dataset key and record key. */
export type Records = ReadonlyMap<string, ReadonlyMap<string, LinkedRecord>>;

const IMPORTED = { daysAgo: 90, minutes: 0 };

async function recordsOf({ pool }: Pick<Services, 'pool'>, id: string): Promise<ReadonlyMap<string, LinkedRecord>> {
  const found = await systemTransaction(pool, (db) =>
    db.query<{ id: string; key: string; title: string }>(
      'SELECT id, key, title FROM dataset_record WHERE dataset_id = $1 AND active',
      [id],
    ),
  );
  return new Map(found.rows.map(({ id: recordId, key, title }) => [key, { datasetId: id, recordId, key, title }]));
}

export async function loadDatasets(loading: Loading): Promise<Records> {
  const services = servicesAt(loading, IMPORTED);
  const owner = actorOf(loading.site.project.owner);
  const records = new Map<string, ReadonlyMap<string, LinkedRecord>>();
  for (const { key, file, title, idColumn, titleColumn } of loading.site.datasets) {
    const [id, blobId] = [demoId(`import of ${key}`), demoId(`blob of ${key}`)];
    await storeFile(services, owner, { id: blobId, path: packFile(file), mime: 'text/csv', name: `${title}.csv` });
    const requested = { id, datasetId: datasetId(key), blobId, title, idColumn, titleColumn };
    await tenantTransaction(services.pool, owner.organisationId, (db) =>
      beginImport(services, db, { ...owner, projectId: projectIdOf(loading.site) }, requested),
    );
    // Run here because the pins need the records; the worker's own run finds nothing left to do.
    const run = datasetTasks(services)[IMPORT_DATASET];
    const payload = { organisationId: owner.organisationId, importId: id };
    await run?.(payload, { id, attempt: 1, maxAttempts: 1, signal: loading.signal });
    records.set(key, await recordsOf(services, datasetId(key)));
  }
  return records;
}
