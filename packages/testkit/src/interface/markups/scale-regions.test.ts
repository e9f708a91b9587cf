// Views with their own scales: who may set them, what is refused, what an import proposes and what a new revision keeps.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Role } from '@plumbline/core/access/capabilities';
import { createImport, startImport, startRevision } from '@plumbline/core/features/imports/contract';
import type { RevisionRow, ScaleRegion } from '@plumbline/core/site/rows/plans';
import { syncPull } from '@plumbline/core/sync/contract';
import { runSite, runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { importTasks } from '@plumbline/server/features/imports/jobs';
import { IMPORT_PAGE, INSPECT } from '@plumbline/server/features/imports/locked-import';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { block, makePdf, text } from '@plumbline/server/rendering/testing/pdf-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let folder: string;
const planId = randomUUID();
let revision: RevisionRow;

const admin = () => world.roles.administrator;
const act = (role: Role, name: string, input: object) =>
  runSite(server.services, world.roles[role], world.projectId, name, input);

/** A wall with many openings, so that its lines are not everywhere. */
const wall = (x: number, y: number, count: number) =>
  Array.from({ length: count }, (_, i) => block('0 0 0', x + i * 20, y, 10, 120)).join('');
/** A plan at 1:100 on the left, a detail at 1:10 on the right, `shift` points above its usual place. */
const sheet = (shift: number) =>
  makePdf([
    {
      mediaBox: [0, 0, 800, 400],
      content: [
        wall(40, 150, 18),
        text('Ground floor 1:100', 40, 110, 12),
        wall(520, 200 + shift, 8),
        text('Sill detail 1:10', 520, 160 + shift, 12),
      ].join(''),
    },
  ]);

async function announced(bytes: Buffer, forPlan: string | null): Promise<string> {
  const { organisationId, userId } = admin();
  const [importId, blobId, file] = [randomUUID(), randomUUID(), path.join(folder, `${randomUUID()}.pdf`)];
  await writeFile(file, bytes);
  await storeFile(
    server.services,
    { organisationId, userId },
    { id: blobId, path: file, mime: 'application/pdf', name: 'A-1.pdf' },
  );
  const body = { id: importId, blobId, parentId: null, planId: forPlan };
  await admin().caller.call(createImport, { params: { projectId: world.projectId }, body });
  await work(INSPECT, { importId });
  return importId;
}

const work = async (name: string, payload: object) =>
  importTasks(server.services)[name]?.({ organisationId: admin().organisationId, ...payload }, {
    attempt: 1,
    signal: new AbortController().signal,
  } as never);

const currentRevision = () =>
  runSiteAsSystem(
    server.services,
    { organisationId: world.organisationId, userId: null },
    world.projectId,
    'test.read',
    async ({ tx }) => {
      const plan = await tx.get('plan', planId);
      const found = await tx.get('revision', plan?.currentRevisionId ?? '');
      if (!found) throw new Error('no revision');
      return found;
    },
  );

async function revised(bytes: Buffer, version: string): Promise<RevisionRow> {
  server.clock.advance(60_000);
  const importId = await announced(bytes, planId);
  const params = { projectId: world.projectId, importId };
  await admin().caller.call(startRevision, { params, body: { page: 1, version } });
  await work(IMPORT_PAGE, { importId, page: 1 });
  return currentRevision();
}

beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  world = await createWorld(server);
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-scale-regions-'));
  const importId = await announced(sheet(0), null);
  await admin().caller.call(startImport, {
    params: { projectId: world.projectId, importId },
    body: { parentId: null, pages: [{ page: 1, planId, title: 'Ground floor', sheetNumber: 'A-1' }] },
  });
  await work(IMPORT_PAGE, { importId, page: 1 });
  revision = await currentRevision();
}, 240_000);
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const summary = ({ scaleRegions }: RevisionRow) =>
  scaleRegions.map(({ name, scale, proposed }) => [name, scale, proposed]);
const region = (change: Partial<ScaleRegion> = {}) => {
  const { proposed: _proposed, ...rest } = { ...revision.scaleRegions[1], ...change };
  return { revisionId: revision.id, region: rest };
};

test('an import proposes the views with their scales', () => {
  expect(summary(revision)).toEqual([
    ['Ground floor', 100, true],
    ['Sill detail', 10, true],
  ]);
});

test('users who manage plans set and remove regions, and every device receives them', async () => {
  await expect(act('contributor', 'scaleRegion.set', region({ scale: 5 }))).rejects.toMatchObject({
    code: 'forbidden',
  });
  await act('administrator', 'scaleRegion.set', region({ scale: 5 }));
  const added = region({ id: randomUUID(), name: 'Sketch', scale: null, points: [0.1, 0.02, 0.3, 0.02, 0.2, 0.2] });
  await act('administrator', 'scaleRegion.set', added);
  const query = { projectId: world.projectId, from: 0 };
  expect(JSON.stringify(await world.roles.externalViewer.caller.call(syncPull, { query }))).toContain('Sketch');
  await act('administrator', 'scaleRegion.remove', { revisionId: revision.id, id: added.region.id });
  await act('administrator', 'scaleRegion.remove', { revisionId: revision.id, id: added.region.id });
  expect(summary(await currentRevision())).toEqual([
    ['Ground floor', 100, true],
    ['Sill detail', 5, false],
  ]);
});

test.each([
  ['an outline without an area', { points: [0.1, 0.1, 0.2, 0.2, 0.3, 0.3] }],
  ['an outline that crosses itself', { points: [0.1, 0.1, 0.3, 0.3, 0.3, 0.1, 0.1, 0.3] }],
  ['a point beyond the sheet', { points: [0.1, 0.1, 1.2, 0.1, 0.3, 0.3] }],
  ['a scale of zero', { scale: 0 }],
])('%s is refused', async (_, change) => {
  await expect(act('administrator', 'scaleRegion.set', region(change))).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

test('a region of an unknown revision is refused', async () => {
  const input = { ...region(), revisionId: randomUUID() };
  await expect(act('administrator', 'scaleRegion.set', input)).rejects.toMatchObject({ code: 'not_found' });
});

test('a new revision keeps the views that have not moved, and detects the others again', async () => {
  expect(summary(await revised(sheet(0), 'B'))).toEqual([
    ['Ground floor', 100, true],
    ['Sill detail', 5, false],
  ]);
  const moved = await revised(sheet(70), 'C');
  expect(summary(moved)).toEqual([
    ['Ground floor', 100, true],
    ['Sill detail', 10, true],
  ]);
  const top = Math.min(...(moved.scaleRegions[1]?.points.filter((_, i) => i % 2 === 1) ?? []));
  expect(top).toBeLessThan(Math.min(...(revision.scaleRegions[1]?.points.filter((_, i) => i % 2 === 1) ?? [])));
}, 240_000);

test('regions follow a later alignment of their revision until someone has confirmed them', async () => {
  const current = await currentRevision();
  const [ground, detail] = current.scaleRegions;
  if (!ground || !detail) throw new Error('no regions');
  const { proposed: _proposed, ...confirmed } = detail;
  await act('administrator', 'scaleRegion.set', { revisionId: current.id, region: confirmed });
  const shift = { id: current.id, alignment: [1, 0, -0.02, 0, 1, 0], makeCurrent: true };
  await act('administrator', 'revision.align', shift);
  const aligned = await currentRevision();
  const leftOf = (id: string) => aligned.scaleRegions.find((one) => one.id === id)?.points[0];
  expect(summary(aligned).sort()).toEqual([
    ['Ground floor', 100, true],
    ['Sill detail', 10, false],
  ]);
  expect(leftOf(ground.id)).toBeCloseTo((ground.points[0] ?? 0) + 0.02);
  expect(leftOf(detail.id)).toBe(detail.points[0]);
});
