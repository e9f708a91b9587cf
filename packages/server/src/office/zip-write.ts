// Writes files of any size into a zip as a stream: only the current piece and one directory entry a file are held in
// memory. The same files with the same dates give the same bytes.
import { once } from 'node:events';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib';

type Described = {
  name: string;
  /** Not compressed: photos and videos are compressed already. */
  stored?: boolean;
  /** When the file was last changed; by default the earliest date of the format. */
  at?: Date;
};
/** A file that is read when it is its turn. */
export type StreamedPart = Described & { open: () => Promise<AsyncIterable<Buffer>> };
export type ZipPart = StreamedPart | (Described & { bytes: Buffer });

const deflate = promisify(deflateRaw);

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const VERSION = 20;
/** Version 4.5: offsets beyond 4 GB, and more than 65,535 files (Zip64). */
const VERSION_64 = 45;
const UTF8_NAMES = 0x0800;
/** Checksum and sizes follow the data. */
const SIZES_IN_DESCRIPTOR = 0x0008;
const STORED = 0;
const DEFLATED = 8;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
/** The earliest date in the zip format. */
const EARLIEST = new Date('1980-01-01T00:00:00Z');
/** Text is compressed in chunks of this many characters. */
const CHUNK_LENGTH = 65_536;

type Entry = {
  name: Buffer;
  at: Date;
  flags: number;
  method: number;
  crc: number;
  /** Bytes of the file. */
  size: number;
  /** Bytes in the zip. */
  packed: number;
  offset: number;
};

/**
 * The zip in pieces. A file that cannot be opened fails the stream, so that an incomplete zip never looks complete. Throws
 * `RangeError` after a file of 4 GB or more.
 */
export async function* writeZip(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const part of parts) {
    const entry: Entry = {
      name: Buffer.from(part.name),
      at: part.at ?? EARLIEST,
      flags: UTF8_NAMES | ('open' in part ? SIZES_IN_DESCRIPTOR : 0),
      method: part.stored ? STORED : DEFLATED,
      ...{ crc: 0, size: 0, packed: 0, offset },
    };
    for await (const piece of 'open' in part ? packStream(part.open, entry) : packBytes(part.bytes, entry)) {
      offset += piece.length;
      yield piece;
    }
    directory.push(directoryEntry(entry));
  }
  yield* directory;
  const length = directory.reduce((sum, one) => sum + one.length, 0);
  yield endRecords(directory.length, length, offset);
}

async function* packBytes(bytes: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  const content = entry.method === STORED ? bytes : await deflate(bytes);
  Object.assign(entry, { crc: crc32(bytes), size: bytes.length, packed: content.length });
  yield localHeader(entry);
  yield content;
}

async function* packStream(open: StreamedPart['open'], entry: Entry): AsyncGenerator<Buffer> {
  yield localHeader(entry);
  // Not before: what is opened is read, also where the zip is no longer wanted.
  const measured = measure(await open(), entry);
  for await (const piece of entry.method === STORED ? measured : deflated(measured)) {
    entry.packed += piece.length;
    yield piece;
  }
  if (Math.max(entry.size, entry.packed) >= MAX_32) throw new RangeError('a file of 4 GB');
  yield descriptor(entry);
}

async function* measure(pieces: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    entry.crc = crc32(piece, entry.crc);
    entry.size += piece.length;
    yield piece;
  }
}

/** Each piece is compressed before the next one is asked for. */
async function* deflated(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const compressor = createDeflateRaw();
  const ready: Buffer[] = [];
  compressor.on('data', (piece: Buffer) => ready.push(piece));
  const ended = once(compressor, 'end');
  // A failure is thrown by the write that it belongs to.
  ended.catch(() => undefined);
  try {
    for await (const piece of pieces) {
      await new Promise<void>((resolve, reject) =>
        compressor.write(piece, (error) => (error ? reject(error) : resolve())),
      );
      yield* ready.splice(0);
    }
    compressor.end();
    await ended;
    yield* ready;
  } finally {
    compressor.destroy();
  }
}

/** Short texts are joined: each piece of a file is compressed on its own. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held = '';
  for await (const text of texts) {
    held += text;
    if (held.length < CHUNK_LENGTH) continue;
    yield Buffer.from(held);
    held = '';
  }
  yield Buffer.from(held);
}

/** The fields that the local header and the directory have in common: from the version to the uncompressed size. */
function fieldsOf({ at, flags, method, crc, packed, size }: Entry, version = VERSION): Buffer {
  const year = Math.min(2_107, Math.max(1_980, at.getUTCFullYear()));
  const fields = Buffer.alloc(22);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(method, 4);
  // In UTC, to two seconds.
  fields.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6);
  fields.writeUInt16LE(((year - 1_980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(size, 18);
  return fields;
}

function localHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  fieldsOf(entry).copy(header, 4);
  header.writeUInt16LE(entry.name.length, 26);
  return Buffer.concat([header, entry.name]);
}

function descriptor({ crc, packed, size }: Entry): Buffer {
  const after = Buffer.alloc(16);
  after.writeUInt32LE(DESCRIPTOR, 0);
  after.writeUInt32LE(crc, 4);
  after.writeUInt32LE(packed, 8);
  after.writeUInt32LE(size, 12);
  return after;
}

function directoryEntry(file: Entry): Buffer {
  const isFar = file.offset >= MAX_32;
  const version = isFar ? VERSION_64 : VERSION;
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(file.offset), 4);
  }
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(CENTRAL, 0);
  entry.writeUInt16LE(version, 4);
  fieldsOf(file, version).copy(entry, 6);
  entry.writeUInt16LE(file.name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(Math.min(file.offset, MAX_32), 42);
  return Buffer.concat([entry, file.name, extra]);
}

function endRecords(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(length, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (count < MAX_16 && offset < MAX_32) return end;
  const far = Buffer.alloc(56 + 20);
  far.writeUInt32LE(END_64, 0);
  far.writeBigUInt64LE(44n, 4);
  far.writeUInt16LE(VERSION_64, 12);
  far.writeUInt16LE(VERSION_64, 14);
  far.writeBigUInt64LE(BigInt(count), 24);
  far.writeBigUInt64LE(BigInt(count), 32);
  far.writeBigUInt64LE(BigInt(length), 40);
  far.writeBigUInt64LE(BigInt(offset), 48);
  far.writeUInt32LE(LOCATOR_64, 56);
  far.writeBigUInt64LE(BigInt(offset + length), 64);
  far.writeUInt32LE(1, 72);
  return Buffer.concat([far, end]);
}

/** The whole zip in memory, for small files. */
export async function zipBuffer(parts: Iterable<ZipPart>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(parts)) pieces.push(piece);
  return Buffer.concat(pieces);
}
