// Two threads share the tiles of one row: each takes the next one that nobody has.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type RowPart, type TakenTile, type TileRow, taking } from './tile-row.ts';

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
