// The first step of an import: reads the file, lists its pages and renders the previews for choosing them. Idempotent.
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { sharedDateOrder, statedDay } from '@plumbline/core/features/exchange/dates';
import { FIRST_PREVIEWS } from '@plumbline/core/features/imports/stages';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import type { PoolClient } from 'pg';
import { tenantSnapshot, tenantTransaction } from '../../db/tx/transaction.ts';
import { follow } from '../../platform/queue/follow.ts';
import type { JobContext } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { type BuiltModel, inspectFile, readModel } from '../../rendering/render.ts';
import { asPermanent, RenderError } from '../../rendering/render-error.ts';
import type { InspectedPage } from '../../rendering/results.ts';
import { pageWords } from '../../rendering/text/page-words-file.ts';
import { onDisk, withScratch } from '../uploads/scratch.ts';
import { beginPlans, enqueuePreviews } from './locked-import.ts';
import { isModel, type ModelDraft, storeModel } from './model-file.ts';
import { makePreviews } from './previews.ts';
import { enqueueRecognition } from './scans/waiting-scans.ts';
import { allNew } from './sets/matches.ts';
import { lockStarts } from './sets/new-numbers.ts';
import { storePictures } from './sets/page-pictures.ts';
import { reviseModel } from './start-model.ts';
import { notifyOfEndedImports } from './state/ended-notice.ts';
import { isFinal, problemOf, requireAttemptsLeft, stageOf } from './state/failures.ts';
import type { ImportKey } from './state/key.ts';
import { setImport, setReadProgress } from './state/write.ts';
import { type ReadBlock, readInRegions } from './title-blocks/read-pages.ts';
import { readTitleBlocks, storeWords } from './title-blocks/store.ts';
import { type ImportJob, readJob } from './work.ts';

/**
 * Whether the file is a building model. Throws if a plan would get a model, or a model a drawing, as its new version.
 */
async function detectModel(original: string, { name, planId, ofModel }: ImportJob): Promise<boolean> {
  const model = await isModel(original, name);
  if (ofModel && !model) throw new RenderError('ifc_not_ifc', 'inspecting');
  if (model && planId !== null && !ofModel) throw new RenderError('unsupported_type', 'inspecting');
  return model;
}

type WithProgress = { readonly signal: AbortSignal; readonly onProgress: (share: number) => void };

/** Does work that can be slow: writes its progress, and stops when the import is canceled. */
async function withProgress<T>(
  services: Services,
  key: ImportKey,
  signal: AbortSignal,
  work: (options: WithProgress) => Promise<T>,
): Promise<T | 'cancelled'> {
  let percent = 0;
  let reported = 0;
  const following = follow({
    look: async () => {
      const requested = await setReadProgress(services, key, percent === reported ? null : percent);
      reported = percent;
      return requested;
    },
    signal,
    failed: (error) => services.log.warn({ err: error }, 'the progress of an import could not be written'),
  });
  try {
    return await work({
      signal: following.signal,
      onProgress: (share) => {
        percent = Math.floor(100 * share);
      },
    });
  } catch (error) {
    if (following.cancelled()) return 'cancelled';
    throw error;
  } finally {
    await following.end();
  }
}

async function readModelOnce(path: string, name: string, folder: string, { signal, onProgress }: WithProgress) {
  try {
    return await readModel(path, name, folder, { signal, onProgress: (_stage, share) => onProgress(share) });
  } catch (error) {
    // A file that exceeds the limits once will do so again, so it is not retried.
    throw error instanceof RenderError && !signal.aborted ? asPermanent(error) : error;
  }
}

type ListedPage = InspectedPage & { turn: Rotation; titleBlock?: ReadBlock | undefined };

/** What a page says in the regions that were marked comes before what was proposed. */
const namesOf = ({ title, sheetNumber, titleBlock }: Pick<ListedPage, 'title' | 'sheetNumber' | 'titleBlock'>) => ({
  title: titleBlock?.title || title,
  sheetNumber: titleBlock?.sheetNumber || sheetNumber,
});

const storeyPages = ({ storeys, widthPt, heightPt }: BuiltModel): ListedPage[] =>
  storeys.flatMap(({ page, name }) =>
    page === null ? [] : [{ page, title: name, sheetNumber: '', widthPt, heightPt, turn: 0, isScan: false }],
  );

/** The pages of a drawing, with what they say in the regions that were marked in the project. */
async function drawnPages(
  services: Services,
  key: ImportKey,
  { planTurn, projectId }: ImportJob,
  pages: readonly InspectedPage[],
  words: string,
): Promise<ListedPage[]> {
  // Only its text reveals the orientation of a page; a plan's next scan is likely oriented like the last one.
  const listed = pages.map((page) => ({ ...page, turn: page.turn ?? planTurn }));
  if (!existsSync(words)) return listed;
  await storeWords(services, key, words);
  const blocks = await tenantTransaction(services.pool, key.organisationId, (db) =>
    readTitleBlocks(db, key.organisationId, projectId),
  );
  const read = await readInRegions(listed, blocks, pageWords(createReadStream(words)));
  return listed.map((page) => ({ ...page, titleBlock: read.get(page.page) }));
}

type Listed = {
  pages: readonly ListedPage[];
  draft: ModelDraft | undefined;
  /** All pages are imported without a choice. */
  begins: boolean;
};

/** A sheet that may already be a plan is asked about, as with any other file. */
const mayBegin = (
  db: PoolClient,
  { organisationId }: ImportKey,
  { projectId }: ImportJob,
  pages: readonly ListedPage[],
) =>
  allNew(
    db,
    { organisationId, projectId },
    pages.map((page) => ({ ...page, ...namesOf(page) })),
  );

/** Records the pages of the file; if all are imported, enqueues the work on them in the same transaction. */
async function notePages(
  services: Services,
  key: ImportKey,
  job: ImportJob,
  { pages, draft, begins }: Listed,
): Promise<void> {
  const readsScans = await services.textRecogniser.available();
  await tenantTransaction(services.pool, key.organisationId, async (db) => {
    if (begins) await lockStarts(db, job.projectId);
    // The same sheet may have started in the meantime.
    const starts = begins && (await mayBegin(db, key, job, pages));
    await db.query(
      `INSERT INTO plan_import_page (organisation_id, import_id, page, title, sheet_number, width_pt, height_pt, rotation,
         title_block, recognition)
       SELECT $1, $2, p.page, p.title, p."sheetNumber", p."widthPt", p."heightPt", p.turn, p."titleBlock",
         CASE WHEN p."isScan" THEN $4 END FROM jsonb_to_recordset($3::jsonb)
         AS p (page integer, title text, "sheetNumber" text, "widthPt" double precision, "heightPt" double precision, turn integer,
           "titleBlock" jsonb, "isScan" boolean)
       ON CONFLICT DO NOTHING`,
      [key.organisationId, key.importId, JSON.stringify(pages), readsScans ? 'waiting' : 'absent'],
    );
    const listed = await db.query(
      `UPDATE plan_import SET state = $5, updated_at = $3, model = $4
       WHERE organisation_id = $1 AND id = $2 AND state = 'inspecting'`,
      [
        key.organisationId,
        key.importId,
        services.clock.now(),
        draft ? JSON.stringify(draft) : null,
        // A new version of a model needs no choice, so the import continues automatically.
        job.ofModel ? 'inspecting' : 'choosing',
      ],
    );
    if (starts && listed.rowCount === 1) {
      const order = sharedDateOrder(
        pages.map(({ titleBlock }) => titleBlock?.date ?? ''),
        null,
      );
      const all = pages.map(({ page, title, sheetNumber, titleBlock }) => ({
        ...{ page, planId: services.newId() },
        ...namesOf({ title: title || job.name, sheetNumber, titleBlock }),
        date: statedDay(titleBlock?.date ?? '', order),
      }));
      await beginPlans(services, db, key, { parentId: job.parentId, pages: all });
    }
    // Failures of files that were dropped with this one waited until it was read.
    await notifyOfEndedImports(services, db, key, { projectId: job.projectId, userId: job.createdBy });
    if (starts || draft) return;
    await enqueuePreviews(services, db, key, { from: begins ? 1 : FIRST_PREVIEWS + 1, to: pages.length });
    if (readsScans && pages.some(({ isScan }) => isScan)) await enqueueRecognition(services, db, key);
  });
}

export async function inspect(services: Services, key: ImportKey, context: JobContext): Promise<void> {
  const job = await readJob(services, key);
  if (job?.state !== 'inspecting' && job?.state !== 'choosing') return;
  try {
    requireAttemptsLeft(context);
    await withScratch(services, async (folder) => {
      const original = await onDisk(services, job.blobKey, folder);
      const wordsOut = join(folder, 'words.gz');
      const read = await withProgress(services, key, context.signal, async (options) =>
        (await detectModel(original, job))
          ? { model: await readModelOnce(original, job.name, folder, options) }
          : {
              drawing: await inspectFile(original, job.name, {
                ...options,
                file: job.blobKey,
                wordsOut,
                onPage: (share) => options.onProgress(share / 2),
              }),
            },
      );
      if (read === 'cancelled') return;
      const { model } = read;
      const source = model?.drawing ?? original;
      const pages = read.drawing
        ? await drawnPages(services, key, job, read.drawing.pages, wordsOut)
        : storeyPages(read.model);
      const owner = { organisationId: key.organisationId, userId: job.createdBy };
      const draft = model && (await storeModel(services, owner, model, { name: job.name, revises: job.planId }));
      const begins =
        job.allPages &&
        !model &&
        (await tenantSnapshot(services.pool, key.organisationId, (db) => mayBegin(db, key, job, pages)));
      // The storeys of a model have no other file to be rendered from later; without a choice no previews are needed.
      const shown = begins ? [] : pages.slice(0, model ? undefined : FIRST_PREVIEWS).map(({ page }) => page);
      const pictures = await withProgress(services, key, context.signal, ({ signal, onProgress }) => {
        const onPage = (share: number) => onProgress(model ? 1 : (1 + share) / 2);
        return makePreviews(services, key, source, {
          file: model ? undefined : job.blobKey,
          pages: shown,
          signal,
          onPage,
        });
      });
      if (pictures === 'cancelled') return;
      await notePages(services, key, job, { pages, draft, begins });
      await storePictures(services, key, pictures);
      if (model && job.ofModel) await reviseModel(services, key, job.projectId, model.pack);
    });
  } catch (error) {
    if (context.signal.aborted || !isFinal(error, context)) throw error;
    services.log.warn({ err: error, importId: key.importId }, 'a plan file could not be read');
    await setImport(services, key, {
      state: 'failed',
      stage: stageOf(error) ?? 'uploadingOriginal',
      problem: problemOf(error),
      line: error instanceof RenderError ? error.line : undefined,
    });
  }
}
