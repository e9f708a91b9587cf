import { tasksOf } from '@plumbline/server/app/features';
import { AUDITS, checkAudits } from '@plumbline/server/features/sync/audit-job';
import { plan } from '@plumbline/server/platform/queue/schedule';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../actors.ts';
import { startTestServer, type TestServer } from '../server.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server?.close());

it('reports the project whose audit log was altered from outside the program', async () => {
  expect(await checkAudits(server.services)).toEqual([]);
  const { organisationId, projectId } = world.other;
  await server.database.root.query(
    `UPDATE change SET actor_id = gen_random_uuid() WHERE project_id = $1 AND position = 2`,
    [projectId],
  );
  expect(await checkAudits(server.services)).toEqual([{ organisationId, projectId, changes: 1, brokenAt: 2 }]);
  expect(server.logged.filter(({ level }) => level === 'error')).toMatchObject([
    { level: 'error', message: 'the audit log of a project has been altered', details: { projectId, position: 2 } },
  ]);
});

it('is scheduled once, for 02:00, and schedules its next run', async () => {
  const due = async () => {
    const found = await server.database.root.query<{ run_at: Date }>(
      "SELECT run_at FROM graphile_worker.jobs WHERE task_identifier = 'audit.check' ORDER BY run_at",
    );
    return found.rows.map((row) => row.run_at.toISOString());
  };
  // The test clock starts at 09:00 UTC.
  await Promise.all([plan(server.services, AUDITS), plan(server.services, AUDITS)]);
  expect(await due()).toEqual(['2026-03-03T02:00:00.000Z']);
  server.clock.set(new Date('2026-03-03T01:59:00.000Z'));
  await plan(server.services, AUDITS);
  expect(await due()).toEqual(['2026-03-03T02:00:00.000Z']);
  server.clock.set(new Date('2026-03-03T02:00:01.000Z'));
  const { signal } = new AbortController();
  await tasksOf(server.services)['audit.check']?.({}, { id: '1', attempt: 1, maxAttempts: 3, signal });
  expect(await due()).toEqual(['2026-03-04T02:00:00.000Z']);
});
