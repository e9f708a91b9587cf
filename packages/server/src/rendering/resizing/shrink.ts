// Resizes one photo. Runs in a separate process, because uploaded files are untrusted.
import { AppError } from '@plumbline/core/kernel/errors';
import sharp, { type Sharp } from 'sharp';
import { decodeHeic } from './heic.ts';
import { SIZES, type Size } from './order.ts';

/** Formats that phones and cameras produce; others get no smaller version. Detected by content, never by name. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff']);
/** The largest phone photos have 200 million pixels. */
const MAX_PIXELS = 250_000_000;
const SECONDS = 20;

// Images are rarely read twice here.
sharp.cache(false);

async function readable(source: Buffer): Promise<Sharp> {
  // Of a damaged photo, what can be read is shown, as in browsers and reports.
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'none', pages: 1 } as const;
  const { format, compression } = await sharp(source, options).metadata();
  if (!FORMATS.has(format ?? '')) throw new AppError('unsupported_type');
  if (format !== 'heif' || compression === 'av1') return sharp(source, options).autoOrient();
  return sharp(await decodeHeic(source), options);
}

/** Applies the orientation and strips metadata such as location and time. Throws if the file cannot be read. */
export async function shrink(source: Buffer, size: Size): Promise<Buffer> {
  const { side, quality } = SIZES[size];
  return (await readable(source))
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: SECONDS })
    .toBuffer();
}
