// A large installation in miniature: two web processes and two workers on one PostgreSQL and one S3 store act as
// one program.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createImport, getImport, type PlanImport, startImport } from '@plumbline/core/features/imports/contract';
import { getPlan, listPlans } from '@plumbline/core/features/plans/contract';
import { createProject } from '@plumbline/core/features/projects/contract';
import type { Endpoint } from '@plumbline/core/kernel/endpoint';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { hashPassword } from '@plumbline/server/features/auth/passwords';
import { createOrganisation, createUser, joinOrganisation } from '@plumbline/server/features/organisations/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../actors.ts';
import { type S3Server, startS3Server } from '../backups/s3-server.ts';
import { addressOf } from '../calls.ts';
import { startTestCluster, type TestCluster, type TestDatabase } from '../database.ts';
import { demoSheet } from '../demo.ts';
import { launch, type Program, startProgram } from './program.ts';
import { signInTo } from './sign-in.ts';
import { afterChange } from './table-changes.ts';
import { sendFile } from './upload.ts';

const EMAIL = 'olga.petrova@example.org';
const scratch = mkdtempSync(path.join(tmpdir(), 'plumbline-installation-'));
let cluster: TestCluster;
let database: TestDatabase;
let store: S3Server;
let settings: Record<string, string>;
let webs: Program[];
const workers: Omit<Program, 'url'>[] = [];

function startWorker() {
  const worker = launch({
    ...settings,
    ROLES: 'worker',
    DATA_DIR: path.join(scratch, `worker-${workers.length}`),
    LOG_LEVEL: 'debug',
    WORKER_RECOVERY_MS: '1000',
  });
  workers.push(worker);
  return worker;
}

beforeAll(async () => {
  cluster = await startTestCluster();
  database = await cluster.database();
  store = await startS3Server(path.join(scratch, 's3'), 'plumbline');
  settings = {
    DATABASE_URL: database.url,
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    S3_BUCKET: 'plumbline',
    S3_ACCESS_KEY: 'S3RVER',
    S3_SECRET_KEY: 'S3RVER',
    SECRET_KEY: 'the one key that all processes of this installation share',
  };
  const now = new Date();
  const [organisationId, userId] = [randomUUID(), randomUUID()];
  await systemTransaction(database.pool, async (db) => {
    await createOrganisation(db, { id: organisationId, name: 'Petrova', now });
    await createUser(db, {
      id: userId,
      email: EMAIL,
      passwordHash: await hashPassword(PASSWORD),
      firstName: 'Olga',
      lastName: 'Petrova',
      accepted: true,
      now,
    });
    await joinOrganisation(db, { organisationId, userId, owner: true, now });
  });
  webs = await Promise.all(
    ['a', 'b'].map((name) => startProgram({ ...settings, ROLES: 'web', DATA_DIR: path.join(scratch, `web-${name}`) })),
  );
});

afterAll(async () => {
  await Promise.all([...(webs ?? []), ...workers].map((program) => program.end('SIGKILL')));
  await store?.close();
  await cluster?.stop();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

let calls = 0;
/** Alternates between the two servers. */
const nextUrl = (): string => {
  calls += 1;
  return webs[calls % 2]?.url ?? '';
};

async function call<T>(
  token: string,
  endpoint: Endpoint,
  input: { params?: Record<string, unknown>; body?: object },
): Promise<T> {
  const response = await fetch(nextUrl() + addressOf(endpoint, input), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(endpoint.method !== 'GET' && { 'idempotency-key': randomUUID(), 'content-type': 'application/json' }),
    },
    ...(input.body && { body: JSON.stringify(input.body) }),
  });
  if (!response.ok) throw new Error(`${endpoint.name}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

it('imports a plan across processes, even when the workers are killed during the import', async () => {
  const { token } = await signInTo(webs[0]?.url ?? '', EMAIL, PASSWORD);
  const projectId = randomUUID();
  await call(token, createProject, { body: { id: projectId, title: 'Spread over processes' } });

  const bytes = readFileSync(demoSheet('A-102'));
  const blobId = randomUUID();
  await sendFile({
    token,
    id: blobId,
    purpose: 'plan',
    name: 'ground-floor.pdf',
    mime: 'application/pdf',
    bytes,
    chunk: 20_000,
    urlOf: nextUrl,
  });

  const importId = randomUUID();
  const params = { projectId, importId };
  await call(token, createImport, { params, body: { id: importId, blobId, parentId: null } });
  const read = async () => {
    const one = await call<PlanImport>(token, getImport, { params });
    if (one.state === 'failed') throw new Error(`the import failed: ${one.problem}`);
    return one;
  };
  const until = (there: (planImport: PlanImport) => boolean): Promise<PlanImport> =>
    afterChange(database.root, ['plan_import', 'plan_import_page'], read, there);
  startWorker();
  startWorker();
  const listed = await until(({ state }) => state === 'choosing');
  expect(listed.pages).toHaveLength(1);
  // The page cannot be finished before the workers are killed, however fast they are.
  const holder = await database.root.connect();
  await holder.query('BEGIN; LOCK TABLE revision IN SHARE ROW EXCLUSIVE MODE');
  const planId = randomUUID();
  await call(token, startImport, {
    params,
    body: { parentId: null, pages: [{ page: 1, planId, title: 'Ground floor', sheetNumber: 'A-102' }] },
  });
  await until(({ pages }) => pages[0]?.state === 'running');
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
  expect((await call<PlanImport>(token, getImport, { params })).state).toBe('running');
  await holder.query('ROLLBACK');
  holder.release();

  startWorker();
  const finished = await until(({ state }) => state === 'finished');
  expect(finished.percent).toBe(100);
  const { content } = await call<{ content: { id: string }[] }>(token, listPlans, { params: { projectId } });
  expect(content.map(({ id }) => id)).toEqual([planId]);
  const plan = await call<{ tiles: { prefix: string }; currentRevision: { pyramid: { levels: number } } }>(
    token,
    getPlan,
    {
      params: { projectId, planId },
    },
  );
  for (const web of webs) {
    const tile = await fetch(`${web.url}${plan.tiles.prefix}/${plan.currentRevision.pyramid.levels - 1}/3/3`);
    expect(tile.status).toBe(200);
    expect(
      Buffer.from(await tile.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');
  }
}, 180_000);
