// The operating-system user that runs PostgreSQL: the current one, or an unprivileged one when the current one is root,
// because PostgreSQL refuses to run as root.
import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { EmbeddedDatabaseError } from './error.ts';

export type SystemUser = {
  uid: number;
  gid: number;
  /** Set if it is another user than the current one. */
  name?: string;
};

/** The environment is not inherited: PostgreSQL would read settings and libraries from it. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

/** Runs a program as `user`. Node changes to `cwd` before it changes the user, so `cwd` may be below a closed folder. */
export function spawnOptions(user: SystemUser, cwd = '/'): SpawnOptions {
  const { name, uid, gid } = user;
  return { cwd, env: ENVIRONMENT, ...(name !== undefined && { uid, gid }) };
}

type NamedUser = Required<SystemUser>;

function allUsers(): NamedUser[] {
  const lines = readFileSync('/etc/passwd', 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [name = '', , uid = '', gid = ''] = line.split(':');
    return uid === '' ? [] : [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

const SERVICE_USERS = ['plumbline', 'postgres', 'nobody'];

/** The current user. For root: the owner of the first of `folders` that does not belong to root, else a service user. */
export function chooseUser(folders: readonly string[]): SystemUser {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? uid };
  const users = allUsers().filter((user) => user.uid !== 0);
  for (const folder of folders) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    const owner = users.find((user) => user.uid === stats?.uid);
    if (owner) return owner;
  }
  for (const name of SERVICE_USERS) {
    const user = users.find((candidate) => candidate.name === name);
    if (user) return user;
  }
  throw new EmbeddedDatabaseError(
    'PostgreSQL does not run as root, and none of the users plumbline, postgres and nobody exists. Create one of them (useradd --system plumbline), start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Gives a file or folder to `user`; does nothing if `user` is the current one. */
export function giveTo(user: SystemUser, file: string): void {
  if (user.name === undefined) return;
  try {
    chownSync(file, user.uid, user.gid);
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL does not run as root, and ${file} cannot be given to the user ${user.name}. Choose a DATA_DIR on a file system with owners, start as an ordinary user, or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** Runs a short program as `user` and returns why it failed, or undefined if it succeeded. */
export function failureOf(user: SystemUser, program: string, args: readonly string[]): string | undefined {
  const result = spawnSync(program, [...args], {
    ...spawnOptions(user),
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  } as object);
  if (result.error) return result.error.message;
  return result.status === 0 ? undefined : String(result.stderr).trim() || `exit code ${result.status}`;
}

/** Whether `user` can enter `folder` by its path, through all of its parents. */
export function canReach(user: SystemUser, folder: string): boolean {
  return user.name === undefined || failureOf(user, '/bin/sh', ['-c', 'cd -- "$0"', folder]) === undefined;
}
