// Many photos as one zip: readable names, complete, only what the requester sees, in constant memory; and the limits
// on uploads.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { createMediaExport } from '@plumbline/core/features/media/contract';
import { fileNames } from '@plumbline/server/features/media/exports/file-names';
import { completeUpload, createUpload, recordBlob, writeChunk } from '@plumbline/server/features/uploads/store';
import { storeImported } from '@plumbline/server/features/uploads/store-imported';
import { writeZip, type ZipPart } from '@plumbline/server/office/zip-write';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { fileOf, pinRow, postRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
const blobs: string[] = [];
let draftBlob = '';

async function keep(text: string): Promise<string> {
  const bytes = Buffer.from(text);
  const id = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest();
  const key = `blobs/${world.organisationId}/${sha256.toString('hex')}`;
  if (!(await server.services.files.stat(key))) await server.services.files.put(key, Readable.from([bytes]));
  const about = { key, sha256, size: bytes.length, mime: 'image/jpeg', name: 'IMG.jpg' };
  await recordBlob(server.services, { organisationId: world.organisationId, userId: null }, { id, ...about });
  return id;
}

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  for (const text of ['one', 'two', 'three']) blobs.push(await keep(text));
  draftBlob = await keep('draft');
  const { organisationId, projectId, roles } = world;
  const by = { projectId, createdBy: roles.contributor.userId };
  await writeRows(server, { organisationId, projectId }, async (tx) => {
    const pin = pinRow(by, { number: 12, title: 'Crack: west/wall' });
    const draft = taskRow(by, pin.id, { number: 2, status: 'draft' });
    tx.put('pin', pin);
    tx.put('task', draft);
    const takenAt = '2026-03-02T08:05:09.000Z';
    tx.put(
      'post',
      postRow(
        by,
        pin.id,
        blobs.map((id) => fileOf(id, { name: 'IMG_1.JPG' })),
        { takenAt },
      ),
    );
    tx.put('post', postRow(by, pin.id, [fileOf(draftBlob)], { taskId: draft.id }));
  });
});
afterAll(() => server.close());

/** The files of a zip, read from its central directory; they are stored uncompressed. */
function unpacked(zip: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  const end = zip.length - 22;
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [size, named, extra] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26);
    const bytes = zip.subarray(start, start + size);
    expect(zip.readUInt32LE(at + 16)).toBe(crc32(bytes));
    found[zip.toString('utf8', at + 46, at + 46 + named)] = bytes.toString();
    at += 46 + named + extra;
  }
  return found;
}

async function linkFor(who: Actor, blobIds: readonly string[], id = randomUUID()): Promise<string> {
  const params = { projectId: world.projectId };
  const { url } = await who.caller.call(createMediaExport, { params, body: { id, blobIds: [...blobIds] } });
  return url;
}
const get = (url: string) => world.nobody.raw({ method: 'GET', url });

describe('an export', () => {
  test('is a zip with unique, readable names in the requested order', async () => {
    const response = await get(await linkFor(world.roles.contributor, blobs));
    expect(response.status).toBe(200);
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename=".+\.zip"/u);
    expect(unpacked(response.raw)).toEqual({
      '2026-03/2026-03-02 09.05 #12 Crack west wall.jpg': 'one',
      '2026-03/2026-03-02 09.05 #12 Crack west wall (2).jpg': 'two',
      '2026-03/2026-03-02 09.05 #12 Crack west wall (3).jpg': 'three',
    });
  });

  test('leaves out what the requester no longer sees, even if it was visible at the time of the request', async () => {
    const all = [...blobs, draftBlob, randomUUID()];
    const seen = unpacked((await get(await linkFor(world.roles.contributor, all))).raw);
    expect(Object.values(seen)).toEqual(['one', 'two', 'three', 'draft']);
    const fewer = unpacked((await get(await linkFor(world.roles.administrator, all))).raw);
    expect(Object.values(fewer)).toEqual(['one', 'two', 'three']);
    const params = { projectId: world.projectId };
    const none = await world.roles.subcontractor.caller.send(createMediaExport, {
      params,
      body: { id: randomUUID(), blobIds: all },
    });
    expect(none).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('opens only through its own link, for an hour', async () => {
    const url = await linkFor(world.roles.contributor, blobs);
    expect((await get(url.replace(/s=(.)/u, (_, first) => (first === 'A' ? 's=B' : 's=A')))).status).toBe(403);
    expect((await get(url.replace(/exports\/[^?]+/u, `exports/${randomUUID()}`))).status).toBe(403);
    const id = randomUUID();
    await linkFor(world.roles.contributor, blobs, id);
    const again = { params: { projectId: world.projectId }, body: { id, blobIds: blobs } };
    expect((await world.roles.administrator.caller.send(createMediaExport, again)).status).toBe(409);
    expect((await world.other.administrator.caller.send(createMediaExport, again)).status).toBe(404);
    server.clock.advance(11 * 60_000);
    expect((await get(url)).status).toBe(403);
  });
});

test('a zip of two thousand photos is streamed, with none held in memory', async () => {
  const photo = Buffer.alloc(262_144, 7);
  async function* pieces() {
    for (let at = 0; at < 8; at += 1) yield photo;
  }
  let [opened, bytes, most] = [0, 0, 0];
  async function* files(): AsyncGenerator<ZipPart> {
    for (let at = 0; at < 2_000; at += 1) {
      opened += 1;
      yield { name: `${at}.jpg`, open: async () => pieces(), stored: true };
    }
  }
  for await (const piece of writeZip(files())) {
    bytes += piece.length;
    most = Math.max(most, piece.length);
    // Source files are read no faster than the zip is consumed.
    expect(opened * photo.length * 8).toBeLessThanOrEqual(bytes + photo.length * 8);
  }
  expect(bytes).toBeGreaterThan(2_000 * 8 * photo.length);
  expect(most).toBe(photo.length);
});

test.each([
  ['../../etc/passwd', '2026-01/2026-01-05 12.00 etc passwd'],
  ['CON', '2026-01/2026-01-05 12.00 CON'],
  ['a\u202egpj.exe', '2026-01/2026-01-05 12.00 a gpj'],
  ['x'.repeat(300), `2026-01/2026-01-05 12.00 ${'x'.repeat(103)}`],
  ['line\nbreak "quoted" 😀', '2026-01/2026-01-05 12.00 line break quoted 😀'],
])('a file called %j gets a name that is valid on every system', (caption, expected) => {
  const name = fileNames('UTC')({
    takenAt: new Date('2026-01-05T12:00:00Z'),
    pinNumber: null,
    pinTitle: '',
    caption,
    name: 'a',
  });
  expect(name.startsWith(expected)).toBe(true);
  expect(name).not.toMatch(/\.\.|[\n"\u202e]/u);
});

describe('upload limits', () => {
  const bring = async (
    quota: { person: number | null; organisation: number | null },
    text: string,
    mime = 'image/jpeg',
  ) => {
    const services = { ...server.services, config: { ...server.services.config, uploadQuota: quota } };
    const owner = { organisationId: world.organisationId, userId: world.roles.internalViewer.userId };
    const size = Buffer.byteLength(text);
    const expected = { id: randomUUID(), purpose: 'photo', name: 'a.jpg', mime, size, sha256: null } as const;
    const upload = await createUpload(services, owner, expected);
    const body = Readable.from([Buffer.from(text)]) as AsyncIterable<Buffer>;
    const received = await writeChunk(services, owner, upload, { offset: 0, length: size, sha256: undefined, body });
    await completeUpload(services, owner, { ...upload, received });
    return expected.id;
  };

  test("the operator's limits apply per person and in total", async () => {
    await bring({ person: 100, organisation: null }, 'x'.repeat(60));
    const refused = { code: 'quota_reached' };
    await expect(bring({ person: 100, organisation: null }, 'y'.repeat(60))).rejects.toMatchObject(refused);
    await expect(bring({ person: null, organisation: 100 }, 'y'.repeat(60))).rejects.toMatchObject(refused);
    await bring({ person: 130, organisation: 130 }, 'y'.repeat(60));
    await bring({ person: null, organisation: null }, 'z'.repeat(600));
  });

  test('concurrent uploads count each other', async () => {
    const { userId } = world.roles.internalViewer;
    const owner = { organisationId: world.organisationId, userId };
    const used = await server.database.root.query<{ bytes: number }>(
      'SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM upload_usage WHERE organisation_id = $1 AND user_id = $2',
      [world.organisationId, userId],
    );
    const uploadQuota = { person: (used.rows[0]?.bytes ?? 0) + 200, organisation: null };
    const services = { ...server.services, config: { ...server.services.config, uploadQuota } };
    const begin = () =>
      createUpload(services, owner, {
        id: randomUUID(),
        purpose: 'photo',
        name: 'a.jpg',
        mime: 'image/jpeg',
        size: 100,
        sha256: null,
      });
    const answers = await Promise.allSettled(Array.from({ length: 8 }, begin));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'quota_reached' });
  });

  test('an imported file does not use the space of an upload that started meanwhile', async () => {
    const owner = { organisationId: world.organisationId, userId: world.roles.internalViewer.userId };
    const stored = () =>
      server.database.root.query<{ bytes: number; files: number }>(
        `SELECT bytes::float8 AS bytes, (SELECT count(*)::integer FROM blob WHERE organisation_id = $1) AS files
         FROM upload_usage WHERE organisation_id = $1 AND user_id = $2`,
        [owner.organisationId, owner.userId],
      );
    const before = (await stored()).rows[0];
    const unfinished = await server.database.root.query<{ size: number }>(
      `SELECT coalesce(sum(size), 0)::float8 AS size FROM upload u WHERE organisation_id = $1 AND user_id = $2
       AND NOT EXISTS (SELECT FROM blob b WHERE b.organisation_id = u.organisation_id AND b.id = u.id)`,
      [owner.organisationId, owner.userId],
    );
    const uploadQuota = { person: (before?.bytes ?? 0) + (unfinished.rows[0]?.size ?? 0) + 150, organisation: null };
    const services = { ...server.services, config: { ...server.services.config, uploadQuota } };
    const file = { purpose: 'photo', name: 'a.jpg', mime: 'image/jpeg', size: 100, sha256: null } as const;
    const keys: string[] = [];
    const rename: typeof services.files.rename = async (from, to) => {
      await createUpload(services, owner, { id: randomUUID(), ...file });
      await services.files.rename(from, to);
      keys.push(to);
    };
    const busy = { ...services, files: { ...services.files, rename } };
    const bytes = Buffer.from(randomUUID().padEnd(100));
    const imported = { id: randomUUID(), mime: 'image/jpeg', name: 'b.jpg' };
    await expect(storeImported(busy, owner, imported, bytes)).rejects.toMatchObject({ code: 'quota_reached' });
    expect((await stored()).rows[0]).toEqual(before);
    expect(await Promise.all(keys.map((key) => services.files.stat(key)))).toEqual([undefined]);
  });

  test('the type of a file is detected from its bytes, whatever its name', async () => {
    const id = await bring({ person: null, organisation: null }, '<!doctype html><script>alert(1)</script>');
    const found = await server.database.root.query('SELECT mime FROM blob WHERE id = $1', [id]);
    expect(found.rows).toEqual([{ mime: 'text/html' }]);
  });
});
