// Files of the data folder that are somebody else's, as after a backup was put back by another user: the operator is told which, and
// what to do.
import { accessSync, constants, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

function ourName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, a number may be all there is.
    return String(process.getuid?.());
  }
}

/** Something in the data folder belongs to another user than the one who has to work with it. */
export class WrongOwner extends Error {
  constructor(dataDir: string, file: string, owner = ourName()) {
    super(
      `${file} belongs to another user, and ${owner} has to work with it. If it was put back from a backup, give the whole folder back; as root:\n  chown -R ${owner}: '${dataDir}'`,
    );
    this.name = 'WrongOwner';
  }
}

/** What the program makes in its folder; nothing else in there is its business. */
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

/** Throws WrongOwner where this process may not read and write what the program has made in its folder. */
export function checkReach(dataDir: string, names: readonly string[] = OURS): void {
  const shut = names.map((name) => path.join(dataDir, name)).find((file) => !mayUse(file));
  if (shut !== undefined) throw new WrongOwner(dataDir, shut);
}
