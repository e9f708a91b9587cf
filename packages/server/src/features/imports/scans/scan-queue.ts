// Recognising text takes long, and nobody waits for a whole sheet of it: one scan at a time in the whole installation,
// and only while no import, model or report waits for a worker.
import { MAX_ATTEMPTS } from '@plumbline/core/features/imports/stages';
import { z } from 'zod';
import { follow } from '../../../platform/queue/follow.ts';
import type { Queryable } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';

const QUEUE = 'recognition';
/** The heavy jobs have the next lower priority, and recognition stops while any of them waits. */
const PRIORITY = 98;
const HEAVY_PRIORITY = 100;
const RETRY_DELAY_MS = 5_000;
/** A scan that has waited this long is read even if others wait: a busy installation would otherwise never read it. */
export const MAX_WAIT_MS = 3_600_000;
/** As for other jobs of imports. */
const ATTEMPTS = MAX_ATTEMPTS + 1;

/** Part of the payload of a job that recognises text. */
export const turn = z.strictObject({
  /** When it first gave way. */
  waitingSince: z.iso.datetime().optional(),
});
export type Turn = z.infer<typeof turn>;

type Scan = { task: string; key: string; payload: object };

const options = ({ task, key }: Scan) => ({
  ...{ key: `${task}:${key}`, queueName: QUEUE, priority: PRIORITY, maxAttempts: ATTEMPTS },
});

/** Enqueues a job that recognises text; a waiting one with the same key is replaced. */
export const enqueueScan = ({ queue }: Pick<Services, 'queue'>, db: Queryable, scan: Scan): Promise<void> =>
  queue.enqueue(db, scan.task, scan.payload, options(scan));

/** Enqueues the job of a scan that gave way once more. */
export async function enqueueLater(
  { queue, clock, pool }: Pick<Services, 'queue' | 'clock' | 'pool'>,
  scan: Scan,
  { waitingSince }: Turn,
): Promise<void> {
  const now = clock.now();
  const payload = { ...scan.payload, waitingSince: waitingSince ?? now.toISOString() };
  const runAt = new Date(now.getTime() + RETRY_DELAY_MS);
  await queue.enqueue(pool, scan.task, payload, { ...options(scan), runAt });
}

/** Runs `work` unless other jobs wait for a worker, and stops it when some do; after an hour it is no longer stopped. */
export async function runUnlessBusy<T>(
  services: Pick<Services, 'pool' | 'log' | 'clock'>,
  { waitingSince }: Turn,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'gaveWay'> {
  const isOverdue =
    waitingSince !== undefined && services.clock.now().getTime() - Date.parse(waitingSince) >= MAX_WAIT_MS;
  if (isOverdue) return work(signal);
  if (await heavyJobsWait(services)) return 'gaveWay';
  const following = follow({
    look: async () => !(await heavyJobsWait(services)),
    signal,
    failed: (error) => services.log.warn({ err: error }, 'the waiting jobs could not be read'),
  });
  try {
    return await work(following.signal);
  } catch (error) {
    if (following.cancelled()) return 'gaveWay';
    throw error;
  } finally {
    await following.end();
  }
}

/** Whether heavy jobs wait for a worker. */
async function heavyJobsWait({ pool }: Pick<Services, 'pool'>): Promise<boolean> {
  const found = await pool.query(
    `SELECT FROM graphile_worker._private_jobs WHERE is_available AND priority >= $1 AND run_at <= now() LIMIT 1`,
    [HEAVY_PRIORITY],
  );
  return (found.rowCount ?? 0) > 0;
}
