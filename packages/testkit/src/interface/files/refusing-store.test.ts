// A real S3 server that refuses requests for a while: full, with keys that were changed, or away. Users get a message that
// says so, and the same upload goes on afterwards.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { type S3Server, startS3Server } from '../../backups/s3-server.ts';
import { metadata } from '../../program/upload.ts';
import { startTestServer, type TestServer } from '../../server.ts';

type Refusal = { methods: string[]; status: number; code: string; message?: string };

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-refusing-store-'));
let store: S3Server;
let refusal: Refusal | undefined;
/** In front of the store; answers in its place while there is a refusal. */
const front = createServer((request, response) => {
  if (refusal?.methods.includes(request.method ?? '')) {
    const { status, code, message = '' } = refusal;
    request.resume();
    const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
    request.on('end', () => response.writeHead(status, { 'content-type': 'application/xml' }).end(body));
    return;
  }
  const { method, url, headers } = request;
  const through = ask({ port: store.port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  request.pipe(through);
});

let server: TestServer;
let world: World;
beforeAll(async () => {
  store = await startS3Server(folder, 'plumbline');
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  server = await startTestServer({
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      S3_BUCKET: 'plumbline',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    },
  });
  world = await createWorld(server);
});
afterAll(async () => {
  await server?.close();
  front.closeAllConnections();
  front.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const raw = (method: string, url: string, headers: Record<string, string>, payload?: Buffer) =>
  world.owner.caller.raw({
    method: method as 'POST',
    url,
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(payload && { payload }),
  });

async function begin(bytes: Buffer): Promise<string> {
  const id = randomUUID();
  const upload = { id, purpose: 'photo', name: 'a.jpg', mime: 'image/jpeg' };
  const created = await raw('POST', '/api/files', {
    'upload-length': String(bytes.length),
    'upload-metadata': metadata(upload),
  });
  expect(created.status).toBe(201);
  return id;
}

const send = (id: string, bytes: Buffer) =>
  raw(
    'PATCH',
    `/api/files/${id}`,
    {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'upload-checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
    },
    bytes,
  );

async function stored(id: string): Promise<Buffer | undefined> {
  const found = await server.database.root.query<{ key: string }>('SELECT key FROM blob WHERE id = $1', [id]);
  const key = found.rows[0]?.key;
  return key === undefined ? undefined : buffer(await server.services.files.open(key));
}

const WRITES = ['PUT'];
test.each<[string, Refusal, number, string]>([
  ['a full bucket', { methods: WRITES, status: 403, code: 'QuotaExceeded' }, 507, 'no_space'],
  ['a full disk', { methods: WRITES, status: 507, code: 'XMinioStorageFull' }, 507, 'no_space'],
  [
    'a quota that only the message mentions',
    { methods: WRITES, status: 403, code: 'AccessDenied', message: 'Forbidden: Bucket size quota is reached' },
    507,
    'no_space',
  ],
  ['a policy that forbids writing', { methods: WRITES, status: 403, code: 'AccessDenied' }, 503, 'store_unavailable'],
  [
    'keys that are no longer valid',
    { methods: ['PUT', 'HEAD', 'GET', 'DELETE'], status: 403, code: 'InvalidAccessKeyId' },
    503,
    'store_unavailable',
  ],
  [
    'an error of the store',
    { methods: ['PUT', 'DELETE'], status: 501, code: 'NotImplemented' },
    503,
    'store_unavailable',
  ],
])('%s is reported, and the upload can continue afterwards', async (_name, refused, status, code) => {
  const bytes = randomBytes(3_000);
  const id = await begin(bytes);
  refusal = refused;
  const answer = await send(id, bytes).finally(() => {
    refusal = undefined;
  });
  expect(answer).toMatchObject({ status, body: { code, retry: true } });
  expect(answer.headers['retry-after']).toBe('30');
  expect(await stored(id)).toBeUndefined();
  expect((await send(id, bytes)).status).toBe(204);
  expect(await stored(id)).toEqual(bytes);
});

test('an upload is completed later if the store refuses its last step', async () => {
  const bytes = randomBytes(3_000);
  const id = await begin(bytes);
  refusal = { methods: ['HEAD'], status: 403, code: 'AccessDenied' };
  // The first chunk asks whether its key is in use.
  expect((await send(id, bytes)).body).toMatchObject({ code: 'store_unavailable' });
  refusal = { methods: ['DELETE'], status: 403, code: 'AccessDenied' };
  expect((await send(id, bytes)).body).toMatchObject({ code: 'store_unavailable' });
  refusal = undefined;
  const after = await raw('HEAD', `/api/files/${id}`, {});
  expect(after.headers['upload-offset']).toBe(String(bytes.length));
  expect(await stored(id)).toEqual(bytes);
});
