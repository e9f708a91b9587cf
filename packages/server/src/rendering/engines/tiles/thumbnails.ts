// Small pictures of a page to choose from: those of drawings by the tile encoder, those of photos by libvips.
import { writeFile } from 'node:fs/promises';
import { type Cut, kernelMemory, openKernel, ROOM_BYTES, type TileKernel } from './kernel/tile-kernel.ts';
import { toThreeBytes } from './pixel-packing.ts';

/** Pixels of four bytes: red in the lowest, then green and blue; the fourth is ignored. */
export interface Drawn {
  readonly pixels: Int32Array;
  readonly width: number;
  readonly height: number;
}

export interface SmallPicture {
  /** Of its longer side, in pixels. */
  readonly side: number;
  readonly path: string;
}

/** Longer side of the largest page that the tile encoder takes. */
export const MAX_DRAWN_SIDE = 2_000;
/** The first bytes of the memory belong to the module itself. */
const ROOM = 2 ** 16;
const SOURCE = ROOM + ROOM_BYTES;
/**
 * Every part of a drawing has more pixels that equal their neighbour than this share, every photo has a part with fewer.
 * A drawing so dense that it is taken for a photo is only slower to encode.
 */
const MIN_FLATNESS = 0.25;
const PART_SIDE = 128;
/**
 * Up to this size the colours of thin lines are computed with care by libvips; in larger images that takes three times as
 * long and is not visible.
 */
const CAREFUL = 512;

let opened: { readonly kernel: TileKernel; readonly pixels: Int32Array } | undefined;

/** One for all pages: only the memory that a page needs is used. */
function drawingKernel() {
  if (opened) return opened;
  const count = MAX_DRAWN_SIDE * MAX_DRAWN_SIDE;
  const memory = kernelMemory(SOURCE + 4 * count);
  opened = { kernel: openKernel(memory, ROOM), pixels: new Int32Array(memory.buffer, SOURCE, count) };
  return opened;
}

/**
 * Writes WebP files of a page with at most `MAX_DRAWN_SIDE` pixels per side, from the largest to the smallest; none is
 * larger than the page.
 */
export async function writePreviews(drawn: Drawn, files: readonly SmallPicture[]): Promise<void> {
  const { kernel, pixels } = drawingKernel();
  pixels.set(drawn.pixels);
  if (!isDrawing(kernel, drawn)) {
    for (const { side, path } of files) await writeSmall(drawn, side, path);
    return;
  }
  let picture = { at: SOURCE, width: drawn.width, height: drawn.height };
  for (const { side, path } of files) {
    picture = kernel.shrink(picture, side);
    const { at, width, height } = picture;
    await writeFile(path, kernel.encodeCoarsely({ source: at, stride: width, width, height }));
  }
}

function isDrawing(kernel: TileKernel, page: Drawn): boolean {
  for (const part of partsOf(page)) if (kernel.cut(part, null) > 1 && kernel.flatness() < MIN_FLATNESS) return false;
  return true;
}

function* partsOf({ width, height }: Drawn): Generator<Cut> {
  for (let y = 0; y < height; y += PART_SIDE)
    for (let x = 0; x < width; x += PART_SIDE)
      yield {
        source: SOURCE + 4 * (y * width + x),
        stride: width,
        width: Math.min(PART_SIDE, width - x),
        height: Math.min(PART_SIDE, height - y),
      };
}

/** Writes a WebP by libvips whose longer side is at most `side` pixels; smaller images keep their size. */
export async function writeSmall({ pixels, width, height }: Drawn, side: number, path: string): Promise<void> {
  // Loading it takes as long as all previews of a drawing.
  const { sharp } = await import('../../sharp-single-thread.ts');
  await sharp(threeBytes(pixels), { raw: { width, height, channels: 3 } })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85, effort: 2, smartSubsample: side <= CAREFUL })
    .toFile(path);
}

/** Red, green and blue, one byte each. */
export function threeBytes(pixels: Int32Array): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(3 * pixels.length);
  toThreeBytes(pixels, packed);
  return packed;
}
