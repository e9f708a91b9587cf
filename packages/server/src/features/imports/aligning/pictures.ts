// Loads images of drawings as ink on paper.
import sharp from 'sharp';
import type { Grey } from './grey.ts';

/** Reads an image of a sheet in any colours; `source` is a path or the bytes. */
export async function greyOf(source: string | Buffer): Promise<Grey> {
  const { data, info } = await sharp(source)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ink = new Float32Array(info.width * info.height);
  for (let i = 0; i < ink.length; i++) ink[i] = 1 - (data[i * info.channels] ?? 255) / 255;
  return { width: info.width, height: info.height, ink };
}
