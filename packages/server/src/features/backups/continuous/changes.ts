// The changes of the embedded database in the place for backups: segments of its write-ahead log, by the cluster they belong to.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool } from 'pg';
import { databasePaths } from '../../../db/embedded/paths.ts';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import type { Files } from '../../../platform/files/files.ts';
import { BackupError } from '../backup-error.ts';
import type { BackupStore } from '../backup-store.ts';
import { copyFile } from '../stored-file.ts';

const FOLDER = 'changes';
const SEGMENT = /^[0-9A-F]{24}$/u;
const HISTORY = /^[0-9A-F]{8}\.history$/u;
/** Beyond that, the changes are given up, before they fill the disk of the database. */
const MAX_WAITING_BYTES = 4 * 1_073_741_824;

const pack = promisify(gzip);
const unpack = promisify<Buffer, Buffer>(gunzip);

const objectOf = (system: string, name: string): string => `${FOLDER}/${system}/${name}`;

/** The position of a segment in the log, whatever history it belongs to. */
const positionOf = (segment: string): string => segment.slice(8);

export async function readChanges(store: BackupStore, system: string, name: string): Promise<Buffer | undefined> {
  const object = objectOf(system, name);
  if (!(await store.files.stat(object))) return undefined;
  return unpack(Buffer.concat(await Readable.from(store.read(object)).toArray()));
}

export async function writeChanges(store: BackupStore, system: string, name: string, content: Buffer): Promise<void> {
  try {
    await store.write(objectOf(system, name), Readable.from([await pack(content)]));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'already_exists')) throw error;
    const known = await readChanges(store, system, name);
    if (!known?.equals(content)) throw new BackupError(`The place for backups has other changes under ${name}.`);
  }
}

async function bytesIn(folder: string, names: readonly string[]): Promise<number> {
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export type ChangeSource = { config: { dataDir: string }; pool: Pool; files: Pick<Files, 'open'> };

/** What is in the place for backups already: all files up to a time, and those since then that are named here. */
export type Progress = { since: Date; known: ReadonlySet<string> };

const NEW_FILES = `
  SELECT key, max(size) AS size, max(stored_at) AS "storedAt" FROM blob WHERE stored_at > $1 GROUP BY key
  UNION ALL SELECT picture_key, picture_size, NULL FROM app_user WHERE picture_key IS NOT NULL AND picture_size IS NOT NULL`;
/** Transactions that began so long ago have been committed. */
const COMMITTED_MS = 900_000;

/** Where the search for files that are not in the place for backups begins, if those stored until `time` were found. */
export const searchFrom = (time: Date): Date => new Date(time.getTime() - COMMITTED_MS);

async function copyNewFiles({ pool, files }: ChangeSource, store: BackupStore, progress: Progress): Promise<Progress> {
  const found = await systemTransaction(pool, (db) =>
    db.query<{ key: string; size: string; storedAt: Date | null }>(NEW_FILES, [progress.since]),
  );
  let { since } = progress;
  for (const { key, size, storedAt } of found.rows) {
    if (!progress.known.has(key)) await copyFile(files, store, { key, size: Number(size) });
    if (storedAt && searchFrom(storedAt) > since) since = searchFrom(storedAt);
  }
  return { since, known: new Set(found.rows.map(({ key }) => key)) };
}

/** Copies what has changed since the last call, new files included. */
export async function copyChanges(source: ChangeSource, store: BackupStore, progress: Progress): Promise<Progress> {
  const { config, pool } = source;
  const folder = databasePaths(config.dataDir).archive;
  const names = (await readdir(folder)).filter((name) => SEGMENT.test(name) || HISTORY.test(name)).sort();
  if (names.length === 0) return progress;
  try {
    // Before the segments, whose rows refer to them.
    const next = await copyNewFiles(source, store, progress);
    const { rows } = await pool.query<{ system: string }>(
      'SELECT system_identifier::text AS system FROM pg_control_system()',
    );
    for (const name of names) {
      await writeChanges(store, rows[0]?.system ?? '', name, await readFile(path.join(folder, name)));
      await rm(path.join(folder, name));
    }
    return next;
  } catch (error) {
    if ((await bytesIn(folder, await readdir(folder))) <= MAX_WAITING_BYTES) throw error;
    for (const name of names) await rm(path.join(folder, name), { force: true });
    throw new BackupError(
      'The place for backups was unreachable for too long: changes were given up. Moments from now until the next backup cannot be restored.',
      { cause: error },
    );
  }
}

/** Removes the changes that no copy of a cluster needs. `first`: the first segment needed, by cluster. */
export async function removeChanges(store: BackupStore, first: ReadonlyMap<string, string>): Promise<void> {
  for await (const { key } of store.files.list(`${FOLDER}/`)) {
    const [, system = '', name = ''] = key.split('/');
    const from = first.get(system);
    const isNeeded = from !== undefined && (HISTORY.test(name) || positionOf(name) >= positionOf(from));
    if (!isNeeded) await store.files.remove(key);
  }
}
