// Title blocks as rows, and the words of pages that wait for a choice.
import type { listTitleBlocks } from '@plumbline/core/features/imports/title-block/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { fileBytes } from '../../../platform/files/files.ts';
import { putOnce } from '../../../platform/files/put-once.ts';
import type { Services } from '../../../platform/services.ts';
import { type PageWords, pageWords } from '../../../rendering/text/page-words-file.ts';
import { readScan } from '../scans/scan-files.ts';
import { type ImportKey, previewFolder } from '../state/key.ts';

export type TitleBlockRow = ReplyOf<typeof listTitleBlocks>['titleBlocks'][number];

/** Kept with the previews, and removed with them. */
const wordsKey = ({ organisationId, importId }: ImportKey): string =>
  `${previewFolder(organisationId, importId)}words.gz`;

export async function storeWords(services: Services, key: ImportKey, path: string): Promise<void> {
  await putOnce(services.files, wordsKey(key), () => fileBytes(path));
}

/** The words of the pages of an import: of those with text of their own, then of recognised scans. */
export async function* wordsOfImport(services: Services, key: ImportKey): AsyncGenerator<PageWords> {
  yield* writtenWords(services, key);
  const folder = previewFolder(key.organisationId, key.importId);
  for await (const { key: file } of services.files.list(folder)) {
    const page = Number(/\/scan-(\d+)\.json\.gz$/u.exec(file)?.[1]);
    const words = page > 0 ? await readScan(services, key, page) : undefined;
    if (words) yield { page, words };
  }
}

async function* writtenWords(services: Services, key: ImportKey): AsyncGenerator<PageWords> {
  const target = wordsKey(key);
  if (!(await services.files.stat(target))) return;
  try {
    yield* pageWords(await services.files.open(target));
  } catch (error) {
    // The import has ended in the meantime.
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
}

/** The latest first. */
export async function readTitleBlocks(
  db: PoolClient,
  organisationId: string,
  projectId: string,
): Promise<TitleBlockRow[]> {
  const found = await db.query<TitleBlockRow>(
    `SELECT id, width_pt AS "widthPt", height_pt AS "heightPt", regions, labels FROM title_block
     WHERE organisation_id = $1 AND project_id = $2 ORDER BY updated_at DESC, id`,
    [organisationId, projectId],
  );
  return found.rows;
}
