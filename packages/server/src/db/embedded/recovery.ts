// Recovers a copy of a cluster and its archived write-ahead log to a moment, beside the cluster in use, which it then replaces.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { provideBinaries } from './binaries.ts';
import { OWNER, type Passwords, PROGRAM, readPasswords } from './cluster.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { giveTree } from './file-ownership.ts';
import { connectTo } from './instance-lock.ts';
import { type DatabasePaths, databasePaths, socketFolder } from './paths.ts';
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { chooseUser, giveTo, type SystemUser } from './system-user.ts';

/** The archived changes end before the moment. */
export class ArchiveEnded extends EmbeddedDatabaseError {
  override name = 'ArchiveEnded';
}

export type RecoverySource = {
  /** The passwords of the copied cluster. */
  passwords: Passwords;
  /** Null: everything in the archive. */
  until: Date | null;
  /** Writes the files of the copy into the folder. */
  writeFiles(folder: string): Promise<void>;
  /** A file of the archive; undefined if it does not have it. */
  read(name: string): Promise<Buffer | undefined>;
  /** Keeps a file that names the history of the recovered cluster in the archive, for later recoveries. */
  keep(name: string, content: Buffer): Promise<void>;
  /** Completes the recovered database before it replaces the one in use. */
  finish(database: pg.Client): Promise<void>;
};

const POLL_MS = 20;
/** Months of changes may have to be applied. */
const RECOVERY_TIMEOUT_MS = 7 * 86_400_000;
const WANTED = '.wanted';

/** PostgreSQL asks for a file by an empty one next to it, and takes what is there once that one has been removed. */
function restoreCommand({ fetched, cluster }: DatabasePaths): string {
  const file = `${path.relative(cluster, fetched)}/%f`;
  const request = `${file}${WANTED}`;
  return `touch ${request}; while [ -e ${request} ]; do sleep 0.05; done; mv ${file} %p`;
}

/** Answers requests for files of the archive until `isDone`. */
async function serveArchive(folder: string, user: SystemUser, source: RecoverySource, isDone: () => boolean) {
  while (!isDone()) {
    const requests = readdirSync(folder).filter((name) => name.endsWith(WANTED));
    for (const request of requests) {
      const name = request.slice(0, -WANTED.length);
      const content = await source.read(name);
      if (content) {
        await writeFile(path.join(folder, name), content, { mode: 0o600 });
        giveTo(user, path.join(folder, name));
      }
      rmSync(path.join(folder, request));
    }
    await wait(POLL_MS);
  }
}

async function complete(socket: string, source: RecoverySource, passwords: Passwords): Promise<void> {
  const owner = connectTo(socket, OWNER, source.passwords.owner, PROGRAM);
  await owner.connect();
  try {
    await source.finish(owner);
    // Those of the folder stay valid, so that the recovered cluster can take the place of the one in use at any moment.
    for (const [role, password] of [
      [PROGRAM, passwords.program],
      [OWNER, passwords.owner],
    ] as const)
      await owner.query(`ALTER ROLE ${role} PASSWORD ${owner.escapeLiteral(password)}`);
  } finally {
    await owner.end();
  }
}

async function keepHistory(folder: string, source: RecoverySource): Promise<void> {
  const log = path.join(folder, 'pg_wal');
  for (const name of readdirSync(log).filter((one) => one.endsWith('.history')))
    await source.keep(name, readFileSync(path.join(log, name)));
}

/** The abbreviation Z is not known yet when PostgreSQL reads its settings. */
const postgresTime = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00');

async function runRecovery(paths: DatabasePaths, user: SystemUser, postgres: string, source: RecoverySource) {
  const settings = [
    `restore_command=${restoreCommand(paths)}`,
    ...(source.until ? [`recovery_target_time=${postgresTime(source.until)}`] : []),
    'recovery_target_action=promote',
    // Ready only at the end of the recovery.
    'hot_standby=off',
  ];
  let ended = false;
  const starting = startPostmaster(paths, user, {
    postgres,
    socket: socketFolder(paths, user),
    fsync: true,
    archive: false,
    settings,
    timeoutMs: RECOVERY_TIMEOUT_MS,
  }).finally(() => {
    ended = true;
  });
  const serving = serveArchive(paths.fetched, user, source, () => ended);
  // A file that cannot be read ends the recovery.
  serving.catch(async () => {
    const pid = findPostmaster(paths);
    if (pid !== undefined) await stopPostmaster(pid);
  });
  const [started, served] = await Promise.allSettled([starting, serving]);
  if (served.status === 'rejected') throw served.reason;
  if (started.status === 'fulfilled') return started.value;
  const error: unknown = started.reason;
  if (error instanceof Error && /recovery ended before configured recovery target/u.test(error.message))
    throw new ArchiveEnded('The archived changes end before this moment.');
  throw error;
}

/** The cluster in use must be stopped. It stays as it is until the recovered one is complete. */
export async function recoverCluster(dataDir: string, source: RecoverySource, publicFolder?: string): Promise<void> {
  const own = databasePaths(dataDir);
  const paths = { ...own, cluster: own.newCluster };
  const user = chooseUser([own.cluster, dataDir]);
  const { postgres } = provideBinaries(user, publicFolder);
  const passwords = readPasswords(own);
  // Left by a recovery that was killed.
  const left = findPostmaster(paths);
  if (left !== undefined) await stopPostmaster(left);
  for (const folder of [paths.cluster, paths.fetched]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    giveTo(user, folder);
  }
  try {
    await source.writeFiles(paths.cluster);
    writeFileSync(path.join(paths.cluster, 'recovery.signal'), '');
    if (user.name !== undefined) giveTree(paths.cluster, user);
    const pid = await runRecovery(paths, user, postgres, source);
    try {
      await keepHistory(paths.cluster, source);
      await complete(socketFolder(paths, user), source, passwords);
    } finally {
      await stopPostmaster(pid);
    }
    const replaced = `${own.cluster}.replaced`;
    rmSync(replaced, { recursive: true, force: true });
    renameSync(own.cluster, replaced);
    renameSync(paths.cluster, own.cluster);
    rmSync(replaced, { recursive: true, force: true });
    // Segments of the replaced cluster that were not copied.
    rmSync(own.archive, { recursive: true, force: true });
  } finally {
    for (const folder of [paths.cluster, paths.fetched]) rmSync(folder, { recursive: true, force: true });
  }
}
