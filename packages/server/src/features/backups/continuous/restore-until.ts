// Restores the embedded database to any moment: the copy of the cluster in the last backup before it, and the changes since.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Config } from '../../../config/config.ts';
import { writeSecretKey } from '../../../config/secret-key.ts';
import { ArchiveEnded, recoverCluster } from '../../../db/embedded/recovery.ts';
import { checkSchema, schemaOf } from '../../../db/migrate.ts';
import { inParallel } from '../../../platform/concurrency/in-parallel.ts';
import type { Files } from '../../../platform/files/files.ts';
import { BackupError, StoreError } from '../backup-error.ts';
import { type BackupStore, clusterObject, type Manifest, parseFileList } from '../backup-store.ts';
import { type Frame, unpackFrames } from '../frames.ts';
import { withoutFiles } from '../load-database.ts';
import { describeFullDisk, requireSecret, restoreFile } from '../restore-backup.ts';
import { FILES_QUERY } from '../stored-file.ts';
import { readChanges, writeChanges } from './changes.ts';
import { type CopiedCluster, MACHINE } from './copy-cluster.ts';

const CONCURRENCY = 4;

export type UntilTarget = {
  config: Pick<Config, 'secretKey' | 'secretKeyGenerated' | 'dataDir'>;
  files: Files;
  /** The major version of the embedded PostgreSQL. */
  postgres: number;
};

type Chosen = { manifest: Manifest; cluster: CopiedCluster };

/** The newest backup that was complete at that time and has a copy of the cluster. */
async function choose(store: BackupStore, until: Date | null): Promise<Chosen> {
  const { clusters } = await store.list();
  for (const id of clusters.reverse()) {
    const manifest = await store.readManifest(id);
    const isEarlier = until === null || new Date(manifest.finishedAt) <= until;
    if (manifest.cluster && isEarlier) return { manifest, cluster: manifest.cluster };
  }
  throw new BackupError(
    'No continuous backup begins before this moment: BACKUP_CONTINUOUS_DAYS was not set, or it is too long ago.',
  );
}

function requireSameServer(copied: CopiedCluster, postgres: number): void {
  const of = (machine: string, version: number) => `PostgreSQL ${version} on ${machine}`;
  const [needed, found] = [of(copied.machine, copied.postgres), of(MACHINE, postgres)];
  if (needed !== found)
    throw new BackupError(
      `The moment needs ${needed}, this is ${found}. Restore the last backup with --before instead.`,
    );
}

const inside = (folder: string, name: string): string => {
  const full = path.join(folder, name);
  if (!full.startsWith(`${folder}${path.sep}`))
    throw new BackupError(`The backup was altered: ${name} is no file of it.`);
  return full;
};

/** The content of a file: everything up to its end frame. */
async function* contentOf(name: string, frames: AsyncIterator<Frame>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for (;;) {
    const { value: frame, done } = await frames.next();
    if (done || (frame.type !== 'data' && frame.type !== 'end'))
      throw new BackupError(`The backup was altered: ${name} has no end.`);
    if (frame.type === 'data') {
      bytes += frame.bytes.length;
      yield frame.bytes;
    } else if (frame.rows === bytes) return;
    else throw new BackupError(`The backup was altered: ${name} has ${bytes} bytes instead of ${frame.rows}.`);
  }
}

async function writeFiles(store: BackupStore, id: string, folder: string): Promise<void> {
  const frames = unpackFrames(store.read(clusterObject(id)));
  for (;;) {
    const { value: frame, done } = await frames.next();
    if (done) return;
    if (frame.type === 'folder') await mkdir(inside(folder, frame.path), { mode: 0o700 });
    if (frame.type !== 'file') continue;
    const to = createWriteStream(inside(folder, frame.path), { mode: 0o600 });
    await pipeline(Readable.from(contentOf(frame.path, frames), { objectMode: false }), to);
  }
}

/** Restores the files that the rows refer to; returns those that neither the installation nor the backups have. */
async function restoreFiles(db: Client, store: BackupStore, files: Files): Promise<string[]> {
  const missing: string[] = [];
  const list = parseFileList(db.query(copyTo(`COPY (${FILES_QUERY}) TO STDOUT`)) as AsyncIterable<Buffer>);
  await inParallel(list, CONCURRENCY, async (file) => {
    try {
      await restoreFile(store, files, file);
    } catch (error) {
      if (!(error instanceof BackupError) || error instanceof StoreError) describeFullDisk(error);
      missing.push(file.key);
    }
  });
  return missing;
}

/** Rows of files that no backup contains, and the history that devices know. */
async function tidy(db: Client): Promise<void> {
  await db.query('BEGIN; DELETE FROM upload_part');
  await withoutFiles(db);
  await db.query('DELETE FROM history_epoch; COMMIT');
}

/**
 * Replaces the embedded database, which must be stopped, by its state at `until`, or by the last one there is. Throws
 * BackupError, and leaves the installation as it is, if that cannot be restored. Returns files that are missing.
 */
export async function restoreUntil(
  { config, files, postgres }: UntilTarget,
  store: BackupStore,
  until: Date | null,
): Promise<{ manifest: Manifest; missing: string[] }> {
  const { manifest, cluster } = await choose(store, until);
  requireSecret(config, manifest);
  requireSameServer(cluster, postgres);
  await checkSchema(manifest.schema);
  let missing: string[] = [];
  try {
    await recoverCluster(config.dataDir, {
      passwords: cluster.passwords,
      until,
      writeFiles: (folder) => writeFiles(store, manifest.id, folder),
      read: (name) => readChanges(store, cluster.system, name),
      keep: (name, content) => writeChanges(store, cluster.system, name, content),
      async finish(db) {
        await checkSchema(await schemaOf(db));
        missing = await restoreFiles(db, store, files);
        await tidy(db);
        if (manifest.secretKey !== null && config.secretKeyGenerated)
          writeSecretKey(config.dataDir, Buffer.from(manifest.secretKey, 'base64'));
      },
    });
  } catch (error) {
    if (error instanceof ArchiveEnded)
      throw new BackupError(
        'The changes in the place for backups end before this moment. Restore everything that is there with --until latest.',
      );
    describeFullDisk(error);
  }
  return { manifest, missing };
}
