// Collects bands of any height into the rows of one row of tiles.
import { TILE_SIZE } from '@plumbline/core/features/plans/tiles/pack-format';

export interface TileRowConsumer {
  /** Room for the pixels of a whole row of tiles. */
  readonly room: Int32Array;
  /** Takes this many rows from the room. */
  take(rows: number): Promise<void>;
}

export interface TileBands {
  /** Takes the next rows, four bytes per pixel. The buffer may be reused once the promise settles. */
  push(pixels: Uint8Array): Promise<void>;
}

export function intoTileBands(width: number, height: number, { room, take }: TileRowConsumer): TileBands {
  let held = 0;
  let left = width * height;
  return {
    async push(bytes) {
      const pixels = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
      for (let from = 0; from < pixels.length; ) {
        const full = Math.min(width * TILE_SIZE, left);
        const count = Math.min(full - held, pixels.length - from);
        room.set(pixels.subarray(from, from + count), held);
        from += count;
        held += count;
        if (held < full) continue;
        held = 0;
        left -= full;
        await take(full / width);
      }
    },
  };
}
