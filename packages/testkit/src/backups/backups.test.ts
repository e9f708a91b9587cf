// Backups contain everything, and damaged or foreign ones are refused before anything changes.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrate } from '@plumbline/server/db/migrate';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { clearDatabase } from '@plumbline/server/features/backups/restore-backup';
import { verifyBackup } from '@plumbline/server/features/backups/verify-backup';
import { removeBytes } from '@plumbline/server/features/uploads/unnamed';
import { folderFiles } from '@plumbline/server/platform/files/folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCluster, type TestCluster, type TestDatabase } from '../database.ts';
import {
  addFile,
  type BackupSite,
  backUp,
  emptyInstallation,
  restoreInto,
  startBackupSite,
  storeIn,
} from './backup-site.ts';

let cluster: TestCluster;
let here: BackupSite;
const opened: { close(): Promise<void> }[] = [];

async function closedAtTheEnd<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
  const it = await opening;
  opened.push(it);
  return it;
}
const newSite = () => closedAtTheEnd(startBackupSite(cluster));
const newTarget = () => closedAtTheEnd(emptyInstallation(cluster));

beforeAll(async () => {
  cluster = await startTestCluster();
  here = await newSite();
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await cluster?.stop();
});

/** All rows of all tables, except those that describe the database itself. */
async function contentOf({ root }: TestDatabase): Promise<Record<string, string[]>> {
  const tables = await root.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('history_epoch', 'schema_migration', 'backup_state', 'archive_state')",
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const rows = await root.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`);
    content[name] = rows.rows.map(({ row }) => row);
  }
  return content;
}

/** Constraints, triggers and policies. */
async function rulesOf({ root }: TestDatabase): Promise<unknown[]> {
  const found = await root.query(
    `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS rule FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT oid::regclass::text, 'policies', concat(relrowsecurity, relforcerowsecurity) FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     ORDER BY 1, 2, 3`,
  );
  return found.rows;
}

const objectsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

const fileObjects = ({ folder }: BackupSite) => objectsIn(path.join(folder, 'files'));

it('restores all rows, files, rules and waiting jobs', async () => {
  const target = await newTarget();
  const { services } = here.server;
  const keys = [await addFile(services, here.site), await addFile(services, here.site, 0)];
  await services.queue.enqueue(services.pool, 'a.task', { n: 1 }, { key: 'one', maxAttempts: 7, priority: 3 });
  const { manifest } = await backUp(here);
  expect(manifest).toMatchObject({ files: 2, fileBytes: 200_000, missing: [] });
  await restoreInto(here, target, here.store, manifest.id);
  expect(await contentOf(target.database)).toEqual(await contentOf(here.server.database));
  expect(await rulesOf(target.database)).toEqual(await rulesOf(here.server.database));
  const jobs = await target.database.root.query(
    'SELECT task_identifier, key, max_attempts, priority, attempts FROM graphile_worker.jobs',
  );
  expect(jobs.rows).toEqual([{ task_identifier: 'a.task', key: 'one', max_attempts: 7, priority: 3, attempts: 0 }]);
  const original = folderFiles(path.join(services.config.dataDir, 'files'));
  for (const key of keys) {
    const [was, is] = [original, folderFiles(target.filesFolder)].map((files) => readFileSync(files.localPath(key)));
    expect(is?.equals(was ?? Buffer.alloc(1))).toBe(true);
  }
});

it('reveals neither content nor names, and copies a file once', async () => {
  const key = await addFile(here.server.services, here.site);
  const first = await backUp(here);
  expect(first.added).toBe(1);
  await addFile(here.server.services, here.site);
  const second = await backUp(here);
  expect(second).toMatchObject({ files: first.files + 1, added: 1 });
  const all = objectsIn(here.folder);
  for (const file of all) {
    expect(file).not.toContain(path.basename(key));
    expect(readFileSync(file).includes('Haus am Wald')).toBe(false);
  }
  expect((await verifyBackup(here.store, second.manifest.id, { content: true })).problems).toEqual([]);
});

it('removes the files of expired backups that no kept backup contains', async () => {
  const here = await newSite();
  const { services } = here.server;
  const [gone] = [await addFile(services, here.site), await addFile(services, here.site)];
  const first = await backUp(here);
  await here.server.database.root.query('DELETE FROM blob WHERE key = $1', [gone]);
  // Within the hour: only the newest backup of each hour is kept.
  const second = await backUp(here);
  expect(second).toMatchObject({ files: 1, added: 0, removed: 1 });
  expect((await here.store.list()).complete).toEqual([second.manifest.id]);
  expect(fileObjects(here)).toHaveLength(1);
  await expect(verifyBackup(here.store, first.manifest.id, { content: false })).rejects.toThrow(/manifest is missing/u);
  expect((await verifyBackup(here.store, second.manifest.id, { content: true })).problems).toEqual([]);
});

it('keeps files that are removed while a backup runs', async () => {
  const here = await newSite();
  const { services } = here.server;
  const { organisationId } = here.site;
  const keys = [await addFile(services, here.site), await addFile(services, here.site)];
  let removal: Promise<void> | undefined;
  const files = {
    ...here.source.files,
    open: async (...requested: Parameters<typeof services.files.open>) => {
      removal ??= (async () => {
        await here.server.database.root.query('DELETE FROM blob');
        for (const key of keys) await removeBytes(services, { organisationId, key });
      })();
      await removal;
      return services.files.open(...requested);
    },
  };
  const { manifest } = await backUp({ ...here, source: { ...here.source, files } });
  expect(manifest).toMatchObject({ files: 2, missing: [] });
  const jobs = await services.pool.query("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'uploads.remove'");
  expect(jobs.rowCount).toBe(2);
  for (const key of keys) {
    await removeBytes(services, { organisationId, key });
    expect(await services.files.stat(key)).toBeUndefined();
  }
});

it('names files that the installation has lost, and backs up the rest', async () => {
  const here = await newSite();
  const { services } = here.server;
  const [lost, damaged] = [await addFile(services, here.site), await addFile(services, here.site)];
  await addFile(services, here.site);
  await services.files.remove(lost);
  writeFileSync(folderFiles(path.join(services.config.dataDir, 'files')).localPath(damaged), Buffer.alloc(200_000));
  const { manifest } = await backUp(here);
  expect(manifest.missing.sort()).toEqual([lost, damaged].sort());
  expect((await verifyBackup(here.store, manifest.id, { content: true })).problems).toEqual([]);
  await restoreInto(here, await newTarget(), here.store, manifest.id);
});

it('reports what is wrong with a backup before anything changes', async () => {
  const target = await newTarget();
  const { id } = (await backUp(here)).manifest;
  const refusal = (store = here.store) =>
    restoreInto(here, target, store, id).then(
      () => 'restored',
      (error: Error) => error.message,
    );
  expect(await refusal(storeIn(here.folder, 'x'.repeat(40)))).toMatch(/encrypted with another key/u);
  const damage: [string, (bytes: Buffer) => Buffer | undefined, RegExp][] = [
    [`backups/${id}/database`, (bytes) => bytes.subarray(0, -5), /incomplete: .*database is cut off/u],
    [`backups/${id}/database`, (bytes) => bytes.fill(0, 200, 204), /altered: .*database is damaged/u],
    [`backups/${id}/files`, (bytes) => Buffer.concat([bytes, bytes]), /altered: .*files has grown/u],
    [`backups/${id}/manifest`, () => undefined, /incomplete: .*manifest is missing/u],
    [path.relative(here.folder, fileObjects(here)[0] ?? ''), () => undefined, /incomplete: files\/.* is missing/u],
  ];
  for (const [object, change, message] of damage) {
    const file = path.join(here.folder, object);
    const intact = readFileSync(file);
    const damaged = change(Buffer.from(intact));
    if (damaged) writeFileSync(file, damaged);
    else rmSync(file);
    expect(await refusal()).toMatch(message);
    writeFileSync(file, intact);
  }
  expect((await contentOf(target.database)).organisation).toEqual([]);
  expect(await rulesOf(target.database)).toEqual(await rulesOf(here.server.database));
});

it('verification finds a file whose content was altered', async () => {
  await addFile(here.server.services, here.site);
  const { manifest } = await backUp(here);
  // Not the empty file.
  const file = fileObjects(here).find((object) => statSync(object).size > 200_000) ?? '';
  const intact = readFileSync(file);
  const bytes = Buffer.from(intact);
  bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
  writeFileSync(file, bytes);
  expect((await verifyBackup(here.store, manifest.id, { content: false })).problems).toEqual([]);
  const { problems } = await verifyBackup(here.store, manifest.id, { content: true });
  expect(problems).toEqual([expect.stringMatching(/altered: files\/.* is damaged/u)]);
  writeFileSync(file, intact);
});

it('refuses a backup of a newer version, and upgrades one of an older version', async () => {
  const [here, target] = [await newSite(), await newTarget()];
  const { pool } = here.server.services;
  await pool.query("INSERT INTO schema_migration VALUES ('9999-future.sql', 'x')");
  const newer = await backUp(here);
  await expect(restoreInto(here, target, here.store, newer.manifest.id)).rejects.toThrow(/newer version of Plumbline/u);
  await clearDatabase(pool);
  await migrate(pool, undefined, '0012-jobs.sql');
  await systemTransaction(pool, (db) =>
    db.query("INSERT INTO organisation (id, name, created_at) VALUES (gen_random_uuid(), 'Alt', now())"),
  );
  const older = await backUp(here);
  expect(older.manifest.schema.at(-1)?.name).toBe('0012-jobs.sql');
  await restoreInto(here, target, here.store, older.manifest.id);
  expect((await contentOf(target.database)).organisation).toHaveLength(1);
  expect(await migrate(target.database.pool)).toEqual([]);
});

it('replaces an installation that is not empty only when forced, and never a running one', async () => {
  const target = await newTarget();
  const { manifest } = await backUp(here);
  await restoreInto(here, target, here.store, manifest.id);
  await expect(restoreInto(here, target, here.store, manifest.id)).rejects.toThrow(/not empty[\s\S]*--force/u);
  await restoreInto(here, target, here.store, manifest.id, { force: true });
  await target.database.pool.query('SELECT 1');
  const running = restoreInto(here, target, here.store, manifest.id, { force: true });
  await expect(running).rejects.toThrow(/stop all its processes/u);
});

it('refuses a database with the Citus extension in one sentence, also when forced', async () => {
  const target = await newTarget();
  const { manifest } = await backUp(here);
  // Only its name matters.
  await target.database.root.query("UPDATE pg_extension SET extname = 'citus' WHERE extname = 'plpgsql'");
  const restored = restoreInto(here, target, here.store, manifest.id, { force: true });
  await expect(restored).rejects.toThrow(/has the Citus extension: restore into a database without it/u);
});

it('refuses a location that contains the backups of another installation', async () => {
  await backUp(here);
  const other = {
    ...here,
    source: { ...here.source, config: { ...here.source.config, secretKey: Buffer.alloc(48, 1) } },
  };
  await expect(backUp(other)).rejects.toThrow(/another installation/u);
});
