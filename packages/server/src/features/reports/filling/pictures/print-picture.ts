// Makes a picture ready for paper: upright, as many pixels as its box needs, and stripped of everything but the picture (no position,
// no device, no thumbnail).
import sharp from 'sharp';

export type Printed = { bytes: Buffer; width: number; height: number };
export type PixelBox = { width: number; height: number };

/** What pages are printed at; more shows on no paper and only makes the file heavy. */
const PRINT_DPI = 200;
const JPEG_QUALITY = 80;
/** The largest photos of phones have 200 megapixels; a picture of more is an attack. */
const MAX_PIXELS = 250_000_000;

export function pixelsOf(millimetres: number): number {
  return Math.max(8, Math.round((millimetres / 25.4) * PRINT_DPI));
}

/** Undefined where the bytes are no picture that can be read. */
export async function printPicture(bytes: Buffer, box: PixelBox, format: 'jpg' | 'png'): Promise<Printed | undefined> {
  if (!isBitmap(bytes)) return undefined;
  try {
    const resized = sharp(bytes, { failOn: 'none', limitInputPixels: MAX_PIXELS, sequentialRead: true })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true });
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

/** JPEG, PNG or WebP by their first bytes. Nothing that draws or loads, such as SVG. */
export function isBitmap(bytes: Buffer): boolean {
  if (bytes.length < 12) return false;
  if (bytes.readUInt32BE(0) === 0x89504e47) return true;
  if (bytes.readUInt16BE(0) === 0xffd8) return true;
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** What stands where a picture should be but is not there: a quiet frame, so that the gap is seen and the page keeps its shape. */
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
