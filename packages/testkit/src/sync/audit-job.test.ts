import { tasksOf } from '@plumbline/server/app/features';
import { AUDITS, checkAudits } from '@plumbline/server/features/sync/audit-job';
import { plan } from '@plumbline/server/platform/queue/schedule';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World, writeRows } from '../actors.ts';
import { pinRow } from '../content.ts';
import { START, startTestServer, type TestServer } from '../server.ts';

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

it('signs the end of a history on each day with changes', async () => {
  const { services, clock } = server;
  const signed = async () =>
    (
      await server.database.root.query(
        `SELECT to_char(h.day, 'YYYY-MM-DD') AS day, h.position = l.head AND h.chain = l.chain AS "isEnd"
         FROM history_head h JOIN project_log l USING (organisation_id, project_id) WHERE project_id = $1 ORDER BY day`,
        [world.projectId],
      )
    ).rows;
  const first = START.toISOString().slice(0, 10);
  expect(await signed()).toEqual([{ day: first, isEnd: true }]);
  clock.advance(86_400_000);
  await checkAudits(services);
  expect(await signed()).toHaveLength(1);

  const { organisationId, projectId, roles } = world;
  const pin = pinRow({ projectId, createdBy: roles.contributor.userId });
  await writeRows(server, { organisationId, projectId }, (tx) => tx.put('pin', pin));
  await checkAudits(services);
  const second = clock.now().toISOString().slice(0, 10);
  expect(await signed()).toEqual([
    { day: first, isEnd: false },
    { day: second, isEnd: true },
  ]);
});

it('does not sign a history that was altered', async () => {
  const { rows } = await server.database.root.query(
    'SELECT max(position)::int AS position FROM history_head WHERE project_id = $1',
    [world.other.projectId],
  );
  const { organisationId, projectId } = world.other;
  const pin = pinRow({ projectId, createdBy: world.roles.administrator.userId });
  await writeRows(server, { organisationId, projectId }, (tx) => tx.put('pin', pin));
  server.clock.advance(86_400_000);
  await checkAudits(server.services);
  const after = await server.database.root.query(
    'SELECT max(position)::int AS position FROM history_head WHERE project_id = $1',
    [projectId],
  );
  expect(after.rows).toEqual(rows);
});
