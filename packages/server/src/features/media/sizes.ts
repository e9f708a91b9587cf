// Smaller versions of photos: created on first request, stored beside the originals, never larger than them.
import { Readable } from 'node:stream';
import { AppError } from '@plumbline/core/kernel/errors';
import { createSlots } from '../../http/limits/concurrency-slots.ts';
import { putOnce } from '../../platform/files/put-once.ts';
import type { Services } from '../../platform/services.ts';
import type { Size } from '../../rendering/resizing/order.ts';
import { createPictureResizer } from '../../rendering/resizing/picture-resizer.ts';
import type { Blob } from './blobs.ts';

/** Maximum size in bytes of a file to resize. */
const MAX_BYTES = 64 * 1_048_576;
/** Two at once use both processors of a small machine. */
const MAX_CONCURRENT = 2;

export const isPicture = (mime: string): boolean => /^image\/(jpeg|png|webp|gif|avif|heic|heif|tiff)$/iu.test(mime);

async function bytesOf(source: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export type Picture = { key: string; size: number };
type Source = Pick<Blob, 'organisationId' | 'sha256' | 'key' | 'size'>;

/**
 * Creates the function that returns a photo in a smaller size. It throws `unsupported_type` if the file is not readable
 * as an image.
 */
export function createSizes({ files, log }: Pick<Services, 'files' | 'log'>) {
  const slots = createSlots(MAX_CONCURRENT, 2_000);
  const shrink = createPictureResizer(MAX_CONCURRENT);
  // Concurrent requests for the same size share one computation.
  const underWay = new Map<string, Promise<Picture>>();

  async function make(blob: Source, size: Size, key: string): Promise<Picture> {
    return slots(async () => {
      const created = await shrink(await bytesOf(await files.open(blob.key)), size);
      await putOnce(files, key, () => Readable.from([created]));
      log.debug({ key, bytes: created.length }, 'created a smaller image');
      return { key, size: created.length };
    });
  }

  return async (blob: Source, size: Size): Promise<Picture> => {
    if (blob.size > MAX_BYTES) throw new AppError('unsupported_type');
    const key = `sizes/${blob.organisationId}/${blob.sha256}/${size}.webp`;
    const file = await files.stat(key);
    if (file) return { key, size: file.size };
    const running = underWay.get(key) ?? make(blob, size, key).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}
