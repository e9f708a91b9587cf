// Scheduled jobs are scheduled again, whatever happened to the previous run.
import { SCHEDULES, tasksOf } from '@plumbline/server/app/features';
import { planMissing } from '@plumbline/server/platform/queue/schedule';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { START, startTestServer, type TestServer } from '../server.ts';

const HOUR = 3_600_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(() => server.clock.set(START));

/** When each job is due; a job that failed permanently is no longer due. */
async function due(): Promise<Record<string, string>> {
  const found = await server.database.root.query<{ key: string; at: Date }>(
    'SELECT key, run_at AS at FROM graphile_worker._private_jobs WHERE key = ANY ($1) AND attempts < max_attempts',
    [SCHEDULES.map(({ task }) => task)],
  );
  return Object.fromEntries(found.rows.map(({ key, at }) => [key, at.toISOString()]));
}
const allOf = (now: Date) => Object.fromEntries(SCHEDULES.map(({ task, next }) => [task, next(now).toISOString()]));

test('jobs that failed permanently or are missing are scheduled again; the others keep their time', async () => {
  const { root } = server.database;
  await planMissing(server.services, SCHEDULES);
  expect(await due()).toEqual(allOf(START));
  await root.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = $1', ['sso.sweep']);
  await root.query('DELETE FROM graphile_worker._private_jobs WHERE key = $1', ['tasks.remind']);
  const later = new Date(START.getTime() + HOUR / 4);
  server.clock.set(later);
  await planMissing(server.services, SCHEDULES);
  const again = Object.fromEntries(Object.entries(allOf(later)).filter(([key]) => /^(sso|tasks)\./u.test(key)));
  expect(await due()).toEqual({ ...allOf(START), ...again });
});

test('no job stays scheduled for the wrong time after the clock was wrong', async () => {
  server.clock.set(new Date('2031-01-01T12:00:00Z'));
  for (const { task } of SCHEDULES)
    await server.database.root.query('DELETE FROM graphile_worker._private_jobs WHERE key = $1', [task]);
  await planMissing(server.services, SCHEDULES);
  server.clock.set(START);
  await planMissing(server.services, SCHEDULES);
  expect(await due()).toEqual(allOf(START));
});

test.each(SCHEDULES.map(({ task }) => task))('%s schedules its next run even when its own work fails', async (task) => {
  await server.database.root.query('DELETE FROM graphile_worker._private_jobs WHERE key = $1', [task]);
  const files = {
    ...server.services.files,
    remove: () => Promise.reject(new Error('read-only')),
    list: () => {
      throw new Error('no connection left');
    },
  };
  // Everything fails except scheduling the next run.
  const { pool: whole } = server.services;
  const pool = Object.create(whole, {
    query: { value: whole.query.bind(whole) },
    connect: { value: () => Promise.reject(new Error('no connection left')) },
  }) as typeof whole;
  const services = { ...server.services, files, pool };
  const context = { id: '1', attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
  await expect(tasksOf(services)[task]?.({}, context)).rejects.toThrow('no connection left');
  expect(Object.keys(await due())).toContain(task);
});
