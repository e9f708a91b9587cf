// A file that kills every worker: it is given up after three attempts, and the other jobs in the queue go on.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createImport, getImport, type PlanImport, startImport } from '@plumbline/core/features/imports/contract';
import { listPlans } from '@plumbline/core/features/plans/contract';
import { createProject } from '@plumbline/core/features/projects/contract';
import { afterAll, expect, it } from 'vitest';
import { createPerson, makeOrganisation, signIn } from '../../actors.ts';
import { startTestCluster } from '../../database.ts';
import { demoSheet } from '../../demo.ts';
import { startTestServer } from '../../server.ts';
import { launch } from '../program.ts';
import { afterChange } from '../table-changes.ts';
import { sendFile } from '../upload.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-poison-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

it('gives up a page after three workers died on it', async () => {
  const cluster = await startTestCluster();
  const server = await startTestServer({ cluster, now: new Date() });
  const url = await server.listen();
  const person = await createPerson(server, {
    organisationId: await makeOrganisation(server, 'Poison'),
    firstName: 'Olga',
    lastName: 'Petrova',
    owner: true,
  });
  const { caller } = await signIn(server, person);
  const projectId = randomUUID();
  await caller.call(createProject, { body: { id: projectId, title: 'Poisoned' } });
  const bytes = readFileSync(demoSheet('A-001'));
  const worker = () =>
    launch({
      DATABASE_URL: server.database.url,
      DATA_DIR: server.services.config.dataDir,
      SECRET_KEY: 'a key for tests that is long enough to be one',
      ROLES: 'worker',
      WORKER_CONCURRENCY: '1',
      WORKER_RECOVERY_MS: '1000',
    });

  async function bring(importId: string): Promise<void> {
    const blobId = randomUUID();
    const token = caller.token ?? '';
    await sendFile({
      token,
      id: blobId,
      purpose: 'plan',
      name: 'sheet.pdf',
      mime: 'application/pdf',
      bytes,
      urlOf: () => url,
    });
    await caller.call(createImport, { params: { projectId }, body: { id: importId, blobId, parentId: null } });
  }
  const read = (importId: string): Promise<PlanImport> => caller.call(getImport, { params: { projectId, importId } });
  const until = (importId: string, there: (planImport: PlanImport) => boolean): Promise<PlanImport> =>
    afterChange(server.database.root, ['plan_import', 'plan_import_page'], () => read(importId), there);
  const start = (importId: string) =>
    caller.call(startImport, {
      params: { projectId, importId },
      body: {
        parentId: null,
        pages: [{ page: 1, planId: randomUUID(), title: importId.slice(0, 8), sheetNumber: '' }],
      },
    });

  const [poison, other] = [randomUUID(), randomUUID()];
  let running = worker();
  for (const one of [poison, other]) {
    await bring(one);
    await until(one, ({ state }) => state === 'choosing');
  }
  const holder = await server.database.root.connect();
  for (let death = 1; death <= 3; death += 1) {
    await server.database.root.query(`UPDATE plan_import_page SET state = 'waiting' WHERE import_id = $1`, [poison]);
    // The page cannot be finished before its worker is killed, however fast the worker is.
    await holder.query('BEGIN; LOCK TABLE revision IN SHARE ROW EXCLUSIVE MODE');
    if (death === 1) await start(poison);
    else running = worker();
    await until(poison, ({ pages }) => pages[0]?.state === 'running');
    await running.end('SIGKILL');
    await holder.query('ROLLBACK');
    // The lock of a dead worker expires only after a while; the test moves it into the past.
    await server.database.root.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'`,
    );
  }
  holder.release();
  await start(other);
  running = worker();
  const failed = await until(poison, ({ state }) => state === 'failed');
  expect(failed.pages[0]).toMatchObject({ state: 'failed', problem: 'internal' });
  await until(other, ({ state }) => state === 'finished');
  const { content } = await caller.call(listPlans, { params: { projectId }, query: {} });
  expect(content.map(({ name }) => name)).toEqual([other.slice(0, 8)]);
  await running.end();
  await server.close();
  await cluster.stop();
}, 240_000);
