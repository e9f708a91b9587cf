// Reads the title blocks of pages in the regions that were marked in their project.
import type { ImportPage } from '@plumbline/core/features/imports/contract';
import { type ArrivingPage, findTitleBlock } from '@plumbline/core/features/imports/title-block/regions';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import type { PageWords } from '../../../rendering/text/page-words-file.ts';
import type { ImportKey } from '../state/key.ts';
import { readTitleBlocks, type TitleBlockRow, wordsOfImport } from './store.ts';

export type ReadBlock = NonNullable<ImportPage['titleBlock']>;
type Page = ArrivingPage & { readonly page: number };

/** What the pages say in the marked regions, by page number. */
export async function readInRegions(
  pages: readonly Page[],
  blocks: readonly TitleBlockRow[],
  words: AsyncIterable<PageWords>,
): Promise<Map<number, ReadBlock>> {
  const read = new Map<number, ReadBlock>();
  if (blocks.length === 0) return read;
  const byNumber = new Map(pages.map((page) => [page.page, page]));
  for await (const { page: number, words: written } of words) {
    const page = byNumber.get(number);
    const found = page && findTitleBlock(page, written, blocks);
    if (found) read.set(number, { titleBlockId: found.block.id, ...found.values });
  }
  return read;
}

type Waiting = Page & { importId: string };

/** Reads the waiting pages of the project again; returns what was read. */
export async function readWaitingPages(
  services: Services,
  organisationId: string,
  projectId: string,
): Promise<ReadBlock[]> {
  const { blocks, waiting } = await tenantTransaction(services.pool, organisationId, async (db) => {
    const found = await db.query<Waiting>(
      `SELECT p.import_id AS "importId", p.page, p.width_pt AS "widthPt", p.height_pt AS "heightPt", p.rotation AS turn
       FROM plan_import i JOIN plan_import_page p ON p.organisation_id = i.organisation_id AND p.import_id = i.id
       WHERE i.organisation_id = $1 AND i.project_id = $2 AND i.state = 'choosing' AND i.model IS NULL`,
      [organisationId, projectId],
    );
    return { blocks: await readTitleBlocks(db, organisationId, projectId), waiting: found.rows };
  });
  const all: ReadBlock[] = [];
  for (const importId of new Set(waiting.map((page) => page.importId))) {
    const key = { organisationId, importId };
    const pages = waiting.filter((page) => page.importId === importId);
    const read = await readInRegions(pages, blocks, wordsOfImport(services, key));
    await noteRead(services, key, read);
    all.push(...read.values());
  }
  return all;
}

/** Pages that show none of the title blocks get their first proposal back. */
export async function noteRead(
  services: Services,
  { organisationId, importId }: ImportKey,
  read: ReadonlyMap<number, ReadBlock>,
): Promise<void> {
  const rows = [...read].map(([page, block]) => ({ page, block }));
  await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `UPDATE plan_import_page p SET title_block = (SELECT r.block
         FROM jsonb_to_recordset($3::jsonb) AS r (page integer, block jsonb) WHERE r.page = p.page)
       WHERE p.organisation_id = $1 AND p.import_id = $2 AND NOT p.selected`,
      [organisationId, importId, JSON.stringify(rows)],
    ),
  );
}
