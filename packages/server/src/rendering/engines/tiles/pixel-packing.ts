// Converts between pixels of four bytes, used for cutting tiles, and of three bytes, used for decoding and encoding
// images. Moves whole words: single bytes would take half as long as the encoding. The lowest byte is red, because
// WebAssembly is little-endian on every machine.

/**
 * Converts pixels of red, green, blue and an ignored byte to three bytes each. `to` must be aligned to four bytes in
 * its buffer.
 */
export function toThreeBytes(from: Int32Array, to: Uint8Array): void {
  const blocks = from.length >> 2;
  const words = new Int32Array(to.buffer, to.byteOffset, 3 * blocks);
  for (let i = 0, at = 0; i < 4 * blocks; i += 4, at += 3) {
    const b = from[i + 1] as number;
    const c = from[i + 2] as number;
    words[at] = ((from[i] as number) & 0xffffff) | (b << 24);
    words[at + 1] = ((b >>> 8) & 0xffff) | (c << 16);
    words[at + 2] = ((c >>> 16) & 0xff) | ((from[i + 3] as number) << 8);
  }
  for (let i = 4 * blocks; i < from.length; i++) {
    const pixel = from[i] as number;
    to[3 * i] = pixel;
    to[3 * i + 1] = pixel >> 8;
    to[3 * i + 2] = pixel >> 16;
  }
}

/**
 * Converts pixels of three bytes to four bytes each, as many as there is room for. `from` must be aligned to four bytes
 * in its buffer.
 */
export function toFourBytes(from: Uint8Array, to: Int32Array): void {
  const blocks = to.length >> 2;
  const words = new Int32Array(from.buffer, from.byteOffset, 3 * blocks);
  for (let i = 0, at = 0; i < 4 * blocks; i += 4, at += 3) {
    const a = words[at] as number;
    const b = words[at + 1] as number;
    const c = words[at + 2] as number;
    to[i] = a & 0xffffff;
    to[i + 1] = (a >>> 24) | ((b & 0xffff) << 8);
    to[i + 2] = (b >>> 16) | ((c & 0xff) << 16);
    to[i + 3] = c >>> 8;
  }
  for (let i = 4 * blocks; i < to.length; i++) {
    to[i] = (from[3 * i] as number) | ((from[3 * i + 1] as number) << 8) | ((from[3 * i + 2] as number) << 16);
  }
}
