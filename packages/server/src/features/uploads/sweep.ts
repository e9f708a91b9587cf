// Takes away, every hour, uploads nobody has finished in their time and finished ones nothing names: they would fill the disk.
// With them what a program that was killed has left half done.
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Parts } from '../../platform/services.ts';
import { clearScratch } from './scratch.ts';
import { discardUpload } from './store.ts';
import { sweepUnnamed, unnamedTasks } from './unnamed.ts';

const SWEEP = 'uploads.sweep';
const HOUR = 3_600_000;
/** Uploads of one look. */
const BATCH = 500;

export const UPLOAD_SWEEP: Schedule = { task: SWEEP, next: everyMs(HOUR), priority: 10 };

// Not one into which a chunk is just streaming: it ends with the next sweep.
const EXPIRED = `
  SELECT u.organisation_id AS "organisationId", u.id, u.user_id AS "userId" FROM upload u
  WHERE u.expires_at < $1 AND (u.leased_until IS NULL OR u.leased_until < $1)
    AND NOT EXISTS (SELECT FROM blob b WHERE b.organisation_id = u.organisation_id AND b.id = u.id)
  ORDER BY u.expires_at LIMIT ${BATCH}`;

/** Returns how many were taken away. Finished ones stay here: a device that slept for weeks still learns that its file is there. */
async function sweepUploads(parts: Parts, signal?: AbortSignal): Promise<number> {
  for (let gone = 0; ; ) {
    const found = await systemTransaction(parts.pool, (db) =>
      db.query<{ organisationId: string; id: string; userId: string }>(EXPIRED, [parts.clock.now()]),
    );
    for (const { id, ...owner } of found.rows) {
      signal?.throwIfAborted();
      await discardUpload(parts, owner, { id });
      gone += 1;
    }
    if (found.rows.length < BATCH) return gone;
  }
}

export const uploadTasks = (parts: Parts): Tasks => ({
  ...repeating(parts, UPLOAD_SWEEP, async (_payload, { signal }) => {
    await sweepUploads(parts, signal);
    await sweepUnnamed(parts, signal);
    await clearScratch(parts);
    await parts.files.clearUnfinished?.();
  }),
  ...unnamedTasks(parts),
});
