// Recognises the title blocks of scanned pages while they wait for a choice, and proposes their numbers and titles.
import { proposeRotation, type Rotation } from '@plumbline/core/site/geometry/rotation';
import type { PoolClient } from 'pg';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { JobContext } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';
import type { SizedWord } from '../../../rendering/engines/pdf/page-words.ts';
import { onDisk, withScratch } from '../../uploads/scratch.ts';
import { isFinal, requireAttemptsLeft } from '../state/failures.ts';
import type { ImportKey } from '../state/key.ts';
import { noteRead, readInRegions } from '../title-blocks/read-pages.ts';
import { readTitleBlocks, wordsOfImport } from '../title-blocks/store.ts';
import { clearPreviewsOfEnded, readJob } from '../work.ts';
import { nameScans, type ScannedPage } from './name-scans.ts';
import { recogniseTitleBlock } from './recognise-page.ts';
import { readScan, storeScan } from './scan-files.ts';
import { enqueueLater, enqueueScan, runUnlessBusy, type Turn } from './scan-queue.ts';

export const RECOGNISE = 'import.recognise';

const scanOf = (key: ImportKey) => ({ task: RECOGNISE, key: key.importId, payload: key });

export const enqueueRecognition = (services: Services, db: PoolClient, key: ImportKey): Promise<void> =>
  enqueueScan(services, db, scanOf(key));

type Page = { page: number; widthPt: number; heightPt: number; turn: Rotation; recognition: 'waiting' | 'done' | null };

const pagesOf = async (db: PoolClient, { organisationId, importId }: ImportKey): Promise<Page[]> =>
  (
    await db.query<Page>(
      `SELECT page, width_pt AS "widthPt", height_pt AS "heightPt", rotation AS turn, recognition
       FROM plan_import_page WHERE organisation_id = $1 AND import_id = $2 ORDER BY page`,
      [organisationId, importId],
    )
  ).rows;

/** One page per job, so that scans of several imports take turns. Idempotent. */
export async function recogniseWaiting(
  services: Services,
  key: ImportKey,
  turn: Turn,
  context: JobContext,
): Promise<void> {
  const job = await readJob(services, key);
  if (job?.state !== 'choosing') return;
  const inTenant = <T>(work: (db: PoolClient) => Promise<T>) =>
    tenantTransaction(services.pool, key.organisationId, work);
  const pages = await inTenant((db) => pagesOf(db, key));
  const next = pages.find(({ recognition }) => recognition === 'waiting');
  if (!next) return;
  let words: SizedWord[] | 'gaveWay' = [];
  try {
    requireAttemptsLeft(context);
    words = await withScratch(services, async (folder) => {
      const source = await onDisk(services, job.blobKey, folder);
      const scan = { recogniser: services.textRecogniser, source, file: job.blobKey, page: next.page, folder };
      return runUnlessBusy(services, turn, context.signal, (signal) => recogniseTitleBlock({ ...scan, signal }));
    });
  } catch (error) {
    if (context.signal.aborted || !isFinal(error, context)) throw error;
    services.log.warn({ err: error, importId: key.importId, page: next.page }, 'a scan could not be read');
  }
  if (words === 'gaveWay') {
    await enqueueLater(services, scanOf(key), turn);
    return;
  }
  if (words.length > 0) {
    await storeScan(services, key, next.page, words);
    await clearPreviewsOfEnded(services, key);
  }
  const now = pages.map((page) => (page === next ? { ...page, recognition: 'done' as const } : page));
  const done = now.filter(({ recognition }) => recognition === 'done').length;
  const isLast = !now.some(({ recognition }) => recognition === 'waiting');
  // Pages are compared with each other, so all are named again; each time twice as many are known.
  if (isLast || (done & (done - 1)) === 0) await namePages(services, key, job, now);
  await inTenant(async (db) => {
    await db.query(
      `UPDATE plan_import_page SET recognition = 'done' WHERE organisation_id = $1 AND import_id = $2 AND page = $3`,
      [key.organisationId, key.importId, next.page],
    );
    if (!isLast) await enqueueRecognition(services, db, key);
  });
}

/** Proposes names for the pages recognised so far, and reads their marked regions. */
async function namePages(
  services: Services,
  key: ImportKey,
  { name, projectId }: { name: string; projectId: string },
  pages: readonly Page[],
): Promise<void> {
  const scans: ScannedPage[] = [];
  for (const { page, widthPt, heightPt, recognition } of pages) {
    const words = recognition === 'done' ? await readScan(services, key, page) : undefined;
    scans.push(words ? { words, aspect: widthPt / heightPt } : null);
  }
  const rows = nameScans(name, scans).map((named, i) => ({
    ...named,
    page: pages[i]?.page ?? 0,
    turn: proposeRotation(scans[i]?.words ?? []),
  }));
  const blocks = await tenantTransaction(services.pool, key.organisationId, async (db) => {
    await db.query(
      `UPDATE plan_import_page p SET scan_title = r.title, scan_number = r."sheetNumber",
         rotation = coalesce(r.turn, p.rotation)
       FROM jsonb_to_recordset($3::jsonb) AS r (page integer, title text, "sheetNumber" text, turn integer)
       WHERE p.organisation_id = $1 AND p.import_id = $2 AND p.page = r.page AND p.recognition IS NOT NULL
         AND NOT p.selected`,
      [key.organisationId, key.importId, JSON.stringify(rows)],
    );
    return readTitleBlocks(db, key.organisationId, projectId);
  });
  if (blocks.length === 0) return;
  const turned = pages.map((page, i) => ({ ...page, turn: rows[i]?.turn ?? page.turn }));
  await noteRead(services, key, await readInRegions(turned, blocks, wordsOfImport(services, key)));
}
