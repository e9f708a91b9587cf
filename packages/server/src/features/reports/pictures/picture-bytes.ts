// Fetches the images of a report from the file store, one at a time, each when it is printed.
import { PackError } from '@plumbline/core/features/plans/tiles/pack-format';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Files } from '../../../platform/files/files.ts';
import type { Services } from '../../../platform/services.ts';
import { createSizes } from '../../media/sizes.ts';
import type { PictureSource } from '../content/arrange.ts';
import { isBitmap } from '../filling/pictures/print-picture.ts';
import type { PictureRequest } from '../filling/pictures/print-requested.ts';
import { renderPlanCrop } from './plan-crop.ts';

/** Larger than any accepted photo; held in memory while it is printed. */
const MAX_BYTES = 64 * 1_048_576;

const MISSING_CODES: ReadonlySet<string> = new Set(['not_found', 'unsupported_type']);

async function read(files: Files, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await files.open(key, range)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Formats that pages cannot print directly, such as HEIC photos from iPhones, are converted as for the screen. */
function asPrinted({ files, log }: Pick<Services, 'files' | 'log'>, organisationId: string) {
  const pictureOf = createSizes({ files, log });
  return async (source: Extract<PictureSource, { kind: 'file' }>): Promise<Buffer> => {
    const bytes = await read(files, source.key);
    if (isBitmap(bytes)) return bytes;
    const { key } = await pictureOf({ ...source, organisationId }, 'preview');
    return read(files, key);
  };
}

/** Creates the function that returns an image's bytes; undefined if it is gone or cannot be drawn. */
export function pictureBytes(
  services: Pick<Services, 'files' | 'log'>,
  organisationId: string,
  sources: ReadonlyMap<string, PictureSource>,
) {
  const { files } = services;
  const printed = asPrinted(services, organisationId);
  return async ({ picture, box }: PictureRequest): Promise<Buffer | undefined> => {
    const source = sources.get(picture.id);
    if (!source || (source.kind === 'file' && source.size > MAX_BYTES)) return undefined;
    try {
      if (source.kind === 'file') return await printed(source);
      const readRange = ({ offset, length }: { offset: number; length: number }) =>
        read(files, source.key, { start: offset, end: offset + length - 1 });
      if (source.kind !== 'overview') return await renderPlanCrop(readRange, { ...source, box });
      const { renderPlanOverview } = await import('./plan-overview.ts');
      return await renderPlanOverview(readRange, { ...source, box });
    } catch (error) {
      if (error instanceof PackError || (error instanceof AppError && MISSING_CODES.has(error.code))) return undefined;
      throw error;
    }
  };
}
