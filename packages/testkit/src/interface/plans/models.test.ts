// A building model from its file to pins on its elements: storeys become plans, a new version matches them, pins
// follow.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  createImport,
  getImport,
  type PlanImport,
  retryImport,
  startImport,
} from '@plumbline/core/features/imports/contract';
import { getModel, getModelElement } from '@plumbline/core/features/models/contract';
import { readStorey } from '@plumbline/core/features/models/pack';
import { getPlan, listPlans, listRevisions } from '@plumbline/core/features/plans/contract';
import { applyTo, invert } from '@plumbline/core/site/geometry/alignment';
import { pointInFrame } from '@plumbline/core/site/geometry/drawing-frame';
import { type ModelRow, newestModel } from '@plumbline/core/site/rows/models';
import { runSite, runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { importTasks } from '@plumbline/server/features/imports/jobs';
import { IMPORT_PAGE, INSPECT } from '@plumbline/server/features/imports/locked-import';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { globalIdOf, writeIfc } from '@plumbline/server/rendering/engines/ifc/testing/ifc-writer';
import { type House, smallHouse } from '@plumbline/server/rendering/engines/ifc/testing/small-house';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let folder: string;
const pinId = randomUUID();
const groundPlan = randomUUID();
const upperPlan = randomUUID();

beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  world = await createWorld(server);
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-models-'));
}, 240_000);
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const admin = () => world.roles.administrator;
const act = (name: string, input: object) => runSite(server.services, admin(), world.projectId, name, input);
const inProject = () => ({ projectId: world.projectId });
const ofImport = (importId: string) => ({ params: { projectId: world.projectId, importId } });
const stateOf = (importId: string): Promise<PlanImport> => admin().caller.call(getImport, ofImport(importId));

const task = async (name: string, payload: object) =>
  importTasks(server.services)[name]?.(payload, { attempt: 1, signal: new AbortController().signal } as never);

async function announced(content: string, forPlan: string | null = null, name = 'House.ifc'): Promise<string> {
  const { organisationId, userId } = admin();
  const [importId, blobId] = [randomUUID(), randomUUID()];
  const file = path.join(folder, `${importId}.ifc`);
  await writeFile(file, content);
  await storeFile(
    server.services,
    { organisationId, userId },
    { id: blobId, path: file, mime: 'application/x-step', name },
  );
  const body = { id: importId, blobId, parentId: null, planId: forPlan };
  await admin().caller.call(createImport, { params: inProject(), body });
  await task(INSPECT, { organisationId, importId });
  return importId;
}

const house = (of: House = {}) => writeIfc(smallHouse(of), '2026-01-01T08:00:00');

async function bringPagesIn(importId: string): Promise<void> {
  const { organisationId } = admin();
  for (const { page, chosen } of (await stateOf(importId)).pages) {
    if (chosen) await task(IMPORT_PAGE, { organisationId, importId, page });
  }
}

const folderOf = async () =>
  (await admin().caller.call(listPlans, { params: inProject(), query: {} })).content.find(
    (one) => one.planType === 'BimCloud' && one.type === 'Folder',
  );

function versions(folderId: string): Promise<ModelRow[]> {
  const who = { organisationId: admin().organisationId, userId: null };
  return runSiteAsSystem(server.services, who, world.projectId, 'test', ({ tx }) =>
    tx.find('model', 'planId', folderId),
  );
}

async function shownModel(): Promise<ModelRow> {
  const model = newestModel(await versions((await folderOf())?.id ?? ''));
  if (!model) throw new TypeError('there is no model');
  return model;
}

const pin = () => {
  const who = { organisationId: admin().organisationId, userId: null };
  return runSiteAsSystem(server.services, who, world.projectId, 'test', ({ tx }) => tx.get('pin', pinId));
};

test('the storeys of a model are offered, and become plans in a folder that represents the model', async () => {
  const importId = await announced(house());
  const offered = await stateOf(importId);
  expect(offered.state).toBe('choosing');
  expect(offered.pages.map((page) => page.title)).toEqual(['Ground floor', 'Upper floor']);
  await admin().caller.call(startImport, {
    ...ofImport(importId),
    body: {
      parentId: null,
      pages: [
        { page: 1, planId: groundPlan, title: 'Ground floor', sheetNumber: '' },
        { page: 2, planId: upperPlan, title: 'Upper floor', sheetNumber: '' },
      ],
    },
  });
  // The building can be used before its drawings exist.
  const waiting = await admin().caller.call(getPlan, { params: { ...inProject(), planId: upperPlan } });
  expect(waiting.currentRevision).toBeNull();
  const early = { id: randomUUID(), planId: upperPlan, x: 0.5, y: 0.5 };
  await act('pin.create', { ...early, modelPosition: { x: 1, y: 1, z: 4, element: null } });
  await bringPagesIn(importId);
  expect((await stateOf(importId)).state).toBe('finished');
  const created = await folderOf();
  expect(created?.name).toBe('House');
  expect(created?.items).toBe(2);
  const plan = await admin().caller.call(getPlan, { params: { ...inProject(), planId: groundPlan } });
  expect(plan.planType).toBe('BimCloud');
  expect(plan.currentRevision?.version).toBe('V1');
});

test('the drawing is true to scale, and its scale is stored', async () => {
  const ground = await server.database.root.query('SELECT width_m, height_m FROM plan_georeference WHERE id = $1', [
    groundPlan,
  ]);
  const storey = (await shownModel()).storeys.find((one) => one.planId === groundPlan);
  expect(ground.rows[0]).toEqual({ width_m: storey?.frame.widthM, height_m: storey?.frame.heightM });
  const plan = await admin().caller.call(getPlan, { params: { ...inProject(), planId: groundPlan } });
  expect(((plan.currentRevision?.widthPt ?? 0) / 72) * 0.0254 * 50).toBeCloseTo(storey?.frame.widthM ?? 0, 3);
});

test('the geometry and properties of a model are readable by anyone who sees plans', async () => {
  const model = await shownModel();
  const details = await admin().caller.call(getModel, { params: { ...inProject(), modelId: model.id } });
  const [storey] = details.storeys;
  const response = await fetch(new URL(details.file.url, await server.listen()), {
    headers: { range: `bytes=${storey?.offset}-${(storey?.offset ?? 0) + (storey?.length ?? 1) - 1}` },
  });
  expect(response.status).toBe(206);

  const geometry = readStorey(gunzipSync(Buffer.from(await response.arrayBuffer())));
  const column = geometry.elements.findIndex((one) => one.globalId === globalIdOf('ground column'));
  const element = geometry.numbers[column] ?? -1;
  const known = await admin().caller.call(getModelElement, {
    params: { ...inProject(), modelId: model.id, element },
  });
  expect(known).toMatchObject({ type: 'IfcColumn', name: 'Column 1' });
  const beyond = await admin().caller.send(getModelElement, {
    params: { ...inProject(), modelId: model.id, element: 99_999 },
  });
  expect(beyond.status).toBe(404);
});

test('a pin is set on an element, and is placed at its position on the plan of the storey', async () => {
  const model = await shownModel();
  const frame = model.storeys.find((storey) => storey.planId === groundPlan)?.frame;
  if (!frame) throw new TypeError('the storey has no plan');
  const place = { x: 5.2, y: 4, z: 1.5 };
  const element = { globalId: globalIdOf('ground column'), x: 0.2, y: 0, z: 1.5 };
  const position = pointInFrame(frame, place.x, place.y);
  await act('pin.create', { id: pinId, planId: groundPlan, ...position, modelPosition: { ...place, element } });
  expect(await pin()).toMatchObject({ planId: groundPlan, modelPosition: { ...place, element, lost: false } });
});

test('only pins on storeys of a model can have a model position', async () => {
  const plain = randomUUID();
  await act('folder.create', { id: plain, name: 'Plain', parentId: null });
  const modelPosition = { x: 0, y: 0, z: 0, element: null };
  await expect(act('pin.create', { id: randomUUID(), planId: null, x: null, y: null, modelPosition })).rejects.toThrow(
    'outside_plan',
  );
});

test('a new version matches the storeys, and a pin follows its element to sheets of another size', async () => {
  server.clock.advance(60_000);
  const before = await shownModel();
  const importId = await announced(house({ column: [7, 5], longer: 30 }), before.planId);
  expect((await stateOf(importId)).state).toBe('running');
  await bringPagesIn(importId);
  expect((await stateOf(importId)).state).toBe('finished');
  const model = await shownModel();
  expect(model.version).toBe('V2');
  expect(model.storeys.map((one) => one.planId)).toEqual([groundPlan, upperPlan]);
  const moved = await pin();
  expect(moved?.modelPosition).toMatchObject({ lost: false });
  expect(moved?.modelPosition?.x).toBeCloseTo(7.2, 4);
  expect(moved?.modelPosition?.y).toBeCloseTo(5, 4);
  // In plan space, which is that of the first sheet, and on the current sheet.
  const storey = model.storeys[0];
  expect(storey?.frame).toEqual(before.storeys[0]?.frame);
  expect(moved?.x).toBeCloseTo(storey ? pointInFrame(storey.frame, 7.2, 5).x : -1, 6);
  const { content } = await admin().caller.call(listRevisions, {
    params: { ...inProject(), planId: groundPlan },
    query: {},
  });
  expect(content.map((one) => [one.version, one.current])).toEqual([
    ['V2', true],
    ['V1', false],
  ]);
  const [shown] = content;
  const onSheet = shown?.alignment && applyTo(invert(shown.alignment), { x: moved?.x ?? 0, y: moved?.y ?? 0 });
  // The sheet shows 43 m or more at a fixed scale: the pin's distance from the left edge gives the same position.
  expect(onSheet?.x).toBeGreaterThan(0);
  expect(onSheet?.x).toBeLessThan(0.3);
});

test('a pin whose element is gone is marked lost and stays in place until the element is back', async () => {
  server.clock.advance(60_000);
  const before = await pin();
  const { planId } = await shownModel();
  await announced(house({ column: null }), planId);
  const lost = await pin();
  expect(lost?.modelPosition).toEqual({ ...before?.modelPosition, lost: true });
  expect([lost?.x, lost?.y]).toEqual([before?.x, before?.y]);
  server.clock.advance(60_000);
  await announced(house(), planId);
  const found = await pin();
  expect(found?.modelPosition?.lost).toBe(false);
  expect(found?.modelPosition?.x).toBeCloseTo(5.2, 4);
});

test('a pin that is moved on the drawing is detached from its element', async () => {
  await act('pin.move', { id: pinId, planId: groundPlan, x: 0.4, y: 0.4 });
  expect((await pin())?.modelPosition).toBeNull();
});

test('a broken file is reported with its stage, and can be retried', async () => {
  const whole = house();
  const importId = await announced(whole.slice(0, whole.length / 2));
  expect(await stateOf(importId)).toMatchObject({
    state: 'failed',
    stage: 'uploadingOriginal',
    problem: 'ifc_truncated',
  });
  expect((await admin().caller.call(retryImport, ofImport(importId))).state).toBe('inspecting');
});

test('a drawing cannot be a revision of a model, nor a model that of a plan', async () => {
  const { planId } = await shownModel();
  expect(await stateOf(await announced('no model', planId, 'plan.pdf'))).toMatchObject({
    state: 'failed',
    problem: 'ifc_not_ifc',
  });
  expect(await stateOf(await announced(house(), upperPlan))).toMatchObject({
    state: 'failed',
    problem: 'unsupported_type',
  });
});
