// Fair scheduling: a thousand heavy jobs of one owner do not delay the next owner's, and light jobs wait for neither.
import { openPool } from '@plumbline/server/db/pool';
import { postgresQueue, startWorker } from '@plumbline/server/platform/queue/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCluster, type TestCluster, type TestDatabase } from '../database.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
let cluster: TestCluster;
let database: TestDatabase;

beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster.stop());

/** Runs until the job with this name; returns the names of the jobs up to it, in the order in which they started. */
async function runUntil(last: string): Promise<string[]> {
  const begun: string[] = [];
  const pool = openPool(database.url, silent);
  const done = Promise.withResolvers<void>();
  const task = async (payload: unknown) => {
    const { name } = payload as { name: string };
    // The worker may start another job before it stops.
    if (!begun.includes(last)) begun.push(name);
    if (name === last) done.resolve();
  };
  const worker = await startWorker(
    pool,
    { heavy: task, light: task },
    { concurrency: 1, recoveryMs: 1_000, log: silent },
  );
  await done.promise;
  await worker.stop();
  await pool.end();
  return begun;
}

/** Enqueued in batches, as the files of many uploads arrive. */
async function many(owner: string, count: number): Promise<void> {
  const AT_ONCE = 250;
  for (let from = 0; from < count; from += AT_ONCE)
    await database.root.query(
      `SELECT enqueue_fair($1, 'heavy', json_build_object('name', $1 || ' ' || i), NULL, NULL)
       FROM generate_series($2::int, $3::int) AS i`,
      [owner, from + 1, Math.min(count, from + AT_ONCE)],
    );
}

const one = (owner: string, name: string) =>
  postgresQueue.enqueueFair(database.root, 'heavy', { name }, { owner, key: `heavy:${name}` });

test('an owner with one job starts at once, however many jobs another owner has queued', async () => {
  database = await cluster.database();
  await many('flood', 1_000);
  await one('other', 'other 1');
  await one('other', 'other 2');
  await postgresQueue.enqueue(database.root, 'light', { name: 'mail' });
  expect(await runUntil('other 2')).toEqual(['mail', 'flood 1', 'other 1', 'flood 2', 'other 2']);
  // Later owners join at the current round, not ahead of everyone.
  await one('third', 'third 1');
  await one('flood', 'flood last');
  const begun = await runUntil('third 1');
  expect(begun.length).toBeLessThan(4);
  expect(begun).not.toContain('flood last');
  await database.close();
});

test('jobs of one owner run in order, and earlier load does not count once the queue was empty', async () => {
  database = await cluster.database();
  await many('flood', 40);
  expect(await runUntil('flood 40')).toEqual(Array.from({ length: 40 }, (_, i) => `flood ${i + 1}`));
  await one('flood', 'flood again');
  await one('other', 'other 1');
  expect(await runUntil('other 1')).toEqual(['flood again', 'other 1']);
  await database.close();
});

const ORGANISATION = '0190a0a0-0000-7000-8000-000000000001';
const pagesOf = async (importId: string, count: number) => {
  for (let page = 1; page <= count; page++) {
    const payload = { organisationId: ORGANISATION, importId, page, name: `${importId} ${page}` };
    await postgresQueue.enqueueFair(database.root, 'heavy', payload, { owner: 'one', key: payload.name });
  }
  await postgresQueue.interleaveImports(database.root, 'heavy', ORGANISATION);
};

test('the imports of one owner take turns, small files first, and other owners keep their share', async () => {
  database = await cluster.database();
  await pagesOf('large', 5);
  await pagesOf('small', 1);
  await one('other', 'other 1');
  await one('other', 'other 2');
  await pagesOf('medium', 2);
  expect(await runUntil('large 5')).toEqual([
    ...['small 1', 'other 1', 'other 2', 'medium 1', 'large 1', 'medium 2'],
    ...['large 2', 'large 3', 'large 4', 'large 5'],
  ]);
  await database.close();
});

test('a job that a user waits for is moved to the front, and an unknown job is ignored', async () => {
  database = await cluster.database();
  await pagesOf('large', 4);
  await postgresQueue.hurry(database.root, 'large 3');
  await postgresQueue.hurry(database.root, 'unknown');
  expect(await runUntil('large 4')).toEqual(['large 3', 'large 1', 'large 2', 'large 4']);
  await database.close();
});
