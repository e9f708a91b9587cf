// The database that comes with the program: a PostgreSQL server in the data folder, reachable by a Unix socket only.
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { checkReach } from '../config/data-folder-owner.ts';
import { provideBinaries } from './embedded/binaries.ts';
import { createCluster, type Passwords, readPasswords } from './embedded/cluster.ts';
import { ensureOwnership } from './embedded/file-ownership.ts';
import { connectionString, createDatabase, FolderInUse, takeInstanceLock } from './embedded/instance-lock.ts';
import { type DatabasePaths, databasePaths, socketFolder } from './embedded/paths.ts';
import {
  endStopping,
  findPostmaster,
  isArchiving,
  type ServerSettings,
  startPostmaster,
  stopPostmaster,
  waitUntilReady,
} from './embedded/postmaster.ts';
import { withStartLock } from './embedded/start-lock.ts';
import { chooseUser, giveTo, type SystemUser } from './embedded/system-user.ts';

export { EmbeddedDatabaseError } from './embedded/error.ts';
export { FolderInUse } from './embedded/instance-lock.ts';

type Log = { info(message: string): void; warn(message: string): void; error(message: string): void };

export type EmbeddedOptions = {
  /** The program's data folder; the database is in `database/` below it. */
  dataDir: string;
  log: Log;
  /** `false` trades safety against power failures for speed: for tests only. */
  fsync?: boolean;
  /** Keeps complete segments of the write-ahead log for continuous backups. */
  archive?: boolean;
  /** Whether to wait for a program that uses the folder, in case it is stopping; otherwise only for one that was killed. */
  waitForRunning?: boolean;
  /** Where root copies the programs if the database's user cannot reach them. */
  publicFolder?: string;
};

export type EmbeddedPostgres = {
  url: string;
  /** The current process ID of the server. */
  pid(): number;
  stop(): Promise<void>;
};

type Cluster = { paths: DatabasePaths; user: SystemUser; settings: ServerSettings; passwords: Passwords };

async function prepareCluster({
  dataDir,
  fsync = true,
  archive = false,
  publicFolder,
}: EmbeddedOptions): Promise<Cluster> {
  const paths = databasePaths(dataDir);
  const user = chooseUser([paths.cluster, dataDir]);
  giveTo(user, paths.folder);
  const { initdb, postgres } = provideBinaries(user, publicFolder);
  ensureOwnership(paths, user, dataDir);
  const passwords = readPasswords(paths);
  await createCluster(paths, user, initdb, passwords, fsync);
  return { paths, user, settings: { postgres, socket: socketFolder(paths, user), fsync, archive }, passwords };
}

const STOPPING_CODES = new Set(['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT']);
const MAX_CONNECT_ATTEMPTS = 60;
const CONNECT_RETRY_MS = 250;
const RECOVERY_STEP_MS = 500;
const MAX_RECOVERY_WAIT_MS = 10_000;
const CHECK_EVERY_MS = 2_000;

const isStopping = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && STOPPING_CODES.has(String(error.code));

/** The process ID of the server that already runs on the cluster, or of a new one. */
async function ensureServer({ paths, user, settings }: Cluster): Promise<{ pid: number; wasRunning: boolean }> {
  const found = findPostmaster(paths);
  if (found !== undefined && (await waitUntilReady(paths, found))) return { pid: found, wasRunning: true };
  return { pid: await startPostmaster(paths, user, settings), wasRunning: false };
}

/**
 * Starts the embedded PostgreSQL: creates it on the first start, takes it over if a killed program left it running, and
 * restarts it when it ends unexpectedly. Throws FolderInUse if another program uses the folder, WrongOwner if its files
 * belong to another user, and EmbeddedDatabaseError if PostgreSQL cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, waitForRunning = true } = options;
  checkReach(dataDir, ['database']);
  const { startLock } = databasePaths(dataDir);
  let pid = 0;
  let stopping = false;
  let recovering: Promise<void> = Promise.resolve();

  const connect = () =>
    withStartLock(startLock, async () => {
      const cluster = await prepareCluster(options);
      const lock = await lockCluster(cluster);
      await createDatabase(lock, cluster.passwords).catch(async (error: unknown) => {
        // An open connection would keep the lock and fail the next attempt.
        await lock.end().catch(() => {});
        throw error;
      });
      return { cluster, lock };
    });

  async function lockCluster(cluster: Cluster): Promise<pg.Client> {
    for (let attempt = 1; ; attempt += 1) {
      const server = await ensureServer(cluster);
      pid = server.pid;
      try {
        const lock = await takeInstanceLock(dataDir, cluster.settings.socket, cluster.passwords, {
          wait: waitForRunning,
        });
        if (server.wasRunning) log.info(`took over the database left running by an earlier start (process ${pid})`);
        if (!cluster.settings.archive || isArchiving(cluster.paths)) return lock;
        log.info('restarting the database that was left running, so that it archives its changes');
        await lock.end();
        await stopPostmaster(pid);
      } catch (error) {
        // The server may be about to stop: a program that is being replaced stops its database.
        if (!isStopping(error) || attempt === MAX_CONNECT_ATTEMPTS) throw error;
        await wait(CONNECT_RETRY_MS);
      }
    }
  }

  function watch(lock: pg.Client): pg.Client {
    lock.once('end', () => {
      if (!stopping) recovering = recover();
    });
    return lock;
  }

  async function recover(): Promise<void> {
    log.warn('the connection to the embedded database was lost; restarting it');
    for (let attempt = 1; !stopping; attempt += 1) {
      try {
        currentLock = watch((await connect()).lock);
        log.info('the embedded database is running again');
        return;
      } catch (error) {
        log.error(
          `the embedded database could not be restarted: ${error instanceof Error ? error.message : String(error)}`,
        );
        // Another program owns the folder now: its database must not be stopped from here.
        if (error instanceof FolderInUse) stopping = true;
        await wait(Math.min(attempt * RECOVERY_STEP_MS, MAX_RECOVERY_WAIT_MS));
      }
    }
  }

  const { cluster, lock } = await connect();
  let currentLock = watch(lock);
  // A server that someone else asks to end (SIGTERM) waits for its clients, this program among them, and would refuse new
  // connections for ever. Ended at once, it is started again.
  const checking = setInterval(() => {
    if (endStopping(cluster.paths)) log.warn('the embedded database was asked to end by another program');
  }, CHECK_EVERY_MS).unref();

  return {
    url: connectionString(cluster.settings.socket, cluster.passwords),
    pid: () => pid,
    async stop() {
      if (stopping) return;
      stopping = true;
      clearInterval(checking);
      await recovering;
      await currentLock.end().catch(() => {});
      await stopPostmaster(pid);
    },
  };
}

/**
 * The embedded PostgreSQL for a command: the one of the program that is running on the folder, otherwise started for the
 * command. `stop` leaves the former running.
 */
export async function joinEmbeddedPostgres(options: EmbeddedOptions): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  try {
    return await startEmbeddedPostgres({ ...options, waitForRunning: false });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const { settings, passwords } = await prepareCluster(options);
    return { url: connectionString(settings.socket, passwords), stop: async () => {} };
  }
}
