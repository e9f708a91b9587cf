// Jobs in PostgreSQL: enqueued in the transaction that causes them, run by workers that may crash at any time.
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import { Logger, makeWorkerUtils, type Runner, run, type TaskList, type WorkerPool } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import { isConnectionLost } from '../is-connection-lost.ts';
import { inSpan } from '../tracing/spans.ts';
import type { Queue, Tasks } from './queue.ts';
import { reconnectingPool } from './reconnecting-pool.ts';

export const postgresQueue: Queue = {
  async enqueue(db, task, payload, options = {}) {
    await db.query('SELECT enqueue_job($1, $2::json, $3, $4, $5, $6, $7)', [
      task,
      JSON.stringify(payload),
      options.queueName ?? null,
      options.runAt ?? null,
      options.maxAttempts ?? null,
      options.key ?? null,
      options.priority ?? null,
    ]);
  },
  async enqueueFair(db, task, payload, { owner, key, maxAttempts }) {
    await db.query('SELECT enqueue_fair($1, $2, $3::json, $4, $5)', [
      owner,
      task,
      JSON.stringify(payload),
      maxAttempts ?? null,
      key ?? null,
    ]);
  },
  async interleaveImports(db, task, organisationId) {
    await db.query('SELECT interleave_imports($1, $2)', [task, organisationId]);
  },
  async hurry(db, key) {
    await db.query('SELECT hurry_job($1)', [key]);
  },
  async enqueueAll(db, task, payloads, options = {}) {
    await db.query(
      'SELECT enqueue_job($1, payload::json, NULL, NULL, $3, NULL, $4) FROM jsonb_array_elements($2::jsonb) AS one (payload)',
      [task, JSON.stringify(payloads), options.maxAttempts ?? null, options.priority ?? null],
    );
  },
};

type Log = Record<'debug' | 'info' | 'warn' | 'error', (details: object, message: string) => void>;

const LOCKS = 7_586_247;
/**
 * graphile-worker aborts jobs five seconds after the stop; a job that has not ended by this time is left to the next
 * worker.
 */
const STOP_MS = 9_000;

const lockSql = (name: string) => `SELECT ${name}($1, hashtext($2)) AS taken`;

/**
 * Tracks the live workers, each by an advisory lock of one connection, which PostgreSQL releases when the process dies.
 * Jobs locked by a worker without an advisory lock become available again.
 */
async function watchWorkers(pool: Pool, log: Log, recoveryMs: number) {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet });
  const ids = new Set<string>();
  const stopping = new AbortController();
  let holding: PoolClient | undefined;

  /** The jobs that this process has received, with the time. */
  const received = new Map<string, number>();
  let unreceived = new Set<string>();

  const held = new Set<PoolClient>();
  function releaseClient(client: PoolClient): void {
    if (holding === client) holding = undefined;
    if (held.delete(client)) client.release(true);
  }

  async function hold(): Promise<PoolClient> {
    if (holding) return holding;
    const client = await pool.connect();
    // The connection may report more than one error, even after it was released.
    client.on('error', () => releaseClient(client));
    held.add(client);
    for (const id of ids) await client.query(lockSql('pg_try_advisory_lock'), [LOCKS, id]);
    holding = client;
    return client;
  }

  /**
   * Frees jobs that were assigned to this worker although the reply was lost with the connection: locked by a live
   * worker, they would wait for hours.
   */
  async function releaseUnreceivedJobs(client: PoolClient): Promise<void> {
    const asked = Date.now();
    const found = await client.query<{ id: string }>(
      'SELECT id::text FROM graphile_worker._private_jobs WHERE locked_by = ANY ($1)',
      [[...ids]],
    );
    const ours = new Set(found.rows.map(({ id }) => id));
    for (const [id, at] of received) if (at < asked && !ours.has(id)) received.delete(id);
    const silent = [...ours].filter((id) => !received.has(id));
    // Not at the first check: the reply may still be on its way.
    const lost = silent.filter((id) => unreceived.has(id));
    unreceived = new Set(silent);
    if (lost.length === 0) return;
    log.warn({ jobs: lost }, 'releasing jobs that no worker received');
    await client.query(
      `WITH freed AS (
         UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, attempts = greatest(0, attempts - 1)
         WHERE id = ANY ($1) AND locked_by = ANY ($2) RETURNING job_queue_id)
       UPDATE graphile_worker._private_job_queues SET locked_by = NULL, locked_at = NULL
       WHERE id IN (SELECT job_queue_id FROM freed) AND locked_by = ANY ($2)`,
      [lost, [...ids]],
    );
  }

  async function checkWorkers(): Promise<void> {
    const client = await hold();
    await releaseUnreceivedJobs(client);
    const found = await client.query<{ id: string }>(
      // Not the most recent ones: a worker whose lock was lost with its connection takes it again at its next look.
      `SELECT DISTINCT locked_by AS id FROM graphile_worker._private_jobs
       WHERE locked_by IS NOT NULL AND locked_at < now() - $1 * interval '1 millisecond'`,
      [1.5 * recoveryMs],
    );
    const dead: string[] = [];
    for (const { id } of found.rows) {
      if (ids.has(id)) continue;
      const tried = await client.query<{ taken: boolean }>(lockSql('pg_try_advisory_lock'), [LOCKS, id]);
      if (!tried.rows[0]?.taken) continue;
      dead.push(id);
      await client.query(lockSql('pg_advisory_unlock'), [LOCKS, id]);
    }
    if (dead.length === 0) return;
    log.warn({ workers: dead }, 'taking over the jobs of workers that died');
    await utils.forceUnlockWorkers(dead);
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await checkWorkers().catch((error: unknown) => log.warn({ err: error }, 'dead workers could not be detected'));
      await wait(recoveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  let watching: Promise<void> | undefined;
  return {
    async claim(id: string) {
      ids.add(id);
      await (await hold()).query(lockSql('pg_try_advisory_lock'), [LOCKS, id]);
    },
    hear(jobId: string) {
      received.set(jobId, Date.now());
    },
    begin() {
      watching = watch();
    },
    async end() {
      stopping.abort();
      await watching;
      if (holding) releaseClient(holding);
      await utils.release();
    },
  };
}

const quiet = new Logger(() => () => {});

/** The database was unreachable, which is not the job's fault. The error may be the cause of another one. */
const isDatabaseUnreachable = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof Error && isConnectionLost(error.cause));

/**
 * Starts the worker of this process; `stop` gives running jobs time to end, then leaves them to other workers as if
 * this one had crashed.
 */
export async function startWorker(
  pool: Pool,
  tasks: Tasks,
  options: {
    concurrency: number;
    log: Log;
    /** Told how each attempt ended, and after how many milliseconds. */
    onEnd?: (task: string, outcome: 'done' | 'failed', ms: number) => void;
    /** Interval at which the worker looks for jobs that a crashed one has left locked. */
    recoveryMs: number;
  },
): Promise<{ stop(): Promise<void> }> {
  const { log } = options;
  const watch = await watchWorkers(pool, log, options.recoveryMs);
  const stopping = new AbortController();
  const claims: Promise<void>[] = [];
  // A worker must hold its lock before it locks a job: others would take it for dead.
  const patient = reconnectingPool(pool, stopping.signal, () => Promise.allSettled(claims));
  /** An attempt without a database does not count: otherwise three restarts would use up a job with three attempts. */
  async function forget(jobId: string): Promise<void> {
    const client = await patient.connect();
    try {
      await client.query(
        'UPDATE graphile_worker._private_jobs SET attempts = greatest(0, attempts - 1) WHERE id = $1',
        [jobId],
      );
    } finally {
      client.release();
    }
  }
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { job, abortSignal }) => {
        const id = String(job.id);
        const began = performance.now();
        const ended = (outcome: 'done' | 'failed') => options.onEnd?.(name, outcome, performance.now() - began);
        try {
          const attributes = { 'messaging.message.id': id, 'plumbline.job.attempt': job.attempts };
          await inSpan({ name: `job ${name}`, kind: SpanKind.CONSUMER, attributes }, () =>
            task(payload, { id, attempt: job.attempts, maxAttempts: job.max_attempts, signal: abortSignal }),
          );
          ended('done');
        } catch (error) {
          ended('failed');
          if (isDatabaseUnreachable(error)) await forget(id).catch(() => {});
          throw error;
        }
      },
    ]),
  );
  const events = new EventEmitter();
  // Jobs are locked in the name of the pool, whichever of its workers runs them.
  events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => claims.push(watch.claim(workerPool.id)));
  events.on('job:start', ({ job }: { job: { id: string } }) => watch.hear(String(job.id)));
  events.on('job:error', ({ job, error }: { job: { task_identifier: string; id: string }; error: unknown }) =>
    log.warn({ job: job.id, task: job.task_identifier, err: error }, 'a job failed and will be retried'),
  );
  events.on('job:failed', ({ job, error }: { job: { task_identifier: string; id: string }; error: unknown }) => {
    if (!isDatabaseUnreachable(error))
      log.error({ job: job.id, task: job.task_identifier, err: error }, 'a job failed permanently');
  });
  const runner: Runner = await run({
    pgPool: patient,
    taskList,
    events: events as never,
    concurrency: options.concurrency,
    noHandleSignals: true,
    noPreparedStatements: false,
    pollInterval: 1_000,
    logger: quiet,
    parsedCronItems: [],
  });
  await Promise.all(claims);
  watch.begin();
  return {
    async stop() {
      stopping.abort();
      const ended = runner
        .stop()
        .catch(() => {})
        // Results must be saved before the connections close: otherwise the jobs would run again.
        .then(() => patient.quiet())
        .then(() => true);
      const late = wait(STOP_MS, false, { ref: false });
      if (!(await Promise.race([ended, late]))) log.warn({}, 'unfinished jobs are left to the next worker');
      await watch.end();
    },
  };
}
