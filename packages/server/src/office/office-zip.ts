// Opens an uploaded Office file within limits. Everything the directory declares is checked before anything is
// decompressed, and an entry that exceeds its declared size is aborted while it streams.
import type { Readable } from 'node:stream';
import { OfficeFileError } from './office-file-error.ts';
import { isSymlink, type ZipEntry, ZipReader } from './zip-read.ts';

export type ZipLimits = {
  /** Bytes of the zip. */
  readonly file: number;
  readonly entries: number;
  /** Uncompressed bytes of one entry, and of all entries. */
  readonly entry: number;
  readonly total: number;
  /** Ratio of uncompressed to compressed size, enforced from `ratioFrom` uncompressed bytes on. */
  readonly ratio: number;
  readonly ratioFrom: number;
  /** Whether the zip may contain another archive under this name. */
  readonly nested: (name: string) => boolean;
};

/** Whether Word keeps the data of a chart under this name. */
export const isChartData = (name: string): boolean => /^word\/embeddings\/[^/]+\.xlsx$/iu.test(name);

/** A template is held completely in memory. Word's own XML stays below a ratio of 60. */
export const TEMPLATE_LIMITS: ZipLimits = {
  file: 20 * 2 ** 20,
  entries: 2_000,
  entry: 24 * 2 ** 20,
  total: 48 * 2 ** 20,
  ratio: 150,
  ratioFrom: 2 ** 20,
  nested: isChartData,
};

/** The data of a chart: a small workbook, and nothing inside it. */
export const CHART_DATA_LIMITS: ZipLimits = {
  ...TEMPLATE_LIMITS,
  file: 2 * 2 ** 20,
  entry: 8 * 2 ** 20,
  total: 8 * 2 ** 20,
  nested: () => false,
};

const ARCHIVE_NAME = /\.(?:zip|docx|docm|dotx|xlsx|xlsm|pptx|jar|odt|ods|7z|rar|gz)$/iu;

/** The OLE container of Office files before 2007, and of newer ones with a password. */
export const isOle = (bytes: Buffer): boolean => bytes.length > 8 && bytes.readUInt32BE(0) === 0xd0cf11e0;

export class OpenZip {
  readonly #zip: ZipReader;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  constructor(zip: ZipReader, entries: ReadonlyMap<string, ZipEntry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Without directories, in the zip's order. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Throws `damaged` if the zip does not contain the name. */
  stream(name: string): Promise<Readable> {
    return this.#zip.stream(this.#entry(name));
  }

  /** The whole entry; throws `unpacks_too_large` if it is larger than `maxBytes`. */
  async read(name: string, maxBytes = Infinity): Promise<Buffer> {
    const entry = this.#entry(name);
    if (entry.uncompressedSize > maxBytes) throw new OfficeFileError('unpacks_too_large', name);
    return this.#zip.read(entry).catch((error: unknown) => {
      throw refusalOf(error);
    });
  }

  close(): void {
    this.#zip.close();
  }

  #entry(name: string): ZipEntry {
    const entry = this.#entries.get(name);
    if (!entry) throw new OfficeFileError('damaged', name);
    return entry;
  }
}

const END = Buffer.from('PK\u0005\u0006', 'latin1');
const END_BYTES = 22;

/** The zip without what follows its end: downloads and mail programs sometimes append a line break. */
function withoutRest(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(END);
  if (end < 0 || end + END_BYTES > bytes.length) return bytes;
  return bytes.subarray(0, Math.min(bytes.length, end + END_BYTES + bytes.readUInt16LE(end + END_BYTES - 2)));
}

/** The caller must close the result. Throws `OfficeFileError`. */
export async function openZip(bytes: Buffer, limits: ZipLimits): Promise<OpenZip> {
  if (bytes.length === 0) throw new OfficeFileError('empty');
  if (bytes.length > limits.file) throw new OfficeFileError('too_large');
  if (isOle(bytes)) {
    throw new OfficeFileError(bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'encrypted' : 'not_office');
  }
  if (!bytes.subarray(0, 2).equals(Buffer.from('PK'))) throw new OfficeFileError('not_office');
  const zip = await ZipReader.open(withoutRest(bytes)).catch(() => {
    throw new OfficeFileError('damaged');
  });
  try {
    return new OpenZip(zip, await listed(zip, limits));
  } catch (error) {
    zip.close();
    throw refusalOf(error);
  }
}

/** The files of a template's zip by name, in the zip's order, without directories. Throws `OfficeFileError`. */
export async function readZip(bytes: Buffer, limits = TEMPLATE_LIMITS): Promise<Map<string, Buffer>> {
  const zip = await openZip(bytes, limits);
  try {
    const files = new Map<string, Buffer>();
    for (const name of zip.names) {
      const content = await zip.read(name);
      const isZip = content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));
      if (isOle(content) || (isZip && !limits.nested(name))) throw new OfficeFileError('nested', name);
      files.set(name, content);
    }
    return files;
  } finally {
    zip.close();
  }
}

async function listed(zip: ZipReader, limits: ZipLimits): Promise<Map<string, ZipEntry>> {
  if (zip.entryCount > limits.entries) throw new OfficeFileError('too_many_entries');
  const entries = new Map<string, ZipEntry>();
  const names = new Set<string>();
  let total = 0;
  for await (const entry of zip.entries()) {
    check(entry, limits);
    // Part names are case-insensitive.
    const name = entry.fileName.toLowerCase();
    if (names.has(name)) throw new OfficeFileError('duplicate_name', entry.fileName);
    names.add(name);
    total += entry.uncompressedSize;
    if (total > limits.total) throw new OfficeFileError('unpacks_too_large');
    if (names.size > limits.entries) throw new OfficeFileError('too_many_entries');
    entries.set(entry.fileName, entry);
  }
  return entries;
}

function check(entry: ZipEntry, limits: ZipLimits): void {
  const { fileName, uncompressedSize, compressedSize } = entry;
  if (entry.isEncrypted()) throw new OfficeFileError('encrypted', fileName);
  if (isSymlink(entry)) throw new OfficeFileError('symlink', fileName);
  if (ARCHIVE_NAME.test(fileName) && !limits.nested(fileName)) throw new OfficeFileError('nested', fileName);
  const ratio = uncompressedSize / Math.max(1, compressedSize);
  const bomb = uncompressedSize > limits.ratioFrom && ratio > limits.ratio;
  if (bomb || uncompressedSize > limits.entry) throw new OfficeFileError('unpacks_too_large', fileName);
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw new OfficeFileError('damaged', fileName);
}

function refusalOf(error: unknown): OfficeFileError {
  if (error instanceof OfficeFileError) return error;
  const message = error instanceof Error ? error.message : '';
  const path = /relative path|absolute path/iu.test(message);
  return new OfficeFileError(path ? 'path' : 'damaged');
}
