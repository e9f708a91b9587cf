// Keeps uploads from filling the disk to the last byte: the database and the edits of everybody need the rest.
import { statfs } from 'node:fs/promises';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Parts } from '../../platform/services.ts';

const GB = 1_073_741_824;
/** What stays free: a twentieth of the disk, of a large one no more than this. */
const SHARE = 0.05;
const MOST = 2 * GB;

export type Disk = { blocks: number; bavail: number; bsize: number };

/** Whether so many bytes can come without using up what has to stay free. */
export function hasRoom({ blocks, bavail, bsize }: Disk, bytes: number): boolean {
  return bavail * bsize - bytes >= Math.min(blocks * bsize * SHARE, MOST);
}

/** Throws `no_space` where the folder of files has no room for so many bytes; other stores keep watch themselves. */
export async function demandRoom({ config }: Pick<Parts, 'config'>, bytes: number): Promise<void> {
  if (config.files.kind !== 'folder') return;
  const disk = await statfs(config.dataDir).catch(() => undefined);
  if (disk && !hasRoom(disk, bytes)) throw new AppError('no_space');
}
