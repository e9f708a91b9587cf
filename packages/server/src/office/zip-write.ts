// Writes files into a zip as a stream, with one file or chunk in memory at a time. Identical files produce identical
// bytes: the headers contain no timestamps.
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib';

export type ZipPart =
  | {
      name: string;
      bytes: Buffer;
      /** Not compressed: images are compressed already. */
      stored?: boolean;
    }
  /** Text of any length, compressed as it arrives. */
  | { name: string; text: AsyncIterable<string> };

const deflate = promisify(deflateRaw);

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
/** Checksum and sizes follow the data. */
const SIZES_IN_DESCRIPTOR = 0x0008;
/** 1 January 1980, the earliest date in the zip format. */
const DATE = 0x21;
const MAX = 0xffffffff;
/** Text is compressed in chunks of this many characters. */
const CHUNK_LENGTH = 65_536;

type Packed = { crc: number; packedSize: number; size: number };
type Kind = { flags: number; method: 0 | 8 };

export async function* writeZip(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const part of parts) {
    const name = Buffer.from(part.name);
    const start = offset;
    const stored = 'bytes' in part && part.stored === true;
    const kind: Kind = { flags: UTF8_NAMES | ('text' in part ? SIZES_IN_DESCRIPTOR : 0), method: stored ? 0 : 8 };
    const packed: Packed = { crc: 0, packedSize: 0, size: 0 };
    for await (const piece of 'text' in part
      ? packText(part.text, name, packed, kind)
      : packBytes(part, name, packed, kind)) {
      offset += piece.length;
      yield piece;
    }
    directory.push(directoryEntry(fieldsOf(packed, kind), name, start));
    if (offset > MAX || packed.size > MAX || directory.length > 0xfffe)
      throw new RangeError('the zip would grow beyond 4 GB or 65,534 files');
  }
  const central = Buffer.concat(directory);
  yield central;
  yield endRecord(directory.length, central.length, offset);
}

async function* packBytes(
  { bytes, stored }: { bytes: Buffer; stored?: boolean },
  name: Buffer,
  packed: Packed,
  kind: Kind,
): AsyncGenerator<Buffer> {
  const content = stored ? bytes : await deflate(bytes);
  Object.assign(packed, { crc: crc32(bytes), packedSize: content.length, size: bytes.length });
  yield localHeader(fieldsOf(packed, kind), name);
  yield content;
}

async function* packText(
  text: AsyncIterable<string>,
  name: Buffer,
  packed: Packed,
  kind: Kind,
): AsyncGenerator<Buffer> {
  yield localHeader(fieldsOf(packed, kind), name);
  const compressor = createDeflateRaw();
  // Errors reach the loop below, because the pipeline destroys the stream it reads.
  pipeline(Readable.from(countedPieces(text, packed)), compressor, () => undefined);
  for await (const chunk of compressor) {
    packed.packedSize += (chunk as Buffer).length;
    yield chunk as Buffer;
  }
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(DESCRIPTOR, 0);
  tail.writeUInt32LE(packed.crc, 4);
  tail.writeUInt32LE(packed.packedSize, 8);
  tail.writeUInt32LE(packed.size, 12);
  yield tail;
}

async function* countedPieces(text: AsyncIterable<string>, packed: Packed): AsyncGenerator<Buffer> {
  let held = '';
  const cut = (): Buffer => {
    const bytes = Buffer.from(held);
    packed.size += bytes.length;
    packed.crc = crc32(bytes, packed.crc);
    held = '';
    return bytes;
  };
  for await (const one of text) {
    held += one;
    if (held.length >= CHUNK_LENGTH) yield cut();
  }
  yield cut();
}

/**
 * The fields that the local header and the directory have in common: from "version needed" to the uncompressed size.
 */
function fieldsOf({ crc, packedSize, size }: Packed, { flags, method }: Kind): Buffer {
  const fields = Buffer.alloc(22);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packedSize, 14);
  fields.writeUInt32LE(size, 18);
  return fields;
}

function localHeader(fields: Buffer, name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  fields.copy(header, 4);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function directoryEntry(fields: Buffer, name: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(CENTRAL, 0);
  entry.writeUInt16LE(VERSION, 4);
  fields.copy(entry, 6);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** The whole zip in memory, for small files. */
export async function zipBuffer(parts: Iterable<ZipPart>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeZip(parts)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
