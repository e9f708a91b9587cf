// PostgreSQL works on files of its own only. What root has put back by copying is root's, and root's to give away.
import { lchownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { WrongOwner } from '../../config/data-folder-owner.ts';
import type { Account } from './account.ts';
import type { Places } from './places.ts';

/** In each cluster: as these are, so are the others. */
const TOLD_BY = ['', 'PG_VERSION', 'global/pg_control'];

const ownerOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.uid;

function giveAll(folder: string, account: Account): void {
  const { uid, gid } = account;
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) giveAll(file, account);
    else lchownSync(file, uid, gid);
  }
}

/** Throws WrongOwner where the cluster is somebody's whose files are not ours to give. */
export function holdToOwner({ cluster }: Places, account: Account, dataDir: string): void {
  const files = TOLD_BY.map((name) => path.join(cluster, name));
  // No server works on files of root's: nobody is disturbed.
  if (process.getuid?.() === 0 && files.some((file) => ownerOf(file) === 0)) giveAll(cluster, account);
  const foreign = files.find((file) => ![undefined, account.uid].includes(ownerOf(file)));
  if (foreign !== undefined) throw new WrongOwner(dataDir, foreign, account.name);
}
