// The folders and files of the embedded database within the data folder.
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Places = {
  /** Holds all of the following; entered by its owner only. */
  folder: string;
  cluster: string;
  /** Where the cluster is made before it counts as there. */
  making: string;
  passwords: string;
  log: string;
  starting: string;
};

export function placesIn(dataDir: string): Places {
  mkdirSync(dataDir, { recursive: true });
  // On its own: the mode is for this folder, not for those above.
  mkdirSync(path.join(dataDir, 'database'), { recursive: true, mode: 0o700 });
  const folder = realpathSync(path.join(dataDir, 'database'));
  const at = (name: string) => path.join(folder, name);
  return {
    folder,
    cluster: at('cluster'),
    making: at('cluster.making'),
    passwords: at('passwords.json'),
    log: at('postgres.log'),
    starting: at('starting.pid'),
  };
}

export const SOCKET_PORT = 5432;
/** sockaddr_un holds 108 bytes with the closing zero on Linux, 104 elsewhere. */
const LONGEST = process.platform === 'linux' ? 107 : 103;

/** The folder of the socket: beside the cluster, or a short one under the temporary folder where that path is too long. */
export function socketFolder(places: Places, owner: { uid: number; gid: number }): string {
  const near = path.join(places.folder, 'socket');
  const length = Buffer.byteLength(path.join(near, `.s.PGSQL.${SOCKET_PORT}`));
  // The setting is a list; a path with its separators would be taken apart.
  const folder =
    length <= LONGEST && !/[,"]/u.test(near)
      ? near
      : path.join(tmpdir(), `plumbline-${createHash('sha256').update(places.folder).digest('hex').slice(0, 16)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  const mine = process.getuid?.();
  if (!stats.isDirectory() || (stats.uid !== owner.uid && stats.uid !== mine)) {
    throw new Error(`${folder} belongs to somebody else: remove it, or choose a DATA_DIR with a shorter path.`);
  }
  if (mine === 0) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  return folder;
}
