// Pictures as plans: turned upright, in plain colours on white, and read back in bands from a scratch file. Of what moves the first frame;
// a TIFF of several sheets has as many pages.
import { open } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { Grain } from './encode-tile.ts';
import { LIMITS } from './limits.ts';
import { sharp } from './lone-sharp.ts';
import { asRenderError, RenderError, type RenderStage } from './render-error.ts';
import { tiffSheets } from './tiff-sheets.ts';

/** libvips' own uncompressed format: a header, then red, green, blue without gaps. */
const VIPS_HEADER_BYTES = 64;

export interface PictureSize {
  /** Pixels after turning upright. */
  readonly width: number;
  readonly height: number;
}

/** A picture within a file: its number among all that are in it, from 0. */
export interface PictureIn {
  readonly path: string;
  readonly index: number;
}

/** The pictures of a file that are pages, in their order. Throws `RenderError`: too many. */
export async function picturesIn(path: string, stage: RenderStage): Promise<PictureIn[]> {
  const sheets = (await tiffSheets(path)) ?? [0];
  if (sheets.length > LIMITS.pages) throw new RenderError('too_many_pages', stage, `${sheets.length} pages`);
  return sheets.map((index) => ({ path, index }));
}

/** The picture that is a page, numbered from 1. Throws `RenderError`: there is none. */
export async function pictureOf(path: string, page: number, stage: RenderStage): Promise<PictureIn> {
  const picture = (await picturesIn(path, stage))[page - 1];
  if (!picture) throw new RenderError('no_pages', stage, `there is no page ${page}`);
  return picture;
}

/** Which of the pictures in a file is meant, for sharp. Only some kinds of files know of several. */
export const at = ({ index }: PictureIn): { page?: number } => (index > 0 ? { page: index } : {});

/** Reads the head of a picture. Throws `RenderError`: damaged or too large. */
export async function pictureSize(
  picture: PictureIn,
  stage: RenderStage,
): Promise<PictureSize & { readonly turned: boolean; readonly grain: Grain }> {
  const meta = await sharp(picture.path, { limitInputPixels: false, ...at(picture) })
    .metadata()
    .catch((error: unknown) => {
      throw new RenderError('image_damaged', stage, String(error), { cause: error });
    });
  const { width, height } = meta.autoOrient;
  const tooLarge = width * height > LIMITS.imagePixels || Math.max(width, height) > LIMITS.imageSide;
  if (tooLarge) throw new RenderError('image_too_large', stage, `${width} × ${height}`);
  const lossy = meta.format === 'jpeg' || meta.format === 'heif';
  return { width, height, turned: (meta.orientation ?? 1) > 1, grain: lossy ? 'lossy' : 'exact' };
}

/** The picture upright, on white, in eight bits of red, green and blue. Reading fails where the data is cut off. */
export function upright(picture: PictureIn, turned: boolean): Sharp {
  const limits = { sequentialRead: !turned, limitInputPixels: LIMITS.imagePixels, failOn: 'truncated' } as const;
  return sharp(picture.path, { ...limits, ...at(picture) })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
}

/** Decodes the picture to `scratchPath` with little memory. Throws `RenderError`. */
export async function unpackPicture(picture: PictureIn, scratchPath: string, turned: boolean): Promise<PictureSize> {
  try {
    const info = await upright(picture, turned).toFile(scratchPath);
    if (info.channels !== 3) throw new Error(`${info.channels} channels`);
    return { width: info.width, height: info.height };
  } catch (error) {
    throw asRenderError(error, 'image_damaged', 'pdfConversion');
  }
}

/** Rows of the unpacked picture from top to bottom, four bytes per pixel. A band is valid until the next one. */
export async function* pictureBands(
  scratchPath: string,
  size: PictureSize,
  bandRows: number,
): AsyncGenerator<Uint8Array> {
  const file = await open(scratchPath, 'r');
  try {
    const packed = new Uint8Array(size.width * 3 * Math.min(bandRows, size.height));
    const pixels = new Int32Array(size.width * Math.min(bandRows, size.height));
    let position = VIPS_HEADER_BYTES;
    for (let top = 0; top < size.height; top += bandRows) {
      const count = size.width * Math.min(bandRows, size.height - top);
      await readAll(file, packed.subarray(0, count * 3), position);
      position += count * 3;
      for (let i = 0, from = 0; i < count; i++, from += 3) {
        pixels[i] = (packed[from] ?? 0) | ((packed[from + 1] ?? 0) << 8) | ((packed[from + 2] ?? 0) << 16) | 0xff000000;
      }
      yield new Uint8Array(pixels.buffer, 0, count * 4);
    }
  } finally {
    await file.close();
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
