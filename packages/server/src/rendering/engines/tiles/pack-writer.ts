// Writes the tile pack as tiles arrive, in any order; identical tiles are stored once. Header and index are written
// last.
import { hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import {
  type ByteRange,
  PACK_ENTRY_BYTES,
  PACK_HEADER_BYTES,
  type PackGeometry,
  tileCount,
  tileNumber,
  writePackIndex,
} from '@plumbline/core/features/plans/tiles/pack-format';

const WRITE_BYTES = 2 ** 20;

export interface PackWriter {
  add(z: number, x: number, y: number, tile: Buffer): Promise<void>;
  /** Writes header and index; returns the length of the file. Throws if a tile is missing. */
  finish(): Promise<number>;
  close(): Promise<void>;
}

export async function createPack(path: string, geometry: PackGeometry): Promise<PackWriter> {
  const file = await open(path, 'w');
  const entries: (ByteRange | undefined)[] = new Array(tileCount(geometry));
  const stored = new Map<string, ByteRange>();
  let end = PACK_HEADER_BYTES + entries.length * PACK_ENTRY_BYTES;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;

  /** Consecutive tiles are written to the file in one piece. */
  async function writeWaiting(): Promise<void> {
    const bytes = Buffer.concat(waiting);
    const position = end - waitingBytes;
    waiting = [];
    waitingBytes = 0;
    await writeAll(file, bytes, position);
  }

  return {
    async add(z, x, y, tile) {
      const number = tileNumber(geometry, z, x, y);
      if (number === null) throw new RangeError(`no tile ${z}/${x}/${y}`);
      const sum = hash('sha256', tile, 'base64');
      const known = stored.get(sum);
      if (known) {
        entries[number] = known;
        return;
      }
      const range = { offset: end, length: tile.length };
      end += tile.length;
      entries[number] = range;
      stored.set(sum, range);
      waiting.push(tile);
      waitingBytes += tile.length;
      if (waitingBytes >= WRITE_BYTES) await writeWaiting();
    },
    async finish() {
      await writeWaiting();
      await writeAll(file, writePackIndex(geometry, entries, end), 0);
      await file.sync();
      return end;
    },
    close: () => file.close(),
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
