// Stores files in a local folder: written to a temporary file, synced, then linked to their name, so that a key is
// complete or absent.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, opendir, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { AppError } from '@plumbline/core/kernel/errors';
import { checkKey, type FileEntry, type Files, type Stored } from './files.ts';
import { isDiskFull } from './is-disk-full.ts';

/** In milliseconds: files in use are modified more often than this. Uses the system clock, as file times do. */
const MAX_UNFINISHED_AGE_MS = 86_400_000;

/**
 * Removes unfinished files of a process that was killed; nothing else cleans them up. Removes everything in this
 * folder that has not been modified for a day. Other processes may be using the same folder.
 */
export async function clearLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const touched = await stat(path).catch(() => undefined);
    if (touched && touched.mtimeMs < Date.now() - MAX_UNFINISHED_AGE_MS)
      await rm(path, { recursive: true, force: true });
  }
}

const INCOMING = '.incoming';

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function folderFiles(root: string): Files & Required<Pick<Files, 'localPath' | 'clearUnfinished'>> {
  const incoming = join(root, INCOMING);
  const pathOf = (key: string): string => join(root, ...checkKey(key).split('/'));

  async function write(path: string, body: AsyncIterable<Uint8Array>): Promise<Stored> {
    const hash = createHash('sha256');
    let size = 0;
    const handle = await open(path, 'wx', 0o640);
    try {
      for await (const piece of body) {
        hash.update(piece);
        size += piece.byteLength;
        // Repeats until everything is written: on a nearly full disk, a write can be partial and still report success.
        await handle.appendFile(piece);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    return { size, sha256: hash.digest('hex') };
  }

  async function* walk(folder: string): AsyncIterable<FileEntry> {
    const entries = await opendir(folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (!entries) return;
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (path !== incoming) yield* walk(path);
        continue;
      }
      const info = await stat(path).catch(() => undefined);
      if (info) yield { key: relative(root, path).split(sep).join('/'), size: info.size, modifiedAt: info.mtime };
    }
  }

  return {
    localPath: pathOf,
    clearUnfinished: () => clearLeftovers(incoming),

    async put(key, body) {
      const path = pathOf(key);
      const beside = join(incoming, randomUUID());
      try {
        await mkdir(incoming, { recursive: true });
        const stored = await write(beside, body);
        await mkdir(dirname(path), { recursive: true });
        await link(beside, path);
        await syncFolder(dirname(path));
        return stored;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') throw new AppError('already_exists');
        if (isDiskFull(error)) throw new AppError('no_space');
        throw error;
      } finally {
        await rm(beside, { force: true });
      }
    },

    async open(key, range) {
      const path = pathOf(key);
      const handle = await open(path, 'r').catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') throw new AppError('not_found');
        throw error;
      });
      return createReadStream(path, { fd: handle, ...range });
    },

    async stat(key) {
      const info = await stat(pathOf(key)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      });
      return info && { key, size: info.size, modifiedAt: info.mtime };
    },

    async rename(from, to) {
      const target = pathOf(to);
      await mkdir(dirname(target), { recursive: true });
      try {
        if (await this.stat(to)) await unlink(pathOf(from));
        else await rename(pathOf(from), target);
      } catch (error) {
        // Already moved by an earlier attempt.
        if (codeOf(error) !== 'ENOENT' || !(await this.stat(to))) throw error;
      }
      await syncFolder(dirname(target));
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list(prefix) {
      const folder = prefix.includes('/') ? prefix.slice(0, prefix.lastIndexOf('/')) : '';
      for await (const entry of walk(join(root, ...folder.split('/').filter(Boolean)))) {
        if (entry.key.startsWith(prefix)) yield entry;
      }
    },
  };
}
