// A row of tiles, from which one thread or two take the next tile that nobody has.
import type { Cut } from './encode-tile.ts';

/** A row of tiles of the picture itself. */
export interface TileRow {
  /** In shared memory, unchanged until the row is done. */
  readonly pixels: Int32Array;
  readonly rowPixels: number;
  readonly tileSize: number;
}

/** A tile the second thread took: encoded, the one colour it has, or null where it left the tile to the first, as photographs are. */
export interface TakenTile {
  readonly x: number;
  readonly made: Uint8Array | number | null;
}

export interface RowPart {
  readonly row: TileRow;
  /** One number: the next tile of the row. */
  readonly next: Int32Array;
}

/** Takes tiles of the row, from the left, until none is free. */
export function* taking({ rowPixels, tileSize }: TileRow, next: Int32Array): Generator<number> {
  const columns = Math.ceil(rowPixels / tileSize);
  for (;;) {
    const x = Atomics.add(next, 0, 1);
    if (x >= columns) return;
    yield x;
  }
}

export function cutOf({ pixels, rowPixels, tileSize }: TileRow, x: number): Cut {
  const left = x * tileSize;
  return { rowPixels, left, width: Math.min(tileSize, rowPixels - left), height: pixels.length / rowPixels };
}
