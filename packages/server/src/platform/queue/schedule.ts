// Recurring jobs: each enqueues the next one before it does its own work. The workers check periodically for missing
// ones and enqueue them again.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Clock } from '../clock/clock.ts';
import type { Queue, Task, Tasks } from './queue.ts';

export type Schedule = {
  /** The name of the task; at most one of its jobs waits at a time. */
  task: string;
  next(now: Date): Date;
  priority?: number;
};

type Deps = { pool: Pool; queue: Queue; clock: Clock };

export const everyMs =
  (ms: number) =>
  (now: Date): Date =>
    new Date(now.getTime() + ms);

/** Enqueues the next job; there is only one, however many processes enqueue it. */
export async function plan({ pool, queue, clock }: Deps, { task, next, priority }: Schedule): Promise<void> {
  const options = { key: task, runAt: next(clock.now()), maxAttempts: 3, ...(priority !== undefined && { priority }) };
  await queue.enqueue(pool, task, {}, options);
}

/** The task of a schedule: each job enqueues the next one before its work, which may fail. */
export const repeating = (
  services: Deps,
  schedule: Schedule,
  work: (...requested: Parameters<Task>) => Promise<unknown>,
): Tasks => ({
  async [schedule.task](payload, context) {
    await plan(services, schedule);
    await work(payload, context);
  },
});

/** Enqueues the missing ones: their job has failed for good, or is due too late because the clock was set back. */
export async function planMissing(services: Deps, schedules: readonly Schedule[]): Promise<void> {
  const found = await services.pool.query<{ key: string; runAt: Date }>(
    'SELECT key, run_at AS "runAt" FROM graphile_worker._private_jobs WHERE key = ANY ($1) AND attempts < max_attempts',
    [schedules.map(({ task }) => task)],
  );
  const now = services.clock.now();
  for (const schedule of schedules) {
    const planned = found.rows.find(({ key }) => key === schedule.task);
    // A failed job is retried a little later than it was due.
    if (!planned || planned.runAt.getTime() > schedule.next(now).getTime() + LATE_AFTER_MS)
      await plan(services, schedule);
  }
}

const LATE_AFTER_MS = 60_000;
const POLL_INTERVAL_MS = 60_000;

/** Checks immediately and then every minute; returns the function that stops it. */
export function startScheduleCheck(
  services: Deps & { log: { warn(details: object, message: string): void } },
  schedules: readonly Schedule[],
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const planRepeatedly = async () => {
    while (!signal.aborted) {
      await planMissing(services, schedules).catch((error: unknown) =>
        services.log.warn({ err: error }, 'recurring jobs could not be scheduled'),
      );
      await wait(POLL_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = planRepeatedly();
  return async () => {
    stopping.abort();
    await running;
  };
}
