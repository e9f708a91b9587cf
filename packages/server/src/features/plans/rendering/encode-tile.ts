// Turns one tile's pixels into WebP: drawings without loss (smaller and sharper than any lossy form), pictures with little loss.
import sharp from 'sharp';

/** More colours than this among the sampled pixels is a photograph or a scan. */
const DRAWING_COLOURS = 160;
const SAMPLE_STEP = 7;

export interface TilePixels {
  /** Red, green, blue. */
  readonly rgb: Buffer;
  readonly width: number;
  readonly height: number;
  readonly photographic: boolean;
}

export function encodeTile({ rgb, width, height, photographic }: TilePixels): Promise<Buffer> {
  const raw = { width, height, channels: 3 as const };
  const image = sharp(rgb, { raw });
  return (photographic ? image.webp({ quality: 82, effort: 1 }) : image.webp({ lossless: true, effort: 1 })).toBuffer();
}

/** Cuts a tile out of rows of pixels. A tile of one colour is told as that colour, so that it need not be encoded again. */
export function cutTile(
  pixels: Uint32Array,
  rowPixels: number,
  left: number,
  width: number,
  height: number,
): TilePixels | { readonly colour: number } {
  const colour = oneColour(pixels, rowPixels, left, width, height);
  if (colour !== null) return { colour };
  const rgb = Buffer.allocUnsafe(width * height * 3);
  const seen = new Set<number>();
  let to = 0;
  let sample = 0;
  for (let row = 0; row < height; row++) {
    const from = row * rowPixels + left;
    for (let column = 0; column < width; column++) {
      const pixel = pixels[from + column] ?? 0;
      rgb[to] = pixel & 0xff;
      rgb[to + 1] = (pixel >>> 8) & 0xff;
      rgb[to + 2] = (pixel >>> 16) & 0xff;
      to += 3;
      if (++sample === SAMPLE_STEP) {
        sample = 0;
        if (seen.size <= DRAWING_COLOURS) seen.add(pixel & 0xffffff);
      }
    }
  }
  return { rgb, width, height, photographic: seen.size > DRAWING_COLOURS };
}

function oneColour(pixels: Uint32Array, rowPixels: number, left: number, width: number, height: number): number | null {
  const first = (pixels[left] ?? 0) & 0xffffff;
  for (let row = 0; row < height; row++) {
    const from = row * rowPixels + left;
    for (let column = 0; column < width; column++) {
      if (((pixels[from + column] ?? 0) & 0xffffff) !== first) return null;
    }
  }
  return first;
}

/** The pixels of a tile of one colour. */
export function plainTile(colour: number, width: number, height: number): TilePixels {
  const rgb = Buffer.alloc(
    width * height * 3,
    Buffer.from([colour & 0xff, (colour >>> 8) & 0xff, (colour >>> 16) & 0xff]),
  );
  return { rgb, width, height, photographic: false };
}
