// Makes a backup while the program runs. The database is read in one snapshot, then the files that its rows refer to
// are copied, if no earlier backup has them. No file is removed meanwhile, so the two belong together.
import { createHmac } from 'node:crypto';
import type { Client, Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Config } from '../../config/config.ts';
import { VERSION } from '../../config/version.ts';
import { keepFiles } from '../../db/file-locks.ts';
import { schemaOf } from '../../db/migrate.ts';
import { connectAlone } from '../../db/pool.ts';
import { inParallel } from '../../platform/concurrency/in-parallel.ts';
import type { Files } from '../../platform/files/files.ts';
import { BackupError, reasonOf, StoreError } from './backup-error.ts';
import {
  type BackupFile,
  type BackupStore,
  clusterObject,
  databaseObject,
  FORMAT,
  listObject,
  type Manifest,
} from './backup-store.ts';
import { type CopiedCluster, copyCluster } from './continuous/copy-cluster.ts';
import { dumpDatabase } from './dump-database.ts';
import { packFrames } from './frames.ts';
import { removeExpired } from './remove-expired.ts';
import { copyFile, FILES_QUERY } from './stored-file.ts';

export type BackupSource = {
  config: Pick<Config, 'secretKey' | 'secretKeyGenerated' | 'backup' | 'dataDir'>;
  pool: Pool;
  files: Files;
  clock: { now(): Date };
  signal?: AbortSignal;
};

const RUNNING = 7_586_249;
const NOTHING_SET = { keep: { hours: 0, days: 0, months: 0 }, continuousDays: null };
/** Files copied at the same time. */
const CONCURRENCY = 4;

/** The same for all backups of an installation; reveals nothing about its secret. */
export const installationOf = ({ secretKey }: Pick<Config, 'secretKey'>): string =>
  createHmac('sha256', secretKey).update('backups').digest('hex').slice(0, 32);

/** Backups of two installations in one place would remove each other's files. */
async function requireOwnStore(store: BackupStore, ids: readonly string[], installation: string): Promise<void> {
  const newest = ids.at(-1);
  if (newest === undefined) return;
  const manifest = await store.readManifest(newest).catch((error: unknown) => {
    if (error instanceof StoreError) throw error;
    throw new BackupError(
      `The backups that are already there cannot be continued. Choose another place. ${reasonOf(error)}`,
    );
  });
  if (manifest.installation !== installation)
    throw new BackupError('The place for backups contains those of another installation: choose another one.');
}

/** Writes the rows and the list of the files they refer to, both of one moment. */
async function writeSnapshot(db: Client, store: BackupStore, id: string) {
  await db.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL app.system = 'on'");
  const schema = await schemaOf(db);
  const database = await store.write(databaseObject(id), packFrames(dumpDatabase(db)));
  const list = await store.write(listObject(id), db.query(copyTo(`COPY (${FILES_QUERY}) TO STDOUT`)));
  await db.query('COMMIT');
  return { schema, databaseBytes: database.size, listBytes: list.size };
}

async function writeCluster(dataDir: string, store: BackupStore, id: string): Promise<Manifest['cluster']> {
  let copied: CopiedCluster | undefined;
  const frames = copyCluster(dataDir, (known) => {
    copied = known;
  });
  const { size: bytes } = await store.write(clusterObject(id), packFrames(frames));
  return copied ? { ...copied, bytes } : null;
}

type Copied = { files: number; fileBytes: number; added: number; addedBytes: number; missing: string[] };

async function copyFiles(source: BackupSource, store: BackupStore, list: AsyncIterable<BackupFile>): Promise<Copied> {
  const copied: Copied = { files: 0, fileBytes: 0, added: 0, addedBytes: 0, missing: [] };
  async function copy(file: BackupFile): Promise<void> {
    source.signal?.throwIfAborted();
    copied.files += 1;
    copied.fileBytes += file.size;
    const outcome = await copyFile(source.files, store, file);
    if (outcome === 'lost') copied.missing.push(file.key);
    if (outcome !== 'added') return;
    copied.added += 1;
    copied.addedBytes += file.size;
  }
  await inParallel(list, CONCURRENCY, copy);
  return copied;
}

async function takeTurn(db: Client): Promise<void> {
  const requested = await db.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [RUNNING]);
  if (!requested.rows[0]?.taken) throw new BackupError('Another backup of this installation is running.');
}

export type BackupResult = Omit<Copied, 'missing'> & { manifest: Manifest; removed: number };

/** Makes a backup and removes those that are no longer kept. Throws BackupError if it could not be completed. */
export async function makeBackup(source: BackupSource, store: BackupStore): Promise<BackupResult> {
  const { config, clock } = source;
  const installation = installationOf(config);
  const db = await connectAlone(source.pool);
  try {
    await takeTurn(db);
    const startedAt = clock.now().toISOString();
    const id = startedAt.replaceAll(':', '-');
    const before = await store.list();
    await requireOwnStore(store, before.complete, installation);
    await keepFiles(db);
    const { schema, databaseBytes, listBytes } = await writeSnapshot(db, store, id);
    const cluster = config.backup?.continuousDays ? await writeCluster(config.dataDir, store, id) : null;
    const { missing, ...copied } = await copyFiles(source, store, store.readList(id));
    // If the connection was lost, files may have been removed.
    await db.query('SELECT 1');
    const manifest: Manifest = {
      format: FORMAT,
      id,
      version: VERSION,
      startedAt,
      finishedAt: clock.now().toISOString(),
      installation,
      secretKey: config.secretKeyGenerated ? config.secretKey.toString('base64') : null,
      schema,
      databaseBytes,
      listBytes,
      files: copied.files,
      fileBytes: copied.fileBytes,
      missing,
      cluster,
    };
    await store.writeManifest(manifest);
    const { keep: retention, continuousDays } = config.backup ?? NOTHING_SET;
    const removed = await removeExpired(store, { retention, continuousDays, now: clock.now() });
    return { ...copied, manifest, removed };
  } finally {
    await db.end().catch(() => {});
  }
}
