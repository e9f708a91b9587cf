// Two threads share the tiles of one row: each takes the next one that nobody has.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
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

export interface SharedRow {
  /** The tiles left to the caller, each told when nobody else has it. */
  mine(): Iterable<number>;
  /** Waits for the tiles of the other thread. */
  others(): Promise<readonly TakenTile[]>;
}

export interface SecondThread {
  begin(row: TileRow): SharedRow;
  close(): Promise<unknown>;
}

const THREAD = new URL('./row-thread.ts', import.meta.url);

/** Null where there is one processor: sharing would only cost. */
export function openSecondThread(): SecondThread | null {
  if (availableParallelism() < 2) return null;
  const thread = new Worker(THREAD);
  const next = new Int32Array(new SharedArrayBuffer(4));
  return {
    begin(row) {
      next[0] = 0;
      const taken = new Promise<readonly TakenTile[]>((resolve, reject) => {
        const ended = () => reject(new Error('the second thread of tiles ended'));
        thread.once('error', reject).once('exit', ended);
        thread.once('message', (tiles: readonly TakenTile[]) => {
          thread.off('error', reject).off('exit', ended);
          resolve(tiles);
        });
      });
      // Whoever asks is told of a failure; until then nobody listens.
      taken.catch(() => undefined);
      thread.postMessage({ row, next } satisfies RowPart);
      return { mine: () => taking(row, next), others: () => taken };
    },
    close: () => thread.terminate(),
  };
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
