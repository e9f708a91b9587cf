// Georeference, scale and markup of plans: who may set them, what is refused, and that every device receives them.
import { randomUUID } from 'node:crypto';
import type { Role } from '@plumbline/core/access/capabilities';
import { areaGeo } from '@plumbline/core/features/maps/rules';
import type { GeoreferenceRow, MarkupRow } from '@plumbline/core/site/rows/maps';
import { syncPull } from '@plumbline/core/sync/contract';
import { runSite, runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { planRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
const folderId = randomUUID();
let planId: string;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const by = { projectId: world.projectId, createdBy: world.roles.administrator.userId };
  const plan = planRow(by);
  planId = plan.id;
  await writeRows(server, world, (tx) => {
    tx.put('plan', plan);
    tx.put('plan', planRow(by, { id: folderId, type: 'Folder' }));
  });
});
afterAll(() => server?.close());

const act = (role: Role, name: string, input: object) =>
  runSite(server.services, world.roles[role], world.projectId, name, input);
const read = <T>(entity: 'ground' | 'markup', id: string) =>
  runSiteAsSystem(
    server.services,
    { organisationId: world.organisationId, userId: null },
    world.projectId,
    'test.read',
    async ({ tx }) => (await tx.get(entity, id)) as T | undefined,
  );
const ground = () => read<GeoreferenceRow>('ground', planId);
const markup = (id: string) => read<MarkupRow>('markup', id);
const line = (change: object = {}) => ({
  id: randomUUID(),
  planId,
  kind: 'line',
  points: [0.1, 0.2, 0.300_000_000_000_000_04, 0.4],
  text: '',
  colour: 'Red',
  ...change,
});

test('the scale is set and removed by users who manage plans', async () => {
  const size = { widthM: 118.9, heightM: 84.1 };
  await expect(act('contributor', 'plan.calibrate', { planId, size })).rejects.toMatchObject({ code: 'forbidden' });
  await act('administrator', 'plan.calibrate', { planId, size });
  expect(await ground()).toMatchObject({ ...size, geo: null, changedBy: world.roles.administrator.userId });
  await act('administrator', 'plan.calibrate', { planId, size: null });
  expect(await ground()).toMatchObject({ widthM: null, heightM: null });
});

test('a georeferenced plan keeps every digit, and gets a scale only if it has none', async () => {
  const geo = [...areaGeo({ west: 11.57, south: 48.135, east: 11.5767, north: 48.1386 })];
  await act('administrator', 'plan.georeference', { planId, geo });
  const first = await ground();
  expect(first?.geo).toEqual(geo);
  expect(first?.widthM).toBeCloseTo(498.6, 0);
  await act('administrator', 'plan.calibrate', { planId, size: { widthM: 500, heightM: 400 } });
  await act('administrator', 'plan.georeference', { planId, geo });
  expect(await ground()).toMatchObject({ widthM: 500, heightM: 400 });
  await act('administrator', 'plan.georeference', { planId, geo: null });
  expect(await ground()).toMatchObject({ geo: null, widthM: 500 });
});

test.each([
  ['a mirrored georeference', 'plan.georeference', { geo: [100, 0, 0, 0, 100, 0] }],
  ['a degenerate georeference', 'plan.georeference', { geo: [0, 0, 0, 0, 0, 0] }],
  ['a georeference outside the world', 'plan.georeference', { geo: [1e9, 0, 0, 0, -100, 0] }],
  ['a side of length zero', 'plan.calibrate', { size: { widthM: 0, heightM: 1 } }],
])('%s is refused', async (_, name, input) => {
  await expect(act('administrator', name, { planId, ...input })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('folders and foreign plans have neither scale nor markup', async () => {
  for (const id of [folderId, randomUUID()]) {
    const size = { widthM: 1, heightM: 1 };
    await expect(act('administrator', 'plan.calibrate', { planId: id, size })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(act('administrator', 'markup.draw', line({ planId: id }))).rejects.toMatchObject({
      code: 'not_found',
    });
  }
});

test('users who create pins can draw on plans and remove their own markups', async () => {
  const own = line({ kind: 'arrow', text: 'Here' });
  await act('contributor', 'markup.draw', own);
  expect(await markup(own.id)).toMatchObject({ ...own, active: true, createdBy: world.roles.contributor.userId });
  await expect(act('externalViewer', 'markup.setActive', { id: own.id, active: false })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await act('contributor', 'markup.setActive', { id: own.id, active: false });
  expect(await markup(own.id)).toMatchObject({ active: false });
  await act('administrator', 'markup.setActive', { id: own.id, active: true });
  for (const kind of ['cloud', 'callout', 'angle', 'count'] as const) {
    const one = line({ kind, points: [0.1, 0.2, 0.3, 0.4, 0.5, 0.1] });
    await act('contributor', 'markup.draw', one);
    expect(await markup(one.id)).toMatchObject({ kind, holes: [] });
  }
  const area = line({ kind: 'area', points: [0, 0, 1, 0, 1, 1, 0.5, 0.1, 0.9, 0.1, 0.9, 0.5], holes: [3] });
  await act('contributor', 'markup.draw', area);
  expect(await markup(area.id)).toMatchObject(area);
  for (const role of ['internalViewer', 'subcontractor'] as const)
    await expect(act(role, 'markup.draw', line())).rejects.toMatchObject({ code: 'forbidden' });
  await expect(act('contributor', 'markup.draw', own)).rejects.toMatchObject({ code: 'already_exists' });
});

test.each([
  ['an incomplete georeference', { points: [0.1, 0.2, 0.3] }],
  ['no georeference', { points: [] }],
  ['too many points', { points: Array.from({ length: 1_002 }, () => 0.5) }],
  ['an unknown kind', { kind: 'circle' }],
  ['an unknown colour', { colour: '#ff0000' }],
  ['cut-outs of a line', { kind: 'line', points: Array.from({ length: 12 }, () => 0.5), holes: [3] }],
  ['a cut-out of two points', { kind: 'area', points: Array.from({ length: 10 }, () => 0.5), holes: [3] }],
  ['a cut-out beyond its points', { kind: 'area', points: Array.from({ length: 12 }, () => 0.5), holes: [6] }],
])('markup with %s is refused', async (_, change) => {
  await expect(act('contributor', 'markup.draw', line(change))).rejects.toMatchObject({ code: 'invalid_input' });
});

test('everyone who sees the plan receives its scale and markups on the device', async () => {
  const { caller } = world.roles.subcontractor;
  const response = await caller.call(syncPull, { query: { projectId: world.projectId, from: 0 } });
  const rows = response.rows as { entity: string }[];
  expect(rows.map((row) => row.entity)).toEqual(expect.arrayContaining(['ground', 'markup']));
});
