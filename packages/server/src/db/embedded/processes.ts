// Questions about other processes of this machine.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  // A dead child nobody has asked after yet still has its number; asked after in this very moment, it has lost its place.
  const state = stateOf(pid);
  return state === undefined ? process.platform !== 'linux' : state !== 'Z';
}

function stateOf(pid: number): string | undefined {
  try {
    return /\) (\S)/u.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** When the process began, so that a number used again is not taken for the one before. */
export function bornAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    try {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    } catch {
      return undefined;
    }
  }
}

/** Whether `pid` is a PostgreSQL server on `cluster`; a server makes its cluster the working folder. */
export function serves(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    try {
      return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
    } catch {
      return false;
    }
  }
}
