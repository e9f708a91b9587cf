// Writes a small zip archive.
import { crc32, deflateRawSync } from 'node:zlib';

export function zipOf(entries: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const files: Buffer[] = [];
  const listed: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(plain.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    listed.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, place, Buffer.from(name)]));
    files.push(file);
    at += file.length;
  }
  const list = Buffer.concat(listed);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(listed.length, 8);
  end.writeUInt16LE(listed.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, list, end]);
}
