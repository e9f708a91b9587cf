// Creates the database cluster, once. An incomplete cluster is discarded.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedDatabaseError } from './error.ts';
import type { DatabasePaths } from './paths.ts';
import { canReach, giveTo, type SystemUser, spawnOptions } from './system-user.ts';

/** `owner` is the superuser's; the program signs in with `program`, as an ordinary role, as it would on a separate server. */
export type Passwords = { owner: string; program: string };

export const OWNER = 'postgres';
export const PROGRAM = 'plumbline';

function isPasswords(value: unknown): value is Passwords {
  return typeof value === 'object' && value !== null && 'owner' in value && 'program' in value;
}

/** Reads the passwords, or creates them before the first cluster, which cannot be opened without them. */
export function readPasswords(paths: DatabasePaths): Passwords {
  if (existsSync(paths.passwords)) {
    const saved: unknown = JSON.parse(readFileSync(paths.passwords, 'utf8'));
    if (isPasswords(saved)) return saved;
    throw new EmbeddedDatabaseError(`${paths.passwords} is damaged: restore it from a backup.`);
  }
  if (existsSync(paths.cluster)) {
    throw new EmbeddedDatabaseError(
      `${paths.passwords} is missing: restore it from a backup; the database cannot be opened without it.`,
    );
  }
  const random = () => randomBytes(24).toString('base64url');
  const passwords = { owner: random(), program: random() };
  const temporary = `${paths.passwords}.new`;
  writeFileSync(temporary, `${JSON.stringify(passwords)}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, paths.passwords);
  return passwords;
}

/**
 * The address of `folder` for a program of `user` whose working directory is that folder. A user who may not enter a parent
 * of it, such as /root, still gets there through the working directory that root has opened.
 */
export function reachableAddress(user: SystemUser, folder: string): string {
  if (canReach(user, folder)) return folder;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and the user ${user.name} cannot reach ${folder}. Choose a DATA_DIR that other users can reach, start as an ordinary user, or set DATABASE_URL.`,
  );
}

const SETTINGS = [
  '--encoding=UTF8',
  // The same sort order and case rules on every system, independent of its installed languages.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--auth=scram-sha-256',
  `--username=${OWNER}`,
  // A descriptor instead of a path: the user may be unable to reach the file by its path.
  '--pwfile=/dev/stdin',
];

function runInitdb(
  user: SystemUser,
  initdb: string,
  folder: string,
  args: readonly string[],
  stdin: number,
): Promise<void> {
  const pgdata = `--pgdata=${reachableAddress(user, folder)}`;
  return new Promise((resolve, reject) => {
    const child = spawn(initdb, [pgdata, ...args], { ...spawnOptions(user, folder), stdio: [stdin, 'ignore', 'pipe'] });
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`The embedded database could not be created (${code ?? signal}):\n${output.trim()}`));
    });
  });
}

/** Opens a file with the password that only `user` can read, and deletes its name. */
function openPasswordFile(user: SystemUser, folder: string, password: string): number {
  const file = path.join(folder, 'password.tmp');
  rmSync(file, { force: true });
  const descriptor = openSync(file, 'wx+', 0o600);
  // At a position, so that reading still starts at the beginning.
  writeSync(descriptor, `${password}\n`, 0);
  giveTo(user, file);
  rmSync(file);
  return descriptor;
}

/** Creates the cluster if it is missing. Without `fsync` nothing waits for the disk: for tests only. */
export async function createCluster(
  paths: DatabasePaths,
  user: SystemUser,
  initdb: string,
  passwords: Passwords,
  fsync: boolean,
): Promise<void> {
  if (existsSync(paths.cluster)) return;
  rmSync(paths.newCluster, { recursive: true, force: true });
  mkdirSync(paths.newCluster, { mode: 0o700 });
  giveTo(user, paths.newCluster);
  const password = openPasswordFile(user, paths.folder, passwords.owner);
  try {
    await runInitdb(user, initdb, paths.newCluster, [...SETTINGS, ...(fsync ? [] : ['--no-sync'])], password);
  } finally {
    closeSync(password);
  }
  renameSync(paths.newCluster, paths.cluster);
}
