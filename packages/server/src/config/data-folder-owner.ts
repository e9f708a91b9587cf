// Detects files in the data folder that belong to another user, for example after a backup was restored by another
// user, and tells the operator how to fix them.
import { accessSync, constants, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

function ourName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user may have a number but no name.
    return String(process.getuid?.());
  }
}

/** A file in the data folder belongs to another user than the one the process runs as. */
export class WrongOwner extends Error {
  constructor(dataDir: string, file: string, owner = ourName()) {
    super(
      `${file} belongs to another user, and ${owner} has to work with it. If it was put back from a backup, give the whole folder back; as root:\n  chown -R ${owner}: '${dataDir}'`,
    );
    this.name = 'WrongOwner';
  }
}

/** What the program creates in its data folder; other files there are ignored. */
const OURS = ['secret.key', 'operator.key', 'files', 'mail', 'sms', 'tmp'];

function mayUse(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })) return true;
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws WrongOwner if this process cannot read and write the program's files in the data folder. */
export function checkReach(dataDir: string, names: readonly string[] = OURS): void {
  const shut = names.map((name) => path.join(dataDir, name)).find((file) => !mayUse(file));
  if (shut !== undefined) throw new WrongOwner(dataDir, shut);
}
