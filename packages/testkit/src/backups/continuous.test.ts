// Continuous backups of the embedded database: any moment between two backups can be restored.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { readConfig } from '@plumbline/server/config/config';
import { startEmbeddedPostgres } from '@plumbline/server/db/embedded';
import { migrate } from '@plumbline/server/db/migrate';
import { openPool } from '@plumbline/server/db/pool';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { copyChanges, type Progress } from '@plumbline/server/features/backups/continuous/changes';
import { restoreUntil } from '@plumbline/server/features/backups/continuous/restore-until';
import { makeBackup } from '@plumbline/server/features/backups/make-backup';
import { removeExpired } from '@plumbline/server/features/backups/remove-expired';
import { verifyBackup } from '@plumbline/server/features/backups/verify-backup';
import { systemClock } from '@plumbline/server/platform/clock/clock';
import { folderFiles } from '@plumbline/server/platform/files/folder';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Pool } from '../database.ts';
import { silent } from '../postgres/cluster.ts';
import { KEY, storeIn } from './backup-site.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'plumbline-continuous-'));
const folder = path.join(scratch, 'backups');
const store = storeIn(folder);
const POSTGRES = 18;

type Installation = ReturnType<typeof installation>;
function installation(name: string) {
  const config = readConfig({
    DATA_DIR: path.join(scratch, name),
    BACKUP_FOLDER: folder,
    BACKUP_KEY: KEY,
    BACKUP_CONTINUOUS_DAYS: '7',
    DEMO: 'off',
  });
  return { config, files: folderFiles(path.join(config.dataDir, 'files')), postgres: POSTGRES };
}

/** Starts the embedded database of the installation for `work`, then stops it. */
async function running<T>({ config }: Installation, work: (pool: Pool) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log: silent, fsync: false, archive: true });
  const pool = openPool(server.url, silent, 4);
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** The clock of the program is set back before every file. */
let clock = Date.now();

async function addOrganisation(pool: Pool, { files }: Installation, name: string): Promise<void> {
  const [id, bytes] = [randomUUID(), Buffer.from(`the plan of ${name}`)];
  const sha256 = createHash('sha256').update(bytes).digest();
  const key = `blobs/${id}/${sha256.toString('hex')}`;
  clock -= 86_400_000;
  await files.put(key, Readable.from([bytes]));
  await systemTransaction(pool, async (db) => {
    await db.query('INSERT INTO organisation (id, name, created_at) VALUES ($1, $2, now())', [id, name]);
    await db.query(
      `INSERT INTO blob (organisation_id, id, sha256, size, mime, name, key, created_at)
       VALUES ($1, $2, $3, $4, 'application/pdf', 'plan.pdf', $5, $6)`,
      [id, randomUUID(), sha256, bytes.length, key, new Date(clock)],
    );
  });
}

/** A moment after everything that was committed before, and before everything that follows. */
async function moment(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>(
    "SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' AS at",
  );
  const at = rows[0]?.at ?? new Date();
  for (let isOver = false; !isOver; )
    isOver = (await pool.query('SELECT WHERE clock_timestamp() > $1', [at])).rowCount === 1;
  return at;
}

let progress: Progress = { since: new Date(0), known: new Set() };

/** Completes the open segment and copies what has been added since the last call. */
async function copyAll(pool: Pool, { config, files }: Installation): Promise<void> {
  const { owner } = JSON.parse(readFileSync(path.join(config.dataDir, 'database/passwords.json'), 'utf8'));
  const { connectionString } = pool.options;
  const root = openPool(connectionString?.replace(/\/\/[^@]+@/u, `//postgres:${owner}@`) ?? '', silent, 1);
  const { rows } = await root.query<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  await root.end();
  const file = path.join(config.dataDir, 'database/wal', rows[0]?.name ?? '');
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 30_000 });
  progress = await copyChanges({ config, pool, files }, store, progress);
}

const namesIn = async (pool: Pool): Promise<string[]> =>
  (await systemTransaction(pool, (db) => db.query('SELECT name FROM organisation ORDER BY name'))).rows.map(
    ({ name }) => name,
  );

const changeFiles = (): string[] => {
  const changes = path.join(folder, 'changes');
  return readdirSync(changes, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
};

let here: Installation;
let between: Date;
let beforeAllChanges: Date;

beforeAll(async () => {
  here = installation('here');
  await running(here, async (pool) => {
    beforeAllChanges = await moment(pool);
    await migrate(pool);
    await addOrganisation(pool, here, 'a: in the backup');
    await makeBackup({ ...here, pool, clock: systemClock }, store);
    await addOrganisation(pool, here, 'b: before the moment');
    between = await moment(pool);
    await addOrganisation(pool, here, 'c: after the moment');
    await copyAll(pool, here);
  });
}, 120_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

it('restores the moment between two changes into another installation, with its files', async () => {
  const empty = installation('there');
  await running(empty, async () => {});
  const { missing } = await restoreUntil(empty, store, between);
  expect(missing).toEqual([]);
  // With the secret of the backup.
  const there = installation('there');
  expect(there.config.secretKey).toEqual(here.config.secretKey);
  await running(there, async (pool) => {
    expect(await namesIn(pool)).toEqual(['a: in the backup', 'b: before the moment']);
    expect((await pool.query('SELECT FROM history_epoch')).rowCount).toBe(0);
    expect(await migrate(pool)).toEqual([]);
    const blobs = await systemTransaction(pool, (db) => db.query<{ key: string }>('SELECT key FROM blob'));
    for (const { key } of blobs.rows) expect(await there.files.stat(key)).toBeDefined();
    // The restored installation continues the archive, under a history of its own.
    await addOrganisation(pool, there, 'd: after the restore');
    await makeBackup({ ...there, pool, clock: systemClock }, store);
    await addOrganisation(pool, there, 'e: after the restore');
    await copyAll(pool, there);
  });
  const again = installation('again');
  await running(again, async () => {});
  expect((await restoreUntil(again, store, null)).missing).toEqual([]);
  await running(again, async (pool) => {
    const all = ['a: in the backup', 'b: before the moment', 'd: after the restore', 'e: after the restore'];
    expect(await namesIn(pool)).toEqual(all);
  });
}, 120_000);

it('refuses moments outside of the archive and altered changes, and leaves the installation as it is', async () => {
  const target = installation('target');
  await running(target, async (pool) => {
    await migrate(pool);
    await addOrganisation(pool, target, 'what was there');
  });
  await expect(restoreUntil(target, store, beforeAllChanges)).rejects.toThrow(/No continuous backup begins before/u);
  const future = new Date(Date.now() + 3_600_000);
  await expect(restoreUntil(target, store, future)).rejects.toThrow(/end before this moment.*--until latest/u);
  await expect(restoreUntil({ ...target, postgres: 17 }, store, between)).rejects.toThrow(
    /needs PostgreSQL 18 on .*, this is PostgreSQL 17/u,
  );
  const damaged = changeFiles().map((file) => [file, readFileSync(file)] as const);
  for (const [file, bytes] of damaged) writeFileSync(file, Buffer.from(bytes).fill(0, 40, 44));
  await expect(restoreUntil(target, store, between)).rejects.toThrow(/altered: changes\/.* is damaged/u);
  for (const [file, bytes] of damaged) writeFileSync(file, bytes);
  await running(target, async (pool) => expect(await namesIn(pool)).toEqual(['what was there']));
}, 120_000);

it('keeps the changes of the configured number of days, and verifies the copy', async () => {
  const { complete, clusters } = await store.list();
  expect(clusters).toHaveLength(2);
  expect(clusters).toEqual(complete);
  const newest = complete.at(-1) ?? '';
  expect((await verifyBackup(store, newest, { content: true })).problems).toEqual([]);
  const retention = { hours: 24, days: 14, months: 12 };
  await removeExpired(store, { retention, continuousDays: 7, now: new Date() });
  expect((await store.list()).clusters).toEqual(clusters);
  const before = changeFiles();
  const later = new Date(Date.now() + 8 * 86_400_000);
  await removeExpired(store, { retention, continuousDays: 7, now: later });
  expect((await store.list()).clusters).toEqual([newest]);
  expect(changeFiles().length).toBeLessThan(before.length);
  await removeExpired(store, { retention, continuousDays: null, now: later });
  expect((await store.list()).clusters).toEqual([]);
  expect(changeFiles()).toEqual([]);
});
