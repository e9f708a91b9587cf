// Search across projects: what each role finds of plans, pins and tasks in all of their projects.
import { randomUUID } from 'node:crypto';
import { searchProjects } from '@plumbline/core/features/search/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, makeProject, type World, writeRows } from '../../actors.ts';
import { categoryRow, pinRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let second: string;

type Given = { in?: string; by?: Actor; task?: Partial<TaskRow> };

/** A pin with this title, and a task on it if one is given. */
async function give(title: string, { in: projectId = world.projectId, by, task }: Given = {}) {
  const created = { projectId, createdBy: (by ?? world.roles.administrator).userId };
  const organisationId = by?.organisationId ?? world.organisationId;
  await writeRows(server, { organisationId, projectId }, async (tx) => {
    const category = categoryRow(projectId, { title: randomUUID() });
    const pin = pinRow(created, { number: await tx.nextNumber('pin'), title, categoryId: category.id });
    tx.put('category', category);
    tx.put('pin', pin);
    if (task) tx.put('task', taskRow(created, pin.id, { title: '', number: await tx.nextNumber('task'), ...task }));
  });
}

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { administrator, internalViewer, subcontractor } = world.roles;
  second = await makeProject(server, {
    organisationId: world.organisationId,
    title: 'Quay office',
    by: administrator,
    members: [
      [administrator, 'administrator'],
      [internalViewer, 'internalViewer'],
      [subcontractor, 'subcontractor'],
    ],
  });
});
afterAll(() => server.close());

type Found = ReplyOf<typeof searchProjects>;
const find = async (who: Actor, search: string, size = 8): Promise<Found> =>
  (await who.caller.call(searchProjects, { query: { search, size } })) as Found;
const pins = ({ pins }: Found) => pins.content.map(({ title, projectTitle }) => `${projectTitle}: ${title}`).sort();

test('pins of all projects are found by parts of words, with their project', async () => {
  const { administrator, contributor } = world.roles;
  await give('Sprinkler valve blocked');
  await give('Sprinkler head missing', { in: second });
  expect(pins(await find(administrator, 'sprink'))).toEqual([
    'Harbour house: Sprinkler valve blocked',
    'Quay office: Sprinkler head missing',
  ]);
  expect(pins(await find(administrator, 'VALVE sprinkler'))).toEqual(['Harbour house: Sprinkler valve blocked']);
  // Not a member of the second project.
  expect(pins(await find(contributor, 'sprink'))).toEqual(['Harbour house: Sprinkler valve blocked']);
  const one = await find(administrator, 'sprink', 1);
  expect([one.pins.content.length, one.pins.more]).toEqual([1, true]);
});

test('a subcontractor finds only pins and tasks that concern them', async () => {
  const { administrator, subcontractor, none } = world.roles;
  const assigned = { assigneeType: 'User' as const, assigneeId: subcontractor.userId };
  await give('Balcony drain', { in: second });
  await give('Balcony railing', { in: second, task: { ...assigned, title: 'Tighten the balcony railing' } });
  await give('Balcony door', { task: { ...assigned, status: 'draft', title: 'Balcony draft' } });
  const found = await find(subcontractor, 'balcony');
  expect(pins(found)).toEqual(['Quay office: Balcony railing']);
  expect(found.tasks.content).toMatchObject([
    { title: 'Tighten the balcony railing', pinTitle: 'Balcony railing', projectTitle: 'Quay office', status: 'open' },
  ]);
  expect((await find(administrator, 'balcony')).pins.content).toHaveLength(3);
  expect(await find(none, 'balcony')).toMatchObject({
    plans: { content: [] },
    pins: { content: [] },
    tasks: { content: [] },
  });
});

test('other organisations and inactive projects are not searched, and special characters have no meaning', async () => {
  const { administrator } = world.roles;
  await give('Lift 100 % done', { by: world.other.administrator, in: world.other.projectId });
  await give("Lift's 100 % door\\handle_x");
  await give('Lift in the quay', { in: second });
  expect(pins(await find(administrator, '100 %'))).toEqual(["Harbour house: Lift's 100 % door\\handle_x"]);
  expect(pins(await find(administrator, "door\\handle_ lift's"))).toEqual([
    "Harbour house: Lift's 100 % door\\handle_x",
  ]);
  expect(pins(await find(administrator, '%%'))).toEqual([]);
  const inSecond = (active: boolean) =>
    server.database.root.query('UPDATE project SET active = $2 WHERE id = $1', [second, active]);
  await inSecond(false);
  expect(pins(await find(administrator, 'lift'))).toEqual(["Harbour house: Lift's 100 % door\\handle_x"]);
  await inSecond(true);
  const short = await administrator.caller.send(searchProjects, { query: { search: 'l', size: 8 } });
  expect(short.status).toBe(422);
});
