// What a program that was killed has left half done: nobody else takes it away.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds nothing that is at work stays untouched; by the clock of this machine, as the times of its files are. */
const DEAD_MS = 86_400_000;

/** Removes what in this folder nobody has touched for a day. Other programs may be at work on the same folder. */
export async function clearLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const touched = await stat(path).catch(() => undefined);
    if (touched && touched.mtimeMs < Date.now() - DEAD_MS) await rm(path, { recursive: true, force: true });
  }
}
