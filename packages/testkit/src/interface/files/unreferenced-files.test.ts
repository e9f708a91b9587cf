// Complete uploads that nothing references are removed after a day with their bytes, without data loss for late
// devices.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { REFERRING } from '@plumbline/server/db/derived/blob-references';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { NAMED_IN, removeBytes, sweepUnreferenced, UNNAMED_MS } from '@plumbline/server/features/uploads/unnamed';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, createWorld, signIn, type World } from '../../actors.ts';
import { metadata } from '../../program/upload.ts';
import { START, startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let carl: Actor;
const pinId = randomUUID();
const root = <Row>(sql: string, values: unknown[] = []) =>
  server.database.root.query(sql, values).then((found) => found.rows as Row[]);
const later = (ms: number) => server.clock.set(new Date(START.getTime() + ms));

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  carl = world.roles.contributor;
  await act('pin.create', { id: pinId, planId: null, x: null, y: null, content: { title: 'Crack' } });
});
afterAll(() => server.close());
beforeEach(() => server.clock.set(START));

const act = (action: string, input: object) => runSite(server.services, carl, world.projectId, action, input);

/** Uploads the bytes as a device does: create, ask for the offset, send. Returns the number of bytes sent. */
async function bring(id: string, bytes: Buffer): Promise<number> {
  // After several days the user signs in again.
  carl = await signIn(server, carl);
  const created = await carl.caller.raw({
    method: 'POST',
    url: '/api/files',
    headers: {
      'upload-length': String(bytes.length),
      'upload-metadata': metadata({ id, purpose: 'photo', name: 'wall.jpg', mime: 'image/jpeg' }),
    },
  });
  const offset = Number(created.headers['upload-offset']);
  if (offset === bytes.length) return 0;
  const rest = bytes.subarray(offset);
  const sent = await carl.caller.raw({
    method: 'PATCH',
    url: `/api/files/${id}`,
    headers: {
      'content-type': 'application/offset+octet-stream',
      'content-length': String(rest.length),
      'upload-offset': String(offset),
      'upload-checksum': `sha256 ${createHash('sha256').update(rest).digest('base64')}`,
    },
    payload: rest,
  });
  expect(sent.status).toBe(204);
  return rest.length;
}

const name = (blobId: string, size: number) =>
  act('post.create', {
    ...{ id: randomUUID(), pinId, taskId: null, type: 'Visuals', caption: '', takenAt: null },
    files: [{ blobId, name: 'wall.jpg', mime: 'image/jpeg', size, width: 4, height: 3 }],
  });

/** Sweeps, and runs the jobs that result. Returns how many files were removed. */
async function sweep(): Promise<number> {
  const gone = await sweepUnreferenced(server.services);
  const jobs = await root<{ payload: { organisationId: string; key: string } }>(
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier = 'uploads.remove' RETURNING j.payload`,
  );
  for (const { payload } of jobs) await removeBytes(server.services, payload);
  return gone;
}

const keyOf = (bytes: Buffer) => `blobs/${world.organisationId}/${createHash('sha256').update(bytes).digest('hex')}`;
const isKept = async (bytes: Buffer) => (await server.services.files.stat(keyOf(bytes))) !== undefined;
const counted = async () =>
  Number(
    (await root<{ bytes: string }>('SELECT bytes FROM upload_usage WHERE user_id = $1', [carl.userId]))[0]?.bytes ?? 0,
  );

test('an unreferenced photo is deleted after a day, and no longer counts towards storage', async () => {
  const [id, bytes] = [randomUUID(), randomBytes(900)];
  const before = await counted();
  await bring(id, bytes);
  expect(await counted()).toBe(before + 900);
  later(UNNAMED_MS);
  expect(await sweep()).toBe(0);
  expect(await isKept(bytes)).toBe(true);
  later(UNNAMED_MS + 1);
  expect(await sweep()).toBe(1);
  expect(await isKept(bytes)).toBe(false);
  expect(await counted()).toBe(before);
  expect(await root('SELECT FROM upload WHERE id = $1', [id])).toEqual([]);
});

test('a photo that is referenced stays forever', async () => {
  const [id, bytes] = [randomUUID(), randomBytes(700)];
  await bring(id, bytes);
  await name(id, bytes.length);
  for (const days of [1, 2, 400]) {
    later(days * UNNAMED_MS + 1);
    expect(await sweep()).toBe(0);
  }
  expect(await isKept(bytes)).toBe(true);
});

test('one of two equal files can be removed, and their bytes are deleted with the last one', async () => {
  const bytes = randomBytes(500);
  const [named, unnamed] = [randomUUID(), randomUUID()];
  await bring(named, bytes);
  await bring(unnamed, bytes);
  await name(named, bytes.length);
  later(UNNAMED_MS + 1);
  expect(await sweep()).toBe(1);
  expect(await isKept(bytes)).toBe(true);
  const others = randomBytes(400);
  for (const id of [randomUUID(), randomUUID()]) await bring(id, others);
  later(2 * UNNAMED_MS + 2);
  expect(await sweep()).toBe(2);
  expect(await isKept(others)).toBe(false);
});

test('an edit that arrives late waits, the device uploads the photo again, and nothing is lost', async () => {
  const [id, bytes] = [randomUUID(), randomBytes(300)];
  expect(await bring(id, bytes)).toBe(300);
  later(40 * UNNAMED_MS);
  expect(await sweep()).toBe(1);
  await expect(name(id, bytes.length)).rejects.toMatchObject({ code: 'blob_missing' });
  expect(await bring(id, bytes)).toBe(300);
  await name(id, bytes.length);
  later(80 * UNNAMED_MS);
  expect(await sweep()).toBe(0);
  expect(await isKept(bytes)).toBe(true);
});

test('bytes that are uploaded again before their deletion are kept', async () => {
  const [id, bytes] = [randomUUID(), randomBytes(200)];
  await bring(id, bytes);
  later(UNNAMED_MS + 1);
  expect(await sweepUnreferenced(server.services)).toBe(1);
  await bring(randomUUID(), bytes);
  await removeBytes(server.services, { organisationId: world.organisationId, key: keyOf(bytes) });
  expect(await isKept(bytes)).toBe(true);
});

test('every column that references files is checked before one is removed', async () => {
  const columns = await root<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name LIKE '%blob\\_id%' ORDER BY 1, 2`,
  );
  // These tables record their references in blob_reference on write; an export references what those rows reference, and
  // what is known of a video goes with it.
  const noted: string[] = [...REFERRING, 'media_export', 'checked_video'];
  const requested = NAMED_IN.map(([table, column]) => `${table}.${column}`);
  const others = columns.filter(({ table }) => !noted.includes(table)).map(({ table, column }) => `${table}.${column}`);
  expect(others.toSorted()).toEqual(requested.toSorted());
});
