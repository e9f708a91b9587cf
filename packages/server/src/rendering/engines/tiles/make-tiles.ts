// Turns the bands of an image into its files: the tile pack, the preview and the thumbnail.
import { join } from 'node:path';
import type { PackGeometry } from '@plumbline/core/features/plans/tiles/pack-format';
import { withProblem } from '../../render-error.ts';
import type { RenderProgress } from '../../results.ts';
import type { Grain } from './encode-tile.ts';
import type { StoredLevel } from './pyramid.ts';
import { writeSmall } from './thumbnails.ts';
import { intoTileBands } from './tile-bands.ts';
import { openTiler } from './tiler.ts';

const THUMB_SIDE = 256;
const PREVIEW_SIDE = 1600;
/** Maximum size in bytes of the rows that are rendered at once. */
const BAND_BYTES = 48 * 2 ** 20;

/** Bands of equal height, as few as memory allows: the page content is processed again for each band. */
export function bandRows({ width, height }: { width: number; height: number }): number {
  const most = Math.max(16, Math.floor(BAND_BYTES / (4 * width)));
  return Math.ceil(height / Math.ceil(height / most));
}

export interface TilingJob {
  readonly width: number;
  readonly height: number;
  readonly folder: string;
  readonly grain: Grain;
  /** The share of the first stage that is already done. */
  readonly from: number;
  readonly onProgress: RenderProgress;
}

/** Paths of the files in the folder, and the small picture that the thumbnails were made from. */
export interface TilingResult {
  readonly picture: StoredLevel;
  readonly pack: string;
  readonly preview: string;
  readonly thumb: string;
  readonly pyramid: PackGeometry;
}

/** Tiles are made while the image arrives, so most of the time is spent in the first stage. */
export async function createTiles(
  bands: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  making: TilingJob,
): Promise<TilingResult> {
  const { width, height, folder, grain, from, onProgress } = making;
  const tiler = await openTiler({ width, height, folder, grain, keepAtLeast: PREVIEW_SIDE });
  try {
    const rowsOfTiles = intoTileBands(width, height, tiler);
    let rows = 0;
    for await (const pixels of bands) {
      await rowsOfTiles.push(pixels);
      rows += pixels.length / (4 * width);
      onProgress('pdfConversion', from + (1 - from) * (rows / height));
    }
    onProgress('thumbnailCreation', 0);
    const [small, tiled] = await Promise.all([
      withProblem('internal', 'thumbnailCreation', () => writeThumbnails(tiler.stored, folder)),
      tiler.finish(),
    ]);
    onProgress('tiling', 1);
    return { picture: tiler.stored, ...tiled, ...small };
  } finally {
    await tiler.close();
  }
}

async function writeThumbnails(stored: StoredLevel, folder: string) {
  const small = { preview: join(folder, 'preview.webp'), thumb: join(folder, 'thumb.webp') };
  await Promise.all([writeSmall(stored, PREVIEW_SIDE, small.preview), writeSmall(stored, THUMB_SIDE, small.thumb)]);
  return small;
}
