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

const CONTINUING = `
  SELECT id FROM plan_import WHERE organisation_id = ANY ($1::uuid[]) AND id = ANY ($2::uuid[])
    AND state NOT IN ('aligning', 'finished', 'canceled')`;

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
    const organisations = [...new Set(some.map((one) => one.organisationId))];
    const found = await systemTransaction(services.pool, (db) =>
      db.query<{ id: string }>(CONTINUING, [organisations, some.map((one) => one.importId)]),
    );
    // The row of an import is written before its first file, so an import without a row has ended too.
    const continuing = new Set(found.rows.map((row) => row.id));
    for (const key of some) {
      if (continuing.has(key.importId)) continue;
      signal?.throwIfAborted();
      await clearPreviews(services, key);
    }
  }
}
