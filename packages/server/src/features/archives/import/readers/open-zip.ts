// Opens the ZIP file of an import: its table of contents within limits, files by name, lines one by one. Files are
// compared with their hashes in hashes.txt, where there is one, while they are read.
import { createHash } from 'node:crypto';
import { isSymlink, type ZipEntry, ZipReader } from '../../../../office/zip-read.ts';
import { ImportProblem } from './import-problem.ts';

const MB = 1_048_576;
const MAX_ENTRIES = 2_000_000;
/** JSON shrinks to a twentieth; anything far beyond was made to fill the disk. */
const MAX_RATIO = 200;
const RATIO_FROM = 100 * MB;
/** One row, and a file that is read as a whole. The markup of a BCF topic is the largest row. */
const MAX_LINE = 64 * MB;
const MAX_WHOLE = 256 * MB;
/** A list of `{}` takes a hundred times its length once it is read and checked. Real rows and lists have far fewer values. */
const MAX_ROW_VALUES = 500_000;
const MAX_VALUES = 2_000_000;
const NOTHING = Buffer.alloc(0);
const HASH_LINE = /^([0-9a-f]{64}) [ *](.+)$/u;

/** Errors of the disk stay what they are; all others mean that the archive is damaged. */
function damaged(error: unknown): unknown {
  if (error instanceof ImportProblem || !(error instanceof Error)) return error;
  const isOfSystem = 'code' in error && !String(error.code).startsWith('Z_');
  return isOfSystem ? error : new ImportProblem('damaged', error.message);
}

export class OpenZip {
  readonly #zip: ZipReader;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  /** Undefined without a list of hashes. */
  #hashes: ReadonlyMap<string, string> | undefined;

  private constructor(zip: ZipReader, entries: ReadonlyMap<string, ZipEntry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Throws `ImportProblem`. The caller closes the archive. */
  static async open(path: string, fileBytes: number): Promise<OpenZip> {
    const zip = await ZipReader.open(path).catch((error: unknown) => {
      throw error instanceof Error && 'code' in error ? error : new ImportProblem('not_an_archive');
    });
    try {
      const opened = new OpenZip(zip, await entriesOf(zip, fileBytes));
      if (opened.has('hashes.txt')) opened.#hashes = await opened.#readHashes();
      return opened;
    } catch (error) {
      zip.close();
      throw damaged(error);
    }
  }

  async #readHashes(): Promise<Map<string, string>> {
    const hashes = new Map<string, string>();
    for await (const line of this.#lines('hashes.txt')) {
      const found = HASH_LINE.exec(line);
      if (found?.[1] && found[2]) hashes.set(found[2], found[1]);
      else if (line !== '') throw new ImportProblem('damaged', 'hashes.txt');
    }
    return hashes;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  names(prefix: string): string[] {
    return [...this.#entries.keys()].filter((name) => name.startsWith(prefix));
  }

  size(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 0;
  }

  /** When the file was last changed, in an unknown time zone. */
  modifiedAt(name: string): Date {
    return this.#entries.get(name)?.getLastModDate({ timezone: 'UTC' }) ?? new Date(0);
  }

  close(): void {
    this.#zip.close();
  }

  /** The bytes of a file. Throws `altered` at its end if they are not those that were archived. */
  async *bytes(name: string): AsyncGenerator<Buffer> {
    const expected = this.#hashes?.get(name);
    if (this.#hashes && expected === undefined) throw new ImportProblem('altered', name);
    const hash = createHash('sha256');
    for await (const piece of this.#raw(name)) {
      hash.update(piece);
      yield piece;
    }
    if (expected !== undefined && hash.digest('hex') !== expected) throw new ImportProblem('altered', name);
  }

  /**
   * Reads the files whose names pass, and those that hashes.txt has of them. Throws `altered`, and `damaged` for one that
   * is missing.
   */
  async verify(isMeant: (name: string) => boolean, signal: AbortSignal): Promise<void> {
    const names = new Set([...(this.#hashes?.keys() ?? []), ...this.#entries.keys()]);
    for (const name of names) {
      if (!isMeant(name)) continue;
      signal.throwIfAborted();
      for await (const _piece of this.bytes(name));
    }
  }

  async *#raw(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new ImportProblem('damaged', name);
    try {
      for await (const piece of await this.#zip.stream(entry)) yield piece as Buffer;
    } catch (error) {
      throw damaged(error);
    }
  }

  async *#lines(name: string, source = this.#raw(name)): AsyncGenerator<string> {
    let rest: Buffer[] = [];
    let length = 0;
    for await (const piece of source) {
      let from = 0;
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, from)) {
        yield Buffer.concat([...rest, piece.subarray(from, at)]).toString('utf8');
        rest = [];
        length = 0;
        from = at + 1;
      }
      rest.push(piece.subarray(from));
      length += piece.length - from;
      if (length > MAX_LINE) throw new ImportProblem('damaged', name);
    }
    if (length > 0) yield Buffer.concat(rest).toString('utf8');
  }

  /** A file as a whole. Throws `damaged` if it is larger than `limit` bytes. */
  async whole(name: string, limit = MAX_WHOLE): Promise<Buffer> {
    if (this.size(name) > limit) throw new ImportProblem('damaged', name);
    const pieces: Buffer[] = [];
    for await (const piece of this.bytes(name)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** A JSON file as a whole. */
  async json(name: string): Promise<unknown> {
    return parsed((await this.whole(name)).toString('utf8'), name, MAX_VALUES);
  }

  /** The elements of a JSON array with one element per line. */
  async *rows(name: string): AsyncGenerator<unknown> {
    let number = 0;
    for await (const line of this.#lines(name, this.bytes(name))) {
      number += 1;
      const text = line.trim().replace(/,$/u, '');
      if (text === '' || text === '[' || text === ']' || text === '[]') continue;
      yield parsed(text, `${name}:${number}`, MAX_ROW_VALUES);
    }
  }
}

/** Whether JSON can have more values than that: counts what separates them, also within texts. */
function hasMoreValues(text: string, limit: number): boolean {
  let left = limit;
  for (let at = 0; at < text.length && left >= 0; at += 1) {
    const code = text.charCodeAt(at);
    // , [ {
    if (code === 0x2c || code === 0x5b || code === 0x7b) left -= 1;
  }
  return left < 0;
}

function parsed(text: string, place: string, maxValues: number): unknown {
  if (hasMoreValues(text, maxValues)) throw new ImportProblem('damaged', place);
  try {
    return JSON.parse(text);
  } catch {
    throw new ImportProblem('damaged', place);
  }
}

/** What programs that make ZIP files add on their own. */
const ADDED = /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db)(?:\/|$)/u;

/** Without the folder that contains everything, which such programs add where a folder is packed. */
function withoutFolder(entries: ReadonlyMap<string, ZipEntry>): ReadonlyMap<string, ZipEntry> {
  const [first = ''] = entries.keys();
  const folder = first.slice(0, first.indexOf('/') + 1);
  if (folder === '' || [...entries.keys()].some((name) => !name.startsWith(folder))) return entries;
  return new Map([...entries].map(([name, entry]) => [name.slice(folder.length), entry]));
}

async function entriesOf(zip: ZipReader, fileBytes: number): Promise<ReadonlyMap<string, ZipEntry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new ImportProblem('damaged');
  const entries = new Map<string, ZipEntry>();
  let total = 0;
  for await (const entry of zip.entries()) {
    const name = entry.fileName;
    if (ADDED.test(name)) continue;
    if (isSymlink(entry) || entries.has(name) || entry.isEncrypted()) throw new ImportProblem('damaged', name);
    total += entry.uncompressedSize;
    if (total > RATIO_FROM && total > MAX_RATIO * fileBytes) throw new ImportProblem('damaged', name);
    // A megabyte for a thousand entries otherwise: none of this is needed to read the file.
    entry.fileNameRaw = entry.extraFieldRaw = entry.fileCommentRaw = NOTHING;
    entry.extraFields = [];
    entries.set(name, entry);
  }
  return withoutFolder(entries);
}
