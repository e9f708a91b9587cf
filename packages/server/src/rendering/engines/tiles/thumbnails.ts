// Small pictures of a page to choose from, by libvips.
import { sharp } from '../../sharp-single-thread.ts';

export interface Thumbnails {
  /** Three bytes per pixel. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Up to this size the colours of thin lines are computed with care; in larger images that takes three times as long and
 * is not visible.
 */
const CAREFUL = 512;

/** Writes a WebP whose longer side is at most `side` pixels; smaller images keep their size. */
export async function writeSmall({ pixels, width, height }: Thumbnails, side: number, path: string): Promise<void> {
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85, effort: 2, smartSubsample: side <= CAREFUL })
    .toFile(path);
}
