// Copies the files of the running cluster. Together with the changes archived meanwhile, they are a complete database.
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ClientBase, Pool } from 'pg';
import { OWNER, PROGRAM, readPasswords } from '../../../db/embedded/cluster.ts';
import { connectTo } from '../../../db/embedded/instance-lock.ts';
import { databasePaths, socketFolder } from '../../../db/embedded/paths.ts';
import { chooseUser } from '../../../db/embedded/system-user.ts';
import type { Frame } from '../frames.ts';

export type CopiedCluster = {
  /** Identifies the cluster. */
  system: string;
  /** The major version of PostgreSQL, and the machine: copies are opened by the same ones only. */
  postgres: number;
  machine: string;
  /** The first segment of the write-ahead log that belongs to the copy. */
  firstSegment: string;
  passwords: { owner: string; program: string };
};

export const MACHINE = `${process.platform}-${process.arch}`;

/** Folders whose content belongs to the running server only. */
const EMPTIED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/(?!archive_status$|summaries$)/u;
const LEFT_OUT = /(^|\/)(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*)$/u;
/** Copied last: it must not be older than the other files. */
const CONTROL = 'global/pg_control';
const CHUNK_BYTES = 1_048_576;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Reads through `space`: a cluster has a thousand small files, and collecting a large buffer of each takes seconds. */
async function* copyFile(cluster: string, name: string, space: Buffer): AsyncGenerator<Frame> {
  const handle = await open(path.join(cluster, name), constants.O_RDONLY).catch((error: unknown) => {
    // Removed since; the changes contain the removal.
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return;
  let bytes = 0;
  try {
    yield { type: 'file', path: name };
    for (;;) {
      const { bytesRead } = await handle.read(space, 0, CHUNK_BYTES);
      if (bytesRead === 0) break;
      bytes += bytesRead;
      yield { type: 'data', bytes: Buffer.from(space.subarray(0, bytesRead)) };
    }
  } finally {
    await handle.close();
  }
  yield { type: 'end', rows: bytes };
}

async function* copyFolder(cluster: string, folder: string, space: Buffer): AsyncGenerator<Frame> {
  const entries = await readdir(path.join(cluster, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (LEFT_OUT.test(name) || EMPTIED.test(name) || name === CONTROL) continue;
    if (entry.isDirectory()) {
      yield { type: 'folder', path: name };
      yield* copyFolder(cluster, name, space);
    } else if (entry.isFile()) yield* copyFile(cluster, name, space);
  }
}

async function* textFile(name: string, text: string): AsyncGenerator<Frame> {
  const bytes = Buffer.from(text);
  yield { type: 'file', path: name };
  yield { type: 'data', bytes };
  yield { type: 'end', rows: bytes.length };
}

/** The major version of the server. */
export async function postgresVersion(db: ClientBase | Pool): Promise<number> {
  const sql = "SELECT current_setting('server_version_num')::integer / 10000 AS version";
  return (await db.query<{ version: number }>(sql)).rows[0]?.version ?? 0;
}

/** The embedded database of this data folder, which is running. `onEnd` receives what a recovery must know. */
export async function* copyCluster(dataDir: string, onEnd: (copied: CopiedCluster) => void): AsyncGenerator<Frame> {
  const paths = databasePaths(dataDir);
  const passwords = readPasswords(paths);
  const socket = socketFolder(paths, chooseUser([paths.cluster, dataDir]));
  const db = connectTo(socket, OWNER, passwords.owner, PROGRAM);
  await db.connect();
  try {
    const started = await db.query<{ segment: string; system: string }>(
      `SELECT pg_walfile_name(pg_backup_start('plumbline', true)) AS segment, system_identifier::text AS system
       FROM pg_control_system()`,
    );
    const space = Buffer.allocUnsafe(CHUNK_BYTES);
    yield* copyFolder(paths.cluster, '', space);
    yield* copyFile(paths.cluster, CONTROL, space);
    const stopped = await db.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)');
    yield* textFile('backup_label', stopped.rows[0]?.label ?? '');
    yield { type: 'last', sequences: [] };
    const { segment = '', system = '' } = started.rows[0] ?? {};
    onEnd({ system, postgres: await postgresVersion(db), machine: MACHINE, firstSegment: segment, passwords });
  } finally {
    await db.end();
  }
}
