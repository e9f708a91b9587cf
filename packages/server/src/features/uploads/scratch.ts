// A temporary folder for one job's large files: the original is fetched once, and the folder is always removed.
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { clearLeftovers } from '../../platform/files/folder.ts';
import type { Services } from '../../platform/services.ts';

/** The folder of temporary files; what has not been modified for a day is removed from it. */
export const scratchFolder = ({ config }: Services): string => join(config.dataDir, 'tmp');

/** Removes the folders of jobs whose process was killed. */
export const clearScratch = (services: Services): Promise<void> => clearLeftovers(scratchFolder(services));

/** Runs `work` with a new folder under the data folder's `tmp`. */
export async function withScratch<T>(services: Services, work: (folder: string) => Promise<T>): Promise<T> {
  const base = scratchFolder(services);
  await mkdir(base, { recursive: true });
  const folder = await mkdtemp(join(base, 'job-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The local path of a stored file: its own if the store is a folder, otherwise a copy of that name in `folder`. */
export async function onDisk(services: Services, key: string, folder: string, name = 'original'): Promise<string> {
  const own = services.files.localPath?.(key);
  if (own) return own;
  const path = join(folder, name);
  await pipeline(await services.files.open(key), createWriteStream(path));
  return path;
}
