// The tiles of a pack as single files, so that a page opened from a disk can show them.
import {
  indexRange,
  levelSize,
  PACK_HEADER_BYTES,
  type ByteRange as PackRange,
  readPackHeader,
  readPackIndex,
  tileRange,
} from '@plumbline/core/features/plans/tiles/pack-format';
import type { Files } from '../../platform/files/files.ts';

async function read(files: Files, key: string, { offset, length }: PackRange): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await files.open(key, { start: offset, end: offset + length - 1 }))
    pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** A tile at level z, column x and row y. */
export type Tile = { z: number; x: number; y: number; open: () => Promise<AsyncIterable<Buffer>> };

/** All tiles of a pack, level by level. Throws `not_found` if the pack is missing. */
export async function* tilesOf(files: Files, key: string): AsyncGenerator<Tile> {
  const header = readPackHeader(await read(files, key, { offset: 0, length: PACK_HEADER_BYTES }));
  const index = readPackIndex(await read(files, key, indexRange(header)), header);
  for (let z = 0; z < header.levels; z += 1) {
    const { columns, rows } = levelSize(header, z);
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < columns; x += 1) {
        const range = tileRange(index, z, x, y);
        if (!range) continue;
        const bytes = { start: range.offset, end: range.offset + range.length - 1 };
        yield { z, x, y, open: async () => (await files.open(key, bytes)) as AsyncIterable<Buffer> };
      }
    }
  }
}
