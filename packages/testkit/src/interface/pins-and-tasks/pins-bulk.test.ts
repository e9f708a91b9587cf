// Bulk edits of pins, and links between pins: permitted changes are made, the rest stays as it was.
import { randomUUID } from 'node:crypto';
import type { BulkChange } from '@plumbline/core/features/pins/bulk';
import { newFormat } from '@plumbline/core/site/rows/fields';
import type { PinRow } from '@plumbline/core/site/rows/pins';
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
const edit = (who: Actor, ids: string[], change: Partial<BulkChange>) =>
  act(who, 'pin.editMany', { changes: [{ ids, ...change }] });

async function makePins(change: Partial<PinRow>[], by: Actor = world.roles.administrator): Promise<string[]> {
  const pins: PinRow[] = [];
  await writeRows(server, world, async (tx) => {
    for (const one of change) {
      const created = { projectId: world.projectId, createdBy: by.userId };
      const pin = pinRow(created, { number: await tx.nextNumber('pin'), ...one });
      tx.put('pin', pin);
      pins.push(pin);
    }
  });
  return pins.map((pin) => pin.id);
}
async function readPins(ids: readonly string[]): Promise<PinRow[]> {
  const found = await server.database.root.query({
    text: `SELECT ${selectList('pin', 'p')} FROM pin p WHERE p.id = ANY ($1::uuid[])`,
    values: [ids],
    types: ROW_TYPES,
  });
  const rows = new Map((found.rows as PinRow[]).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

test('closed, inactive and foreign pins are skipped; tags are added and removed', async () => {
  const { administrator, contributor } = world.roles;
  const own = await makePins(
    [{ tags: ['a', 'b'] }, { status: 'closed', tags: ['a'] }, { status: 'inactive' }],
    contributor,
  );
  const foreign = await makePins([{ tags: ['a'] }], administrator);
  await edit(contributor, [...own, ...foreign, randomUUID()], {
    addTags: ['c'],
    removeTags: ['a'],
    set: { title: 'Same' },
  });
  const rows = await readPins([...own, ...foreign]);
  expect(rows.map((row) => row.tags)).toEqual([['b', 'c'], ['a'], [], ['a']]);
  expect(rows.map((row) => row.title === 'Same')).toEqual([true, false, false, false]);
});

test.each(['internalViewer', 'subcontractor', 'externalViewer', 'none'] as const)(
  '%s cannot change pins of others',
  async (role) => {
    const ids = await makePins([{}]);
    await expect(edit(world.roles[role], ids, { addTags: ['x'] })).rejects.toMatchObject({
      code: role === 'none' ? 'not_entitled' : 'forbidden',
    });
  },
);

test('a status changes where its state machine allows it, with the chosen effect on tasks', async () => {
  const { administrator } = world.roles;
  const [open = '', closed = ''] = await makePins([{}, { status: 'closed' }]);
  const task = taskRow({ projectId: world.projectId, createdBy: administrator.userId }, open);
  await writeRows(server, world, (tx) => tx.put('task', task));
  const taskStatus = async () =>
    (await server.database.root.query('SELECT status FROM task WHERE id = $1', [task.id])).rows[0].status;
  await edit(administrator, [open, closed], { move: 'close', tasks: 'close' });
  expect((await readPins([open, closed])).map((row) => row.status)).toEqual(['closed', 'closed']);
  expect(await taskStatus()).toBe('closed');
  await edit(administrator, [open, closed], { move: 'reopen', tasks: 'keep' });
  expect((await readPins([open, closed])).map((row) => row.status)).toEqual(['open', 'open']);
  await edit(administrator, [open], { move: 'deactivate', tasks: 'keep' });
  expect(await taskStatus()).toBe('open');
});

test('reopening a pin restores its tasks: done ones await verification, rejected and other ones are open', async () => {
  const { administrator, subcontractor } = world.roles;
  const [pin = ''] = await makePins([{}]);
  const by = { projectId: world.projectId, createdBy: administrator.userId };
  const assigned = { assigneeType: 'User', assigneeId: subcontractor.userId } as const;
  const tasks = [1, 2, 3].map(() => taskRow(by, pin, { ...assigned, dueDate: '2026-01-05' }));
  await writeRows(server, world, (tx) => {
    for (const task of tasks) tx.put('task', task);
  });
  const [open, done, rejected] = tasks;
  for (const task of [done, rejected]) await act(subcontractor, 'task.setStatus', { id: task?.id, move: 'markDone' });
  await act(administrator, 'task.setStatus', { id: rejected?.id, move: 'reject' });
  await act(administrator, 'pin.setStatus', { id: pin, move: 'close', tasks: 'close' });
  await act(administrator, 'pin.setStatus', { id: pin, move: 'reopen' });
  const rows = await server.database.root.query(
    'SELECT id, status, done_by AS "doneBy", done_at IS NOT NULL AS at FROM task WHERE pin_id = $1',
    [pin],
  );
  const found = new Map(rows.rows.map(({ id, ...row }) => [id, row]));
  expect(found.get(done?.id)).toEqual({ status: 'done', doneBy: subcontractor.userId, at: true });
  for (const task of [open, rejected]) {
    expect(found.get(task?.id)).toEqual({ status: 'open', doneBy: null, at: false });
  }
});

test('an invalid value refuses the whole edit, and nothing is changed', async () => {
  const { administrator } = world.roles;
  const share = randomUUID();
  await act(administrator, 'field.create', {
    id: share,
    title: 'Share',
    format: newFormat('PERCENTAGE', String),
    categoryIds: [],
  });
  const ids = await makePins([{}, {}]);
  const wrong = edit(administrator, ids, { addTags: ['x'], set: { fields: { [share]: 101 } } });
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' });
  await edit(administrator, ids, { set: { fields: { [share]: 50 } } });
  expect((await readPins(ids)).map((row) => [row.tags, row.fields])).toEqual([
    [[], { [share]: 50 }],
    [[], { [share]: 50 }],
  ]);
});

test('a thousand pins change in one transaction with one history step each; one more is refused', async () => {
  const { administrator } = world.roles;
  const ids = await makePins(Array.from({ length: 1_000 }, () => ({})));
  const before = await server.database.root.query('SELECT head FROM project_log WHERE project_id = $1', [
    world.projectId,
  ]);
  await edit(administrator, ids, { addTags: ['all'] });
  const rows = await readPins(ids);
  expect(rows.every((row) => row.tags.includes('all'))).toBe(true);
  const after = await server.database.root.query('SELECT head FROM project_log WHERE project_id = $1', [
    world.projectId,
  ]);
  expect(Number(after.rows[0].head) - Number(before.rows[0].head)).toBe(1_000);
  await expect(edit(administrator, [...ids, randomUUID()], { addTags: ['x'] })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

test('pins are linked once, unlinked from either side, and never linked to themselves or to invisible pins', async () => {
  const { administrator, externalViewer } = world.roles;
  const [one = '', other = ''] = await makePins([{}, {}]);
  const link = (id: string, otherId: string, on: boolean, who = administrator) =>
    act(who, 'pin.link', { id, otherId, on });
  const links = async () => (await readPins([one, other])).map((row) => row.links);
  await link(one, other, true);
  await link(other, one, true);
  expect(await links()).toEqual([[other], []]);
  await link(other, one, false);
  expect(await links()).toEqual([[], []]);
  await expect(link(one, one, true)).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(link(one, randomUUID(), true)).rejects.toMatchObject({ code: 'not_found' });
  const [mine = ''] = await makePins([{}], externalViewer);
  await expect(link(mine, one, true, externalViewer)).rejects.toMatchObject({ code: 'not_found' });
});
