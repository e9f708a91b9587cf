// Makes the database cluster, once; half-made ones do not count.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Account } from './account.ts';
import type { Places } from './places.ts';

/** `owner` may do everything; the program signs in as `program`, who is no superuser, as on a real server. */
export type Passwords = { owner: string; program: string };

export const OWNER = 'postgres';
export const PROGRAM = 'plumbline';

function isPasswords(value: unknown): value is Passwords {
  return typeof value === 'object' && value !== null && 'owner' in value && 'program' in value;
}

/** Read before the cluster is made: it is made with them, and of no use without. */
export function readPasswords(places: Places): Passwords {
  if (existsSync(places.passwords)) {
    const kept: unknown = JSON.parse(readFileSync(places.passwords, 'utf8'));
    if (isPasswords(kept)) return kept;
    throw new Error(`${places.passwords} is damaged: put it back from a backup.`);
  }
  if (existsSync(places.cluster)) {
    throw new Error(`${places.passwords} is missing: put it back from a backup; the database opens with it only.`);
  }
  const word = () => randomBytes(24).toString('base64url');
  const passwords = { owner: word(), program: word() };
  const fresh = `${places.passwords}.new`;
  writeFileSync(fresh, `${JSON.stringify(passwords)}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, places.passwords);
  return passwords;
}

const SETTINGS = [
  '--encoding=UTF8',
  // The same order and case rules on every system, whatever languages it has installed.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--auth=scram-sha-256',
  `--username=${OWNER}`,
];

function run(account: Account, program: string, args: readonly string[]): Promise<void> {
  const { file, args: all, options } = account.command(program, args);
  return new Promise((resolve, reject) => {
    const child = spawn(file, all, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`The embedded database could not be made (${code ?? signal}):\n${said.trim()}`));
    });
  });
}

/** Makes the cluster where there is none. Without `fsync` it is not even waited for the disk: for tests only. */
export async function makeCluster(
  places: Places,
  account: Account,
  initdb: string,
  passwords: Passwords,
  fsync: boolean,
): Promise<void> {
  if (existsSync(places.cluster)) return;
  rmSync(places.making, { recursive: true, force: true });
  const passwordFile = path.join(places.folder, 'password.tmp');
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${passwords.owner}\n`, { mode: 0o600, flag: 'wx' });
  try {
    if (process.getuid?.() === 0) chownSync(passwordFile, account.uid, account.gid);
    const wait = fsync ? [] : ['--no-sync'];
    await run(account, initdb, [`--pgdata=${places.making}`, `--pwfile=${passwordFile}`, ...SETTINGS, ...wait]);
    renameSync(places.making, places.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
