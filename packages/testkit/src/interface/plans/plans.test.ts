// The list of the plan tree: folders, orders, search, and counts that depend on what the reader sees.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { getPlan, listPlans } from '@plumbline/core/features/plans/contract';
import { listProjects } from '@plumbline/core/features/projects/contract';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { pinRow, planRow, revisionRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  const blobId = randomUUID();
  await server.services.files.put('blobs/none', Readable.from([Buffer.alloc(1)]));
  await recordBlob(
    server.services,
    { organisationId, userId: null },
    { id: blobId, key: 'blobs/none', sha256: Buffer.alloc(32), size: 1, mime: 'image/webp', name: 'thumb' },
  );
  const by = { projectId, createdBy: roles.administrator.userId };
  await writeRows(server, { organisationId, projectId }, (tx) => {
    const put = (name: string, change: Parameters<typeof planRow>[1] = {}) => {
      const row = planRow(by, { name, ...change });
      ids[name] = row.id;
      tx.put('plan', row);
      return row;
    };
    put('Storeys', { type: 'Folder' });
    put('Empty', { type: 'Folder' });
    put('Inner', { type: 'Folder', parentId: ids.Storeys ?? null });
    for (const name of ['Floor 10', 'Floor 2', 'Floor 1']) {
      const plan = put(name, { parentId: ids.Storeys ?? null, lastActivity: `2026-03-0${name.length}T00:00:00.000Z` });
      const side = name === 'Floor 2' ? 4_000 : 1_000;
      const blobs = { packBlobId: blobId, thumbBlobId: blobId, previewBlobId: blobId, originalBlobId: blobId };
      const pyramid = { width: side, height: side, tileSize: 512, levels: 2 };
      const revision = revisionRow(by, plan.id, blobs, { pyramid });
      tx.put('plan', { ...plan, currentRevisionId: revision.id });
      tx.put('revision', revision);
    }
    put('Old floor', { parentId: ids.Storeys ?? null, active: false });
    put('Site 100%', { sheetNumber: 'A-17' });
    const place = { x: 0.5, y: 0.5 };
    const pins = [
      pinRow(by, { number: 1, planId: ids['Floor 1'] ?? null, ...place }),
      pinRow(by, { number: 2, planId: ids['Floor 1'] ?? null, ...place, status: 'closed' }),
      pinRow(
        { projectId, createdBy: roles.externalViewer.userId },
        { number: 3, planId: ids['Floor 2'] ?? null, ...place },
      ),
      pinRow(by, { number: 4, planId: ids['Floor 1'] ?? null, ...place }),
    ];
    for (const pin of pins) tx.put('pin', pin);
    const onFirst = pins[0]?.id ?? '';
    const sub = { assigneeType: 'User' as const, assigneeId: roles.subcontractor.userId };
    tx.put('task', taskRow(by, onFirst, { number: 1, ...sub }));
    tx.put('task', taskRow(by, onFirst, { number: 2, status: 'draft' }));
    tx.put('task', taskRow(by, onFirst, { number: 3, status: 'closed', ...sub }));
  });
});
afterAll(() => server.close());

const list = (query: object = {}, who: Actor = world.roles.administrator) =>
  who.caller.call(listPlans, { params: { projectId: world.projectId }, query });
const names = async (query: object = {}, who?: Actor) => (await list(query, who)).content.map((one) => one.name);

test('the root lists folders first, then plans, and counts the content of a folder', async () => {
  const { content, path, totalElements } = await list();
  expect(content.map((one) => [one.name, one.type, one.items])).toEqual([
    ['Empty', 'Folder', 0],
    ['Storeys', 'Folder', 4],
    ['Site 100%', 'Plan', 0],
  ]);
  expect([path, totalElements]).toEqual([[], 3]);
});

test('a folder has a path, and its content is in natural order', async () => {
  const response = await list({ parent: ids.Storeys });
  expect(response.path).toEqual([{ id: ids.Storeys, name: 'Storeys' }]);
  expect(response.content.map((one) => one.name)).toEqual(['Inner', 'Floor 1', 'Floor 2', 'Floor 10']);
  expect((await list({ parent: ids.Inner })).path.map((step) => step.name)).toEqual(['Storeys', 'Inner']);
});

test.each([
  [{ sort: 'title', reverse: 'true' }, ['Floor 10', 'Floor 2', 'Floor 1']],
  [{ sort: 'size' }, ['Floor 2', 'Floor 1', 'Floor 10']],
  [{ sort: 'lastActivity' }, ['Floor 10', 'Floor 1', 'Floor 2']],
  [{ sort: 'openPins' }, ['Floor 1', 'Floor 2', 'Floor 10']],
  [{ sort: 'openTaskCount' }, ['Floor 1', 'Floor 2', 'Floor 10']],
  [{ sort: 'openPins', reverse: 'true' }, ['Floor 10', 'Floor 2', 'Floor 1']],
])('plans are ordered by %j', async (query, expected) => {
  expect((await names({ ...query, parent: ids.Storeys })).slice(1)).toEqual(expected);
});

test('inactive plans are listed separately', async () => {
  expect(await names({ parent: ids.Storeys, state: 'inactive' })).toEqual(['Old floor']);
  expect(await names({ parent: ids.Storeys, state: 'all' })).toHaveLength(5);
});

test('search covers every folder, names and sheet numbers, and treats wildcards literally', async () => {
  expect(await names({ search: 'FLOOR 1' })).toEqual(['Floor 1', 'Floor 10']);
  expect(await names({ search: 'a-17' })).toEqual(['Site 100%']);
  expect(await names({ search: '100%' })).toEqual(['Site 100%']);
  expect(await names({ search: '%' })).toEqual(['Site 100%']);
  expect(await names({ search: '_' })).toEqual([]);
  expect(await names({ search: 'floor', parent: ids.Inner })).toEqual([]);
});

test('the content of a folder is paged', async () => {
  const second = await list({ parent: ids.Storeys, page: 1, size: 3 });
  expect(second).toMatchObject({ number: 1, totalElements: 4, totalPages: 2 });
  expect(second.content.map((one) => one.name)).toEqual(['Floor 10']);
  expect(await list({ page: 9 })).toMatchObject({ content: [], totalElements: 3 });
});

test.each([
  ['administrator', [2, 1], [1, 0]],
  ['internalViewer', [2, 1], [1, 0]],
  ['externalViewer', [0, 0], [1, 0]],
  ['subcontractor', [1, 1], [0, 0]],
] as const)('%s gets counts of visible pins and tasks only', async (role, first, second) => {
  const { content } = await list({ parent: ids.Storeys }, world.roles[role]);
  const counts = (name: string) => {
    const found = content.find((one) => one.name === name);
    return [found?.openPins, found?.openTasks];
  };
  expect([counts('Floor 1'), counts('Floor 2')]).toEqual([first, second]);
  const one = await world.roles[role].caller.call(getPlan, {
    params: { projectId: world.projectId, planId: ids['Floor 1'] ?? '' },
  });
  expect([one.openPins, one.openTasks]).toEqual(first);
});

test.each([
  ['administrator', 3, 1],
  ['internalViewer', 3, 1],
  ['externalViewer', 1, 0],
  ['subcontractor', 1, 1],
] as const)('the project shows %s the same counts', async (role, openPins, openTasks) => {
  const { content } = await world.roles[role].caller.call(listProjects, { query: {} });
  expect(content).toMatchObject([{ id: world.projectId, plans: 4, openPins, openTasks }]);
});

test('an unknown folder is refused', async () => {
  for (const parent of [randomUUID(), ids['Floor 1']]) {
    const response = await world.roles.administrator.caller.send(listPlans, {
      params: { projectId: world.projectId },
      query: { parent },
    });
    expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});

test('a batch of plans and folders moves together or not at all, and no folder into itself', async () => {
  const { administrator, contributor } = world.roles;
  const move = (names: readonly string[], into: string, actor: Actor = administrator) =>
    runSite(server.services, actor, world.projectId, 'plan.move', {
      ids: names.map((name) => ids[name]),
      parentId: ids[into] ?? null,
    });
  const inside = async (parent: string) => {
    const query = { parent: ids[parent] };
    const { content } = await administrator.caller.call(listPlans, { params: { projectId: world.projectId }, query });
    return content.map(({ name }) => name);
  };
  await move(['Floor 1', 'Floor 10', 'Inner'], 'Empty');
  expect([await inside('Storeys'), await inside('Empty')]).toEqual([['Floor 2'], ['Inner', 'Floor 1', 'Floor 10']]);
  await expect(move(['Floor 2', 'Empty'], 'Inner')).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(move(['Floor 2'], 'Site 100%')).rejects.toThrow();
  await expect(move(['Floor 2'], 'Empty', contributor)).rejects.toMatchObject({ code: 'forbidden' });
  expect([await inside('Storeys'), await inside('Empty')]).toEqual([['Floor 2'], ['Inner', 'Floor 1', 'Floor 10']]);
});
