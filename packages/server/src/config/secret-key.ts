// The installation's secret if none is configured: generated once, stored in the data folder, readable only by its
// owner.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

const BYTES = 48;

function read(file: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
    if (key.length < 32)
      throw new Error(`${file} is damaged: restore it from a backup. Without it, sessions end and links break.`);
    // A restored backup may have lost the file mode.
    chmodSync(file, 0o600);
    return key;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces the key in `dataDir` by that of a backup. */
export function writeSecretKey(dataDir: string, key: Buffer): void {
  const file = path.join(dataDir, 'secret.key');
  writeFileSync(`${file}.new`, `${key.toString('base64')}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/**
 * Returns the key in `dataDir`, created on the first call. Two processes that start at the same time get the same key.
 */
export function readSecretKey(dataDir: string): Buffer {
  const file = path.join(dataDir, 'secret.key');
  const known = read(file);
  if (known) return known;
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const handle = openSync(fresh, 'wx', 0o600);
  try {
    writeSync(handle, `${randomBytes(BYTES).toString('base64')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    // Linking fails if another process was faster; its key is then used.
    linkSync(fresh, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  const created = read(file);
  if (!created) throw new Error(`${file} could not be created`);
  return created;
}
