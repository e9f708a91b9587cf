// Smaller pictures of photos: made when first asked for, kept beside the originals, never larger than they.
import { Readable } from 'node:stream';
import { AppError } from '@plumbline/core/kernel/errors';
import sharp from 'sharp';
import type { Parts } from '../../http/parts.ts';
import { createSlots } from '../../http/slots.ts';
import type { Blob } from './blobs.ts';

/** Longest side in pixels, and the quality of WebP. */
const SIZES = { thumb: { side: 320, quality: 74 }, preview: { side: 1_600, quality: 80 } } as const;
export type Size = keyof typeof SIZES;

/** What phones and cameras send; anything else has no smaller picture. Judged by content, never by name. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff']);
/** A phone's largest photo has 200 million pixels. */
const MOST_PIXELS = 250_000_000;
/** Bytes of a file that is looked at at all. */
const MOST_BYTES = 64 * 1_048_576;
const SECONDS = 20;

export const isPicture = (mime: string): boolean => /^image\/(jpeg|png|webp|gif|avif|heic|heif|tiff)$/iu.test(mime);

async function bytesOf(source: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function shrink(source: Buffer, size: Size): Promise<Buffer> {
  const { side, quality } = SIZES[size];
  try {
    const open = () => sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
    const { format } = await open().metadata();
    if (!FORMATS.has(format ?? '')) throw new AppError('unsupported_type');
    // Upright as the camera was held; without the place and time the file may carry.
    return await open()
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .timeout({ seconds: SECONDS })
      .toBuffer();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('unsupported_type');
  }
}

export type Picture = { key: string; size: number };

/** Makes the function that gives a photo in a smaller size. It throws `unsupported_type` for what cannot be read as a picture. */
export function createSizes({ files, log }: Pick<Parts, 'files' | 'log'>) {
  // Two at once take both processors of a small machine; whoever asks for the same picture waits for the same work.
  const slots = createSlots(2, 2_000);
  const underWay = new Map<string, Promise<Picture>>();

  async function make(blob: Blob, size: Size, key: string): Promise<Picture> {
    return slots(async () => {
      const made = await shrink(await bytesOf(await files.open(blob.key)), size);
      await files.put(key, Readable.from([made])).catch((error: unknown) => {
        // Another process was faster: its picture is the same.
        if (!(error instanceof AppError) || error.code !== 'already_exists') throw error;
      });
      log.debug({ key, bytes: made.length }, 'made a smaller picture');
      return { key, size: made.length };
    });
  }

  return async (blob: Blob, size: Size): Promise<Picture> => {
    if (blob.size > MOST_BYTES) throw new AppError('unsupported_type');
    const key = `sizes/${blob.organisationId}/${blob.sha256}/${size}.webp`;
    const kept = await files.stat(key);
    if (kept) return { key, size: kept.size };
    const running = underWay.get(key) ?? make(blob, size, key).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}
