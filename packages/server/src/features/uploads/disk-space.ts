// Keeps uploads from filling the disk: the database and everyone's edits need the rest.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Services } from '../../platform/services.ts';

const GB = 1_073_741_824;
/** What stays free: a twentieth of the disk, at most this many bytes. */
const RESERVE_SHARE = 0.05;
const MAX_RESERVE_BYTES = 2 * GB;

export type Disk = { blocks: number; bavail: number; bsize: number };

/** Whether this many bytes fit without using the space that must stay free. */
export function hasDiskSpace({ blocks, bavail, bsize }: Disk, bytes: number): boolean {
  return bavail * bsize - bytes >= Math.min(blocks * bsize * RESERVE_SHARE, MAX_RESERVE_BYTES);
}

/**
 * Throws `no_space` if the file folder, which may be on a disk of its own, has no room for this many bytes; other stores
 * enforce their own limits.
 */
export async function requireDiskSpace(
  { config }: { config: Pick<Services['config'], 'files'> },
  bytes: number,
  spaceOf: (folder: string) => Promise<Disk> = statfs,
): Promise<void> {
  const { files } = config;
  if (files.kind !== 'folder') return;
  // Without a file yet, the folder may be missing: it is created on the disk of its parent.
  const disk = await spaceOf(files.folder).catch(() => spaceOf(dirname(files.folder)).catch(() => undefined));
  if (disk && !hasDiskSpace(disk, bytes)) throw new AppError('no_space');
}
