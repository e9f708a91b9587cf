// Removes files that were completed a day ago and that nothing references: photos whose edit never came, abandoned
// plans. An edit that references one later loses nothing: its device keeps the bytes while the edit is pending, and is
// asked to send them again.
import type { PoolClient } from 'pg';
import { lockFile, lockReferences, mayRemoveFiles, REMOVAL_DELAY_MS } from '../../db/file-locks.ts';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { deleteBlob } from './blob-rows.ts';

/** How long a finished file may stay unreferenced. */
export const UNNAMED_MS = 24 * 3_600_000;
const REMOVE = 'uploads.remove';
/** Files per query. */
const BATCH = 500;

/** Everything that references an uploaded file. Files created by the server have no upload and are not considered. */
export const NAMED_IN = [
  ['blob_reference', 'blob_id'],
  ['plan_import', 'blob_id'],
  ['model', 'original_blob_id'],
  ['model', 'pack_blob_id'],
  ['report_template', 'blob_id'],
  ['project_template_file', 'blob_id'],
  ['report', 'blob_id'],
  ['dataset_import', 'blob_id'],
  ['people_import', 'blob_id'],
  ['migration', 'blob_id'],
  ['pin_import', 'blob_id'],
  ['pin_import', 'photos_blob_id'],
] as const;

const NAMED = NAMED_IN.map(
  ([table, column]) =>
    `EXISTS (SELECT FROM ${table} n WHERE n.organisation_id = u.organisation_id AND n.${column} = u.id)`,
).join(' OR ');

const WAITED = `u.created_at < $1 AND NOT u.referenced
  AND EXISTS (SELECT FROM blob b WHERE b.organisation_id = u.organisation_id AND b.id = u.id AND b.created_at < $1)`;

type Unnamed = { organisationId: string; id: string };

/** Marks those old enough that are referenced, and returns the others. */
async function findUnnamed(services: Services): Promise<Unnamed[]> {
  const until = new Date(services.clock.now().getTime() - UNNAMED_MS);
  return systemTransaction(services.pool, async (db) => {
    await db.query(`UPDATE upload u SET referenced = true WHERE ${WAITED} AND (${NAMED})`, [until]);
    const found = await db.query<Unnamed>(
      `SELECT u.organisation_id AS "organisationId", u.id FROM upload u WHERE ${WAITED} ORDER BY u.created_at LIMIT ${BATCH}`,
      [until],
    );
    return found.rows;
  });
}

async function forget(services: Services, db: PoolClient, { organisationId, id }: Unnamed): Promise<boolean> {
  // An edit that references it from now on finds it gone; an earlier one is seen by the following query.
  await lockReferences(db, organisationId, 'exclusive');
  const named = await db.query(`SELECT FROM upload u WHERE u.organisation_id = $1 AND u.id = $2 AND (${NAMED})`, [
    organisationId,
    id,
  ]);
  if (named.rowCount !== 0) return false;
  await db.query('DELETE FROM upload WHERE organisation_id = $1 AND id = $2', [organisationId, id]);
  return removeFile(services, db, { organisationId, id });
}

/** Removes a file that nothing references any more; a job removes its bytes. False if there is none. */
export async function removeFile(services: Services, db: PoolClient, { organisationId, id }: Unnamed) {
  const key = await deleteBlob(db, organisationId, id);
  if (key === undefined) return false;
  await services.queue.enqueue(db, REMOVE, { organisationId, key }, { key });
  return true;
}

const FOREIGN_KEY = '23503';
const isNowReferenced = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === FOREIGN_KEY;

/** Returns how many files were removed. */
export async function sweepUnreferenced(services: Services, signal?: AbortSignal): Promise<number> {
  for (let gone = 0; ; ) {
    const found = await findUnnamed(services);
    let here = 0;
    for (const one of found) {
      signal?.throwIfAborted();
      const done = await tenantTransaction(services.pool, one.organisationId, (db) => forget(services, db, one)).catch(
        (error: unknown) => {
          if (isNowReferenced(error)) return false;
          throw error;
        },
      );
      if (done) here += 1;
    }
    gone += here;
    if (found.length < BATCH || here === 0) return gone;
  }
}

/**
 * Removes the bytes under a key, and the smaller images derived from them, if no blob of the organisation uses them any
 * more.
 */
export async function removeBytes(
  services: Services,
  { organisationId, key }: { organisationId: string; key: string },
) {
  await tenantTransaction(services.pool, organisationId, async (db) => {
    await lockFile(db, key);
    const used = await db.query('SELECT FROM blob WHERE organisation_id = $1 AND key = $2 LIMIT 1', [
      organisationId,
      key,
    ]);
    if (used.rowCount !== 0) return;
    if (!(await mayRemoveFiles(db))) {
      const runAt = new Date(services.clock.now().getTime() + REMOVAL_DELAY_MS);
      await services.queue.enqueue(db, REMOVE, { organisationId, key }, { key, runAt });
      return;
    }
    await services.files.remove(key);
    const sha256 = key.slice(key.lastIndexOf('/') + 1);
    for await (const entry of services.files.list(`sizes/${organisationId}/${sha256}/`))
      await services.files.remove(entry.key);
  });
}

export const unnamedTasks = (services: Services) => ({
  [REMOVE]: (payload: unknown) => removeBytes(services, payload as { organisationId: string; key: string }),
});
