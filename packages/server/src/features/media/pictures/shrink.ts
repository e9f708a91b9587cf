// Resizes one photo. Runs in a separate process, because uploaded files are untrusted.
import { AppError } from '@plumbline/core/kernel/errors';
import sharp from 'sharp';
import { jpegOfHeic } from './heic.ts';
import { SIZES, type Size } from './order.ts';

/** Formats that phones and cameras produce; others get no smaller version. Detected by content, never by name. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff']);
/** The largest phone photos have 200 million pixels. */
const MOST_PIXELS = 250_000_000;
const SECONDS = 20;

// Images are rarely read twice here.
sharp.cache(false);

async function readable(source: Buffer): Promise<Buffer> {
  const { format, compression } = await sharp(source, { limitInputPixels: MOST_PIXELS, pages: 1 }).metadata();
  if (!FORMATS.has(format ?? '')) throw new AppError('unsupported_type');
  return format === 'heif' && compression !== 'av1' ? jpegOfHeic(source) : source;
}

/** Applies the orientation and strips metadata such as location and time. Throws if the file cannot be read. */
export async function shrink(source: Buffer, size: Size): Promise<Buffer> {
  const { side, quality } = SIZES[size];
  return sharp(await readable(source), { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: SECONDS })
    .toBuffer();
}
