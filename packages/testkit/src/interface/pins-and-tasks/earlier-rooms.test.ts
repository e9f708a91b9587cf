// Rooms of sheets that were imported before rooms were recognised: a recurring job reads each sheet once.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { storedWords, type Word } from '@plumbline/core/features/imports/plan-words';
import { readEarlierRooms } from '@plumbline/server/features/imports/rooms/earlier-sheets';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { planRow, revisionRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

const KITCHEN = [
  { text: 'Kitchen', x: 0.2, y: 0.3, w: 0.06, h: 0.02 },
  { text: '2.04', x: 0.27, y: 0.3, w: 0.03, h: 0.02 },
  { text: '12.5', x: 0.2, y: 0.33, w: 0.03, h: 0.02 },
  { text: 'm²', x: 0.235, y: 0.33, w: 0.02, h: 0.02 },
];

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server?.close());

async function kept(bytes: Buffer): Promise<{ id: string; key: string }> {
  const id = randomUUID();
  const key = `blobs/${id}`;
  await server.services.files.put(key, Readable.from([bytes]));
  const file = { id, key, sha256: Buffer.from(id.replaceAll('-', '').repeat(2), 'hex'), size: bytes.length };
  const owner = { organisationId: world.organisationId, userId: null };
  await recordBlob(server.services, owner, { ...file, mime: 'application/octet-stream', name: 'sheet' });
  return { id, key };
}

/** A revision as an earlier version stored it: its text names a kitchen, and its rooms were never read. */
async function earlierSheet(text: Buffer): Promise<{ revisionId: string; textKey: string }> {
  const { organisationId, projectId, roles } = world;
  const page = sharp({ create: { width: 842, height: 595, channels: 3, background: '#ffffff' } });
  const preview = (await kept(await page.webp().toBuffer())).id;
  const { id: textBlobId, key: textKey } = await kept(text);
  const by = { projectId, createdBy: roles.administrator.userId };
  const planId = randomUUID();
  const blobs = { packBlobId: preview, thumbBlobId: preview, previewBlobId: preview, originalBlobId: preview };
  const revision = revisionRow(by, planId, blobs, { textBlobId });
  await writeRows(server, { organisationId, projectId }, (tx) => {
    tx.put('plan', { ...planRow(by), id: planId, currentRevisionId: revision.id });
    tx.put('revision', revision);
  });
  await server.database.root.query('UPDATE revision SET rooms_read = false WHERE id = $1', [revision.id]);
  return { revisionId: revision.id, textKey };
}

const textOf = (words: readonly Word[]) => gzipSync(JSON.stringify(storedWords(words)));
const read = () => readEarlierRooms(server.services, new AbortController().signal);

async function stored(revisionId: string): Promise<{ rooms: string[]; read: boolean; position: number }> {
  const found = await server.database.root.query<{ rooms: { name: string }[]; read: boolean; position: string }>(
    'SELECT rooms, rooms_read AS read, position FROM revision WHERE id = $1',
    [revisionId],
  );
  const [row] = found.rows;
  if (!row) throw new Error('the revision is not there');
  return { rooms: row.rooms.map(({ name }) => name), read: row.read, position: Number(row.position) };
}

test('rooms of a sheet imported by an earlier version are read once, and every device pulls them', async () => {
  const { revisionId } = await earlierSheet(textOf(KITCHEN));
  const before = await stored(revisionId);
  await read();
  const after = await stored(revisionId);
  expect(after).toMatchObject({ rooms: ['Kitchen 2.04'], read: true });
  expect(after.position).toBeGreaterThan(before.position);
  await read();
  expect(await stored(revisionId)).toEqual(after);
});

test('a sheet without rooms, and one whose text is damaged, are marked as read and not sent to devices', async () => {
  for (const text of [textOf(KITCHEN.slice(0, 1)), Buffer.from('no text layer')]) {
    const { revisionId } = await earlierSheet(text);
    const before = await stored(revisionId);
    await read();
    expect(await stored(revisionId)).toEqual({ ...before, read: true });
  }
});

test('a sheet whose file cannot be opened is tried again, and does not stop the others', async () => {
  const sheets = [await earlierSheet(textOf(KITCHEN)), await earlierSheet(textOf(KITCHEN))];
  const [missing, other] = sheets.toSorted((a, b) => (a.revisionId < b.revisionId ? -1 : 1));
  if (!missing || !other) throw new Error('two sheets were created');
  await server.services.files.remove(missing.textKey);
  await read();
  expect(await stored(missing.revisionId)).toMatchObject({ rooms: [], read: false });
  expect(await stored(other.revisionId)).toMatchObject({ rooms: ['Kitchen 2.04'], read: true });
  await server.services.files.put(missing.textKey, Readable.from([textOf(KITCHEN)]));
  await read();
  expect(await stored(missing.revisionId)).toMatchObject({ rooms: ['Kitchen 2.04'], read: true });
});

test('an interrupted run continues where it ended', async () => {
  const { revisionId } = await earlierSheet(textOf(KITCHEN));
  await expect(readEarlierRooms(server.services, AbortSignal.abort())).rejects.toThrow();
  expect((await stored(revisionId)).read).toBe(false);
  await read();
  expect((await stored(revisionId)).read).toBe(true);
});
