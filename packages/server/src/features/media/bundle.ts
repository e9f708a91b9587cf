// The content of a bundle of small pictures.

import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { bundleHead } from '@plumbline/core/features/media/bundle';
import { type BundledFile, MAX_BUNDLED_BYTES } from '@plumbline/core/features/media/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Picture } from './sizes.ts';

/** Pictures that are read or made before their turn. */
const AHEAD = 4;

export type BundleSources = {
  /** Throws `AppError` for a file that cannot be made smaller. */
  picture(file: BundledFile): Promise<Picture>;
  open(key: string): Promise<Readable>;
};

async function entry(file: BundledFile, { picture, open }: BundleSources): Promise<Buffer | undefined> {
  try {
    const { key, size } = await picture(file);
    if (size > MAX_BUNDLED_BYTES) return undefined;
    const content = await buffer(await open(key));
    return Buffer.concat([bundleHead({ ...file, mime: 'image/webp', bytes: content.length }), content]);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The files in their order, without those that cannot be made or are larger than a bundle takes. */
export async function* bundleOf(files: readonly BundledFile[], sources: BundleSources): AsyncGenerator<Buffer> {
  const ahead: Promise<Buffer | undefined>[] = [];
  const start = (file: BundledFile | undefined) => {
    if (!file) return;
    const read = entry(file, sources);
    // Thrown when it is its turn.
    read.catch(() => undefined);
    ahead.push(read);
  };
  for (const file of files.slice(0, AHEAD)) start(file);
  for (let at = 0; at < files.length; at += 1) {
    const bytes = await ahead.shift();
    start(files[at + AHEAD]);
    if (bytes) yield bytes;
  }
}
