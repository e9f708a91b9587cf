// Hourly clean-up of uploads not finished in time and finished ones that nothing references, which would fill the disk.
// Also removes what a killed process left unfinished.
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { clearScratch } from './scratch.ts';
import { discardUpload } from './store.ts';
import { sweepUnreferenced, unnamedTasks } from './unnamed.ts';

const SWEEP = 'uploads.sweep';
const HOUR = 3_600_000;
/** Uploads per query. */
const BATCH = 500;

export const UPLOAD_SWEEP: Schedule = { task: SWEEP, next: everyMs(HOUR), priority: 10 };

// Skips an upload into which a chunk is streaming: the next sweep removes it.
const EXPIRED = `
  SELECT u.organisation_id AS "organisationId", u.id, u.user_id AS "userId" FROM upload u
  WHERE u.expires_at < $1 AND (u.leased_until IS NULL OR u.leased_until < $1)
    AND NOT EXISTS (SELECT FROM blob b WHERE b.organisation_id = u.organisation_id AND b.id = u.id)
  ORDER BY u.expires_at LIMIT ${BATCH}`;

/**
 * Returns how many were removed. Finished uploads are kept: a device that was offline for weeks can still learn that
 * its file arrived.
 */
async function sweepUploads(services: Services, signal?: AbortSignal): Promise<number> {
  for (let gone = 0; ; ) {
    const found = await systemTransaction(services.pool, (db) =>
      db.query<{ organisationId: string; id: string; userId: string }>(EXPIRED, [services.clock.now()]),
    );
    for (const { id, ...owner } of found.rows) {
      signal?.throwIfAborted();
      await discardUpload(services, owner, { id });
      gone += 1;
    }
    if (found.rows.length < BATCH) return gone;
  }
}

export const uploadTasks = (services: Services): Tasks => ({
  ...repeating(services, UPLOAD_SWEEP, async (_payload, { signal }) => {
    await sweepUploads(services, signal);
    await sweepUnreferenced(services, signal);
    await clearScratch(services);
    await services.files.clearUnfinished?.();
  }),
  ...unnamedTasks(services),
});
