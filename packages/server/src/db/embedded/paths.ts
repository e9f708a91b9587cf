// The folders and files of the embedded database within the data folder.
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedDatabaseError } from './error.ts';
import { giveTo, type SystemUser } from './system-user.ts';

export type DatabasePaths = {
  /** Contains all of the following; only its owner can enter it. */
  folder: string;
  cluster: string;
  /** Complete segments of the write-ahead log that wait to be copied to the place for backups. */
  archive: string;
  /** Segments that a recovery has asked for. */
  fetched: string;
  /** Where initdb creates the cluster, before it is renamed. */
  newCluster: string;
  passwords: string;
  log: string;
  startLock: string;
};

/** Creates the database folder in `dataDir` if it is missing. */
export function databasePaths(dataDir: string): DatabasePaths {
  mkdirSync(dataDir, { recursive: true });
  // Created separately: the mode applies to this folder only, not to its parents.
  mkdirSync(path.join(dataDir, 'database'), { recursive: true, mode: 0o700 });
  const folder = realpathSync(path.join(dataDir, 'database'));
  const at = (name: string) => path.join(folder, name);
  return {
    folder,
    cluster: at('cluster'),
    archive: at('wal'),
    fetched: at('wal.restoring'),
    newCluster: at('cluster.making'),
    passwords: at('passwords.json'),
    log: at('postgres.log'),
    startLock: at('starting.pid'),
  };
}

export const SOCKET_PORT = 5432;
/** sockaddr_un.sun_path has 108 bytes including the final zero on Linux, 104 elsewhere. */
const MAX_SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/** The folder of the socket: in the database folder, or one in the temporary folder if that path is too long for a socket. */
export function socketFolder(paths: DatabasePaths, user: SystemUser): string {
  const inside = path.join(paths.folder, 'socket');
  const bytes = Buffer.byteLength(path.join(inside, `.s.PGSQL.${SOCKET_PORT}`));
  // PostgreSQL's setting is a list: a path that contains its separators would be split.
  const folder =
    bytes <= MAX_SOCKET_PATH_BYTES && !/[,"]/u.test(inside)
      ? inside
      : path.join(tmpdir(), `plumbline-${createHash('sha256').update(paths.folder).digest('hex').slice(0, 16)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || (stats.uid !== user.uid && stats.uid !== process.getuid?.())) {
    throw new EmbeddedDatabaseError(
      `${folder} belongs to another user: delete it, or choose a DATA_DIR with a shorter path.`,
    );
  }
  giveTo(user, folder);
  chmodSync(folder, 0o700);
  return folder;
}
