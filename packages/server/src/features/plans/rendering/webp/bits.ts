// Writes bits, the lowest first, as lossless WebP wants them. One writer serves many pictures.

export interface BitWriter {
  /** Writes the lowest `count` bits of `value`, at most 24. */
  put(value: number, count: number): void;
  /** Begins anew. */
  clear(): void;
  /** What was written, filled up to a whole byte; valid until the next `clear`. */
  bytes(): Uint8Array;
}

export function bitWriter(room = 1 << 16): BitWriter {
  let buffer = new Uint8Array(room);
  let length = 0;
  let held = 0;
  let holding = 0;
  function grow(): void {
    const larger = new Uint8Array(buffer.length * 2);
    larger.set(buffer);
    buffer = larger;
  }
  return {
    put(value, count) {
      // At most 7 bits are held between calls, so that 24 more fit.
      held |= value << holding;
      holding += count;
      if (length + 4 > buffer.length) grow();
      while (holding >= 8) {
        buffer[length++] = held & 0xff;
        held >>>= 8;
        holding -= 8;
      }
    },
    clear() {
      length = 0;
      held = 0;
      holding = 0;
    },
    bytes() {
      if (holding > 0) {
        buffer[length++] = held & 0xff;
        held = 0;
        holding = 0;
      }
      return buffer.subarray(0, length);
    },
  };
}
