// The ZIP file with photos that rows refer to by name. Only its table of contents is kept in memory.
import { basename } from 'node:path/posix';
import { contentType, HEAD_BYTES } from '@plumbline/core/features/uploads/content-type';
import { DEFAULT_UPLOAD_LIMITS } from '@plumbline/core/features/uploads/limits';
import { type ZipEntry, ZipReader } from '../../../office/zip-read.ts';
import { TableProblem } from '../../datasets/reading/table-problem.ts';

const MAX_ENTRIES = 200_000;
const UNNAMED_MIME = 'application/octet-stream';

export type Photo = { name: string; mime: string; size: number; bytes: Buffer };

export class PhotoArchive {
  readonly #zip: ZipReader;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(zip: ZipReader, entries: ReadonlyMap<string, ZipEntry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Throws `TableProblem` if it is not a usable ZIP file. The caller closes it. */
  static async open(path: string): Promise<PhotoArchive> {
    const zip = await ZipReader.open(path).catch(() => {
      throw new TableProblem('photos_unreadable');
    });
    try {
      if (zip.entryCount > MAX_ENTRIES) throw new TableProblem('photos_unreadable');
      const entries = new Map<string, ZipEntry>();
      for await (const entry of zip.entries()) {
        if (entry.isEncrypted()) continue;
        const path = entry.fileName.toLowerCase();
        entries.set(path, entry);
        // The same name in two folders: the first one, unless a row gives the folder too.
        if (!entries.has(basename(path))) entries.set(basename(path), entry);
      }
      return new PhotoArchive(zip, entries);
    } catch (error) {
      zip.close();
      throw error instanceof TableProblem ? error : new TableProblem('photos_unreadable');
    }
  }

  close(): void {
    this.#zip.close();
  }

  /** Names may have a folder, with either kind of slash, and any case. */
  #entry(name: string): ZipEntry | undefined {
    const path = name.replaceAll('\\', '/').toLowerCase();
    return this.#entries.get(path) ?? this.#entries.get(basename(path));
  }

  /** Whether the file is there and not larger than a photo may be. */
  has(name: string): boolean {
    const entry = this.#entry(name);
    return entry !== undefined && entry.uncompressedSize > 0 && entry.uncompressedSize <= DEFAULT_UPLOAD_LIMITS.photo;
  }

  /** Throws `TableProblem` if the file is damaged. */
  async read(name: string): Promise<Photo> {
    const entry = this.#entry(name);
    if (!entry || !this.has(name)) throw new TableProblem('photos_unreadable');
    const bytes = await this.#zip.read(entry).catch(() => {
      throw new TableProblem('photos_unreadable');
    });
    const mime = contentType(bytes.subarray(0, HEAD_BYTES)) ?? UNNAMED_MIME;
    return { name: basename(entry.fileName).slice(0, 255), mime, size: bytes.length, bytes };
  }
}
