// Makes the tile pack of one image from its rows, and keeps a small level of it.
import { join } from 'node:path';
import { type PackGeometry, pyramidOf } from '@plumbline/core/features/plans/tiles/pack-format';
import { withProblem } from '../../render-error.ts';
import type { Grain } from './encode-tile.ts';
import { layOut, pixelsAt, type Reserved } from './memory-layout.ts';
import { createPack } from './pack-writer.ts';
import { buildPyramid, type StoredLevel } from './pyramid.ts';

/** Twice the threads of a rendering process; each tile that waits takes a megabyte. */
const PENDING_TILES = 8;

export interface TilerJob {
  readonly width: number;
  readonly height: number;
  readonly folder: string;
  /** The smallest level at least this wide or high is stored. */
  readonly keepAtLeast: number;
  readonly grain: Grain;
  /** Rows of the image that are drawn at once: those of whole tiles. */
  readonly rows: number;
  reserve(bytes: number): Reserved;
}

/** Room for the rows of the image that are drawn at once, four bytes per pixel, without gaps between rows. */
export interface Room {
  readonly rows: number;
  /** Byte offset in the reserved memory. */
  readonly at: number;
  /** Valid until the memory grows. */
  pixels(): Int32Array;
}

/** The tile pack: its path and geometry. */
export interface Tiled {
  readonly pack: string;
  readonly pyramid: PackGeometry;
}

export interface Tiler {
  readonly room: Room;
  /** Takes this many rows from the room. */
  take(rows: number): Promise<void>;
  /** The stored level: complete once the last rows are taken, even if tiles are still being encoded. */
  readonly stored: StoredLevel;
  /** Waits until everything is written. */
  finish(): Promise<Tiled>;
  /** Must always be called, also after a failure. */
  close(): Promise<void>;
}

export async function openTiler({ width, height, folder, ...job }: TilerJob): Promise<Tiler> {
  const pyramid = pyramidOf(width, height);
  const rows = Math.min(job.rows, height);
  const { keepAtLeast, grain } = job;
  const layout = layOut(pyramid, rows, job.reserve);
  const pack = join(folder, 'tiles.pack');
  const writer = await createPack(pack, pyramid);
  const builder = buildPyramid(pyramid, writer, { layout, keepAtLeast, pending: PENDING_TILES, grain });
  const at = layout.levels.at(-1) ?? Number.NaN;
  return {
    room: { rows, at, pixels: () => pixelsAt(layout, at, width * rows) },
    take: builder.take,
    stored: builder.stored,
    async finish() {
      await withProblem('internal', 'tiling', async () => {
        await builder.finish();
        await writer.finish();
      });
      return { pack, pyramid };
    },
    async close() {
      try {
        layout.free();
      } finally {
        await writer.close();
      }
    },
  };
}
