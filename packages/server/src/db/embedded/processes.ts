// Questions about other processes of this machine.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  // A dead child keeps its process ID until its parent waits for it. If /proc has no entry, it has just ended.
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

/** When the process started, to tell it from an earlier one with the same process ID. */
export function startTimeOf(pid: number): string | undefined {
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

/** Whether `pid` is a PostgreSQL server on `cluster`; a server's working directory is its cluster. */
export function isServing(pid: number, cluster: string): boolean {
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
