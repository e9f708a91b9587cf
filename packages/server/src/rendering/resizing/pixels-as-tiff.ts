// Wraps decoded pixels as a TIFF in memory, the simplest format in which a colour profile accompanies them.

const HEAD_BYTES = 8;
const CHANNELS = 4;
/** A reader holds a strip in memory. */
const STRIP_ROWS = 64;
const SHORT = 3;
const LONG = 4;
const BYTES = 7;

export interface PixelsAsTiff {
  /** Red, green, blue and opacity of each pixel, to be filled in. */
  readonly data: Uint8ClampedArray;
  /** The file, which shares its memory with the pixels. */
  readonly file: Buffer;
}

/** `profile`: an ICC profile of the pixels; sRGB if there is none. */
export function pixelsAsTiff(width: number, height: number, profile: Uint8Array | undefined): PixelsAsTiff {
  const pixelBytes = width * height * CHANNELS;
  const strips = Math.ceil(height / STRIP_ROWS);
  const stripBytes = width * STRIP_ROWS * CHANNELS;
  const parts = partsAfter(HEAD_BYTES + pixelBytes);
  const bits = parts.shorts([8, 8, 8, 8]);
  const offsets = parts.longs(Array.from({ length: strips }, (_, i) => HEAD_BYTES + i * stripBytes));
  const counts = parts.longs(
    Array.from({ length: strips }, (_, i) => Math.min(stripBytes, pixelBytes - i * stripBytes)),
  );
  const icc = profile && parts.bytes(profile);
  const rows: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, CHANNELS, bits],
    // Not compressed; red, green and blue.
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 2],
    [273, LONG, strips, offsets],
    [277, SHORT, 1, CHANNELS],
    [278, LONG, 1, STRIP_ROWS],
    [279, LONG, strips, counts],
    // The fourth channel is opacity, not multiplied into the colours.
    [338, SHORT, 1, 2],
    ...(icc === undefined ? [] : [[34675, BYTES, profile?.length ?? 0, icc] as const]),
  ];
  const directory = Buffer.alloc(2 + rows.length * 12 + 4);
  directory.writeUInt16LE(rows.length);
  for (const [i, [tag, type, count, value]] of rows.entries()) {
    const at = 2 + i * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  const start = parts.bytes(directory);
  const file = Buffer.alloc(parts.end());
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(start, 4);
  for (const { at, content } of parts.all) file.set(content, at);
  return { file, data: new Uint8ClampedArray(file.buffer, file.byteOffset + HEAD_BYTES, pixelBytes) };
}

/** Places parts one after the other; each call returns the offset of its part. */
function partsAfter(begin: number) {
  const all: { at: number; content: Uint8Array }[] = [];
  let end = begin;
  const bytes = (content: Uint8Array): number => {
    const at = end;
    all.push({ at, content });
    // Offsets in a TIFF are even.
    end += content.length + (content.length % 2);
    return at;
  };
  const numbers = (values: readonly number[], size: 2 | 4): Buffer => {
    const content = Buffer.alloc(values.length * size);
    for (const [i, value] of values.entries()) content.writeUIntLE(value, i * size, size);
    return content;
  };
  return {
    all,
    bytes,
    shorts: (values: readonly number[]) => bytes(numbers(values, 2)),
    /** A single value is stored in the directory itself. */
    longs: (values: readonly number[]) => (values.length === 1 ? (values[0] ?? 0) : bytes(numbers(values, 4))),
    end: () => end,
  };
}
