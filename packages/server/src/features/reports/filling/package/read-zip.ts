// Unpacks an uploaded zip within limits. Everything the directory declares is judged before one byte is unpacked, and an entry that
// lies about its size is stopped while it streams.
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { TemplateRefused } from './refused.ts';

const ZIP_LIMITS = {
  file: 20 * 1024 * 1024,
  entries: 2_000,
  entry: 24 * 1024 * 1024,
  total: 48 * 1024 * 1024,
  /** Unpacked to packed, looked at from `ratioFrom` unpacked bytes on. Word's own XML stays below 60. */
  ratio: 150,
  ratioFrom: 1024 * 1024,
} as const;

const SYMLINK = 0xa000;
const FILE_TYPE = 0xf000;
const ARCHIVE_NAME = /\.(?:zip|docx|docm|dotx|xlsx|xlsm|pptx|jar|odt|ods|7z|rar|gz)$/iu;

/** The files of a zip by name, in its order. Directories are left out. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  if (bytes.length === 0) throw new TemplateRefused('empty');
  if (bytes.length > ZIP_LIMITS.file) throw new TemplateRefused('too_large');
  if (isOle(bytes)) {
    // A password turns a Word file into this older container; without one it is a file from before 2007.
    throw new TemplateRefused(bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'encrypted' : 'not_word');
  }
  if (!bytes.subarray(0, 2).equals(Buffer.from('PK'))) throw new TemplateRefused('not_word');
  const zip = await open(bytes);
  try {
    return await unpack(zip);
  } finally {
    zip.close();
  }
}

async function open(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: true });
  } catch {
    throw new TemplateRefused('damaged');
  }
}

async function unpack(zip: ZipFile): Promise<Map<string, Buffer>> {
  if (zip.entryCount > ZIP_LIMITS.entries) throw new TemplateRefused('too_many_entries');
  const entries = await listed(zip);
  const files = new Map<string, Buffer>();
  for (const entry of entries) files.set(entry.fileName, await unpackEntry(zip, entry));
  return files;
}

async function listed(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  const names = new Set<string>();
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      judge(entry);
      // Names of parts are compared without case.
      const name = entry.fileName.toLowerCase();
      if (names.has(name)) throw new TemplateRefused('duplicate_name', entry.fileName);
      names.add(name);
      total += entry.uncompressedSize;
      if (total > ZIP_LIMITS.total) throw new TemplateRefused('unpacks_too_large');
      if (names.size > ZIP_LIMITS.entries) throw new TemplateRefused('too_many_entries');
      if (!entry.fileName.endsWith('/')) entries.push(entry);
    }
  } catch (error) {
    throw refusalOf(error);
  }
  return entries;
}

function judge(entry: Entry): void {
  const { fileName, uncompressedSize, compressedSize } = entry;
  if (entry.isEncrypted()) throw new TemplateRefused('encrypted', fileName);
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) throw new TemplateRefused('symlink', fileName);
  if (ARCHIVE_NAME.test(fileName)) throw new TemplateRefused('nested', fileName);
  const ratio = uncompressedSize / Math.max(1, compressedSize);
  const bomb = uncompressedSize > ZIP_LIMITS.ratioFrom && ratio > ZIP_LIMITS.ratio;
  if (bomb || uncompressedSize > ZIP_LIMITS.entry) throw new TemplateRefused('unpacks_too_large', fileName);
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw new TemplateRefused('damaged', fileName);
}

async function unpackEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    const stream = await zip.openReadStreamPromise(entry, {});
    for await (const chunk of stream) chunks.push(chunk as Buffer);
  } catch (error) {
    throw refusalOf(error);
  }
  const bytes = Buffer.concat(chunks);
  if (isOle(bytes) || bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) {
    throw new TemplateRefused('nested', entry.fileName);
  }
  return bytes;
}

function isOle(bytes: Buffer): boolean {
  return bytes.length > 8 && bytes.readUInt32BE(0) === 0xd0cf11e0;
}

function refusalOf(error: unknown): TemplateRefused {
  if (error instanceof TemplateRefused) return error;
  const message = error instanceof Error ? error.message : '';
  const path = /relative path|absolute path|invalid characters in fileName/iu.test(message);
  return new TemplateRefused(path ? 'path' : 'damaged');
}
