// Makes a profile picture from an uploaded file. Runs in a separate process: an SVG of a few kilobytes can take hours to
// draw, and nothing but the end of the process stops it.
import { AppError } from '@plumbline/core/kernel/errors';
import sharp, { type Sharp } from 'sharp';

type Pixels = { data: Buffer; width: number; height: number; channels: 3 };

const isBmp = (bytes: Buffer): boolean => bytes.length > 54 && bytes.toString('latin1', 0, 2) === 'BM';

/** Compression codes that mean uncompressed: plain, and the bit fields that current programs write for 32 bits. */
const PLAIN = new Set([0, 3]);

/**
 * Reads uncompressed BMP images (24 and 32 bits per pixel, and 8-bit palettes), which sharp does not support. Throws
 * `unsupported_type` for other kinds and for truncated files, `too_large` above `mostPixels`.
 */
function readBmp(bytes: Buffer, mostPixels: number): Pixels {
  if (!isBmp(bytes)) throw new AppError('unsupported_type');
  const start = bytes.readUInt32LE(10);
  const header = bytes.readUInt32LE(14);
  const width = bytes.readInt32LE(18);
  const tall = bytes.readInt32LE(22);
  const bits = bytes.readUInt16LE(28);
  const compression = bytes.readUInt32LE(30);
  const height = Math.abs(tall);
  if (header < 40 || width <= 0 || height === 0 || !PLAIN.has(compression)) throw new AppError('unsupported_type');
  if (width * height > mostPixels) throw new AppError('too_large');
  const step = Math.floor((bits * width + 31) / 32) * 4;
  if (![8, 24, 32].includes(bits) || start + step * height > bytes.length) throw new AppError('unsupported_type');
  const palette = 14 + header;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    // Rows are stored bottom-up unless the height is negative.
    const row = start + step * (tall > 0 ? height - 1 - y : y);
    for (let x = 0; x < width; x += 1) {
      const at = bits === 8 ? palette + (bytes[row + x] ?? 0) * 4 : row + (x * bits) / 8;
      const to = (y * width + x) * 3;
      // Pixels are stored as blue, green, red.
      data[to] = bytes[at + 2] ?? 0;
      data[to + 1] = bytes[at + 1] ?? 0;
      data[to + 2] = bytes[at] ?? 0;
    }
  }
  return { data, width, height, channels: 3 };
}

const SIDE = 512;
/** Phone cameras produce up to 50 million pixels; larger images would exhaust the memory of a small machine. */
const MAX_PIXELS = 60_000_000;
const FORMATS = new Set(['png', 'jpeg', 'svg', 'gif']);

async function open(bytes: Buffer): Promise<Sharp> {
  if (isBmp(bytes)) {
    const { data, ...raw } = readBmp(bytes, MAX_PIXELS);
    return sharp(data, { raw });
  }
  const source = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
  const { format, width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (!FORMATS.has(format ?? '')) throw new AppError('unsupported_type');
  if (width * height > MAX_PIXELS) throw new AppError('too_large');
  return source();
}

/**
 * The middle of the picture as a square, without anything else of the file. Throws `unsupported_type` or `too_large`.
 */
export async function shrinkProfilePicture(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = await open(bytes);
    return await picture
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('unsupported_type');
  }
}
