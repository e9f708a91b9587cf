// Encodes tiles and previews: drawings losslessly (smaller and sharper than any lossy form), photos with little loss.

/**
 * A drawing is mostly flat: at least this share of its pixels has a neighbour of the same colour. Scans and photos have
 * noise. So does a drawing saved as a JPEG: the noise around each line would take more bytes, stored losslessly, than
 * the drawing itself.
 */
export const DRAWING_FLATNESS = { exact: 0.6, lossy: 0.97 } as const;
/** Whether the pixels are exact or have been through JPEG compression. */
export type Grain = keyof typeof DRAWING_FLATNESS;

export const PHOTO_WEBP = { quality: 82, effort: 1 } as const;

/** Red, green and blue, one byte each. */
export async function encodePhoto(pixels: Uint8Array<ArrayBuffer>, width: number, height: number): Promise<Buffer> {
  // Most sheets contain only drawings and do not need sharp, which takes as long to load as hundreds of their tiles.
  const { sharp } = await import('../../sharp-single-thread.ts');
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp(PHOTO_WEBP)
    .toBuffer();
}
