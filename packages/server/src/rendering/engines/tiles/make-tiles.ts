// Turns the pieces of an image into its files: the tile pack, the preview and the thumbnail.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PackGeometry, TILE_SIZE } from '@plumbline/core/features/plans/tiles/pack-format';
import { withProblem } from '../../render-error.ts';
import type { RenderProgress } from '../../results.ts';
import type { Picture } from './kernel/tile-kernel.ts';
import type { Piece } from './memory-layout.ts';
import { openTiler, type Room, type Tiler, type TilerJob } from './tiler.ts';

const THUMB_SIDE = 256;
const PREVIEW_SIDE = 1600;
/** Maximum size in bytes of the rows that are drawn at once. */
const BAND_BYTES = 96 * 2 ** 20;
/** Columns of tiles that are drawn at once: they are cut while they are in the cache of the processor. */
const PIECE_TILES = 4;
/** PDFium draws a character that begins left of a bitmap slightly displaced. Larger ones are paths, which it does not. */
const CHARACTER_PIXELS = 64;
/** What takes longer to draw again for every piece than pieces save: smaller pictures, such as a logo, do not. */
const MANY_PIXELS = 4e6;
const MANY_POINTS = 10_000;

interface DrawnImage {
  readonly width: number;
  readonly height: number;
  /** Of all pictures in it. */
  readonly picturePixels: number;
  /** Of all paths that have many points. */
  readonly longPathPoints: number;
}

/** Some columns of a row of tiles. Of what is costly to draw: bands of whole rows, as few as memory allows. */
export function pieceOf({ width, height, picturePixels, longPathPoints }: DrawnImage): Piece {
  const tiles = (pixels: number) => Math.ceil(pixels / TILE_SIZE);
  /** The pixels of the larger of about equal parts with at most `most` tiles each. */
  const equalParts = (inAll: number, most: number) => TILE_SIZE * Math.ceil(inAll / Math.ceil(inAll / most));
  if (picturePixels < MANY_PIXELS && longPathPoints < MANY_POINTS) {
    const part = equalParts(tiles(width), PIECE_TILES);
    return part < width
      ? { width: part, rows: TILE_SIZE, margin: CHARACTER_PIXELS }
      : { width, rows: TILE_SIZE, margin: 0 };
  }
  const most = Math.max(1, Math.floor(BAND_BYTES / (4 * width * TILE_SIZE)));
  return { width, rows: equalParts(tiles(height), most), margin: 0 };
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

/** Draws the next piece of the image in the room and yields the number of its rows. */
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
      const completed = await tiler.take(rows);
      done += completed;
      if (completed > 0) onProgress('pdfConversion', from + (1 - from) * (done / height));
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
