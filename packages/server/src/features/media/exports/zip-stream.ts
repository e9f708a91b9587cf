// Packs files of any size into a zip as a stream: only the current chunk and one directory entry per file are held in
// memory. Files are stored uncompressed unless marked: photos and videos are already compressed.
import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipFile = {
  name: string;
  at: Date;
  open: () => Promise<AsyncIterable<Buffer>>;
  /** For text. */
  compressed?: boolean;
};

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
/** Version 4.5: sizes and offsets beyond 4 GB (Zip64). */
const VERSION = 45;
/** Checksum and size follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;

/** Zip date and time, in UTC: two-second resolution, from 1980. */
function stamp(at: Date): { time: number; date: number } {
  const year = Math.min(2_107, Math.max(1_980, at.getUTCFullYear()));
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1_980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

const STORED = 0;
const DEFLATED = 8;

type Entry = {
  name: Buffer;
  at: Date;
  method: number;
  crc: number;
  /** Bytes of the file. */
  size: number;
  /** Bytes in the archive. */
  packed: number;
  offset: number;
};

function localHeader(name: Buffer, at: Date, method: number): Buffer {
  const { time, date } = stamp(at);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor(crc: number, packed: number, size: number): Buffer {
  const after = Buffer.alloc(16);
  after.writeUInt32LE(DESCRIPTOR, 0);
  after.writeUInt32LE(crc, 4);
  after.writeUInt32LE(packed, 8);
  after.writeUInt32LE(size, 12);
  return after;
}

function directoryEntry({ name, at, method, crc, size, packed, offset }: Entry): Buffer {
  const { time, date } = stamp(at);
  const far = offset >= MAX_32;
  const extra = Buffer.alloc(far ? 12 : 0);
  if (far) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(CENTRAL, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt16LE(time, 12);
  entry.writeUInt16LE(date, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([entry, name, extra]);
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
  far.writeUInt16LE(VERSION, 12);
  far.writeUInt16LE(VERSION, 14);
  far.writeBigUInt64LE(BigInt(count), 24);
  far.writeBigUInt64LE(BigInt(count), 32);
  far.writeBigUInt64LE(BigInt(length), 40);
  far.writeBigUInt64LE(BigInt(offset), 48);
  far.writeUInt32LE(LOCATOR_64, 56);
  far.writeBigUInt64LE(BigInt(offset + length), 64);
  far.writeUInt32LE(1, 72);
  return Buffer.concat([far, end]);
}

type Counted = { crc: number; size: number };

async function* counted(pieces: AsyncIterable<Buffer>, count: Counted): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    count.crc = crc32(piece, count.crc);
    count.size += piece.length;
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

/**
 * The zip in chunks. A file that cannot be opened fails the stream, so that an incomplete archive never looks complete.
 */
export async function* zipStream(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  for await (const { name: text, at, open, compressed = false } of files) {
    const name = Buffer.from(text);
    const method = compressed ? DEFLATED : STORED;
    const header = localHeader(name, at, method);
    yield header;
    const count: Counted = { crc: 0, size: 0 };
    let packed = 0;
    const pieces = counted(await open(), count);
    for await (const piece of compressed ? deflated(pieces) : pieces) {
      packed += piece.length;
      yield piece;
    }
    if (count.size >= MAX_32) throw new RangeError('a file of 4 GB');
    yield descriptor(count.crc, packed, count.size);
    entries.push({ name, at, method, ...count, packed, offset });
    offset += header.length + packed + 16;
  }
  const directory = entries.map(directoryEntry);
  const length = directory.reduce((sum, one) => sum + one.length, 0);
  yield* directory;
  yield endRecords(entries.length, length, offset);
}
