// Metrics: what they count, and who may read them.

import { listProjects } from '@plumbline/core/features/projects/contract';
import { versionedPath } from '@plumbline/core/kernel/services';
import { syncPush } from '@plumbline/core/sync/contract';
import { startMonitoring } from '@plumbline/server/http/monitoring/metrics';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson, makeOrganisation, signIn } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

const TOKEN = 'a token for metrics';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { METRICS_TOKEN: TOKEN, ACCESS_LOG: 'on', TRUST_PROXY: 'on' } });
});
afterAll(() => server?.close());

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({ url, headers, remoteAddress });

/** The value of a metric with these labels. */
async function metric(name: string, ...labels: string[]): Promise<number | undefined> {
  const lines = (await get('/metrics')).body.split('\n');
  const found = lines.find(
    (line) => line.split(/[ {]/u)[0] === `plumbline_${name}` && labels.every((one) => line.includes(one)),
  );
  return found === undefined ? undefined : Number(found.split(' ').at(-1));
}

it('are open to programs on this machine, and to others with the token only', async () => {
  expect((await get('/metrics')).headers['content-type']).toContain('text/plain');
  const outside = await get('/metrics', {}, '192.0.2.7');
  expect(outside.statusCode).toBe(404);
  expect((await get('/metrics', { authorization: 'Bearer wrong' }, '192.0.2.7')).statusCode).toBe(404);
  expect((await get('/metrics', { authorization: `Bearer ${TOKEN}` }, '192.0.2.7')).statusCode).toBe(200);
});

it.each(['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'])(
  'are closed to what a proxy forwards: %s',
  async (header) => {
    expect((await get('/metrics', { [header]: '127.0.0.1' })).statusCode).toBe(404);
  },
);

it('count requests by route, edits, jobs, and the state of the installation', async () => {
  const organisationId = await makeOrganisation(server, 'Hochbau');
  const person = await createPerson(server, { organisationId, firstName: 'Olga', lastName: 'Petrova', owner: true });
  const { caller } = await signIn(server, person);
  await caller.send(listProjects, {});
  const skip = { n: 1, skip: true };
  await caller.send(syncPush, { body: { deviceId: server.services.newId(), mutations: [skip] } });
  const route = `route="${versionedPath(listProjects.path)}"`;
  expect(await metric('http_request_duration_seconds_count', route, 'status="200"')).toBe(1);
  expect(await metric('sync_edits_total', 'outcome="skipped"')).toBe(1);
  expect(await metric('database_up')).toBe(1);
  expect(await metric('disk_free_bytes', 'folder="data"')).toBeGreaterThan(0);
  expect(await metric('backup_last_success_timestamp_seconds')).toBe(0);
  const before = (await metric('queue_jobs', 'state="waiting"')) ?? 0;
  await server.services.queue.enqueue(server.services.pool, 'a.task', {}, { runAt: new Date(Date.now() - 60_000) });
  expect(await metric('queue_jobs', 'state="waiting"')).toBe(before + 1);
  expect(await metric('queue_oldest_waiting_seconds')).toBeGreaterThanOrEqual(59);
});

it('are served with health on a port of their own, without a token if none is set', async () => {
  const services = { ...server.services, config: { ...server.services.config, metricsToken: undefined } };
  const { app, close } = await startMonitoring(services, { stopping: false }, 0);
  expect((await app.inject({ url: '/metrics', remoteAddress: '192.0.2.7' })).statusCode).toBe(200);
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  await close();
});
