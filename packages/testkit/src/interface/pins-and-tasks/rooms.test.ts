// The room of a pin: proposed from its position, kept when someone corrected it, filtered by and exported.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { exportPins } from '@plumbline/core/features/exports/contract';
import { getPin, listPins } from '@plumbline/core/features/pins/contract';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { planRow, revisionRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
const planId = randomUUID();

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  const blobId = randomUUID();
  await server.services.files.put('blobs/none', Readable.from([Buffer.alloc(1)]));
  await recordBlob(
    server.services,
    { organisationId, userId: null },
    { id: blobId, key: 'blobs/none', sha256: Buffer.alloc(32), size: 1, mime: 'image/jpeg', name: 'none' },
  );
  const by = { projectId, createdBy: roles.administrator.userId };
  await writeRows(server, { organisationId, projectId }, (tx) => {
    const blobs = { packBlobId: blobId, thumbBlobId: blobId, previewBlobId: blobId, originalBlobId: blobId };
    const square = (left: number) => [left, 0.1, left + 0.3, 0.1, left + 0.3, 0.4, left, 0.4];
    const revision = revisionRow(by, planId, blobs, {
      rooms: [
        { name: 'Küche 2.04', box: [0.2, 0.2, 0.05, 0.02], outline: square(0.1) },
        { name: 'Bath', box: [0.5, 0.2, 0.05, 0.02], outline: square(0.4) },
      ],
    });
    tx.put('plan', { ...planRow(by), id: planId, currentRevisionId: revision.id });
    tx.put('revision', revision);
  });
});
afterAll(() => server?.close());

const act = (name: string, input: object) =>
  runSite(server.services, world.roles.administrator, world.projectId, name, input);
const caller = () => world.roles.administrator.caller;

async function created(at: { x: number; y: number }, content: object = {}): Promise<string> {
  const id = randomUUID();
  await act('pin.create', { id, planId, ...at, content });
  return id;
}
const roomOf = async (pinId: string) =>
  (await caller().call(getPin, { params: { projectId: world.projectId, pinId } })).room;
const moved = (id: string, x: number, y: number) => act('pin.move', { id, planId, x, y });

test('a new pin gets the room at its position, unless another one is given', async () => {
  expect(await roomOf(await created({ x: 0.2, y: 0.3 }))).toBe('Küche 2.04');
  expect(await roomOf(await created({ x: 0.9, y: 0.9 }))).toBe('');
  expect(await roomOf(await created({ x: 0.2, y: 0.3 }, { room: 'Pantry' }))).toBe('Pantry');
  expect(await roomOf(await created({ x: 0.2, y: 0.3 }, { room: '' }))).toBe('');
});

test('a proposed room follows the pin, a corrected one is kept', async () => {
  const pinId = await created({ x: 0.2, y: 0.3 });
  await moved(pinId, 0.6, 0.3);
  expect(await roomOf(pinId)).toBe('Bath');
  await moved(pinId, 0.9, 0.9);
  expect(await roomOf(pinId)).toBe('');
  await moved(pinId, 0.2, 0.3);
  expect(await roomOf(pinId)).toBe('Küche 2.04');
  await act('pin.update', { id: pinId, set: { room: 'Kitchen, north wall' } });
  await moved(pinId, 0.6, 0.3);
  expect(await roomOf(pinId)).toBe('Kitchen, north wall');
  await act('pin.update', { id: pinId, set: { title: 'Socket' } });
  expect(await roomOf(pinId)).toBe('Kitchen, north wall');
});

test('pins are filtered by room, and exported with it', async () => {
  const pinId = await created({ x: 0.6, y: 0.3 }, { title: 'Tile' });
  const found = await caller().call(listPins, {
    params: { projectId: world.projectId },
    query: { room: ['Bath'] },
  });
  expect(found.content.map(({ id, room }) => [id, room])).toEqual([[pinId, 'Bath']]);
  const { raw } = await caller().send(exportPins, {
    params: { projectId: world.projectId },
    query: { format: 'csv', language: 'en' },
  });
  const [head = '', ...lines] = raw.toString('utf8').trim().split(/\r?\n/u);
  const columns = head
    .replace(/^\uFEFF/u, '')
    .split(/[,;]/u)
    .map((one) => one.replaceAll('"', ''));
  expect(columns).toContain('Room');
  expect(lines.find((line) => line.includes('Tile'))).toContain('Bath');
});
