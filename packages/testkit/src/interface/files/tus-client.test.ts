// Uploads work with the reference client of the tus protocol.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

const CHUNK_BYTES = 262_144;
const BYTES = randomBytes(5 * CHUNK_BYTES + 321);
let server: TestServer;
let world: World;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  url = await server.listen();
});
afterAll(() => server.close());

type Sending = { id: string; uploadUrl?: string; stopAt?: number };

/** Resolves once the upload is complete, or has been stopped after `stopAt` bytes. */
function send({ id, uploadUrl, stopAt }: Sending): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(BYTES, {
      endpoint: `${url}/api/files`,
      headers: { authorization: `Bearer ${world.owner.caller.token}` },
      metadata: { id, purpose: 'plan', name: 'plan.pdf', mime: 'application/pdf' },
      chunkSize: CHUNK_BYTES,
      // A refused request fails the test instead of being repeated.
      retryDelays: null,
      ...(uploadUrl !== undefined && { uploadUrl }),
      onChunkComplete: (_size, sent) => {
        if (sent === stopAt) upload.abort().then(() => resolve(upload), reject);
      },
      onSuccess: () => resolve(upload),
      onError: reject,
    });
    upload.start();
  });
}

const head = (id: string) => world.owner.caller.raw({ method: 'HEAD', url: `/api/files/${id}` });

async function stored(id: string): Promise<Buffer> {
  const found = await server.database.root.query<{ key: string }>('SELECT key FROM blob WHERE id = $1', [id]);
  return readFile(server.services.files.localPath?.(found.rows[0]?.key ?? '') ?? '');
}

test('the reference client uploads a file in chunks', async () => {
  const id = randomUUID();
  await send({ id });
  expect(await stored(id)).toEqual(BYTES);
});

test('it resumes a stopped upload at the offset that the server reports', async () => {
  const id = randomUUID();
  const { url: uploadUrl } = await send({ id, stopAt: 2 * CHUNK_BYTES });
  expect((await head(id)).headers['upload-offset']).toBe(String(2 * CHUNK_BYTES));
  await send({ id, uploadUrl: uploadUrl ?? '' });
  expect(await stored(id)).toEqual(BYTES);
});

test('it terminates an upload, which frees its bytes', async () => {
  const id = randomUUID();
  const upload = await send({ id, stopAt: CHUNK_BYTES });
  await upload.abort(true);
  expect((await head(id)).status).toBe(404);
});
