// Scheduled backups are jobs, and record how they ended.
import { rmSync, writeFileSync } from 'node:fs';
import { schedulesOf, tasksOf } from '@plumbline/server/app/features';
import { planMissing } from '@plumbline/server/platform/queue/schedule';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '../database.ts';
import { START } from '../server.ts';
import { type BackupSite, startBackupSite } from './backup-site.ts';

const TASK = 'backups.make';
const DAY_MS = 86_400_000;

let cluster: TestCluster;
let here: BackupSite;
beforeAll(async () => {
  cluster = await startTestCluster();
  here = await startBackupSite(cluster);
});
afterAll(async () => {
  await here?.close();
  await cluster?.stop();
});

const runJob = () => {
  const context = { id: '1', attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
  return tasksOf(here.server.services)[TASK]?.({}, context);
};
const state = async () => (await here.server.database.root.query('SELECT * FROM backup_state')).rows[0];
const planned = async () =>
  (
    await here.server.database.root.query('SELECT run_at AS "runAt" FROM graphile_worker.jobs WHERE key = $1', [TASK])
  ).rows.map(({ runAt }) => runAt);

it('makes a backup every day, plans the next one, and records how it ended', async () => {
  const { services, clock } = here.server;
  await planMissing(services, schedulesOf(services));
  expect(await planned()).toEqual([new Date(START.getTime() + DAY_MS)]);
  clock.advance(DAY_MS);
  await runJob();
  const created = clock.now();
  expect(await state()).toMatchObject({ started_at: created, finished_at: created, files: '0', failed_at: null });
  expect((await here.store.list()).complete).toHaveLength(1);
  expect(await planned()).toEqual([new Date(START.getTime() + 2 * DAY_MS)]);

  // The place for backups is not there any more, for example a disk that is not mounted.
  rmSync(here.folder, { recursive: true });
  writeFileSync(here.folder, '');
  clock.advance(DAY_MS);
  await expect(runJob()).rejects.toThrow(/store for backups failed/u);
  expect(await state()).toMatchObject({
    finished_at: created,
    failed_at: clock.now(),
    error: expect.stringContaining('store for backups failed'),
  });
  expect(await planned()).toEqual([new Date(START.getTime() + 3 * DAY_MS)]);
});
