// Uploads over bad connections: cut, killed, repeated, duplicated. What is stored in the end is what was sent.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEFAULT_UPLOAD_LIMITS, PURPOSES } from '@plumbline/core/features/uploads/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, createPerson, makeOrganisation, signIn } from '../actors.ts';
import { startTestCluster, type TestCluster } from '../database.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { type Program, startProgram } from './program.ts';
import { metadata, sendFile } from './upload.ts';

const CHUNK = 1_048_576;
/**
 * `FULL_SIZE=on`: the largest allowed file, over the worst connection. Otherwise a smaller file that tests the same.
 */
const FULL = process.env.FULL_SIZE === 'on';
const [SIZE, CUTS, KILLS] = FULL ? [1_024 * CHUNK, 48, 20] : [24 * CHUNK + 12_345, 4, 2];
const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-uploads-'));
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
let cluster: TestCluster;
let server: TestServer;
let olga: Actor;
let ben: Actor;

beforeAll(async () => {
  cluster = await startTestCluster();
  // Uses the real time, as another process works on the same uploads.
  server = await startTestServer({ cluster, now: new Date(), environment: { DATA_DIR: path.join(folder, 'data') } });
  await server.listen();
  const make = async (name: string) =>
    signIn(
      server,
      await createPerson(server, {
        organisationId: await makeOrganisation(server, name),
        firstName: name,
        lastName: 'Upload',
      }),
    );
  olga = await make('Olga');
  ben = await make('Ben');
});
afterAll(async () => {
  await server?.close();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const create = (actor: Actor, id: string, size: number, more: Record<string, string> = {}) =>
  actor.caller.raw({
    method: 'POST',
    url: '/api/files',
    headers: {
      'upload-length': String(size),
      'upload-metadata': metadata({ id, purpose: 'plan', name: 'plan.pdf', mime: 'application/pdf', ...more }),
    },
  });

const patch = (actor: Actor, id: string, offset: number, bytes: Buffer, sum: Buffer = sumOf(bytes)) =>
  actor.caller.raw({
    method: 'PATCH',
    url: `/api/files/${id}`,
    headers: {
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
      'upload-offset': String(offset),
      'upload-checksum': `sha256 ${sum.toString('base64')}`,
    },
    payload: bytes,
  });

const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];

async function keptBytes(blobId: string): Promise<Buffer> {
  const found = await server.database.root.query<{ key: string }>('SELECT key FROM blob WHERE id = $1', [blobId]);
  return readFile(server.services.files.localPath?.(found.rows[0]?.key ?? '') ?? '');
}

describe('one chunk at a time', () => {
  const bytes = randomBytes(3_000);

  it('refuses a stale offset and returns the current one', async () => {
    const id = randomUUID();
    await create(olga, id, bytes.length);
    expect((await patch(olga, id, 0, bytes.subarray(0, 1_000))).status).toBe(204);
    const stale = await patch(olga, id, 0, bytes.subarray(0, 1_000));
    expect(codeOf(stale)).toEqual([409, 'upload_offset']);
    expect(stale.body).toMatchObject({ params: { offset: 1_000 } });
    expect((await patch(olga, id, 1_000, bytes.subarray(1_000))).status).toBe(204);
    expect(await keptBytes(id)).toEqual(bytes);
  });

  it('ignores an empty chunk, and accepts the next one', async () => {
    const id = randomUUID();
    await create(olga, id, bytes.length);
    const none = Buffer.alloc(0);
    expect((await patch(olga, id, 0, none)).status).toBe(204);
    expect(codeOf(await patch(olga, id, 5, none))).toEqual([409, 'upload_offset']);
    expect((await patch(olga, id, 0, bytes.subarray(0, 1_000))).status).toBe(204);
    expect((await patch(olga, id, 1_000, none)).headers['upload-offset']).toBe('1000');
    expect((await patch(olga, id, 1_000, bytes.subarray(1_000))).status).toBe(204);
    expect((await patch(olga, id, bytes.length, none)).status).toBe(204);
    expect(await keptBytes(id)).toEqual(bytes);
  });

  it('refuses a corrupted chunk and stores none of it', async () => {
    const id = randomUUID();
    await create(olga, id, bytes.length);
    expect(codeOf(await patch(olga, id, 0, bytes, sumOf(Buffer.from('other'))))).toEqual([460, 'upload_checksum']);
    const head = await olga.caller.raw({ method: 'HEAD', url: `/api/files/${id}` });
    expect(head.headers['upload-offset']).toBe('0');
    expect((await patch(olga, id, 0, bytes)).status).toBe(204);
    expect(await keptBytes(id)).toEqual(bytes);
  });

  it('accepts one of two concurrent chunks at the same offset', async () => {
    const id = randomUUID();
    await create(olga, id, bytes.length);
    const both = await Promise.all([patch(olga, id, 0, bytes), patch(olga, id, 0, bytes)]);
    const statuses = both.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(204);
    expect([409, 423]).toContain(statuses[1]);
    expect(await keptBytes(id)).toEqual(bytes);
  });

  it('refuses a file with the wrong checksum', async () => {
    const id = randomUUID();
    await create(olga, id, bytes.length, { sha256: sumOf(Buffer.from('other')).toString('hex') });
    expect(codeOf(await patch(olga, id, 0, bytes))).toEqual([460, 'upload_checksum']);
  });

  it.each(PURPOSES)('refuses a %s that is too large or empty, and accepts the maximum size', async (purpose) => {
    const sized = async (size: number) =>
      codeOf(await create(olga, randomUUID(), size, { purpose, mime: 'video/mp4' }));
    expect(await sized(DEFAULT_UPLOAD_LIMITS[purpose] + 1)).toEqual([413, 'too_large']);
    expect((await sized(0))[0]).toBe(422);
    // The largest archive may not fit on the disk of this machine: then it is refused for that reason (room.test.ts).
    const largest = purpose === 'archive' ? DEFAULT_UPLOAD_LIMITS.plan : DEFAULT_UPLOAD_LIMITS[purpose];
    expect((await sized(largest))[0]).toBe(201);
  });

  it('accepts only videos under the limit of videos', async () => {
    const other = await create(olga, randomUUID(), bytes.length, { purpose: 'video', mime: 'application/pdf' });
    expect(codeOf(other)).toEqual([415, 'unsupported_type']);
  });

  it.each(['../../x', '..\\x', 'CON', 'a"b;c.pdf', 'gpj.\u202eexe', 'x'.repeat(255), 'ü'.repeat(255)])(
    'stores a file named %j under a safe key',
    async (name) => {
      const id = randomUUID();
      expect((await create(olga, id, bytes.length, { name })).status).toBe(201);
      expect((await patch(olga, id, 0, bytes)).status).toBe(204);
      const found = await server.database.root.query<{ key: string; name: string }>(
        'SELECT key, name FROM blob WHERE id = $1',
        [id],
      );
      expect(found.rows).toEqual([{ key: expect.stringMatching(/^[\w/-]{40,}$/u), name }]);
      expect(await keptBytes(id)).toEqual(bytes);
    },
  );

  it.each([
    ['of 300 letters', 'x'.repeat(300)],
    ['of two lines', 'a\nb.pdf'],
    ['that is empty', ''],
  ])('refuses a name %s', async (_, name) => {
    const id = randomUUID();
    expect((await create(olga, id, bytes.length, { name })).status).toBe(422);
    expect((await olga.caller.raw({ method: 'HEAD', url: `/api/files/${id}` })).status).toBe(404);
  });

  it('does not reveal the uploads of other users', async () => {
    const id = randomUUID();
    await create(olga, id, bytes.length);
    expect((await patch(ben, id, 0, bytes)).status).toBe(404);
    expect((await ben.caller.raw({ method: 'HEAD', url: `/api/files/${id}` })).status).toBe(404);
  });

  it('stores equal bytes once per organisation, and never across organisations', async () => {
    const send = async (actor: Actor) => {
      const id = randomUUID();
      await create(actor, id, bytes.length);
      expect((await patch(actor, id, 0, bytes)).status).toBe(204);
      const found = await server.database.root.query<{ key: string }>('SELECT key FROM blob WHERE id = $1', [id]);
      return found.rows[0]?.key;
    };
    const [first, second, foreign] = [await send(olga), await send(olga), await send(ben)];
    expect(second).toBe(first);
    expect(foreign).not.toBe(first);
  });
});

const own = () => ({
  DATABASE_URL: server.database.url,
  DATA_DIR: path.join(folder, 'data'),
  SECRET_KEY: 'a key for tests that is long enough to be one',
  ROLES: 'web',
});

/** Resident memory of the process in MiB: now, and the peak. */
async function memoryOf({ child }: Program): Promise<{ now: number; most: number }> {
  const expected = await readFile(`/proc/${child.pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'mu').exec(expected)?.[1]) / 1_024;
  return { now: of('VmRSS'), most: of('VmHWM') };
}

it('does not buffer a request body of 50 MB', async () => {
  const program = await startProgram(own());
  // The peak of the start does not count: memory of it may have been given back.
  await writeFile(`/proc/${program.child.pid}/clear_refs`, '5');
  const before = await memoryOf(program);
  const piece = Buffer.alloc(65_536, ' ');
  const status = await new Promise<number | undefined>((resolve) => {
    const requested = request(`${program.url}/api/v2/projects`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${olga.caller.token}` },
    });
    let left = 800;
    const send = (): void => {
      for (; left > 0; left -= 1) if (!requested.write(piece)) return void requested.once('drain', send);
      requested.end();
    };
    requested.on('response', (response) => {
      left = 0;
      resolve(response.resume().statusCode);
    });
    // The server closed the connection before everything was sent.
    requested.on('error', () => resolve(undefined));
    send();
  });
  expect([413, undefined]).toContain(status);
  expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
  expect((await memoryOf(program)).most - before.now).toBeLessThan(50);
  await program.end('SIGKILL');
});

it('stores a file completely despite lost connections and kills, and sends little of it twice', async () => {
  const bytes = randomBytes(SIZE);
  const id = randomUUID();
  const headers = { authorization: `Bearer ${olga.caller.token}`, 'tus-resumable': '1.0.0' };
  let program: Program = await startProgram(own());
  let sent = 0;

  const isLeased = async (): Promise<boolean> => {
    const found = await server.database.root.query<{ leased: boolean }>(
      'SELECT leased_until IS NOT NULL AS leased FROM upload WHERE id = $1',
      [id],
    );
    return found.rows[0]?.leased ?? false;
  };
  const leaseIs = (taken: boolean) => expect.poll(isLeased, { timeout: 30_000 }).toBe(taken);
  /** Sends a chunk; with `cut`, breaks the connection after that many bytes, once the server writes them. */
  const send = (offset: number, cut?: number): Promise<void> =>
    new Promise((resolve) => {
      const piece = bytes.subarray(offset, offset + CHUNK);
      const requested = request(`${program.url}/api/files/${id}`, {
        method: 'PATCH',
        headers: {
          ...headers,
          'content-type': 'application/offset+octet-stream',
          'content-length': piece.length,
          'upload-offset': offset,
          'upload-checksum': `sha256 ${sumOf(piece).toString('base64')}`,
        },
      });
      requested.on('error', () => resolve());
      requested.on('response', (response) => response.resume().on('end', () => resolve()));
      sent += cut ?? piece.length;
      if (cut === undefined) requested.end(piece);
      else requested.write(piece.subarray(0, cut), () => void leaseIs(true).finally(() => requested.destroy()));
    });
  const offsetNow = async (): Promise<number> => {
    const response = await fetch(`${program.url}/api/files/${id}`, { method: 'HEAD', headers });
    expect(response.status).toBe(200);
    return Number(response.headers.get('upload-offset'));
  };

  const created = await fetch(`${program.url}/api/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': metadata({ id, purpose: 'plan', name: 'plan.pdf', mime: 'application/pdf' }),
    },
  });
  expect(created.status).toBe(201);
  // Spread over the file, never both in one iteration.
  const every = (count: number, first: number) =>
    new Set(Array.from({ length: count }, (_, at) => first + 2 * Math.floor((at * SIZE) / CHUNK / 2 / count)));
  const [cutAt, killAt] = [every(CUTS, 2), every(KILLS, 5)];
  let turn = 0;
  for (let offset = 0; offset < bytes.length; offset = await offsetNow()) {
    turn += 1;
    if (cutAt.has(turn)) {
      await send(offset, 300_000);
      // The server notices the broken connection.
      await leaseIs(false);
    } else if (killAt.has(turn)) {
      const sending = send(offset);
      await program.end('SIGKILL');
      await sending;
      program = await startProgram(own());
    } else await send(offset);
    // After a crash, the offset stays locked until its lease expires.
    await server.database.root.query('UPDATE upload SET leased_until = NULL WHERE id = $1', [id]);
  }
  await program.end('SIGKILL');
  expect(sumOf(await keptBytes(id))).toEqual(sumOf(bytes));
  expect(turn).toBeGreaterThan(SIZE / CHUNK + CUTS);
  expect(sent - bytes.length).toBeLessThanOrEqual((CUTS + KILLS) * CHUNK);
  if (FULL) expect(sent / bytes.length).toBeLessThanOrEqual(1.05);
}, 1_800_000);

it('uploads a file with the test client as the browser does', async () => {
  const bytes = randomBytes(2_500_000);
  const id = randomUUID();
  const url = await server.listen();
  await sendFile({
    token: olga.caller.token ?? '',
    id,
    purpose: 'plan',
    name: 'a.pdf',
    mime: 'application/pdf',
    bytes,
    urlOf: () => url,
  });
  expect(await keptBytes(id)).toEqual(bytes);
});
