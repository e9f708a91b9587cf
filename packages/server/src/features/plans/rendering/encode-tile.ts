// Turns one tile's pixels into WebP: drawings without loss (smaller and sharper than any lossy form), pictures with little loss.
import sharp from 'sharp';

/** A drawing is mostly flat: at least this share of its pixels has a neighbour of the same colour. Scans and photographs have noise. */
const DRAWING_FLATNESS = 0.6;
/** A prime, so that the samples do not fall into columns. */
const SAMPLE_STEP = 53;
const COLOUR = 0xffffff;

/** How drawings are stored. The quality of a form without loss means effort: this one is a third faster for a tenth more bytes. */
export const DRAWING_WEBP = { lossless: true, effort: 1, quality: 20 } as const;
export const PHOTO_WEBP = { quality: 82, effort: 1 } as const;

export interface TilePixels {
  /** Red, green, blue and a byte without meaning. */
  readonly rgbx: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly photographic: boolean;
}

export function encodeTile({ rgbx, width, height, photographic }: TilePixels): Promise<Buffer> {
  const image = sharp(rgbx, { raw: { width, height, channels: 4 } }).removeAlpha();
  return (photographic ? image.webp(PHOTO_WEBP) : image.webp(DRAWING_WEBP)).toBuffer();
}

/** Where a tile stands in rows of pixels. */
export interface Cut {
  readonly rowPixels: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** The colour of a tile of one colour; null where there is more to see. */
export function plainColour(pixels: Int32Array, { rowPixels, left, width, height }: Cut): number | null {
  const first = (pixels[left] ?? 0) & COLOUR;
  for (let row = 0; row < height; row++) {
    const from = row * rowPixels + left;
    const to = from + width;
    for (let i = from; i < to; i++) {
      if (((pixels[i] as number) & COLOUR) !== first) return null;
    }
  }
  return first;
}

/** Cuts a tile out into `room`, which holds a whole tile. */
export function cutTile(pixels: Int32Array, cut: Cut, room: Int32Array<ArrayBuffer>): TilePixels {
  const { rowPixels, left, width, height } = cut;
  const tile = room.subarray(0, width * height);
  for (let row = 0; row < height; row++) {
    const from = row * rowPixels + left;
    tile.set(pixels.subarray(from, from + width), row * width);
  }
  return {
    rgbx: new Uint8Array(room.buffer, 0, tile.byteLength),
    width,
    height,
    photographic: flatness(tile) < DRAWING_FLATNESS,
  };
}

/** Share of pixels that equal their neighbour, from samples. */
function flatness(tile: Int32Array): number {
  let samples = 0;
  let same = 0;
  for (let i = 0; i + 1 < tile.length; i += SAMPLE_STEP) {
    samples++;
    if ((((tile[i] as number) ^ (tile[i + 1] as number)) & COLOUR) === 0) same++;
  }
  return samples === 0 ? 1 : same / samples;
}

/** The pixels of a tile of one colour. */
export function plainTile(colour: number, width: number, height: number): TilePixels {
  const rgbx = new Uint8Array(new Int32Array(width * height).fill(colour).buffer);
  return { rgbx, width, height, photographic: false };
}
