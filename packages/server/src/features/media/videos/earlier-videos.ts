// Converts videos that were uploaded before a transcoder was installed.
import { systemTransaction, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Tasks } from '../../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../../platform/queue/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { enqueueVideo } from '../../uploads/store.ts';

const HOUR_MS = 3_600_000;
/** Videos per query. */
const BATCH = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

export const EARLIER_VIDEOS: Schedule = { task: 'media.earlierVideos', next: everyMs(HOUR_MS), priority: 10 };

const UNCHECKED = `
  SELECT b.organisation_id AS "organisationId", b.id AS "blobId" FROM blob b
  WHERE b.mime LIKE 'video/%' AND (b.organisation_id, b.id) > ($1, $2) AND NOT EXISTS (SELECT FROM checked_video c
    WHERE c.organisation_id = b.organisation_id AND c.blob_id = b.id)
  ORDER BY b.organisation_id, b.id LIMIT ${BATCH}`;

/** Enqueues a job for each; a job that waits already is not enqueued twice. */
export async function enqueueEarlierVideos(services: Services, signal: AbortSignal): Promise<void> {
  if (!(await services.transcoder.available())) return;
  let last = { organisationId: FIRST, blobId: FIRST };
  for (;;) {
    const { rows } = await systemTransaction(services.pool, (db) =>
      db.query<typeof last>(UNCHECKED, [last.organisationId, last.blobId]),
    );
    for (const video of rows) {
      signal.throwIfAborted();
      await tenantTransaction(services.pool, video.organisationId, (db) => enqueueVideo(services, db, video));
      last = video;
    }
    if (rows.length < BATCH) return;
  }
}

export const earlierVideoTasks = (services: Services): Tasks =>
  repeating(services, EARLIER_VIDEOS, (_payload, { signal }) => enqueueEarlierVideos(services, signal));
