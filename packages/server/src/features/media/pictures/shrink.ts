// Makes one photo smaller. Runs in a process of its own: a file from a stranger can be anything.
import { AppError } from '@plumbline/core/kernel/errors';
import sharp from 'sharp';
import { jpegOfHeic } from './heic.ts';
import { SIZES, type Size } from './order.ts';

/** What phones and cameras send; anything else has no smaller picture. Judged by content, never by name. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff']);
/** A phone's largest photo has 200 million pixels. */
const MOST_PIXELS = 250_000_000;
const SECONDS = 20;

// What was read once is not read again here.
sharp.cache(false);

async function readable(source: Buffer): Promise<Buffer> {
  const { format, compression } = await sharp(source, { limitInputPixels: MOST_PIXELS, pages: 1 }).metadata();
  if (!FORMATS.has(format ?? '')) throw new AppError('unsupported_type');
  return format === 'heif' && compression !== 'av1' ? jpegOfHeic(source) : source;
}

/** Upright as the camera was held; without the place and time the file may carry. Throws where it cannot be read. */
export async function shrink(source: Buffer, size: Size): Promise<Buffer> {
  const { side, quality } = SIZES[size];
  return sharp(await readable(source), { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: SECONDS })
    .toBuffer();
}
