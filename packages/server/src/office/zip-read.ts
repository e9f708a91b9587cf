// Reads zip files: their directory, then files one by one. Each format that comes as a zip has limits of its own, which
// are checked against the directory.
import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';

export type ZipEntry = Entry;

const KEPT_OPEN = { autoClose: false };
const SYMLINK = 0xa000;
const FILE_TYPE = 0xf000;

export const isSymlink = ({ externalFileAttributes }: ZipEntry): boolean =>
  ((externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK;

export class ZipReader {
  readonly #zip: ZipFile;

  private constructor(zip: ZipFile) {
    this.#zip = zip;
  }

  /**
   * A file by its path, or its bytes. The caller closes the result. Throws errors with a `code` for the disk, others for
   * what is not a zip. Backslashes in names are read as slashes: some programs on Windows write them.
   */
  static async open(source: string | Buffer): Promise<ZipReader> {
    const open = typeof source === 'string' ? openPromise(source, KEPT_OPEN) : fromBufferPromise(source, KEPT_OPEN);
    return new ZipReader(await open);
  }

  /** As many as the zip declares. */
  get entryCount(): number {
    return this.#zip.entryCount;
  }

  /** The files in the zip's order; folders are left out before any limit of a caller. Can be read once. Throws for damage and for names that lead outside. */
  async *entries(): AsyncGenerator<ZipEntry> {
    for await (const entry of this.#zip.eachEntry()) if (!entry.fileName.endsWith('/')) yield entry;
  }

  /** Fails at the first byte beyond the size that the zip declares. */
  stream(entry: ZipEntry): Promise<Readable> {
    return this.#zip.openReadStreamPromise(entry, {});
  }

  async read(entry: ZipEntry): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of await this.stream(entry)) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  }

  close(): void {
    this.#zip.close();
  }
}
