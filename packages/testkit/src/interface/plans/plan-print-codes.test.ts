// Codes on printed plans: what a scan of the print leads to, for strangers and for members.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPlanPrint, getPlanPrint } from '@plumbline/core/features/plans/print-contract';
import { getPrintedRevision, openPrintedRevision } from '@plumbline/core/features/plans/prints/printed-revision';
import { tasksOf } from '@plumbline/server/app/features';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { largePreview } from '@plumbline/server/rendering/page-preview-result';
import { previewPages } from '@plumbline/server/rendering/render';
import { makePdf, text } from '@plumbline/server/rendering/testing/pdf-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, createWorld, signIn, type World, writeRows } from '../../actors.ts';
import { textOfPicture } from '../../authenticator.ts';
import { addressOf } from '../../calls.ts';
import { planRow, revisionRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let folder: string;
let plan: ReturnType<typeof planRow>;
let revisions: ReturnType<typeof revisionRow>[];

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-print-codes-'));
  const { organisationId, projectId, roles } = world;
  const by = { projectId, createdBy: roles.administrator.userId };
  const file = path.join(folder, 'plan.pdf');
  await writeFile(file, makePdf([{ mediaBox: [0, 0, 1_190, 842], content: text('Stair', 500, 400, 20) }]));
  const id = randomUUID();
  const owner = { organisationId, userId: null };
  await storeFile(server.services, owner, { id, path: file, mime: 'application/pdf', name: 'plan.pdf' });
  const blobs = { packBlobId: id, thumbBlobId: id, previewBlobId: id, originalBlobId: id };
  plan = planRow(by, { name: 'Ground floor' });
  revisions = ['A', 'B'].map((version) => revisionRow(by, plan.id, blobs, { version }));
  await writeRows(server, world, (tx) => {
    tx.put('plan', { ...plan, currentRevisionId: revisions[0]?.id ?? null });
    for (const revision of revisions) tx.put('revision', revision);
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const makeCurrent = (at: number, change: Partial<typeof plan> = {}) =>
  writeRows(server, world, (tx) =>
    tx.put('plan', { ...plan, currentRevisionId: revisions[at]?.id ?? null, ...change }),
  );

/** The sheet of a print as a picture. */
async function printed(code?: boolean): Promise<Buffer> {
  const { caller } = world.roles.contributor;
  const params = { projectId: world.projectId };
  const { id } = await caller.call(createPlanPrint, {
    params: { ...params, planId: plan.id },
    body: {
      id: randomUUID(),
      filter: null,
      markups: false,
      list: false,
      language: 'de',
      ...(code !== undefined && { code }),
    },
  });
  const context = { id: '1', attempt: 1, maxAttempts: 4, signal: new AbortController().signal };
  await tasksOf(server.services)['plan.print']?.({ organisationId: world.organisationId, printId: id }, context);
  const { url } = await caller.call(getPlanPrint, { params: { ...params, printId: id } });
  const file = path.join(folder, `${id}.pdf`);
  await writeFile(file, (await world.nobody.raw({ method: 'GET', url: url ?? '' })).raw);
  const out = path.join(folder, `${id}.webp`);
  await previewPages(file, [1], () => out);
  return readFile(largePreview(out));
}

const scanned = async () => {
  const address = await textOfPicture(await printed());
  expect(address).toMatch(/^http:\/\/localhost:8420\/print\/[\w-]{22}$/u);
  return address.slice(-22);
};
const state = (code: string) => world.nobody.send(getPrintedRevision, { params: { code } });

test('a print can be scanned, unless its code was left out', async () => {
  expect(await scanned()).toHaveLength(22);
  await expect(textOfPicture(await printed(false))).rejects.toThrow('no QR code');
});

test('anyone who scans a print learns whether it is current, and nothing else', async () => {
  const code = await scanned();
  expect(await state(code)).toMatchObject({ status: 200, body: { state: 'current' } });
  await makeCurrent(1);
  const outdated = await state(code);
  expect(outdated.body).toEqual({ state: 'outdated' });
  expect((await state(await scanned())).body).toEqual({ state: 'current' });
  await makeCurrent(1, { active: false });
  const unknown = await state('A'.repeat(22));
  expect(unknown.status).toBe(404);
  expect((await state(code)).body).toEqual(unknown.body);
  await makeCurrent(0);
});

test('members can open the plan, and everyone else gets the same answer as for a missing one', async () => {
  const code = await scanned();
  const params = { params: { code } };
  const place = { projectId: world.projectId, planId: plan.id };
  for (const { caller } of [world.roles.contributor, world.roles.subcontractor])
    expect(await caller.call(openPrintedRevision, params)).toEqual(place);
  const colleague = await signIn(
    server,
    await createPerson(server, { organisationId: world.organisationId, firstName: 'Nele', lastName: 'Nordmann' }),
  );
  for (const { caller } of [colleague, world.other.administrator])
    expect(await caller.send(openPrintedRevision, params)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await world.nobody.send(openPrintedRevision, params)).status).toBe(401);
});

test('codes cannot be found by guessing', async () => {
  const guess = () =>
    world.nobody.raw({
      method: 'GET',
      url: addressOf(getPrintedRevision, { params: { code: 'B'.repeat(22) } }),
      remoteAddress: '198.51.100.8',
    });
  const statuses: number[] = [];
  for (let tries = 0; tries < 61; tries += 1) statuses.push((await guess()).status);
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([404]));
  expect(statuses.at(-1)).toBe(429);
});
