// Turns one tile's pixels into WebP: drawings without loss (smaller and sharper than any lossy form), pictures with little loss.
import { drawingEncoder } from './webp/drawing-webp.ts';

/** A drawing is mostly flat: at least this share of its pixels has a neighbour of the same colour. Scans and photographs have noise. */
const DRAWING_FLATNESS = 0.6;
/** A prime, so that the samples do not fall into columns. */
const SAMPLE_STEP = 53;
const COLOUR = 0xffffff;

export const PHOTO_WEBP = { quality: 82, effort: 1 } as const;

export interface TilePixels {
  /** Red, green, blue and a byte without meaning. */
  readonly pixels: Int32Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly photographic: boolean;
}

/** Works for one tile of a drawing at a time, and at once; photographs go to threads of their own. */
export function tileEncoder(tileSize: number): (tile: TilePixels) => Buffer | Promise<Buffer> {
  const drawings = drawingEncoder(tileSize * tileSize);
  return (tile) => (tile.photographic ? encodePhoto(tile) : drawings.encode(tile.pixels, tile.width, tile.height));
}

async function encodePhoto({ pixels, width, height }: TilePixels): Promise<Buffer> {
  // Most sheets are drawings alone and do without; loading it takes as long as hundreds of their tiles.
  const { sharp } = await import('./lone-sharp.ts');
  const rgbx = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  return sharp(rgbx, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp(PHOTO_WEBP)
    .toBuffer();
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
  return { pixels: tile, width, height, photographic: flatness(tile) < DRAWING_FLATNESS };
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
  return { pixels: new Int32Array(width * height).fill(colour), width, height, photographic: false };
}
