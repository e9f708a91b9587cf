// The server process of the cluster: started, found again after the program was killed, stopped.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from './account.ts';
import { type Places, SOCKET_PORT } from './places.ts';
import { isAlive, serves } from './processes.ts';

const STEP_MS = 20;
/** Recovery after a power cut reads the log of all that was not written yet. */
const READY_MS = 300_000;
const STOP_MS = 30_000;
const LOG_BYTES = 10 * 1024 * 1024;

export type Settings = { socket: string; fsync: boolean };
type PidFile = { pid: number; ready: boolean };

const pidFile = (places: Places) => path.join(places.cluster, 'postmaster.pid');

function readPidFile(places: Places): PidFile | undefined {
  try {
    const lines = readFileSync(pidFile(places), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/** The process that serves the cluster now, whoever started it. */
export function findPostmaster(places: Places): number | undefined {
  const known = readPidFile(places);
  return known !== undefined && serves(known.pid, places.cluster) ? known.pid : undefined;
}

function lastWords(places: Places): string {
  try {
    return readFileSync(places.log, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
  } catch {
    return '';
  }
}

async function untilReady(places: Places, pid: number): Promise<boolean> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    const known = readPidFile(places);
    if (known?.pid === pid && known.ready) return true;
    if (!isAlive(pid)) return false;
    await wait(STEP_MS);
  }
  throw new Error(`The embedded database does not get ready; its log is ${places.log}.`);
}

function openLog(places: Places): number {
  if (existsSync(places.log) && statSync(places.log).size > LOG_BYTES) renameSync(places.log, `${places.log}.1`);
  return openSync(places.log, 'a', 0o600);
}

function launch(places: Places, account: Account, postgres: string, { socket, fsync }: Settings): Promise<number> {
  // Commits still reach the system at once: a killed server loses nothing, only a machine without power might.
  const careless = ['fsync', 'full_page_writes'].flatMap((name) => ['-c', `${name}=off`]);
  const args = [
    ...['-D', places.cluster, '-k', socket, '-p', String(SOCKET_PORT), '-c', 'listen_addresses='],
    ...['-c', 'unix_socket_permissions=0700', '-c', 'timezone=UTC', '-c', 'log_timezone=UTC'],
    ...(fsync ? [] : careless),
  ];
  const { file, args: all, options } = account.command(postgres, args);
  const log = openLog(places);
  return new Promise((resolve, reject) => {
    // A session of its own: Ctrl-C is for the program, which stops the database when its own work has ended. And a log
    // file instead of a pipe: the database outlives a killed program.
    const child = spawn(file, all, { ...options, detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    child.on('error', reject);
    child.on('spawn', () => resolve(child.pid ?? 0));
    child.unref();
  });
}

/** Starts a server on the cluster. A killed server's last processes may take a moment to be gone. */
export async function startPostmaster(
  places: Places,
  account: Account,
  postgres: string,
  settings: Settings,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    // Left behind by a server that is gone; its number may be another program's by now.
    if (findPostmaster(places) === undefined) rmSync(pidFile(places), { force: true });
    const pid = await launch(places, account, postgres, settings);
    if (await untilReady(places, pid)) return pid;
    const words = lastWords(places);
    if (!/shared memory block|lock file/u.test(words) || attempt === 20) {
      throw new Error(`The embedded database did not start; the end of ${places.log}:\n${words}`);
    }
    await wait(250);
  }
}

/** Waits for a server found at work; false when it went away instead, as one that was about to stop. */
export const joinPostmaster = untilReady;

/** Ends the server: open transactions are rolled back, everything committed is on disk. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const end = Date.now() + STOP_MS;
    while (isAlive(pid) && Date.now() < end) await wait(STEP_MS);
  }
}
