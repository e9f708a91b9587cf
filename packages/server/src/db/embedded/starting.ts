// One start at a time on a folder: a file with the process that is at it. Held for moments only.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { bornAt, isAlive } from './processes.ts';

const PATIENCE_MS = 120_000;
const STEP_MS = 50;

function isStale(file: string): boolean {
  try {
    const [pid = '', born = ''] = readFileSync(file, 'utf8').split('\n');
    // Not written to the end: its writer is at it, or died in this very moment; time tells.
    if (pid === '') return false;
    return !isAlive(Number(pid)) || (bornAt(Number(pid)) ?? born) !== born;
  } catch {
    return false;
  }
}

/** Runs `work` while no other process starts on the same folder. */
export async function oneStartAtATime<T>(file: string, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      writeFileSync(file, `${process.pid}\n${bornAt(process.pid) ?? ''}`, { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      if (Date.now() > end || isStale(file)) rmSync(file, { force: true });
      else await wait(STEP_MS);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
