// Turns the bands of an image into its files: the tile pack, the preview and the thumbnail.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PackGeometry, TILE_SIZE } from '@plumbline/core/features/plans/tiles/pack-format';
import { withProblem } from '../../render-error.ts';
import type { RenderProgress } from '../../results.ts';
import type { Picture } from './kernel/tile-kernel.ts';
import { openTiler, type Room, type Tiler, type TilerJob } from './tiler.ts';

const THUMB_SIDE = 256;
const PREVIEW_SIDE = 1600;
/**
 * Maximum size in bytes of the rows that are rendered at once. The page content is processed again for each band: that
 * takes long if it has pictures, and otherwise less than it takes to get more memory from the system.
 */
const BAND_BYTES = { lines: 16 * 2 ** 20, pictures: 96 * 2 ** 20 };
/** Pictures with fewer pixels, such as a logo, are decoded again in little time. */
const MANY_PIXELS = 4e6;

interface BandedImage {
  readonly width: number;
  readonly height: number;
  /** Of all pictures in it. */
  readonly picturePixels: number;
}

/** Bands of rows of tiles, of about equal height, and as few as memory allows. */
export function bandRows({ width, height, picturePixels }: BandedImage): number {
  const bytes = picturePixels < MANY_PIXELS ? BAND_BYTES.lines : BAND_BYTES.pictures;
  const inAll = Math.ceil(height / TILE_SIZE);
  const most = Math.max(1, Math.floor(bytes / (4 * width * TILE_SIZE)));
  return TILE_SIZE * Math.ceil(inAll / Math.ceil(inAll / most));
}

export interface TilingJob extends Omit<TilerJob, 'smallSide'> {
  /** The share of the first stage that is already done. */
  readonly from: number;
  readonly onProgress: RenderProgress;
  /** The picture of the preview, in the reserved memory. */
  onReduced?(picture: Picture): void;
}

/** Paths of the files in the folder. */
export interface TilingResult {
  readonly pack: string;
  readonly preview: string;
  readonly thumb: string;
  readonly pyramid: PackGeometry;
}

/** Draws the next rows of the image in the room, as many as fit, and gives their number. */
export type Draw = (room: Room) => Iterable<number> | AsyncIterable<number>;

/** Tiles are made while the image arrives, so most of the time is spent in the first stage. */
export async function createTiles(
  draw: Draw,
  { from, onProgress, onReduced, ...job }: TilingJob,
): Promise<TilingResult> {
  const { height, folder } = job;
  const tiler = await openTiler({ ...job, smallSide: PREVIEW_SIDE });
  try {
    let done = 0;
    for await (const rows of draw(tiler.room)) {
      await tiler.take(rows);
      done += rows;
      onProgress('pdfConversion', from + (1 - from) * (done / height));
    }
    onProgress('thumbnailCreation', 0);
    const picture = tiler.reduce(PREVIEW_SIDE);
    onReduced?.(picture);
    const [small, tiled] = await Promise.all([
      withProblem('internal', 'thumbnailCreation', () => writeSmall(tiler, folder)),
      tiler.finish(),
    ]);
    onProgress('tiling', 1);
    return { ...tiled, ...small };
  } finally {
    await tiler.close();
  }
}

/** The preview of the reduced image, then the thumbnail. */
async function writeSmall(tiler: Tiler, folder: string) {
  const files = { preview: join(folder, 'preview.webp'), thumb: join(folder, 'thumb.webp') };
  await writeFile(files.preview, await tiler.encodeReduced());
  tiler.reduce(THUMB_SIDE);
  await writeFile(files.thumb, await tiler.encodeReduced());
  return files;
}
