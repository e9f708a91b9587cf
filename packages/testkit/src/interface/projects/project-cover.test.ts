import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { joinProject, listProjects } from '@plumbline/core/features/projects/contract';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { planRow, revisionRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

/** A stored file used for every part of a revision. */
async function keep(): Promise<string> {
  const id = randomUUID();
  const bytes = Buffer.from(id);
  const sha256 = createHash('sha256').update(bytes).digest();
  const key = `blobs/${world.organisationId}/${sha256.toString('hex')}`;
  await server.services.files.put(key, Readable.from([bytes]));
  await recordBlob(
    server.services,
    { organisationId: world.organisationId, userId: null },
    { id, key, sha256, size: bytes.length, mime: 'image/webp', name: 'plan.webp' },
  );
  return id;
}

async function coverOf(actor: Actor): Promise<string | null | undefined> {
  const list = await actor.caller.call(listProjects, { query: { whose: 'all' } });
  return list.content.find((one) => one.id === world.projectId)?.cover;
}

/** Adds a plan with a revision to the project and returns the blob of its picture. */
async function addPlan(change: Parameters<typeof planRow>[1]): Promise<string> {
  const by = { projectId: world.projectId, createdBy: world.owner.userId };
  const plan = planRow(by, change);
  const blobId = await keep();
  const files = { packBlobId: blobId, thumbBlobId: blobId, previewBlobId: blobId, originalBlobId: blobId };
  const revision = revisionRow(by, plan.id, files);
  await writeRows(server, world, (tx) => {
    tx.put('plan', { ...plan, currentRevisionId: revision.id });
    tx.put('revision', revision);
  });
  return blobId;
}

test("the first active plan by sheet number is the project's cover, for its members only", async () => {
  const { owner, projectId, roles } = world;
  expect(await coverOf(roles.contributor)).toBeNull();
  await addPlan({ name: 'Attic', sheetNumber: '' });
  await addPlan({ name: 'First floor', sheetNumber: 'A-10' });
  const ground = await addPlan({ name: 'Ground floor', sheetNumber: 'A-9' });
  await addPlan({ name: 'Old ground floor', sheetNumber: 'A-1', active: false });
  expect(await coverOf(roles.contributor)).toContain(ground);
  expect(await coverOf(owner)).toBeNull();
  await owner.caller.call(joinProject, { params: { projectId }, body: { id: randomUUID() } });
  expect(await coverOf(owner)).toContain(ground);
});
