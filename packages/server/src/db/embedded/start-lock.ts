// Allows one start at a time on a data folder, by a file that contains the process ID. Held only while starting.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, startTimeOf } from './processes.ts';

const TIMEOUT_MS = 120_000;
const POLL_MS = 50;

function isStale(file: string): boolean {
  try {
    const [pid = '', startTime = ''] = readFileSync(file, 'utf8').split('\n');
    // Not written completely: its writer is either still writing or has just died. The timeout decides.
    if (pid === '') return false;
    return !isAlive(Number(pid)) || (startTimeOf(Number(pid)) ?? startTime) !== startTime;
  } catch {
    return false;
  }
}

/** Runs `work` while no other process starts a database on the same folder. */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      writeFileSync(file, `${process.pid}\n${startTimeOf(process.pid) ?? ''}`, { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      if (Date.now() > end || isStale(file)) rmSync(file, { force: true });
      else await wait(POLL_MS);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
