// A backup of 200,000 pins and its restore: time compared with reading and writing the same rows by bare COPY, size compared
// with the folder of the database, memory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectAlone, openPool } from '@plumbline/server/db/pool';
import { backupStore } from '@plumbline/server/features/backups/backup-store';
import { dumpDatabase } from '@plumbline/server/features/backups/dump-database';
import { makeBackup } from '@plumbline/server/features/backups/make-backup';
import { restoreBackup } from '@plumbline/server/features/backups/restore-backup';
import { backupKey } from '@plumbline/server/features/backups/sealed-stream';
import { folderFiles } from '@plumbline/server/platform/files/folder';
import { createPerson, makeOrganisation, makeProject } from '@plumbline/testkit/actors';
import { startTestCluster } from '@plumbline/testkit/database';
import { startTestServer } from '@plumbline/testkit/server';
import { judge, table } from './common/figures.ts';
import { fill } from './pins/fill.ts';

const PINS = 200_000;
const BARE_RATIO_GOAL = 4;
const MEMORY_GOAL_MB = 150;

const quiet = { info() {}, warn() {}, error() {} };
const cluster = await startTestCluster();
const server = await startTestServer({ cluster });
const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bench-backup-'));

/** Seconds, and the largest growth of memory meanwhile in MB. */
async function measured<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number; grown: number }> {
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const began = performance.now();
  const result = await work();
  clearInterval(watch);
  return { result, seconds: (performance.now() - began) / 1_000, grown: (peak - before) / 1_048_576 };
}

try {
  const organisationId = await makeOrganisation(server, 'Bench');
  const person = await createPerson(server, { organisationId, firstName: 'Olga', lastName: 'Petrova', owner: true });
  const projectId = await makeProject(server, { organisationId, title: 'Large', by: person, members: [] });
  await fill(server, { projectId, count: PINS, by: person.userId, guest: person.userId });
  const { root, pool } = server.database;
  const size = await root.query<{ mb: number }>('SELECT pg_database_size(current_database())::float8 / 1048576 AS mb');
  const bare = await measured(async () => {
    const db = await connectAlone(root);
    let bytes = 0;
    await db.query("BEGIN; SET LOCAL app.system = 'on'");
    for await (const frame of dumpDatabase(db)) if (frame.type === 'data') bytes += frame.bytes.length;
    await db.query('COMMIT');
    await db.end();
    return bytes;
  });
  const { config, files, clock } = server.services;
  const store = backupStore(folderFiles(folder), backupKey('a key for a benchmark that is long enough'));
  const made = await measured(() => makeBackup({ config, pool, files, clock }, store));
  const target = await cluster.database();
  const restorePool = openPool(target.url, quiet, 4);
  const { id, databaseBytes } = made.result.manifest;
  const restoring = { config, pool: restorePool, files: folderFiles(path.join(folder, 'restored')), force: false };
  const restored = await measured(() => restoreBackup(restoring, store, id));
  await restorePool.end();
  await target.close();
  table(
    ['', 'MB', 's', 'memory MB'],
    [
      ['database with its indexes', size.rows[0]?.mb ?? 0, '-', '-'],
      ['rows by bare COPY', bare.result / 1_048_576, bare.seconds, bare.grown],
      ['backup', databaseBytes / 1_048_576, made.seconds, made.grown],
      ['restore', '-', restored.seconds, restored.grown],
    ],
  );
  judge('backup to bare COPY', made.seconds / bare.seconds, BARE_RATIO_GOAL);
  judge('memory of the backup in MB', made.grown, MEMORY_GOAL_MB);
  judge('memory of the restore in MB', restored.grown, MEMORY_GOAL_MB);
} finally {
  await server.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
