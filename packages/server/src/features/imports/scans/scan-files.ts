// The recognised words of pages that wait for a choice: kept with their previews, and removed with them.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AppError } from '@plumbline/core/kernel/errors';
import { putOnce } from '../../../platform/files/put-once.ts';
import type { Services } from '../../../platform/services.ts';
import type { SizedWord } from '../../../rendering/engines/pdf/page-words.ts';
import { type ImportKey, previewFolder } from '../state/key.ts';

const MAX_BYTES = 64 * 2 ** 20;

const scanKey = ({ organisationId, importId }: ImportKey, page: number): string =>
  `${previewFolder(organisationId, importId)}scan-${page}.json.gz`;

export async function storeScan(
  { files }: Pick<Services, 'files'>,
  key: ImportKey,
  page: number,
  words: readonly SizedWord[],
): Promise<void> {
  const packed = await promisify(gzip)(JSON.stringify(words));
  await putOnce(files, scanKey(key, page), () => Readable.from([packed]));
}

/** Undefined for a page that was not recognised, and after the import has ended. */
export async function readScan(
  { files }: Pick<Services, 'files'>,
  key: ImportKey,
  page: number,
): Promise<SizedWord[] | undefined> {
  const target = scanKey(key, page);
  if (!(await files.stat(target))) return undefined;
  try {
    const bytes = await promisify(gunzip)(await buffer(await files.open(target)), { maxOutputLength: MAX_BYTES });
    // Only `storeScan` creates these files.
    return JSON.parse(bytes.toString('utf8')) as SizedWord[];
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}
