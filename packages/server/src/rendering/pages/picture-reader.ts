// Reads images as plans: rotated upright, in sRGB on white, and read in bands, large ones from a scratch file. Of an
// animation only the first frame; a TIFF with several sheets has as many pages.
import { open, readFile } from 'node:fs/promises';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import type { Sharp, SharpOptions } from 'sharp';
import type { Grain } from '../engines/tiles/encode-tile.ts';
import type { Draw } from '../engines/tiles/make-tiles.ts';
import { toFourBytes } from '../engines/tiles/pixel-packing.ts';
import type { Room } from '../engines/tiles/tiler.ts';
import { LIMITS } from '../limits.ts';
import { asRenderError, RenderError, type RenderStage } from '../render-error.ts';
import { decodeHeic } from '../resizing/heic.ts';
import { sharp } from '../sharp-single-thread.ts';
import { tiffSheets } from './tiff-sheets.ts';

/** libvips' own uncompressed format: a header, then red, green and blue without gaps. */
const VIPS_HEADER_BYTES = 64;
/** A sheet of 33 megapixels: writing it to disk and reading it back may take longer than everything else. */
const IN_MEMORY_BYTES = 100_000_000;

export interface PictureSize {
  /** Size in pixels after rotating upright. */
  readonly width: number;
  readonly height: number;
}

/** Properties of an image before it is decoded. */
export interface PictureHead extends PictureSize {
  readonly turned: boolean;
  readonly grain: Grain;
}

/** An image in a file: its index among all images in it, from 0; decoded if sharp cannot do that. */
export interface PictureIn {
  readonly path: string;
  readonly index: number;
  readonly decoded?: Buffer | undefined;
}

/** The images of a file that are pages, in order. Throws `RenderError` if there are too many. */
export async function picturesIn(path: string, stage: RenderStage): Promise<PictureIn[]> {
  const decoded = await decodedHeic(path, stage);
  if (decoded) return [{ path, index: 0, decoded }];
  const sheets = (await tiffSheets(path)) ?? [0];
  if (sheets.length > LIMITS.pages) throw new RenderError('too_many_pages', stage, `${sheets.length} pages`);
  return sheets.map((index) => ({ path, index }));
}

/** Undefined for all other formats, among them AVIF, which has the same container. */
async function decodedHeic(path: string, stage: RenderStage): Promise<Buffer | undefined> {
  const found = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (found?.format !== 'heif' || found.compression === 'av1') return undefined;
  return decodeHeic(await readFile(path)).catch((error: unknown) => {
    throw new RenderError('heic_unsupported', stage, String(error), { cause: error });
  });
}

/** The image of a page, numbered from 1. Throws `RenderError` if there is none. */
export async function pictureOf(path: string, page: number, stage: RenderStage): Promise<PictureIn> {
  const picture = (await picturesIn(path, stage))[page - 1];
  if (!picture) throw new RenderError('no_pages', stage, `there is no page ${page}`);
  return picture;
}

/** Opens the image with sharp. */
export function openPicture({ path, index, decoded }: PictureIn, options: SharpOptions): Sharp {
  return decoded ? sharp(decoded, options) : sharp(path, { ...options, ...(index > 0 && { page: index }) });
}

/** Reads the header of an image. Throws `RenderError` if it is damaged or too large. */
export async function pictureSize(picture: PictureIn, stage: RenderStage): Promise<PictureHead> {
  const meta = await openPicture(picture, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new RenderError('image_damaged', stage, String(error), { cause: error });
    });
  const { width, height } = meta.autoOrient;
  const most = meta.format === 'heif' ? LIMITS.avifPixels : LIMITS.imagePixels;
  const tooLarge = width * height > most || Math.max(width, height) > LIMITS.imageSide;
  if (tooLarge) throw new RenderError('image_too_large', stage, `${width} × ${height}`);
  const lossy = meta.format === 'jpeg' || meta.format === 'heif' || picture.decoded !== undefined;
  return { width, height, turned: (meta.orientation ?? 1) > 1, grain: lossy ? 'lossy' : 'exact' };
}

/**
 * The image upright and rotated further, on white, with eight bits each of red, green and blue. Reading fails if the
 * data is truncated.
 */
function upright(picture: PictureIn, turned: boolean, rotation: Rotation): Sharp {
  return openPicture(picture, {
    sequentialRead: !turned && rotation === 0,
    limitInputPixels: LIMITS.imagePixels,
    failOn: 'truncated',
  })
    .autoOrient()
    .rotate(rotation)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
}

/** A decoded image. */
export interface Unpacked extends PictureSize {
  readonly draw: Draw;
}

/** Reads decoded rows, three bytes per pixel. */
type Rows = (from: number, bytes: number) => Promise<Uint8Array>;

/**
 * Decodes the image, rotated by the given degrees beyond its own orientation; to `scratchPath` if it is large. Throws
 * `RenderError`.
 */
export async function unpackPicture(
  picture: PictureIn,
  scratchPath: string,
  head: PictureHead,
  rotation: Rotation = 0,
): Promise<Unpacked> {
  const small = 3 * head.width * head.height <= IN_MEMORY_BYTES;
  try {
    const decoded = upright(picture, head.turned, rotation);
    const { data, info } = small
      ? await decoded.raw().toBuffer({ resolveWithObject: true })
      : { data: null, info: await decoded.toFile(scratchPath) };
    if (info.channels !== 3) throw new Error(`${info.channels} channels`);
    const size = { width: info.width, height: info.height };
    return {
      ...size,
      draw: (room) => (data ? drawRows(size, room, rowsIn(data)) : drawFromDisk(size, room, scratchPath)),
    };
  } catch (error) {
    throw asRenderError(error, 'image_damaged', 'pdfConversion');
  }
}

const rowsIn =
  (data: Uint8Array): Rows =>
  async (from, bytes) =>
    data.subarray(from, from + bytes);

async function* drawFromDisk(size: PictureSize, room: Room, scratchPath: string): AsyncGenerator<number> {
  const file = await open(scratchPath, 'r');
  const packed = new Uint8Array(size.width * 3 * room.rows);
  try {
    yield* drawRows(size, room, async (from, bytes) => {
      const rows = packed.subarray(0, bytes);
      await readAll(file, rows, VIPS_HEADER_BYTES + from);
      return rows;
    });
  } finally {
    await file.close();
  }
}

async function* drawRows({ width, height }: PictureSize, room: Room, read: Rows): AsyncGenerator<number> {
  for (let top = 0; top < height; top += room.rows) {
    const rows = Math.min(room.rows, height - top);
    toFourBytes(await read(3 * width * top, 3 * width * rows), room.pixels().subarray(0, width * rows));
    yield rows;
  }
}

async function readAll(file: Awaited<ReturnType<typeof open>>, target: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < target.length) {
    const { bytesRead } = await file.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) throw new RenderError('internal', 'tiling', 'the unpacked picture is too short');
    done += bytesRead;
  }
}
