// PostgreSQL only works on files that belong to its own user. Files that root restored from a backup belong to root, who may
// give them away.
import { lchownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { WrongOwner } from '../../config/data-folder-owner.ts';
import type { DatabasePaths } from './paths.ts';
import type { SystemUser } from './system-user.ts';

/** Present in every cluster; the other files are assumed to have the same owner. */
const SAMPLES = ['', 'PG_VERSION', 'global/pg_control'];

const ownerOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.uid;

export function giveTree(folder: string, user: SystemUser): void {
  const { uid, gid } = user;
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) giveTree(file, user);
    else lchownSync(file, uid, gid);
  }
}

/** Gives the cluster to `user` if it belongs to root and root runs this; throws WrongOwner if it belongs to anyone else. */
export function ensureOwnership({ cluster }: DatabasePaths, user: SystemUser, dataDir: string): void {
  const files = SAMPLES.map((name) => path.join(cluster, name));
  // No server can be running on files of root, so the change of owner disturbs none.
  if (process.getuid?.() === 0 && files.some((file) => ownerOf(file) === 0)) giveTree(cluster, user);
  const foreign = files.find((file) => ![undefined, user.uid].includes(ownerOf(file)));
  if (foreign !== undefined) throw new WrongOwner(dataDir, foreign, user.name);
}
