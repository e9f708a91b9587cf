// A folder for one job's big files: the original fetched once, removed whatever happens.
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { clearLeftovers } from '../../platform/files/leftovers.ts';
import type { Parts } from '../../platform/services.ts';

const folderOf = ({ config }: Parts): string => join(config.dataDir, 'tmp');

/** Takes away the folders of jobs whose program was killed. */
export const clearScratch = (parts: Parts): Promise<void> => clearLeftovers(folderOf(parts));

/** Runs `work` with a fresh folder under the data folder's `tmp`. */
export async function withScratch<T>(parts: Parts, work: (folder: string) => Promise<T>): Promise<T> {
  const base = folderOf(parts);
  await mkdir(base, { recursive: true });
  const folder = await mkdtemp(join(base, 'job-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The path of a stored file on this machine: its own where the store is a folder, else a copy in `folder`. */
export async function onDisk(parts: Parts, key: string, folder: string): Promise<string> {
  const own = parts.files.localPath?.(key);
  if (own) return own;
  const path = join(folder, 'original');
  await pipeline(await parts.files.open(key), createWriteStream(path));
  return path;
}
