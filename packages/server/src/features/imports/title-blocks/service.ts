// User actions on title blocks: mark the regions on a page that waits for a choice, or delete them.
import {
  type getPageWords,
  type listTitleBlocks,
  MAX_TITLE_BLOCKS,
  type saveTitleBlock,
} from '@plumbline/core/features/imports/title-block/contract';
import { labelsAround, turnedWords } from '@plumbline/core/features/imports/title-block/regions';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { rotatedSize } from '@plumbline/core/site/geometry/rotation';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import type { ImportContext } from '../locked-import.ts';
import { readScan } from '../scans/scan-files.ts';
import { readImport } from '../state/read.ts';
import { readWaitingPages } from './read-pages.ts';
import { readTitleBlocks, type TitleBlockRow, wordsOfImport } from './store.ts';

export async function titleBlocksOf(
  services: Services,
  { session: { organisationId }, projectId }: ImportContext,
): Promise<ReplyOf<typeof listTitleBlocks>> {
  const titleBlocks = await tenantTransaction(services.pool, organisationId, (db) =>
    readTitleBlocks(db, organisationId, projectId),
  );
  return { titleBlocks };
}

/** Empty for a page without text. */
export async function wordsOfPage(
  services: Services,
  { session: { organisationId }, projectId }: ImportContext,
  { importId, page }: { importId: string; page: number },
): Promise<ReplyOf<typeof getPageWords>> {
  // Throws for an import of another project.
  await readImport(services, organisationId, projectId, importId);
  const key = { organisationId, importId };
  const scanned = await readScan(services, key, page);
  if (scanned) return { words: scanned.map(({ sizePt: _size, turn = 0, ...word }) => ({ ...word, turn })) };
  for await (const { page: number, words } of wordsOfImport(services, key)) {
    if (number === page) return { words: words.map(({ turn = 0, ...word }) => ({ ...word, turn })) };
  }
  return { words: [] };
}

export async function markTitleBlock(
  services: Services,
  where: ImportContext,
  titleBlockId: string,
  { importId, page, turn, regions }: RequestOf<typeof saveTitleBlock>['body'],
): Promise<ReplyOf<typeof saveTitleBlock>> {
  const { organisationId } = where.session;
  const { pages } = await readImport(services, organisationId, where.projectId, importId);
  const sheet = pages.find((one) => one.page === page);
  if (!sheet) return refuseFields({ path: 'page', outcome: 'UNKNOWN' });
  const { words } = await wordsOfPage(services, where, { importId, page });
  const labels = labelsAround(turnedWords(words, turn), regions);
  const titleBlock = { id: titleBlockId, ...rotatedSize(sheet, turn), regions, labels };
  await put(services, where, titleBlock);
  const read = await readWaitingPages(services, organisationId, where.projectId);
  return { titleBlock, pages: read.filter((one) => one.titleBlockId === titleBlockId).length };
}

async function put(
  services: Services,
  { session: { organisationId }, projectId }: ImportContext,
  { id, widthPt, heightPt, regions, labels }: TitleBlockRow,
): Promise<void> {
  await tenantTransaction(services.pool, organisationId, async (db) => {
    const others = (await readTitleBlocks(db, organisationId, projectId)).filter((one) => one.id !== id);
    if (others.length >= MAX_TITLE_BLOCKS) refuseFields({ path: 'regions', outcome: 'TOO_BIG' });
    const saved = await db.query(
      `INSERT INTO title_block AS b (organisation_id, id, project_id, width_pt, height_pt, regions, labels, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (organisation_id, id) DO UPDATE SET width_pt = $4, height_pt = $5, regions = $6, labels = $7,
         updated_at = $8 WHERE b.project_id = $3`,
      [
        ...[organisationId, id, projectId, widthPt, heightPt],
        ...[JSON.stringify(regions), JSON.stringify(labels), services.clock.now()],
      ],
    );
    if (saved.rowCount === 0) throw new AppError('not_found');
  });
}

export async function removeTitleBlock(
  services: Services,
  { session: { organisationId }, projectId }: ImportContext,
  titleBlockId: string,
): Promise<void> {
  const removed = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query('DELETE FROM title_block WHERE organisation_id = $1 AND project_id = $2 AND id = $3', [
      organisationId,
      projectId,
      titleBlockId,
    ]),
  );
  if (removed.rowCount === 0) throw new AppError('not_found');
  await readWaitingPages(services, organisationId, projectId);
}
