// Hourly clean-up of what was stored for choosing the pages of imports that have ended: pictures, words and recognised
// text. Each end removes them itself; this finds what a killed process or an earlier version left.
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { everyMs, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { IMPORTS_FOLDER, type ImportKey } from './state/key.ts';
import { clearPreviews } from './work.ts';

const HOUR_MS = 3_600_000;
/** Imports per query. */
const BATCH = 500;
const importKey = z.object({ organisationId: id, importId: id });

export const IMPORT_SWEEP: Schedule = { task: 'imports.sweep', next: everyMs(HOUR_MS), priority: 10 };

// The row of an import is written before its first file, so an import without a row has ended too.
const ENDED = `
  SELECT k."organisationId", k."importId" FROM unnest($1::uuid[], $2::uuid[]) AS k ("organisationId", "importId")
  WHERE NOT EXISTS (SELECT FROM plan_import i WHERE i.organisation_id = k."organisationId" AND i.id = k."importId"
    AND i.state NOT IN ('aligning', 'finished', 'canceled'))`;

/** The imports that have stored files, each once. */
async function importsWithFiles(services: Services, signal?: AbortSignal): Promise<ImportKey[]> {
  const found = new Map<string, ImportKey>();
  for await (const { key } of services.files.list(IMPORTS_FOLDER)) {
    signal?.throwIfAborted();
    const [organisationId, importId] = key.slice(IMPORTS_FOLDER.length).split('/');
    const one = importKey.safeParse({ organisationId, importId });
    if (one.success) found.set(one.data.importId, one.data);
  }
  return [...found.values()];
}

export async function sweepPreviews(services: Services, signal?: AbortSignal): Promise<void> {
  const all = await importsWithFiles(services, signal);
  for (let from = 0; from < all.length; from += BATCH) {
    const some = all.slice(from, from + BATCH);
    const ended = await systemTransaction(services.pool, (db) =>
      db.query<ImportKey>(ENDED, [some.map((one) => one.organisationId), some.map((one) => one.importId)]),
    );
    for (const key of ended.rows) {
      signal?.throwIfAborted();
      await clearPreviews(services, key);
    }
  }
}
