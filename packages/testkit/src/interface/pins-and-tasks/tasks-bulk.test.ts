// Bulk edits of tasks: permission and status are checked for each task; permitted changes are made, the rest stays as
// it was.
import { randomUUID } from 'node:crypto';
import type { TaskBulkChange } from '@plumbline/core/features/tasks/bulk';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { nextTaskId } from '@plumbline/core/site/values/repeat';
import { ROW_TYPES, selectList } from '@plumbline/server/db/tx/columns';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { pinRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const act = (who: Actor, action: string, input: object) =>
  runSite(server.services, who, world.projectId, action, input);
const edit = (who: Actor, ids: string[], change: TaskBulkChange) =>
  act(who, 'task.editMany', { changes: [{ ids, ...change }] });
const toUser = (who: Actor) => ({ assigneeType: 'User' as const, assigneeId: who.userId });

async function makePin(change: Partial<PinRow> = {}): Promise<string> {
  const created = { projectId: world.projectId, createdBy: world.roles.administrator.userId };
  let id = '';
  await writeRows(server, world, async (tx) => {
    const pin = pinRow(created, { number: await tx.nextNumber('pin'), ...change });
    tx.put('pin', pin);
    id = pin.id;
  });
  return id;
}

async function makeTasks(pinId: string, changes: Partial<TaskRow>[], by: Actor = world.roles.administrator) {
  const rows = changes.map((change) =>
    taskRow({ projectId: world.projectId, createdBy: by.userId }, pinId, {
      ...toUser(world.roles.subcontractor),
      ...change,
    }),
  );
  await writeRows(server, world, async (tx) => {
    for (const row of rows) tx.put('task', row);
  });
  return rows.map(({ id }) => id);
}

async function read(ids: readonly string[]): Promise<TaskRow[]> {
  const found = await server.database.root.query({
    text: `SELECT ${selectList('task', 't')} FROM task t WHERE t.id = ANY ($1::uuid[])`,
    values: [ids],
    types: ROW_TYPES,
  });
  const rows = new Map((found.rows as TaskRow[]).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}
const statuses = async (ids: readonly string[]) => (await read(ids)).map(({ status }) => status);

test('due dates are set or moved; company, craft and sub-status are set; locked and foreign tasks stay', async () => {
  const { administrator, contributor } = world.roles;
  const pin = await makePin();
  const shut = await makePin({ status: 'closed' });
  const own = await makeTasks(
    pin,
    [{ dueDate: '2027-02-27' }, { dueDate: null }, { dueDate: '2027-12-31', status: 'closed' }],
    contributor,
  );
  const foreign = await makeTasks(pin, [{ dueDate: '2027-02-27' }]);
  const onShut = await makeTasks(shut, [{ dueDate: '2027-02-27' }], contributor);
  const all = [...own, ...foreign, ...onShut];
  const days = async () => (await read(all)).map(({ dueDate }) => dueDate);
  await edit(contributor, [...all, randomUUID()], { shiftDays: 3, set: { craft: 'Plaster' } });
  expect(await days()).toEqual(['2027-03-02', null, '2027-12-31', '2027-02-27', '2027-02-27']);
  expect((await read(all)).map(({ craft }) => craft)).toEqual(['Plaster', '', '', '', '']);
  await edit(administrator, all, { set: { dueDate: '2027-05-01', companyName: 'Kern', subStatus: 'Ordered' } });
  expect(await days()).toEqual(['2027-05-01', '2027-05-01', '2027-12-31', '2027-05-01', '2027-02-27']);
  expect((await read([...own, ...foreign])).map((row) => [row.companyName, row.subStatus])).toEqual([
    ['Kern', 'Ordered'],
    ['Kern', 'Ordered'],
    ['', ''],
    ['Kern', 'Ordered'],
  ]);
});

test('many tasks get an assignee, which lets a draft be published; clearing the assignee is refused', async () => {
  const { administrator, contributor } = world.roles;
  const pin = await makePin();
  const [open = '', draft = ''] = await makeTasks(pin, [{}, { status: 'draft', assigneeType: null, assigneeId: null }]);
  await expect(edit(administrator, [draft], { move: 'publish' })).rejects.toMatchObject({ code: 'forbidden' });
  await edit(administrator, [open, draft], { assignee: toUser(contributor) });
  expect((await read([open, draft])).map(({ assigneeId }) => assigneeId)).toEqual([
    contributor.userId,
    contributor.userId,
  ]);
  await edit(administrator, [open, draft], { assignee: toUser(contributor), move: 'publish' });
  expect(await statuses([draft])).toEqual(['open']);
  const nobody = { assigneeType: null, assigneeId: null };
  await expect(edit(administrator, [open, draft], { assignee: nobody })).rejects.toMatchObject({ code: 'forbidden' });
  const unknown = { assigneeType: 'User' as const, assigneeId: randomUUID() };
  await expect(edit(administrator, [open], { assignee: unknown })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a status changes where its state machine allows it; a blocked task closes with its blockers, or not at all', async () => {
  const { administrator } = world.roles;
  const pin = await makePin();
  const [first = '', closed = ''] = await makeTasks(pin, [{}, { status: 'closed' }]);
  const [second = ''] = await makeTasks(pin, [{ dependsOn: [first] }]);
  const [third = ''] = await makeTasks(pin, [{ dependsOn: [second] }]);
  const all = [first, second, third, closed];
  await expect(edit(administrator, [third, second], { move: 'close' })).rejects.toMatchObject({ code: 'forbidden' });
  await edit(administrator, [third, second, first, closed], { move: 'close' });
  expect(await statuses(all)).toEqual(['closed', 'closed', 'closed', 'closed']);
  await edit(administrator, all, { move: 'reopen' });
  expect(await statuses(all)).toEqual(['open', 'open', 'open', 'open']);
});

test('a subcontractor marks own tasks done, once, and a repeating task creates its next one', async () => {
  const { subcontractor, contributor } = world.roles;
  const pin = await makePin();
  const mine = await makeTasks(pin, [{}, { repeat: { every: 1, unit: 'week' }, dueDate: '2027-01-04' }]);
  const foreign = await makeTasks(pin, [toUser(contributor)]);
  await edit(subcontractor, [...mine, ...foreign], { move: 'markDone' });
  const rows = await read([...mine, ...foreign]);
  expect(rows.map(({ status }) => status)).toEqual(['done', 'done', 'open']);
  expect(rows[0]?.doneBy).toBe(subcontractor.userId);
  expect((await read([nextTaskId(mine[1] ?? '')])).map(({ status, dueDate }) => [status, dueDate])).toEqual([
    ['open', '2027-01-11'],
  ]);
  await expect(edit(subcontractor, mine, { move: 'markDone' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(edit(subcontractor, mine, { set: { craft: 'x' } })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(edit(subcontractor, mine, { assignee: toUser(contributor) })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('drafts of others cannot be edited', async () => {
  const { administrator, contributor } = world.roles;
  const [draft = ''] = await makeTasks(await makePin(), [{ status: 'draft' }], contributor);
  await expect(edit(administrator, [draft], { set: { craft: 'x' } })).rejects.toMatchObject({ code: 'forbidden' });
  expect((await read([draft]))[0]?.craft).toBe('');
});

test('a thousand tasks change in one transaction with one history step each; one more is refused', async () => {
  const { administrator } = world.roles;
  const ids = await makeTasks(
    await makePin(),
    Array.from({ length: 1_000 }, () => ({ dueDate: '2027-01-04' })),
  );
  const head = async () =>
    Number(
      (await server.database.root.query('SELECT head FROM project_log WHERE project_id = $1', [world.projectId]))
        .rows[0].head,
    );
  const before = await head();
  await edit(administrator, ids, { shiftDays: -4 });
  expect((await read(ids)).every(({ dueDate }) => dueDate === '2026-12-31')).toBe(true);
  expect((await head()) - before).toBe(1_000);
  await expect(edit(administrator, [...ids, randomUUID()], { shiftDays: 1 })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});
