// Makes the tile pack of one image from its rows, and keeps a small level of it.
import { join } from 'node:path';
import { type PackGeometry, pyramidOf } from '@plumbline/core/features/plans/tiles/pack-format';
import { withProblem } from '../../render-error.ts';
import type { Grain } from './encode-tile.ts';
import { layOut } from './memory-layout.ts';
import { createPack } from './pack-writer.ts';
import { buildPyramid, type StoredLevel } from './pyramid.ts';
import type { TileRowConsumer } from './tile-bands.ts';

const PENDING_TILES = 32;

export interface TilerJob {
  readonly width: number;
  readonly height: number;
  readonly folder: string;
  /** The smallest level at least this wide or high is stored. */
  readonly keepAtLeast: number;
  readonly grain: Grain;
}

/** The tile pack: its path and geometry. */
export interface Tiled {
  readonly pack: string;
  readonly pyramid: PackGeometry;
}

export interface Tiler extends TileRowConsumer {
  /** The stored level: complete once the last rows are taken, even if tiles are still being encoded. */
  readonly stored: StoredLevel;
  /** Waits until everything is written. */
  finish(): Promise<Tiled>;
  /** Must always be called, also after a failure. */
  close(): Promise<void>;
}

export async function openTiler({ width, height, folder, keepAtLeast, grain }: TilerJob): Promise<Tiler> {
  const pyramid = pyramidOf(width, height);
  const pack = join(folder, 'tiles.pack');
  const writer = await createPack(pack, pyramid);
  const layout = layOut(pyramid);
  const builder = buildPyramid(pyramid, writer, { layout, keepAtLeast, pending: PENDING_TILES, grain });
  return {
    room: builder.room,
    take: builder.take,
    stored: builder.stored,
    async finish() {
      await withProblem('internal', 'tiling', async () => {
        await builder.finish();
        await writer.finish();
      });
      return { pack, pyramid };
    },
    close: () => writer.close(),
  };
}
