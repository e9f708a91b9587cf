// Restores a backup into an empty installation. Files come before the rows that refer to them, and all rows in one
// transaction, so that a restore that was interrupted can be repeated.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Config } from '../../config/config.ts';
import { writeSecretKey } from '../../config/secret-key.ts';
import { checkSchema, migrate } from '../../db/migrate.ts';
import { connectAlone } from '../../db/pool.ts';
import { inParallel } from '../../platform/concurrency/in-parallel.ts';
import type { Files } from '../../platform/files/files.ts';
import { isDiskFull } from '../../platform/files/is-disk-full.ts';
import { BackupError } from './backup-error.ts';
import type { BackupFile, BackupStore, Manifest } from './backup-store.ts';
import { loadDatabase } from './load-database.ts';
import { installationOf } from './make-backup.ts';
import { checkContent, checkedContent, DamagedFile } from './stored-file.ts';
import { framesOf, verifyBackup } from './verify-backup.ts';

export type RestoreTarget = {
  config: Pick<Config, 'secretKey' | 'secretKeyGenerated' | 'dataDir'>;
  pool: Pool;
  files: Files;
  /** Replaces an installation that is not empty. */
  force: boolean;
};

const CONCURRENCY = 4;

/** Links, second factors and the keys of devices depend on the secret. */
export function requireSecret({ secretKey, secretKeyGenerated }: RestoreTarget['config'], manifest: Manifest): void {
  if (installationOf({ secretKey }) === manifest.installation) return;
  if (!secretKeyGenerated)
    throw new BackupError('The backup belongs to an installation with another SECRET_KEY: set it to that one.');
  if (manifest.secretKey === null)
    throw new BackupError('SECRET_KEY was a setting of the installation that was backed up: set it to the same value.');
}

async function othersConnected(pool: Pool): Promise<boolean> {
  const others = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name ~ '^plumbline \\d+$'
       AND pid <> pg_backend_pid()`,
  );
  return others.rowCount !== 0;
}

/** Connections of a process that has just stopped disappear within moments. */
const DISCONNECT_TIMEOUT_MS = 2_000;
const CHECK_MS = 100;

export async function requireEmpty(pool: Pool, force: boolean): Promise<void> {
  for (let waited = 0; await othersConnected(pool); waited += CHECK_MS) {
    if (waited >= DISCONNECT_TIMEOUT_MS)
      throw new BackupError('Plumbline is running on this database: stop all its processes.');
    await wait(CHECK_MS);
  }
  if (force) return;
  const table = await pool.query<{ there: boolean }>("SELECT to_regclass('organisation') IS NOT NULL AS there");
  if (!table.rows[0]?.there) return;
  const rows = await pool.query('SELECT FROM organisation LIMIT 1');
  if (rows.rowCount !== 0) {
    throw new BackupError(
      'The installation is not empty. Restore into a new one (another DATA_DIR or DATABASE_URL), or replace everything in this one with --force.',
    );
  }
}

/** The tables of a cluster can neither be dropped and created nor filled in one transaction. */
async function requireNoCitus(pool: Pool): Promise<void> {
  const found = await pool.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  if (found.rowCount !== 0) {
    throw new BackupError(
      'The database has the Citus extension: restore into a database without it, and add Citus afterwards (docs/operate/citus.md).',
    );
  }
}

/** Removes all tables, so that the schema of the backup can be created. */
export async function clearDatabase(pool: Pool): Promise<void> {
  const db = await connectAlone(pool);
  try {
    await db.query(`BEGIN; SET LOCAL lock_timeout = '10s'; DROP SCHEMA IF EXISTS graphile_worker CASCADE;
      DROP SCHEMA public CASCADE; CREATE SCHEMA public; COMMIT`);
  } finally {
    await db.end();
  }
}

export async function restoreFile(store: BackupStore, files: Files, file: BackupFile): Promise<void> {
  if (await files.stat(file.key)) {
    try {
      await checkContent(file, await files.open(file.key));
      return;
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      await files.remove(file.key);
    }
  }
  await files.put(file.key, checkedContent(file, store.read(store.fileObject(file.key))));
}

async function restoreRows({ pool }: RestoreTarget, store: BackupStore, manifest: Manifest): Promise<void> {
  await clearDatabase(pool);
  await migrate(pool, undefined, manifest.schema.at(-1)?.name);
  const db = await connectAlone(pool);
  try {
    await loadDatabase(db, framesOf(store, manifest.id));
    // Plans of queries would rest on the empty tables.
    await db.query('ANALYZE');
  } finally {
    await db.end();
  }
  await migrate(pool);
}

/** A full disk of the installation, in a sentence. */
export function describeFullDisk(error: unknown): never {
  if (!isDiskFull(error)) throw error;
  throw new BackupError('The disk of the installation is full. Make room on it, and repeat the restore.', {
    cause: error,
  });
}

/** Throws BackupError or SchemaError, before anything is changed, if the backup or the installation is not fit for it. */
export async function restoreBackup(target: RestoreTarget, store: BackupStore, id: string): Promise<Manifest> {
  const { config, pool, files } = target;
  await requireNoCitus(pool);
  await requireEmpty(pool, target.force);
  const { manifest, problems } = await verifyBackup(store, id, { content: false });
  if (problems.length > 0) throw new BackupError(problems.join('\n'));
  requireSecret(config, manifest);
  await checkSchema(manifest.schema);
  const lost = new Set(manifest.missing);
  await inParallel(store.readList(id), CONCURRENCY, async (file) => {
    if (!lost.has(file.key)) await restoreFile(store, files, file);
  }).catch(describeFullDisk);
  if (manifest.secretKey !== null && config.secretKeyGenerated)
    writeSecretKey(config.dataDir, Buffer.from(manifest.secretKey, 'base64'));
  await restoreRows(target, store, manifest).catch(describeFullDisk);
  return manifest;
}
