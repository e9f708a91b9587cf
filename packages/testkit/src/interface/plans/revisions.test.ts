// A new revision of a plan from file to publication: equal sheets are published directly, others wait for an
// alignment, pins stay in place.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  cancelImport,
  createImport,
  getImport,
  getProposal,
  startImport,
  startRevision,
} from '@plumbline/core/features/imports/contract';
import { listPins } from '@plumbline/core/features/pins/contract';
import { getPlan, listRevisions } from '@plumbline/core/features/plans/contract';
import { type Alignment, IDENTITY_ALIGNMENT, maxDistance } from '@plumbline/core/site/geometry/alignment';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { importTasks } from '@plumbline/server/features/imports/jobs';
import { IMPORT_PAGE, INSPECT } from '@plumbline/server/features/imports/locked-import';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { assemble, stream } from '@plumbline/server/rendering/testing/pdf-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { HOUSE, houseSheet } from '../../house.ts';
import { startTestServer, type TestServer } from '../../server.ts';

const { width: WIDTH, height: HEIGHT } = HOUSE;
let server: TestServer;
let world: World;
let folder: string;
let planId: string;
const pinId = randomUUID();

beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  world = await createWorld(server);
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-revisions-'));
  planId = await bringPlanIn();
  await act('pin.create', { id: pinId, planId, x: 0.25, y: 0.5 });
}, 240_000);
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const admin = () => world.roles.administrator;
const act = (name: string, input: object) => runSite(server.services, admin(), world.projectId, name, input);
const inProject = () => ({ projectId: world.projectId });
const ofImport = (importId: string) => ({ params: { projectId: world.projectId, importId } });

/** The file of a sheet with the house on it, transformed. */
async function sheet(width: number, height: number, turn: string, marks: number): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.png`);
  await writeFile(file, await houseSheet({ width, height, turn, marks }));
  return file;
}

const task = async (name: string, payload: object) =>
  importTasks(server.services)[name]?.(payload, { attempt: 1, signal: new AbortController().signal } as never);

/** Announces a file and has its pages listed. */
async function announced(file: string, forPlan: string | null): Promise<string> {
  const { organisationId, userId } = admin();
  const [importId, blobId] = [randomUUID(), randomUUID()];
  await storeFile(
    server.services,
    { organisationId, userId },
    { id: blobId, path: file, mime: 'image/png', name: 'sheet.png' },
  );
  await admin().caller.call(createImport, {
    params: inProject(),
    body: { id: importId, blobId, parentId: null, planId: forPlan },
  });
  await task(INSPECT, { organisationId, importId });
  return importId;
}

const work = (importId: string) => task(IMPORT_PAGE, { organisationId: admin().organisationId, importId, page: 1 });

async function bringPlanIn(): Promise<string> {
  const id = randomUUID();
  const importId = await announced(await sheet(WIDTH, HEIGHT, '', 0), null);
  await admin().caller.call(startImport, {
    ...ofImport(importId),
    body: { parentId: null, pages: [{ page: 1, planId: id, title: 'House', sheetNumber: 'A-1' }] },
  });
  await work(importId);
  return id;
}

async function begun(file: string, version: string): Promise<string> {
  server.clock.advance(60_000);
  const importId = await announced(file, planId);
  await admin().caller.call(startRevision, { ...ofImport(importId), body: { page: 1, version } });
  return importId;
}

const plan = () => admin().caller.call(getPlan, { params: { ...inProject(), planId } });
const revisions = async () =>
  (await admin().caller.call(listRevisions, { params: { ...inProject(), planId }, query: {} })).content;
const stateOf = async (importId: string) => (await admin().caller.call(getImport, ofImport(importId))).state;
const pinPlace = async () => {
  const { content } = await admin().caller.call(listPins, { params: inProject(), query: {} });
  const { x, y } = content.find((one) => one.id === pinId) ?? {};
  return { x, y };
};

test('a sheet with missing fonts is imported, and the import and its revision say so', async () => {
  const file = path.join(folder, 'letters.pdf');
  await writeFile(
    file,
    assemble([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      stream('', 'BT /F1 60 Tf 20 80 Td (AB) Tj ET'),
      '<< /Type /Font /Subtype /TrueType /BaseFont /Angsana /Encoding 6 0 R /FontDescriptor 7 0 R >>',
      '<< /BaseEncoding /WinAnsiEncoding /Differences [65 /uni0E01 /uni0E02] >>',
      '<< /Type /FontDescriptor /FontName /Angsana /Flags 32 /StemV 80 /FontBBox [0 0 900 900] >>',
    ]),
  );
  const id = randomUUID();
  const importId = await announced(file, null);
  await admin().caller.call(startImport, {
    ...ofImport(importId),
    body: { parentId: null, pages: [{ page: 1, planId: id, title: 'Letters', sheetNumber: '' }] },
  });
  await work(importId);
  const expected = await admin().caller.call(getImport, ofImport(importId));
  expect(expected).toMatchObject({ state: 'finished', pages: [{ problem: null, typefacesLeftOut: ['Angsana'] }] });
  const params = { ...inProject(), planId: id };
  const { content } = await admin().caller.call(listRevisions, { params, query: {} });
  expect(content).toMatchObject([{ typefacesLeftOut: ['Angsana'] }]);
  expect(await revisions()).toMatchObject([{ typefacesLeftOut: [] }]);
});

test('the number is required and must be free; the response names the field', async () => {
  const importId = await announced(await sheet(WIDTH, HEIGHT, '', 1), planId);
  for (const [version, outcome] of [
    ['  ', 'REQUIRED'],
    ['v1', 'ALREADY_IN_USE'],
  ]) {
    const response = await admin().caller.send(startRevision, {
      ...ofImport(importId),
      body: { page: 1, version: version ?? '' },
    });
    expect(response).toMatchObject({ status: 422, body: { fields: [{ path: 'version', outcome }] } });
  }
  expect(await stateOf(importId)).toBe('choosing');
  const asPlan = await admin().caller.send(startImport, {
    ...ofImport(importId),
    body: { parentId: null, pages: [{ page: 1, planId: randomUUID(), title: 'x', sheetNumber: '' }] },
  });
  expect(asPlan.status).toBe(409);
  await admin().caller.call(cancelImport, ofImport(importId));
});

test('an equal sheet is published directly; pins cannot be created during the import', async () => {
  const importId = await begun(await sheet(WIDTH, HEIGHT, '', 1), 'B');
  expect((await plan()).updating).toBe(true);
  await expect(act('pin.create', { id: randomUUID(), planId, x: 0.5, y: 0.5 })).rejects.toMatchObject({
    code: 'plan_updating',
  });
  const second = await announced(await sheet(WIDTH, HEIGHT, '', 2), planId);
  const beside = await admin().caller.send(startRevision, { ...ofImport(second), body: { page: 1, version: 'B2' } });
  expect(beside).toMatchObject({ status: 409, body: { code: 'plan_updating' } });
  await work(importId);
  expect(await stateOf(importId)).toBe('finished');
  const now = await plan();
  expect(now).toMatchObject({ updating: false, currentRevision: { version: 'B' } });
  expect(await revisions()).toMatchObject([
    { version: 'B', current: true, active: true, alignment: IDENTITY_ALIGNMENT },
    { version: 'V1', current: false, active: true, alignment: IDENTITY_ALIGNMENT },
  ]);
}, 240_000);

test('a cancelled import frees the plan and its number', async () => {
  const importId = await begun(await sheet(WIDTH, HEIGHT, '', 2), 'C');
  await admin().caller.call(cancelImport, ofImport(importId));
  expect((await plan()).updating).toBe(false);
  // The worker picks it up afterwards.
  await work(importId);
  expect(await stateOf(importId)).toBe('canceled');
  expect((await revisions()).map((one) => one.version)).toEqual(['B', 'V1']);
});

test('a sheet of another size waits with a proposed alignment, is accepted, and the pin stays on the building', async () => {
  // Rotated by 30 degrees, on a larger sheet.
  const turn = 'translate(720 -40) rotate(30)';
  const file = await sheet(2100, 2000, turn, 2);
  const importId = await begun(file, 'C');
  await work(importId);
  expect(await stateOf(importId)).toBe('aligning');
  const [waiting, shown] = await revisions();
  expect(waiting).toMatchObject({ version: 'C', current: false, alignment: null });
  expect(shown).toMatchObject({ version: 'B', current: true });
  const revisionId = waiting?.id ?? '';
  await expect(act('revision.makeCurrent', { id: revisionId })).rejects.toMatchObject({ code: 'revision_unaligned' });
  await expect(act('revision.setActive', { id: revisionId, active: true })).rejects.toMatchObject({
    code: 'revision_unaligned',
  });

  const { proposal } = await admin().caller.call(getProposal, { params: { ...inProject(), revisionId } });
  const cos = Math.cos(Math.PI / 6);
  const sin = Math.sin(Math.PI / 6);
  // The inverse of the transform above, from fractions of the new sheet to fractions of the old one.
  const truth: Alignment = [
    (cos * 2100) / WIDTH,
    (sin * 2000) / WIDTH,
    (cos * -720 + sin * 40) / WIDTH,
    (-sin * 2100) / HEIGHT,
    (cos * 2000) / HEIGHT,
    (sin * 720 + cos * 40) / HEIGHT,
  ];
  expect(proposal?.sure).toBe(true);
  expect(
    maxDistance(proposal?.alignment ?? IDENTITY_ALIGNMENT, truth, { widthPt: WIDTH, heightPt: HEIGHT }),
  ).toBeLessThan(0.002);

  const before = await pinPlace();
  await act('revision.align', { id: revisionId, alignment: proposal?.alignment, makeCurrent: true });
  expect(await stateOf(importId)).toBe('finished');
  expect(await plan()).toMatchObject({ currentRevision: { version: 'C' }, updating: false });
  expect(await pinPlace()).toEqual(before);
  // Outside the old sheet but on the new one, and the other way round.
  await act('pin.create', { id: randomUUID(), planId, x: 0.5, y: -0.02 });
  await expect(act('pin.create', { id: randomUUID(), planId, x: -0.9, y: 0.5 })).rejects.toMatchObject({
    code: 'outside_plan',
  });
  await expect(act('revision.setActive', { id: revisionId, active: false })).rejects.toMatchObject({
    code: 'revision_current',
  });
  const first = (await revisions()).find((one) => one.version === 'V1')?.id ?? '';
  await expect(
    act('revision.align', { id: first, alignment: proposal?.alignment, makeCurrent: false }),
  ).rejects.toMatchObject({ code: 'revision_first' });
}, 240_000);

test('a revision cancelled while it waits for its alignment is removed and its number is free', async () => {
  const importId = await begun(await sheet(1500, 1700, 'scale(0.8)', 3), 'D');
  await work(importId);
  expect(await stateOf(importId)).toBe('aligning');
  const waiting = (await revisions())[0];
  await admin().caller.call(cancelImport, ofImport(importId));
  expect(await stateOf(importId)).toBe('canceled');
  expect((await revisions()).map((one) => one.version)).toEqual(['C', 'B', 'V1']);
  await expect(
    act('revision.align', { id: waiting?.id, alignment: IDENTITY_ALIGNMENT, makeCurrent: true }),
  ).rejects.toMatchObject({
    code: 'already_changed',
  });
  const again = await announced(await sheet(1500, 1700, 'scale(0.8)', 3), planId);
  await admin().caller.call(startRevision, { ...ofImport(again), body: { page: 1, version: 'D' } });
  await admin().caller.call(cancelImport, ofImport(again));
}, 240_000);

test('users who do not manage plans can neither import nor align a revision', async () => {
  const { contributor } = world.roles;
  const importId = await announced(await sheet(WIDTH, HEIGHT, '', 4), planId);
  const response = await contributor.caller.send(startRevision, {
    ...ofImport(importId),
    body: { page: 1, version: 'X' },
  });
  expect(response.status).toBe(403);
  const [newest] = await revisions();
  await expect(
    runSite(server.services, contributor, world.projectId, 'revision.makeCurrent', { id: newest?.id }),
  ).rejects.toMatchObject({ code: 'forbidden' });
});
