// Signed ends of histories are stamped by an authority, here one made with OpenSSL, and archives contain stamps that
// OpenSSL verifies.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { archiveFiles } from '@plumbline/server/features/archives/contents';
import { gatherProject } from '@plumbline/server/features/archives/gather';
import { checkAudits } from '@plumbline/server/features/sync/audit-job';
import { signHeadsAgain } from '@plumbline/server/features/sync/history-heads';
import { readActor } from '@plumbline/server/http/project-actor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';
import { unpack } from '../files/unzip.ts';

const run = promisify(execFile);
const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
const VERIFIER = new URL('../../../../server/src/features/archives/reader/verify.js', import.meta.url);

const folder = mkdtempSync(join(tmpdir(), 'plumbline-authority-'));
let authority: Server;
/** What the authority does with a request. */
let answer: (query: Buffer) => Promise<Buffer>;
let server: TestServer;
let world: World;

const AUTHORITY = `[ tsa ]
serial = serial
signer_cert = authority.pem
signer_key = authority.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
`;

async function stamped(query: Buffer): Promise<Buffer> {
  writeFileSync(join(folder, 'query.tsq'), query);
  const config = ['-config', 'authority.cnf', '-section', 'tsa'];
  await openssl('ts', '-reply', ...config, '-queryfile', 'query.tsq', '-out', 'reply.tsr');
  return readFileSync(join(folder, 'reply.tsr'));
}

beforeAll(async () => {
  writeFileSync(join(folder, 'authority.cnf'), AUTHORITY);
  writeFileSync(join(folder, 'serial'), '01\n');
  const subject = ['-subj', '/CN=Authority', '-addext', 'extendedKeyUsage=critical,timeStamping'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'authority.key'];
  execFileSync('openssl', ['req', '-x509', '-days', '30', ...key, '-out', 'authority.pem', ...subject], {
    ...{ cwd: folder, stdio: 'pipe' },
  });
  authority = createServer((request, response) => {
    buffer(request)
      .then(answer)
      .then(
        (reply) => response.end(reply),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve));
  const { port } = authority.address() as AddressInfo;
  server = await startTestServer({ environment: { TIMESTAMP_URL: `http://127.0.0.1:${port}/` } });
  world = await createWorld(server);
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => authority.close(resolve));
  rmSync(folder, { recursive: true });
});

async function stamps(): Promise<(Buffer | null)[]> {
  const found = await server.database.root.query<{ stamp: Buffer | null }>(
    'SELECT time_stamp AS stamp FROM history_head WHERE project_id = $1',
    [world.projectId],
  );
  return found.rows.map(({ stamp }) => stamp);
}

/** The request with another hash: its last 13 bytes are its number and the wish for certificates. */
const ofAnother = (query: Buffer): Buffer => Buffer.from(query).fill(7, query.length - 45, query.length - 13);

test('a daily history signature without a valid time stamp is stamped the next night', async () => {
  for (const given of [
    () => Promise.reject(new Error('away')),
    async () => Buffer.from('not a response'),
    (query: Buffer) => stamped(ofAnother(query)),
  ]) {
    answer = given;
    await checkAudits(server.services);
    expect(await stamps()).toEqual([null]);
  }
});

test('an archive contains the stamps of signed days, which OpenSSL verifies', async () => {
  answer = stamped;
  await checkAudits(server.services);
  expect(await stamps()).toEqual([expect.any(Buffer)]);
  const { organisationId, projectId, roles } = world;
  const { userId } = roles.administrator;
  const actor = await readActor(server.services.pool, { organisationId, userId }, projectId);
  const project = await gatherProject(server.services, { organisationId, projectId }, actor, join(folder, projectId));
  const files = new Map<string, Buffer>();
  const createdAt = new Date();
  const about = { organisation: 'O', language: 'en', createdBy: { id: userId, name: 'A' } };
  const contents = { ...about, organisationId, createdAt, projects: [project], folder, inTurn: false };
  for await (const { name, open } of archiveFiles(server.services, contents))
    files.set(name, await buffer(await open()));
  const archive = await unpack(files);
  const day = server.clock.now().toISOString().slice(0, 10);
  const base = join(archive, 'projects', projectId, 'heads', day);
  const check = ['-CAfile', 'authority.pem', '-in', `${base}.tsr`];
  expect((await openssl('ts', '-verify', ...check, '-data', `${base}.txt`)).stdout).toMatch(/Verification: OK/u);

  await import(VERIFIER.href);
  type Verify = (folder: string) => Promise<{ problems: string[]; checked: string[] }>;
  const { verifyFolder } = (globalThis as unknown as { archiveVerifier: { verifyFolder: Verify } }).archiveVerifier;
  const { problems, checked } = await verifyFolder(archive);
  expect(problems).toEqual([]);
  expect(checked.join('\n')).toContain('time stamps: 1');
  writeFileSync(`${base}.txt`, 'another text');
  expect((await verifyFolder(archive)).problems).toContainEqual(
    expect.stringContaining(`the signed history of ${day} was altered`),
  );
  await expect(openssl('ts', '-verify', ...check, '-data', `${base}.txt`)).rejects.toThrow();
  rmSync(archive, { recursive: true });
});

test('a history signature that is renewed after an erasure is stamped again', async () => {
  const before = await stamps();
  await systemTransaction(server.services.pool, (db) => signHeadsAgain(db, server.services, world, 1));
  expect(await stamps()).toEqual([null]);
  await checkAudits(server.services);
  expect(await stamps()).toEqual([expect.any(Buffer)]);
  expect(await stamps()).not.toEqual(before);
});
