// The files of an installation that belong in a backup, and the check of their content.
import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import type { BackupFile } from './backup-store.ts';

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
