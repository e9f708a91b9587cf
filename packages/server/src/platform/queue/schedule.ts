// Jobs that come again and again: each puts the next one in before it does its own work. Whatever gets lost of them all the same is put in
// again by the workers, who look for that now and then.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Clock } from '../clock/clock.ts';
import type { Queue, Task, Tasks } from './queue.ts';

export type Schedule = {
  /** The name of the task; of its jobs there is one that waits. */
  task: string;
  next(now: Date): Date;
  priority?: number;
};

type Needed = { pool: Pool; queue: Queue; clock: Clock };

export const everyMs =
  (ms: number) =>
  (now: Date): Date =>
    new Date(now.getTime() + ms);

/** Puts the next one in; there is one, however many processes ask for it. */
export async function plan({ pool, queue, clock }: Needed, { task, next, priority }: Schedule): Promise<void> {
  const options = { key: task, runAt: next(clock.now()), maxAttempts: 3, ...(priority !== undefined && { priority }) };
  await queue.enqueue(pool, task, {}, options);
}

/** The task of a schedule: each of its jobs puts the next one in before the work, which may fail. */
export const repeating = (
  parts: Needed,
  schedule: Schedule,
  work: (...asked: Parameters<Task>) => Promise<unknown>,
): Tasks => ({
  async [schedule.task](payload, context) {
    await plan(parts, schedule);
    await work(payload, context);
  },
});

/** Puts in those that nothing waits for: theirs has failed for good, or comes too late since the clock was set back. */
export async function planMissing(parts: Needed, schedules: readonly Schedule[]): Promise<void> {
  const found = await parts.pool.query<{ key: string; runAt: Date }>(
    'SELECT key, run_at AS "runAt" FROM graphile_worker._private_jobs WHERE key = ANY ($1) AND attempts < max_attempts',
    [schedules.map(({ task }) => task)],
  );
  const now = parts.clock.now();
  for (const schedule of schedules) {
    const planned = found.rows.find(({ key }) => key === schedule.task);
    // A job that has failed is tried again a little later than it was due.
    if (!planned || planned.runAt.getTime() > schedule.next(now).getTime() + LATE_MS) await plan(parts, schedule);
  }
}

const LATE_MS = 60_000;
const LOOK_MS = 60_000;

/** Looks at once, and every minute; returns what ends it. */
export function keepPlanned(
  parts: Needed & { log: { warn(details: object, message: string): void } },
  schedules: readonly Schedule[],
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async () => {
    while (!signal.aborted) {
      await planMissing(parts, schedules).catch((error: unknown) =>
        parts.log.warn({ err: error }, 'what comes again and again could not be planned'),
      );
      await wait(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const keeping = keep();
  return async () => {
    stopping.abort();
    await keeping;
  };
}
