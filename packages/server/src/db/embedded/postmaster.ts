// The server process of the cluster: starting it, finding it again after the program was killed, stopping it.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { reachableAddress } from './cluster.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { type DatabasePaths, SOCKET_PORT } from './paths.ts';
import { isAlive, isServing } from './processes.ts';
import { giveTo, type SystemUser, spawnOptions } from './system-user.ts';

const POLL_MS = 20;
/** Recovery after a power failure replays everything that was not yet written to the tables. */
const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 30_000;
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const MAX_START_ATTEMPTS = 20;
const RETRY_MS = 250;

export type ServerSettings = {
  postgres: string;
  socket: string;
  fsync: boolean;
  /** Keeps complete segments of the write-ahead log in the folder for them. */
  archive: boolean;
  /** More settings of PostgreSQL, as `name=value`. */
  settings?: readonly string[];
  /** Milliseconds that the start may take. */
  timeoutMs?: number;
};
/** An open segment is completed after this time, so that its changes are in the archive. */
const ARCHIVE_TIMEOUT_S = 60;
type PidFile = { pid: number; status: string | undefined };

const pidFile = (paths: DatabasePaths) => path.join(paths.cluster, 'postmaster.pid');

function readPidFile(paths: DatabasePaths): PidFile | undefined {
  try {
    const lines = readFileSync(pidFile(paths), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() } : undefined;
  } catch {
    return undefined;
  }
}

/** The process that serves the cluster now, whichever program started it. */
export function findPostmaster(paths: DatabasePaths): number | undefined {
  const found = readPidFile(paths);
  return found !== undefined && isServing(found.pid, paths.cluster) ? found.pid : undefined;
}

/** Ends a server at once that was asked to end: it waits for its clients and accepts no new ones. False if none was. */
export function endStopping(paths: DatabasePaths): boolean {
  const pid = readPidFile(paths)?.status === 'stopping' ? findPostmaster(paths) : undefined;
  if (pid !== undefined) process.kill(pid, 'SIGINT');
  return pid !== undefined;
}

function endOfLog(paths: DatabasePaths): string {
  try {
    return readFileSync(paths.log, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
  } catch {
    return '';
  }
}

/** Waits until the server `pid` accepts connections; false if it ended instead. */
export async function waitUntilReady(
  paths: DatabasePaths,
  pid: number,
  timeoutMs = READY_TIMEOUT_MS,
): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    const found = readPidFile(paths);
    if (found?.pid === pid && found.status === 'ready') return true;
    if (!isAlive(pid)) return false;
    await wait(POLL_MS);
  }
  throw new Error(`The embedded database does not become ready; its log is ${paths.log}.`);
}

function openLog(paths: DatabasePaths): number {
  if (existsSync(paths.log) && statSync(paths.log).size > MAX_LOG_BYTES) renameSync(paths.log, `${paths.log}.1`);
  return openSync(paths.log, 'a', 0o600);
}

/** PostgreSQL's own archive module writes each segment completely, and removes or reuses it only then. */
function archiveSettings({ archive, cluster }: DatabasePaths, user: SystemUser): string[] {
  mkdirSync(archive, { recursive: true, mode: 0o700 });
  giveTo(user, archive);
  return [
    'archive_mode=on',
    'archive_library=basic_archive',
    // Relative to the working directory, which is the cluster: its user may be unable to reach the folder by its path.
    `basic_archive.archive_directory=${path.relative(cluster, archive)}`,
    `archive_timeout=${ARCHIVE_TIMEOUT_S}`,
  ];
}

/** Whether the server that runs on the cluster was started with the archive. */
export function isArchiving(paths: DatabasePaths): boolean {
  return readFileSync(path.join(paths.cluster, 'postmaster.opts'), 'utf8').includes('archive_mode=on');
}

function spawnServer(paths: DatabasePaths, user: SystemUser, settings: ServerSettings): Promise<number> {
  const address = reachableAddress(user, paths.cluster);
  // Relative to the working directory, which is the cluster, if the user cannot reach the folder by its path.
  const isRelative = address !== paths.cluster && settings.socket.startsWith(paths.folder);
  const socket = isRelative ? path.relative(paths.cluster, settings.socket) : settings.socket;
  // Commits still reach the system at once: killing the server loses nothing, only a power failure may.
  const unsafe = ['fsync=off', ...(settings.archive ? [] : ['full_page_writes=off'])];
  const options = [
    ...(settings.fsync ? [] : unsafe),
    ...(settings.archive ? archiveSettings(paths, user) : []),
    ...(settings.settings ?? []),
  ];
  const args = [
    ...['-D', address, '-k', socket, '-p', String(SOCKET_PORT), '-c', 'listen_addresses='],
    ...['-c', 'unix_socket_permissions=0700', '-c', 'timezone=UTC', '-c', 'log_timezone=UTC'],
    ...options.flatMap((option) => ['-c', option]),
  ];
  const log = openLog(paths);
  return new Promise((resolve, reject) => {
    // Its own session, so that Ctrl-C reaches only the program, which stops the database last. A log file instead of a
    // pipe, because the database survives when the program is killed.
    const child = spawn(settings.postgres, args, {
      ...spawnOptions(user, paths.cluster),
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    child.on('error', reject);
    child.on('spawn', () => resolve(child.pid ?? 0));
    child.unref();
  });
}

/** Starts a server on the cluster. Processes of a killed server may need a moment to end. */
export async function startPostmaster(
  paths: DatabasePaths,
  user: SystemUser,
  settings: ServerSettings,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    // Left by a server that ended; its process ID may belong to another program now.
    if (findPostmaster(paths) === undefined) rmSync(pidFile(paths), { force: true });
    const pid = await spawnServer(paths, user, settings);
    if (await waitUntilReady(paths, pid, settings.timeoutMs)) return pid;
    const output = endOfLog(paths);
    if (!/shared memory block|lock file/u.test(output) || attempt === MAX_START_ATTEMPTS) {
      throw new EmbeddedDatabaseError(`The embedded database did not start; the end of ${paths.log}:\n${output}`);
    }
    await wait(RETRY_MS);
  }
}

/** Stops the server: open transactions are rolled back, everything committed is on disk. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const end = Date.now() + STOP_TIMEOUT_MS;
    while (isAlive(pid) && Date.now() < end) await wait(POLL_MS);
  }
}
