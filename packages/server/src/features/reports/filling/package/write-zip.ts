// Packs files into a zip as a stream, one file in memory at a time. The same files give the same bytes: no clock in the headers.
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

export type ZipPart = {
  name: string;
  bytes: Buffer;
  /** Keep as it is: pictures are packed already. */
  stored?: boolean;
};

const deflate = promisify(deflateRaw);

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
/** 1 January 1980, the zero of zip's calendar. */
const DATE = 0x21;
const MAX = 0xffffffff;

export async function* writeZip(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const part of parts) {
    const packed = part.stored ? part.bytes : await deflate(part.bytes);
    const name = Buffer.from(part.name);
    const fields = fieldsOf(part, packed);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(LOCAL, 0);
    fields.copy(header, 4);
    header.writeUInt16LE(name.length, 26);
    directory.push(directoryEntry(fields, name, offset));
    offset += header.length + name.length + packed.length;
    if (offset > MAX || directory.length > 0xfffe)
      throw new RangeError('the zip would grow beyond 4 GB or 65,534 files');
    yield Buffer.concat([header, name]);
    yield packed;
  }
  const central = Buffer.concat(directory);
  yield central;
  yield endRecord(directory.length, central.length, offset);
}

/** What local header and directory say alike: from "version needed" to the unpacked size. */
function fieldsOf(part: ZipPart, packed: Buffer): Buffer {
  const fields = Buffer.alloc(22);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(part.stored ? 0 : 8, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc32(part.bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(part.bytes.length, 18);
  return fields;
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

/** The whole zip in memory, for small ones. */
export async function zipBuffer(parts: Iterable<ZipPart>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeZip(parts)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
