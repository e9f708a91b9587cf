// Prepares an image for print: upright, with as many pixels as its box needs, and without any metadata (location,
// device, thumbnail).
import sharp from 'sharp';

export type Printed = { bytes: Buffer; width: number; height: number };
export type PixelBox = { width: number; height: number };

/** The resolution at which pages are printed; more is not visible and only makes the file larger. */
const PRINT_DPI = 200;
const JPEG_QUALITY = 80;
/** The largest phone photos have 200 megapixels; an image with more is treated as an attack. */
const MAX_PIXELS = 250_000_000;

export function pixelsOf(millimetres: number): number {
  return Math.max(8, Math.round((millimetres / 25.4) * PRINT_DPI));
}

/** Undefined if the bytes are not a readable image. `cover` cuts it to fill the box. */
export async function printPicture(
  bytes: Buffer,
  box: PixelBox,
  format: 'jpg' | 'png',
  fit: 'inside' | 'cover' = 'inside',
): Promise<Printed | undefined> {
  if (!isBitmap(bytes)) return undefined;
  try {
    const resized = sharp(bytes, { failOn: 'none', limitInputPixels: MAX_PIXELS, sequentialRead: true })
      .autoOrient()
      .resize({ ...box, fit, withoutEnlargement: fit === 'inside' });
    const encoded =
      format === 'jpg'
        ? resized.flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY })
        : resized.png({ compressionLevel: 9 });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}

/** Whether the first bytes are those of a JPEG, PNG or WebP; excludes formats that can draw or load, such as SVG. */
export function isBitmap(bytes: Buffer): boolean {
  if (bytes.length < 12) return false;
  if (bytes.readUInt32BE(0) === 0x89504e47) return true;
  if (bytes.readUInt16BE(0) === 0xffd8) return true;
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** A placeholder for a missing image: an empty frame, so that the gap is visible and the page keeps its layout. */
export async function missingPicture({ width, height }: PixelBox, format: 'jpg' | 'png'): Promise<Printed> {
  const line = Math.max(2, Math.round(Math.min(width, height) / 120));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#f1f0ed"/>
    <path d="M0 0L${width} ${height}M${width} 0L0 ${height}" stroke="#d8d5cf" stroke-width="${line}"/>
  </svg>`;
  const drawn = sharp(Buffer.from(svg));
  const { data, info } = await (format === 'jpg' ? drawn.jpeg({ quality: JPEG_QUALITY }) : drawn.png()).toBuffer({
    resolveWithObject: true,
  });
  return { bytes: data, width: info.width, height: info.height };
}
