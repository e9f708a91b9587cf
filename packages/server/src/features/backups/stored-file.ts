// The files of an installation that belong in a backup, and the check of their content.
import { createHash } from 'node:crypto';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Files } from '../../platform/files/files.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import type { BackupFile, BackupStore } from './backup-store.ts';
import { sealedSize } from './sealed-stream.ts';

/** Smaller images, previews, prints and parts of uploads are left out: they are made or sent again. */
export const FILES_QUERY = `
  SELECT key, max(size) FROM (
    SELECT key, size FROM blob
    UNION ALL SELECT picture_key, picture_size FROM app_user WHERE picture_key IS NOT NULL AND picture_size IS NOT NULL
  ) file GROUP BY key`;

/** The content of a file is not what its name and size promise. */
export class DamagedFile extends BackupError {
  override name = 'DamagedFile';
}

/** Files are named by the SHA-256 of their content, or by the start of it. */
function digestIn(key: string): string {
  const name = key.slice(key.lastIndexOf('/') + 1).split('.')[0] ?? '';
  if (!/^[0-9a-f]{40,64}$/u.test(name)) throw new BackupError(`${key} is not named by its content.`);
  return name;
}

/** Passes the content on. Throws DamagedFile at the end if it does not fit the name and the size. */
export async function* checkedContent(
  { key, size }: BackupFile,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const digest = digestIn(key);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    bytes += piece.byteLength;
    yield piece;
  }
  if (bytes !== size || !hash.digest('hex').startsWith(digest)) throw new DamagedFile(`${key} is damaged.`);
}

/** Reads all of the content, to check it. */
export async function checkContent(file: BackupFile, content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of checkedContent(file, content));
}

/** Opened once it is read: a store that cannot be written to reads nothing, and the file would stay open. */
async function* contentOf(files: Pick<Files, 'open'>, { key }: BackupFile): AsyncGenerator<Uint8Array> {
  yield* await files.open(key);
}

/** Copies a file of the installation into the store, unless it is there. `lost`: the installation has lost it. */
export async function copyFile(
  from: Pick<Files, 'open'>,
  store: BackupStore,
  file: BackupFile,
): Promise<'added' | 'there' | 'lost'> {
  const object = store.fileObject(file.key);
  const there = await store.files.stat(object);
  if (there?.size === sealedSize(file.size)) return 'there';
  // Damaged by someone with access to the store.
  if (there) await store.files.remove(object);
  try {
    await store.write(object, checkedContent(file, contentOf(from, file)));
    return 'added';
  } catch (error) {
    if (error instanceof DamagedFile) return 'lost';
    if (error instanceof BackupError) throw error;
    if (error instanceof AppError && error.code === 'not_found') return 'lost';
    // Another process has just copied it.
    if (error instanceof AppError && error.code === 'already_exists') return 'there';
    throw new BackupError(`${file.key} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}
