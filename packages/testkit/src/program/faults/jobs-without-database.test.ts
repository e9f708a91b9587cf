// Jobs that are fetched or finished while PostgreSQL goes down: the program keeps running, and every job is done once.
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@plumbline/core/kernel/errors';
import { openPool } from '@plumbline/server/db/pool';
import { postgresQueue, startWorker } from '@plumbline/server/platform/queue/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnCluster, startOwnCluster } from '../../database.ts';
import { afterChange } from '../table-changes.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
/** Lost jobs are found after two looks. */
const OPTIONS = { recoveryMs: 500, log: silent };
const JOBS = ['graphile_worker._private_jobs'];
let cluster: OwnCluster;

beforeAll(async () => {
  cluster = await startOwnCluster({ durable: true });
});
afterAll(() => cluster?.stop());

test.each(['well', 'badly'])(
  'a job that ends %s while the database is unavailable is recorded once it is back',
  async (end) => {
    const { url, root } = await cluster.database();
    const pool = openPool(url, silent);
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let times = 0;
    const unheard: unknown[] = [];
    const hear = (error: unknown) => void unheard.push(error);
    process.on('unhandledRejection', hear);
    const job = async () => {
      times += 1;
      begun.resolve();
      await goOn.promise;
      if (end === 'badly') throw new Error('no paper left');
    };
    const worker = await startWorker(pool, { job }, { ...OPTIONS, concurrency: 1 });
    await postgresQueue.enqueue(root, 'job', {}, { maxAttempts: 1 });
    await begun.promise;
    // The crash happens while every connection of the worker still looks open to it.
    cluster.crash();
    goOn.resolve();
    const jobs = () =>
      root
        .query<{ error: string | null; running: boolean }>(
          'SELECT last_error AS error, locked_at IS NOT NULL AS running FROM graphile_worker._private_jobs',
        )
        .catch(() => undefined);
    let found = await jobs();
    while (found === undefined || found.rows.some(({ running }) => running)) {
      await wait(50);
      found = await jobs();
    }
    expect(found.rows).toEqual(end === 'badly' ? [{ error: 'no paper left', running: false }] : []);
    expect(times).toBe(1);
    expect(unheard).toEqual([]);
    process.off('unhandledRejection', hear);
    await worker.stop();
    await pool.end();
  },
);

test('a job is recorded as done even when the database cancelled the statement that records it', async () => {
  const { url, root } = await cluster.database();
  const pool = openPool(url, silent);
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const unheard: unknown[] = [];
  const hear = (error: unknown) => void unheard.push(error);
  process.on('unhandledRejection', hear);
  let times = 0;
  const job = async () => {
    times += 1;
    begun.resolve();
    await goOn.promise;
  };
  const worker = await startWorker(pool, { job }, { ...OPTIONS, concurrency: 1 });
  await postgresQueue.enqueue(root, 'job', {}, { maxAttempts: 2 });
  await begun.promise;
  // Simulates a disk that hangs for longer than the statement timeout.
  const holder = await root.connect();
  await holder.query('BEGIN; LOCK TABLE graphile_worker._private_jobs IN ACCESS EXCLUSIVE MODE');
  goOn.resolve();
  for (let cancelled = 0; cancelled === 0; ) {
    const found = await root.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE 'delete from%'`,
    );
    cancelled = found.rowCount ?? 0;
  }
  await holder.query('COMMIT');
  holder.release();
  const left = () => root.query('SELECT FROM graphile_worker._private_jobs');
  await afterChange(root, JOBS, left, ({ rowCount }) => rowCount === 0);
  expect([times, unheard]).toEqual([1, []]);
  process.off('unhandledRejection', hear);
  await worker.stop();
  await pool.end();
});

test('an attempt that failed because the database was unavailable does not count', async () => {
  const { url, root } = await cluster.database();
  const pool = openPool(url, silent);
  let times = 0;
  const away = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  const failures = [away, new AppError('unavailable', { retryAfter: 2 }), new Error('no paper left')];
  if (failures[1]) failures[1].cause = away;
  const job = async () => {
    const failure = failures[times];
    times += 1;
    throw failure;
  };
  const worker = await startWorker(pool, { job }, { ...OPTIONS, concurrency: 1 });
  await postgresQueue.enqueue(root, 'job', {}, { maxAttempts: 1 });
  const given = () =>
    root.query<{ error: string }>(
      'SELECT last_error AS error FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND attempts >= max_attempts',
    );
  const { rows } = await afterChange(root, JOBS, given, ({ rowCount }) => rowCount !== 0);
  expect([times, rows]).toEqual([3, [{ error: 'no paper left' }]]);
  await worker.stop();
  await pool.end();
});

test('a job that was fetched while the connection broke is still done', async () => {
  const { url, root } = await cluster.database();
  const pool = openPool(url, silent);
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const done: string[] = [];
  const all = Promise.withResolvers<void>();
  const task = async (payload: unknown) => {
    const { name } = payload as { name: string };
    if (name === 'long') {
      begun.resolve();
      await goOn.promise;
    }
    done.push(name);
    if (done.length === 2) all.resolve();
  };
  const worker = await startWorker(pool, { task }, { ...OPTIONS, concurrency: 2 });
  await postgresQueue.enqueue(root, 'task', { name: 'long' }, { queueName: 'long' });
  await begun.promise;
  // The state left behind when the reply that hands out a job is lost: locked by this worker, with its queue.
  const client = await root.connect();
  await client.query('BEGIN');
  await postgresQueue.enqueue(client, 'task', { name: 'lost' }, { queueName: 'turn', maxAttempts: 1 });
  await client.query(
    `UPDATE graphile_worker._private_jobs j SET locked_by = l.locked_by, locked_at = now(), attempts = 1
     FROM graphile_worker._private_jobs l WHERE l.locked_by IS NOT NULL AND j.locked_by IS NULL`,
  );
  await client.query(
    `UPDATE graphile_worker._private_job_queues q SET locked_by = j.locked_by, locked_at = now()
     FROM graphile_worker._private_jobs j WHERE j.job_queue_id = q.id AND q.locked_by IS NULL`,
  );
  await postgresQueue.enqueue(client, 'task', { name: 'after' }, { queueName: 'turn' });
  await client.query('COMMIT');
  client.release();
  await all.promise;
  expect(done.toSorted()).toEqual(['after', 'lost']);
  // A job whose reply arrived is not handed to another worker, however long it takes.
  goOn.resolve();
  await worker.stop();
  expect(done.slice(2)).toEqual(['long']);
  await pool.end();
});
