// Removes unfinished files of a process that was killed; nothing else cleans them up.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** In milliseconds: files in use are modified more often than this. Uses the system clock, as file times do. */
const DEAD_MS = 86_400_000;

/**
 * Removes everything in this folder that has not been modified for a day. Other processes may be using the same folder.
 */
export async function clearLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const touched = await stat(path).catch(() => undefined);
    if (touched && touched.mtimeMs < Date.now() - DEAD_MS) await rm(path, { recursive: true, force: true });
  }
}
