// Reads the few things of Protocol Buffers that vector tiles are made of. Throws `RangeError` where the bytes end too soon.

export type Reader = { readonly bytes: Uint8Array; at: number; readonly end: number };

export const readerOf = (bytes: Uint8Array): Reader => ({ bytes, at: 0, end: bytes.length });

const WIDE = 2 ** 28;

/** Up to 53 bits, as much as the numbers of a program hold exactly. */
export function varint(reader: Reader): number {
  let value = 0;
  let weight = 1;
  for (let i = 0; i < 10; i++) {
    if (reader.at >= reader.end) throw new RangeError('the bytes end in the middle of a number');
    const byte = reader.bytes[reader.at++] ?? 0;
    value += weight > WIDE * 128 ** 3 ? 0 : (byte & 127) * weight;
    if (byte < 128) return value;
    weight *= 128;
  }
  throw new RangeError('a number has no end');
}

export const zigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

export function part(reader: Reader): Reader {
  const length = varint(reader);
  const { bytes, at } = reader;
  if (at + length > reader.end) throw new RangeError('a part is longer than its whole');
  reader.at = at + length;
  return { bytes, at, end: at + length };
}

const decoder = new TextDecoder();

export function text(reader: Reader): string {
  const { bytes, at, end } = part(reader);
  return decoder.decode(bytes.subarray(at, end));
}

export function packed(reader: Reader): number[] {
  const inside = part(reader);
  const numbers: number[] = [];
  while (inside.at < inside.end) numbers.push(varint(inside));
  return numbers;
}

export function fixed(reader: Reader, size: 4 | 8): number {
  if (reader.at + size > reader.end) throw new RangeError('the bytes end in the middle of a number');
  const view = new DataView(reader.bytes.buffer, reader.bytes.byteOffset + reader.at, size);
  reader.at += size;
  return size === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true);
}

/** Calls `take` with the number of each field; what it does not read is passed over. */
export function eachField(reader: Reader, take: (field: number) => boolean): void {
  while (reader.at < reader.end) {
    const key = varint(reader);
    if (take(Math.floor(key / 8))) continue;
    const kind = key % 8;
    if (kind === 0) varint(reader);
    else if (kind === 1) fixed(reader, 8);
    else if (kind === 2) part(reader);
    else if (kind === 5) fixed(reader, 4);
    else throw new RangeError('a field of an unknown kind');
  }
}
