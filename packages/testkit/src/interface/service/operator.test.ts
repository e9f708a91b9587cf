// The operator's page: who may read it, and what it reports and does.
import { operatorOverview, operatorRetryJobs, operatorTestMail } from '@plumbline/core/features/operator/contract';
import { operatorKey } from '@plumbline/server/features/auth/operator-key';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let key: string;
beforeAll(async () => {
  server = await startTestServer({
    environment: {
      METRICS_TOKEN: 'a-token-for-metrics',
      SOFFICE_PATH: '/none/soffice',
      FFMPEG_PATH: '/none/ffmpeg',
      TESSERACT_PATH: '/none/tesseract',
      MAP_TILES_URL: 'https://tiles.example.org/secret-key/{z}/{x}/{y}.png?key=hidden',
      MAP_TILES_ATTRIBUTION: 'Tiles',
    },
  });
  world = await createWorld(server);
  key = operatorKey(server.services.config);
});
afterAll(() => server?.close());

it('refuses everyone without the operator key', async () => {
  const body = { key: `${key}x` };
  const { caller } = world.owner;
  expect((await caller.send(operatorOverview, { body })).status).toBe(403);
  expect((await caller.send(operatorRetryJobs, { body: { ...body, jobIds: ['1'] } })).status).toBe(403);
  expect((await caller.send(operatorTestMail, { body: { ...body, to: 'a@example.org' } })).status).toBe(403);
});

it('reports the state of the installation, without secrets', async () => {
  const overview = await world.nobody.call(operatorOverview, { body: { key } });
  expect(overview.database).toMatch(/^PostgreSQL \d+/u);
  expect(overview.disks.find(({ folder }) => folder === 'data')?.free).toBeGreaterThan(0);
  expect(overview.backup).toBeNull();
  expect(overview.mailFrom).toBeNull();
  expect(overview.programs).toEqual([
    { name: 'libreoffice', isInstalled: false },
    { name: 'ffmpeg', isInstalled: false },
    { name: 'tesseract', isInstalled: false },
  ]);
  expect(overview.organisations.find(({ id }) => id === world.owner.organisationId)).toMatchObject({ projects: 1 });
  expect(overview.events[0]).toMatchObject({ kind: 'operator.looked' });
  const setting = (name: string) => overview.settings.find((one) => one.name === name);
  expect(setting('METRICS_TOKEN')).toEqual({ name: 'METRICS_TOKEN', value: '••••', isSet: true });
  expect(setting('MAP_TILES_URL')?.value).toBe('https://tiles.example.org/…');
  expect(setting('SMTP_URL')).toEqual({ name: 'SMTP_URL', value: null, isSet: false });
  expect(setting('WORKER_CONCURRENCY')).toMatchObject({ isSet: false });
  expect(JSON.stringify(overview)).not.toMatch(/a-token-for-metrics|secret-key|hidden/u);
});

it('lists failed jobs with their error, and runs them again', async () => {
  const { root } = server.database;
  await server.services.queue.enqueue(server.services.pool, 'a.failing.task', {});
  const ofTask = `task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'a.failing.task')`;
  const fail = `UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'the disk is full'`;
  await root.query(`${fail} WHERE ${ofTask}`);
  const read = async () => {
    const { failedJobs, queue } = await world.nobody.call(operatorOverview, { body: { key } });
    return { jobs: failedJobs.filter(({ task }) => task === 'a.failing.task'), failed: queue.failed };
  };
  const { jobs, failed } = await read();
  expect(jobs).toMatchObject([{ error: 'the disk is full', nextAttemptAt: null }]);
  const jobIds = jobs.map(({ id }) => id);
  expect(await world.nobody.call(operatorRetryJobs, { body: { key, jobIds } })).toEqual({ retried: 1 });
  expect(await read()).toEqual({ jobs: [], failed: failed - 1 });
  const waiting = await root.query(
    `SELECT attempts, run_at <= now() AS due FROM graphile_worker._private_jobs WHERE ${ofTask}`,
  );
  expect(waiting.rows).toEqual([{ attempts: 0, due: true }]);
  expect(await world.nobody.call(operatorRetryJobs, { body: { key, jobIds } })).toEqual({ retried: 0 });
});

it('lists jobs that failed and will be retried, with the time of the next attempt', async () => {
  const { root } = server.database;
  await server.services.queue.enqueue(server.services.pool, 'a.retried.task', {});
  await root.query(
    `UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = '550 sender refused', run_at = now() + interval '1 hour'
     WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'a.retried.task')`,
  );
  const read = async () =>
    (await world.nobody.call(operatorOverview, { body: { key } })).failedJobs.filter(
      ({ task }) => task === 'a.retried.task',
    );
  const [job] = await read();
  expect(job).toMatchObject({ attempts: 1, error: '550 sender refused' });
  expect(Date.parse(job?.nextAttemptAt ?? '')).toBeGreaterThan(Date.now());
  expect(await world.nobody.call(operatorRetryJobs, { body: { key, jobIds: [job?.id ?? ''] } })).toEqual({
    retried: 1,
  });
  expect(await read()).toEqual([]);
});

it('sends a test email, and shows the message of a mail server that refuses it', async () => {
  const { services } = server;
  const body = { key, to: 'operator@example.org' };
  expect(await world.nobody.call(operatorTestMail, { body })).toEqual({ error: null });
  const send = services.mail.send;
  services.mail.send = async () => {
    throw new Error('550 mailbox unavailable');
  };
  expect(await world.nobody.call(operatorTestMail, { body })).toEqual({ error: '550 mailbox unavailable' });
  services.mail.send = send;
});
