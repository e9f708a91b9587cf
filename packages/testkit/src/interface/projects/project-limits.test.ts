// Licence limits apply to every way in which a project or plan becomes active.
import { randomUUID } from 'node:crypto';
import { copyProject, createProject, updateProject } from '@plumbline/core/features/projects/contract';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { planRow } from '../../content.ts';
import { startTestServer } from '../../server.ts';

const server = await startTestServer();
let world: World;
beforeEach(async () => {
  world = await createWorld(server);
});
afterAll(() => server.close());

const licence = (name: string, projects: number | null = null, plans: number | null = null) =>
  server.database.root.query(
    'UPDATE organisation SET licence = $2, project_quota = $3, plan_quota = $4 WHERE id = $1',
    [world.organisationId, name, projects, plans],
  );
const create = (id = randomUUID()) => world.owner.caller.send(createProject, { body: { id, title: `House ${id}` } });
const setActive = (projectId: string, active: boolean) =>
  world.owner.caller.send(updateProject, { params: { projectId }, body: { active } });
const refusalOf = (response: { status: number; body: unknown }) => {
  const { code, params } = response.body as { code?: string; params?: unknown };
  return [response.status, code, params];
};

test('there is no limit by default, and the small licence allows two active projects', async () => {
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids) expect((await create(id)).status).toBe(200);
  await licence('pocket');
  expect(refusalOf(await create())).toEqual([409, 'project_limit', { limit: 2 }]);
  const [first = '', second = ''] = ids;
  const copied = { params: { projectId: first }, body: { id: randomUUID(), title: 'A copy of it' } };
  expect(refusalOf(await world.owner.caller.send(copyProject, copied))).toEqual([409, 'project_limit', { limit: 2 }]);
  // Above the limit, existing projects keep working.
  expect(
    (await world.owner.caller.send(updateProject, { params: { projectId: first }, body: { notes: 'x' } })).status,
  ).toBe(200);
  expect((await setActive(first, false)).status).toBe(200);
  expect(refusalOf(await setActive(first, true))).toEqual([409, 'project_limit', { limit: 2 }]);
  expect((await setActive(second, false)).status).toBe(200);
  expect((await setActive(first, true)).status).toBe(200);
  expect((await create()).status).toBe(409);
  await licence('pocket', 3);
  expect((await create()).status).toBe(200);
});

test('a batch activates only as many as the limit allows', async () => {
  await licence('combo', 4);
  const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
  expect(answers.filter((response) => response.status === 200)).toHaveLength(3);
  const found = await server.database.root.query('SELECT FROM project WHERE organisation_id = $1 AND active', [
    world.organisationId,
  ]);
  expect(found.rowCount).toBe(4);
});

test('plans count while they and their project are active, and each organisation has its own limit', async () => {
  await licence('multi', null, 2);
  const { administrator } = world.roles;
  const { organisationId, projectId } = world;
  const plans = [1, 2].map(() => planRow({ projectId, createdBy: administrator.userId }));
  const put = (row: ReturnType<typeof planRow>) =>
    writeRows(server, { organisationId, projectId }, (tx) => tx.put('plan', row));
  for (const plan of plans) await put(plan);
  const [first] = plans;
  if (!first) throw new Error('two plans were made');
  await expect(put(planRow({ projectId, createdBy: administrator.userId }))).rejects.toMatchObject({
    code: 'plan_limit',
    details: { params: { limit: 2 } },
  });
  const activate = (active: boolean) =>
    runSite(server.services, administrator, projectId, 'plan.setActive', { id: first.id, active });
  await activate(false);
  await put(planRow({ projectId, createdBy: administrator.userId }));
  await expect(activate(true)).rejects.toMatchObject({ code: 'plan_limit' });
  const other = world.other;
  await writeRows(server, other, (tx) => {
    for (let n = 0; n < 3; n += 1) {
      tx.put('plan', planRow({ projectId: other.projectId, createdBy: other.administrator.userId }));
    }
  });
});
