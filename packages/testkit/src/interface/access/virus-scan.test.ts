// Uploads are scanned before they become files: an infected one is never stored, and one that cannot be scanned waits.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let mood: 'working' | 'nonsense' = 'working';
const scanner = createServer((socket) => {
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (piece: Buffer) => {
    received += piece.toString('latin1');
    if (!received.endsWith('\0\0\0\0')) return;
    if (mood === 'nonsense') socket.end('what?\0');
    else socket.end(received.includes('EICAR') ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
  });
});
let server: TestServer;
let world: World;
beforeAll(async () => {
  scanner.listen(0, '127.0.0.1');
  await once(scanner, 'listening');
  const { port } = scanner.address() as AddressInfo;
  server = await startTestServer({ environment: { VIRUS_SCANNER: `clamd://127.0.0.1:${port}` } });
  world = await createWorld(server);
});
afterAll(async () => {
  await server.close();
  scanner.close();
});

const encoded = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

async function upload(content: string) {
  const id = randomUUID();
  const { caller } = world.owner;
  const created = await caller.raw({
    method: 'POST',
    url: '/api/files',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(content.length),
      'upload-metadata': encoded({ id, purpose: 'file', name: 'note.txt', mime: 'text/plain' }),
    },
  });
  const address = String(created.headers.location);
  const sent = await caller.raw({
    method: 'PATCH',
    url: address,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    payload: content,
  });
  return { id, sent, ask: () => caller.raw({ method: 'HEAD', url: address }) };
}

const rowAndBytes = async (id: string, content: string) => {
  const rows = await server.database.root.query('SELECT FROM blob WHERE id = $1', [id]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const bytes = await server.services.files.stat(`blobs/${world.organisationId}/${sha256}`);
  return [rows.rowCount === 1, bytes !== undefined];
};

test('a clean file is stored', async () => {
  const { id, sent } = await upload('a harmless note');
  expect(sent.status).toBe(204);
  expect(await rowAndBytes(id, 'a harmless note')).toEqual([true, true]);
});

test('an infected file is refused permanently, leaves no bytes behind, and is logged as a security event', async () => {
  const { id, sent, ask } = await upload('an EICAR note');
  expect(sent).toMatchObject({ status: 422, body: { code: 'file_infected', retry: false } });
  expect(await rowAndBytes(id, 'an EICAR note')).toEqual([false, false]);
  expect((await ask()).status).toBe(404);
  const left: string[] = [];
  for await (const { key } of server.services.files.list(`uploads/${world.organisationId}/${id}/`)) left.push(key);
  expect(left).toEqual([]);
  const events = await server.database.root.query(
    `SELECT user_id AS "userId", detail FROM security_event WHERE kind = 'upload.infected'`,
  );
  expect(events.rows).toEqual([{ userId: world.owner.userId, detail: { name: 'note.txt', found: 'Eicar-Signature' } }]);
});

test('a file waits while the scanner returns nonsense, and is stored once it works again', async () => {
  mood = 'nonsense';
  const { id, sent, ask } = await upload('a patient note');
  expect(sent).toMatchObject({ status: 503, body: { code: 'unavailable', retry: true } });
  expect(sent.headers['retry-after']).toBe('30');
  expect(await rowAndBytes(id, 'a patient note')).toEqual([false, false]);
  expect((await ask()).status).toBe(503);
  mood = 'working';
  expect((await ask()).headers['upload-offset']).toBe('14');
  expect(await rowAndBytes(id, 'a patient note')).toEqual([true, true]);
  expect(server.logged.map(({ message }) => message)).toContain('an upload could not be scanned for viruses');
});
