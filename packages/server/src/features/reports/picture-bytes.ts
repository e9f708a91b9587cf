// Brings the pictures of a report from the file store, one at a time, each when it is printed.
import { PackError } from '@plumbline/core/features/plans/pack-format';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Files } from '../../platform/files/files.ts';
import type { PictureSource } from './arrange.ts';
import type { PictureRequest } from './filling/pictures/print-wish.ts';
import { renderPlanCrop } from './plan-crop.ts';

/** Larger than any photo that was taken in; held in memory while it is printed. */
const LARGEST = 64 * 1_048_576;

async function read(files: Files, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await files.open(key, range)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Makes the function that gives a picture's bytes; undefined for what is gone or cannot be drawn. */
export function pictureBytes(files: Files, sources: ReadonlyMap<string, PictureSource>) {
  return async ({ picture, box }: PictureRequest): Promise<Buffer | undefined> => {
    const source = sources.get(picture.id);
    if (!source || (source.kind === 'file' && source.size > LARGEST)) return undefined;
    try {
      if (source.kind === 'file') return await read(files, source.key);
      const readRange = ({ offset, length }: { offset: number; length: number }) =>
        read(files, source.key, { start: offset, end: offset + length - 1 });
      return await renderPlanCrop(readRange, { ...source, box });
    } catch (error) {
      if (error instanceof PackError || (error instanceof AppError && error.code === 'not_found')) return undefined;
      throw error;
    }
  };
}
