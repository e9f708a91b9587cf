// What becomes of a tile: drawings are kept without loss (smaller and sharper than any lossy form), pictures with little loss.

/**
 * A drawing is mostly flat: at least this share of its pixels has a neighbour of the same colour. Scans and photographs have noise. So has
 * a drawing that was saved as a photograph: around each of its lines, and keeping that noise exactly takes more than all of the drawing.
 */
export const DRAWING_FLATNESS = { exact: 0.6, lossy: 0.97 } as const;
/** Whether the pixels are as somebody drew them, or what a JPEG has left of them. */
export type Grain = keyof typeof DRAWING_FLATNESS;

export const PHOTO_WEBP = { quality: 82, effort: 1 } as const;

/** Pixels of red, green and blue, one byte each. */
export async function encodePhoto(pixels: Uint8Array<ArrayBuffer>, width: number, height: number): Promise<Buffer> {
  // Most sheets are drawings alone and do without; loading it takes as long as hundreds of their tiles.
  const { sharp } = await import('../../sharp-single-thread.ts');
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp(PHOTO_WEBP)
    .toBuffer();
}
