// The tile packs that devices download: their pieces, hashes and sizes, and who gets them.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { getPack, listPackSizes, PACK_PIECE_BYTES } from '@plumbline/core/features/plans/contract';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, signIn, type World, writeRows } from '../../actors.ts';
import { planRow, revisionRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

const BYTES = randomBytes(2 * PACK_PIECE_BYTES + 77);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

let server: TestServer;
let world: World;

/** A revision whose pack is recorded with the hash of `said`. */
async function addRevision(bytes: Buffer, said = bytes): Promise<string> {
  const { organisationId, projectId } = world;
  const blobId = randomUUID();
  const key = `blobs/${organisationId}/${blobId}`;
  await server.services.files.put(key, Readable.from([bytes]));
  await recordBlob(
    server.services,
    { organisationId, userId: null },
    { id: blobId, key, sha256: sha256(said), size: bytes.length, mime: 'application/octet-stream', name: 'tiles' },
  );
  const by = { projectId, createdBy: world.roles.contributor.userId };
  const plan = planRow(by);
  const blobs = { packBlobId: blobId, thumbBlobId: blobId, previewBlobId: blobId, originalBlobId: blobId };
  const revision = revisionRow(by, plan.id, blobs);
  await writeRows(server, { organisationId, projectId }, async (tx) => {
    tx.put('plan', { ...plan, currentRevisionId: revision.id });
    tx.put('revision', revision);
  });
  return revision.id;
}

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

test('any range of a pack can be fetched and verified by the hashes of its pieces', async () => {
  const revisionId = await addRevision(BYTES);
  const who = await signIn(server, world.roles.externalViewer);
  const pack = await who.caller.call(getPack, { params: { projectId: world.projectId, revisionId } });
  expect(pack).toMatchObject({ revisionId, size: BYTES.length, pieceSize: PACK_PIECE_BYTES });
  expect(pack.pieces).toHaveLength(3);
  for (const [at, hash] of pack.pieces.entries()) {
    const from = at * PACK_PIECE_BYTES;
    const to = Math.min(from + PACK_PIECE_BYTES, BYTES.length) - 1;
    const answer = await world.nobody.raw({ method: 'GET', url: pack.url, headers: { range: `bytes=${from}-${to}` } });
    expect(answer.status).toBe(206);
    expect(sha256(answer.raw).toString('hex')).toBe(hash);
  }
});

test('a pack that differs from the stored one is not served', async () => {
  const revisionId = await addRevision(randomBytes(100), randomBytes(100));
  const params = { projectId: world.projectId, revisionId };
  expect(await world.roles.contributor.caller.send(getPack, { params })).toMatchObject({ status: 500 });
});

test('sizes are listed for revisions of the project only', async () => {
  const revisionId = await addRevision(randomBytes(345));
  const { projectId, other } = world;
  const query = { revision: [revisionId, randomUUID()] };
  const { packs } = await world.roles.internalViewer.caller.call(listPackSizes, { params: { projectId }, query });
  expect(packs).toEqual([{ revisionId, size: 345 }]);
  const foreign = await other.administrator.caller.call(listPackSizes, {
    params: { projectId: other.projectId },
    query,
  });
  expect(foreign.packs).toEqual([]);
});

test('only members of the project can fetch a pack', async () => {
  const revisionId = await addRevision(randomBytes(10));
  const params = { projectId: world.projectId, revisionId };
  expect(await world.colleague.caller.send(getPack, { params })).toMatchObject({ status: 404 });
  const foreign = { projectId: world.other.projectId, revisionId };
  expect(await world.other.administrator.caller.send(getPack, { params: foreign })).toMatchObject({ status: 404 });
});
