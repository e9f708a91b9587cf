// Recognising text takes long, and nobody waits for a whole sheet of it: one scan at a time in the whole installation,
// and only while no import, model or report waits for a worker.
import { MAX_ATTEMPTS } from '@plumbline/core/features/imports/stages';
import { follow } from '../../../platform/queue/follow.ts';
import type { Queryable } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';

const QUEUE = 'recognition';
/** The heavy jobs have the next lower priority, and recognition stops while any of them waits. */
const PRIORITY = 98;
const HEAVY_PRIORITY = 100;
const GIVE_WAY_MS = 5_000;
/** As for other jobs of imports. */
const ATTEMPTS = MAX_ATTEMPTS + 1;

/** Enqueues a job that recognises text; a waiting one with the same key is replaced. */
export async function enqueueScan(
  { queue, clock }: Pick<Services, 'queue' | 'clock'>,
  db: Queryable,
  task: string,
  payload: object,
  { key, later = false }: { key: string; later?: boolean },
): Promise<void> {
  const runAt = later ? { runAt: new Date(clock.now().getTime() + GIVE_WAY_MS) } : {};
  await queue.enqueue(db, task, payload, {
    ...{ key: `${task}:${key}`, queueName: QUEUE, priority: PRIORITY, maxAttempts: ATTEMPTS },
    ...runAt,
  });
}

/** Runs `work` unless other jobs wait for a worker, and stops it when some do. */
export async function givingWay<T>(
  services: Pick<Services, 'pool' | 'log'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'gaveWay'> {
  if (await othersWait(services)) return 'gaveWay';
  const following = follow({
    look: async () => !(await othersWait(services)),
    signal,
    failed: (error) => services.log.warn({ err: error }, 'the jobs that wait could not be read'),
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
async function othersWait({ pool }: Pick<Services, 'pool'>): Promise<boolean> {
  const found = await pool.query(
    `SELECT FROM graphile_worker._private_jobs WHERE is_available AND priority >= $1 AND run_at <= now() LIMIT 1`,
    [HEAVY_PRIORITY],
  );
  return (found.rowCount ?? 0) > 0;
}
