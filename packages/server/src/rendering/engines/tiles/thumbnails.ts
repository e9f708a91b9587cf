// Small pictures of a sheet, from pixels that were drawn anyway.
import { sharp } from '../../sharp-single-thread.ts';

export interface Drawn {
  /** Three bytes each. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Up to this size colours of thin lines are worked out with care; in larger pictures it takes three times as long and is not seen. */
const CAREFUL = 512;

/** Writes a WebP whose longer side is at most `side` pixels; smaller pictures stay as they are. */
export async function writeSmall({ pixels, width, height }: Drawn, side: number, path: string): Promise<void> {
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85, effort: 2, smartSubsample: side <= CAREFUL })
    .toFile(path);
}
