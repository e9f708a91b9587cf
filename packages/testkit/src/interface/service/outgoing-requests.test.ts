// User-supplied addresses cannot reach internal hosts, however they are spelled; and the server makes no requests
// except those listed here.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addPushDevice } from '@plumbline/core/features/notifications/push-contract';
import { createProvider } from '@plumbline/core/features/sso/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let inside: Server;
let hits = 0;
let port = 0;

beforeAll(async () => {
  inside = createServer((socket) => {
    hits += 1;
    socket.destroy();
  }).listen(0);
  await once(inside, 'listening');
  port = (inside.address() as { port: number }).port;
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(async () => {
  await server?.close();
  inside?.close();
});

const HOSTS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[fe80::1]',
  '[fc00::1]',
  'localhost',
  'localhost.',
  'LOCALHOST',
  '127。0。0。1',
  '10.0.0.1',
  '192.168.0.1',
  '169.254.169.254',
];

test.each(HOSTS)('%s receives no request: metadata, discovery, push', async (host) => {
  const { owner } = world;
  for (const scheme of ['https', 'http']) {
    const url = `${scheme}://${host}:${port}/x`;
    const about = { id: randomUUID(), name: 'X' };
    const requested = [
      await owner.caller.send(createProvider, { body: { ...about, kind: 'saml', source: { metadataUrl: url } } }),
      await owner.caller.send(createProvider, {
        body: { ...about, kind: 'oidc', issuer: url, clientId: 'x', clientSecret: '' },
      }),
    ];
    for (const { status, body } of requested) {
      // Refused because of the address, or as a host name that does not resolve.
      const { code, params } = body as { code: string; params?: { reason?: string } };
      const refused = code === 'invalid_input' || params?.reason === 'address' || code === 'provider_unreachable';
      expect([status < 500, refused], `${url} ${code}`).toEqual([true, true]);
    }
    const browser = { p256dh: 'B'.repeat(87), auth: 'B'.repeat(22), name: 'x' };
    expect((await owner.caller.send(addPushDevice, { body: { endpoint: url, ...browser } })).status).toBe(422);
  }
  expect(hits).toBe(0);
});

/** Server files that open connections themselves, and where the address comes from. */
const LEAVE: Record<string, string> = {
  'features/faults/routes.ts': 'set by the operator',
  'platform/fetch-limited.ts': 'geocoder, tiles, weather: set by the operator',
  'platform/public-fetch/public-fetch.ts': 'entered by users, judged as it connects',
  'platform/push/web-push.ts': 'services of browsers, by a list',
  'platform/sms/http.ts': 'set by the operator',
  'platform/mail/smtp.ts': 'set by the operator',
  'platform/mail/stored-mail.ts': 'no connection: composes for a folder',
  'platform/files/s3.ts': 'set by the operator',
  'platform/virus-scanner/clamd.ts': 'set by the operator',
  'platform/domain-records/domain-records.ts': 'asks name servers, about names alone',
};
const OPENS =
  /(?<![\w.])fetch\(|from 'node:(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)'|from '(?:undici|nodemailer|@aws-sdk\/[\w-]+)'/u;
/** Type imports, listening sockets and the like: no request is made. */
const HARMLESS = /import type|createServer|isIP|BlockList|IncomingMessage/u;

test('no other file of the server makes requests', async () => {
  const source = path.dirname(path.dirname(fileURLToPath(import.meta.resolve('@plumbline/server/app/app'))));
  const found: string[] = [];
  for (const name of await readdir(source, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const lines = (await readFile(path.join(source, name), 'utf8')).split('\n');
    if (lines.some((line) => OPENS.test(line) && !HARMLESS.test(line))) found.push(name.replaceAll(path.sep, '/'));
  }
  expect(found.sort()).toEqual(Object.keys(LEAVE).sort());
});
