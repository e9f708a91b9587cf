// Layers of markups: private ones, the one for all and named ones; what each member receives, and the export as a table.
import { randomUUID } from 'node:crypto';
import type { Role } from '@plumbline/core/access/capabilities';
import { exportMarkups } from '@plumbline/core/features/exports/contract';
import type { MarkupRow } from '@plumbline/core/site/rows/maps';
import { syncPull } from '@plumbline/core/sync/contract';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { readTable } from '@plumbline/server/features/datasets/reading/read-table';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { planRow, revisionRow } from '../../content.ts';
import { keepFile } from '../../restricted-site.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
const plan = { id: randomUUID(), other: randomUUID() };
const revisionId = randomUUID();

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const by = { projectId: world.projectId, createdBy: world.roles.administrator.userId };
  const blob = await keepFile(server, world, world.roles.administrator, 'plan.pdf');
  await writeRows(server, world, (tx) => {
    const blobs = { packBlobId: blob, thumbBlobId: blob, previewBlobId: blob, originalBlobId: blob };
    // 1 m wide: at 1:50 it shows 50 m.
    const sheet = { widthPt: 72 / 0.0254, heightPt: 36 / 0.0254 };
    tx.put('plan', planRow(by, { id: plan.id, sheetNumber: 'A-1', currentRevisionId: revisionId }));
    tx.put('plan', planRow(by, { id: plan.other, sheetNumber: 'A-2', name: 'First floor' }));
    tx.put('revision', revisionRow(by, plan.id, blobs, { id: revisionId, ...sheet }));
  });
  await act('administrator', 'plan.calibrate', { planId: plan.id, size: { widthM: 50, heightM: 25 } });
});
afterAll(() => server?.close());

const act = (role: Role, name: string, input: object) =>
  runSite(server.services, world.roles[role], world.projectId, name, input);
const drawn = async (role: Role, change: object = {}): Promise<string> => {
  server.clock.advance(1_000);
  const id = randomUUID();
  const line = { planId: plan.id, kind: 'distance', points: [0.6, 0.2, 0.8, 0.2], text: '', colour: 'Red' };
  await act(role, 'markup.draw', { id, ...line, ...change });
  return id;
};
const layer = async (name: string): Promise<string> => {
  const id = randomUUID();
  await act('contributor', 'markupLayer.create', { planId: plan.id, id, name });
  return id;
};
const receivedBy = async (role: Role): Promise<MarkupRow[]> => {
  const query = { projectId: world.projectId, from: 0 };
  const { rows } = await world.roles[role].caller.call(syncPull, { query });
  return (rows as { entity: string; row: MarkupRow }[]).filter((one) => one.entity === 'markup').map(({ row }) => row);
};
const isReceivedBy = async (role: Role, id: string) => (await receivedBy(role)).some((row) => row.id === id);
const set = (role: Role, id: string, change: object) =>
  act(role, 'markupLayer.update', { planId: plan.id, id, set: change });

async function table(role: Role, query: object = {}): Promise<string[][]> {
  const params = { projectId: world.projectId };
  const response = await world.roles[role].caller.send(exportMarkups, { params, query: { format: 'csv', ...query } });
  expect(response.status).toBe(200);
  const rows: string[][] = [];
  for await (const { cells } of readTable(response.raw)) rows.push(cells);
  return rows;
}

test('a private markup is sent only to its creator until it is shared', async () => {
  const id = await drawn('contributor', { shared: false });
  expect(await isReceivedBy('contributor', id)).toBe(true);
  for (const role of ['administrator', 'externalViewer', 'subcontractor'] as const)
    expect([role, await isReceivedBy(role, id)]).toEqual([role, false]);
  await expect(act('administrator', 'markup.setActive', { id, active: false })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(act('administrator', 'markup.setLayer', { id, layerId: null })).rejects.toMatchObject({
    code: 'not_found',
  });
  await act('contributor', 'markup.setLayer', { id, layerId: null });
  expect(await isReceivedBy('subcontractor', id)).toBe(true);
});

test('markups of clients without layer support are visible to everyone', async () => {
  const id = await drawn('externalViewer');
  expect((await receivedBy('administrator')).find((row) => row.id === id)).toMatchObject({
    shared: true,
    layerId: null,
  });
});

test('a locked layer refuses new markups and changes to its markups', async () => {
  const [first, second] = [await layer('Electrical'), await layer('Plumbing')];
  await expect(layer('electrical')).rejects.toMatchObject({ code: 'invalid_input' });
  const id = await drawn('contributor', { layerId: first });
  await expect(set('externalViewer', first, { locked: true })).rejects.toMatchObject({ code: 'forbidden' });
  await set('contributor', first, { locked: true });
  const locked = { code: 'layer_locked' };
  await expect(drawn('administrator', { layerId: first })).rejects.toMatchObject(locked);
  await expect(act('contributor', 'markup.setActive', { id, active: false })).rejects.toMatchObject(locked);
  await expect(act('contributor', 'markup.setLayer', { id, layerId: second })).rejects.toMatchObject(locked);
  await expect(set('contributor', first, { active: false })).rejects.toMatchObject(locked);
  await set('contributor', first, { locked: false });
  await act('contributor', 'markup.setLayer', { id, layerId: second });
  expect((await receivedBy('administrator')).find((row) => row.id === id)?.layerId).toBe(second);
});

test.each([
  ['private on a named layer', (id: string) => ({ shared: false, layerId: id }), 'invalid_input'],
  ['on an unknown layer', () => ({ layerId: randomUUID() }), 'not_found'],
  ['on a layer of another plan', (id: string) => ({ planId: plan.other, layerId: id }), 'not_found'],
])('a markup %s is refused', async (name, change, code) => {
  const id = await layer(name);
  await expect(drawn('contributor', change(id))).rejects.toMatchObject({ code });
});

test('users who may not place pins cannot create layers', async () => {
  const input = { planId: plan.id, id: randomUUID(), name: 'Forbidden' };
  for (const role of ['internalViewer', 'subcontractor'] as const)
    await expect(act(role, 'markupLayer.create', input)).rejects.toMatchObject({ code: 'forbidden' });
});

test('the export lists kind, layer, author, text, size and scale of the markups that its reader sees', async () => {
  const heating = await layer('Heating');
  const region = { id: randomUUID(), name: 'Sill', points: [0, 0, 0.5, 0, 0.5, 1, 0, 1], scale: 10 };
  await act('administrator', 'scaleRegion.set', { revisionId, region });
  const text = randomUUID();
  await drawn('contributor', { layerId: heating, text: `a ${text}`, points: [0.1, 0.2, 0.3, 0.2] });
  await drawn('contributor', { text: `b ${text}`, points: [0.4, 0.2, 0.6, 0.2] });
  const corners = [0.6, 0.2, 0.8, 0.2, 0.8, 0.6, 0.6, 0.6];
  await drawn('contributor', { text: `c ${text}`, shared: false, kind: 'area', points: corners });
  await drawn('contributor', { planId: plan.other, text: `d ${text}`, kind: 'text', points: [0.5, 0.5] });
  const [head = [], ...all] = await table('contributor');
  const column = (row: string[], name: string) => row[head.indexOf(name)];
  const found = all.filter((row) => column(row, 'Text')?.endsWith(text));
  const names = [
    'Sheet number',
    'Type',
    'Layer',
    'Length (m)',
    'Area (m²)',
    'Perimeter (m)',
    'Scale (1:…)',
    'Name of the view',
  ];
  expect(found.map((row) => names.map((name) => column(row, name)))).toEqual([
    ['A-1', 'Distance', 'Heating', '2', '', '', '10', 'Sill'],
    ['A-1', 'Distance', 'For all', '', '', '', 'Crosses views of different scales', 'Sill'],
    ['A-1', 'Area', 'Mine (private)', '', '100', '40', '50', ''],
    ['A-2', 'Text', 'For all', '', '', '', '', ''],
  ]);
  expect(column(found[0] ?? [], 'Created by')).not.toBe('');
  const seen = (rows: string[][]) => rows.flatMap((row) => (column(row, 'Text')?.endsWith(text) ? row[5]?.[0] : []));
  expect(seen(await table('externalViewer'))).toEqual(['a', 'b', 'd']);
  expect(seen(await table('contributor', { plan: plan.other }))).toEqual(['d']);
  await set('contributor', heating, { active: false });
  expect(seen(await table('externalViewer'))).toEqual(['b', 'd']);
});

const markup = async (id: string) => (await receivedBy('contributor')).find((row) => row.id === id);

test('a markup is changed by its creator and by users who edit pins, and only in the given fields', async () => {
  const holes = { kind: 'area', points: [0, 0, 0.9, 0, 0.9, 0.9, 0.1, 0.1, 0.2, 0.1, 0.2, 0.2], holes: [3] };
  const id = await drawn('contributor', holes);
  const before = await markup(id);
  server.clock.advance(1_000);
  const points = [0, 0, 0.8, 0, 0.8, 0.8, 0.1, 0.1, 0.2, 0.1, 0.2, 0.2];
  await act('contributor', 'markup.update', { id, set: { points } });
  const moved = await markup(id);
  expect(moved).toEqual({ ...before, points, changedAt: moved?.changedAt });
  expect(moved?.changedAt).not.toBe(before?.changedAt);
  await act('administrator', 'markup.update', { id, set: { text: 'Check the seal', colour: 'Blue' } });
  expect(await markup(id)).toMatchObject({ points, holes: [3], text: 'Check the seal', colour: 'Blue' });
  for (const role of ['externalViewer', 'subcontractor', 'internalViewer'] as const)
    await expect(act(role, 'markup.update', { id, set: { text: 'Taken' } })).rejects.toMatchObject({
      code: 'forbidden',
    });
});

test.each([
  ['another number of points', { points: [0, 0, 0.5, 0.5, 1, 1] }],
  ['a point far beyond the plan', { points: [0, 0, 1e9, 0] }],
  ['an unknown colour', { colour: 'Mauve' }],
  ['a text that is too long', { text: 'x'.repeat(501) }],
  ['another kind', { kind: 'line' }],
])('a markup cannot be given %s', async (_, change) => {
  const id = await drawn('contributor');
  const before = await markup(id);
  await expect(act('contributor', 'markup.update', { id, set: change })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(await markup(id)).toEqual(before);
});

test('a markup on a locked layer, or a private one of someone else, cannot be changed', async () => {
  const layerId = await layer('Locked');
  const locked = await drawn('contributor', { layerId });
  await set('contributor', layerId, { locked: true });
  const own = await drawn('contributor', { shared: false });
  const change = { text: 'Taken' };
  await expect(act('contributor', 'markup.update', { id: locked, set: change })).rejects.toMatchObject({
    code: 'layer_locked',
  });
  await expect(act('administrator', 'markup.update', { id: own, set: change })).rejects.toMatchObject({
    code: 'not_found',
  });
});
