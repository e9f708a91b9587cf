// Makes the tile pack of one image from its rows, and small pictures of it.
import { join } from 'node:path';
import { levelSize, type PackGeometry, pyramidOf } from '@plumbline/core/features/plans/tiles/pack-format';
import { withProblem } from '../../render-error.ts';
import type { Grain } from './encode-tile.ts';
import type { Picture } from './kernel/tile-kernel.ts';
import { layOut, type Piece, pixelsAt, type Reserved } from './memory-layout.ts';
import { createPack } from './pack-writer.ts';
import { buildPyramid } from './pyramid.ts';

/** Twice the threads of a rendering process; each tile that waits takes a megabyte. */
const PENDING_TILES = 8;

export interface TilerJob {
  readonly width: number;
  readonly height: number;
  readonly folder: string;
  /** Longest side of the largest small picture. */
  readonly smallSide: number;
  readonly grain: Grain;
  readonly piece: Piece;
  reserve(bytes: number): Reserved;
}

/** Room for a piece of the image, four bytes per pixel. */
export interface Room extends Piece {
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
  /**
   * Takes a piece with this many rows from the room: the next one to the right, or else the first of the rows below.
   * Returns the number of rows that are complete with it.
   */
  take(rows: number): Promise<number>;
  /**
   * The image with at most `side` pixels per side, once the last rows are taken, even if tiles are still being encoded;
   * each smaller than the one before, whose place it takes.
   */
  reduce(side: number): Picture;
  /** The reduced image as WebP. Changes it. */
  encodeReduced(): Promise<Buffer>;
  /** Waits until everything is written. */
  finish(): Promise<Tiled>;
  /** Must always be called, also after a failure. */
  close(): Promise<void>;
}

export async function openTiler({ width, height, folder, ...job }: TilerJob): Promise<Tiler> {
  const pyramid = pyramidOf(width, height);
  const whole = wholeLevel(pyramid, job.smallSide);
  // An image this small is drawn at once.
  const piece =
    whole === pyramid.levels - 1
      ? { width, rows: height, margin: 0 }
      : { ...job.piece, width: Math.min(job.piece.width, width), rows: Math.min(job.piece.rows, height) };
  const layout = layOut(pyramid, piece, whole, job.reserve);
  const pack = join(folder, 'tiles.pack');
  const writer = await createPack(pack, pyramid);
  const builder = buildPyramid(pyramid, writer, { layout, piece, pending: PENDING_TILES, grain: job.grain });
  const at = (layout.levels.at(-1) ?? Number.NaN) + 4 * piece.margin;
  return {
    room: {
      ...piece,
      at,
      pixels: () => pixelsAt(layout, at, (piece.margin + piece.width) * piece.rows - piece.margin),
    },
    take: builder.take,
    reduce: builder.reduce,
    encodeReduced: builder.encodeReduced,
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

/** The smallest level that is at least this wide or high, or else the image itself. */
function wholeLevel(pyramid: PackGeometry, side: number): number {
  for (let z = 0; z < pyramid.levels; z++) {
    const { width, height } = levelSize(pyramid, z);
    if (Math.max(width, height) >= side) return z;
  }
  return pyramid.levels - 1;
}
