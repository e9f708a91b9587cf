// Collects bands of any height into strips: the rows of one row of tiles. The consumer decides when a strip may be
// filled.
import { TILE_SIZE } from '@plumbline/core/features/plans/tiles/pack-format';

/** Space for a whole row of tiles, at an offset in the memory. */
export interface TileBand {
  readonly at: number;
  readonly pixels: Int32Array;
}

export interface TileBandConsumer {
  /** Waits until a strip may be filled. */
  room(): Promise<TileBand>;
  /** Takes a strip filled with this many rows. */
  take(strip: TileBand, rows: number): Promise<void>;
}

export interface TileBands {
  /** Takes the next rows, four bytes per pixel. The buffer may be reused once the promise settles. */
  push(pixels: Uint8Array): Promise<void>;
}

export function intoTileBands(width: number, height: number, taker: TileBandConsumer): TileBands {
  let room: TileBand | null = null;
  let held = 0;
  let left = width * height;
  return {
    async push(bytes) {
      const pixels = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
      for (let from = 0; from < pixels.length; ) {
        room ??= await taker.room();
        const full = Math.min(width * TILE_SIZE, left);
        const count = Math.min(full - held, pixels.length - from);
        room.pixels.set(pixels.subarray(from, from + count), held);
        from += count;
        held += count;
        if (held < full) continue;
        const filled = room;
        room = null;
        held = 0;
        left -= full;
        await taker.take(filled, full / width);
      }
    },
  };
}
