// The worker's side of imports: lists a file's pages, then brings each chosen page in, stage by stage. Any step may be repeated.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  FIRST_PREVIEWS,
  type ImportProblem,
  type ImportStage,
  MAX_TRIES,
  overallPercent,
} from '@plumbline/core/features/imports/stages';
import { alignFrames } from '@plumbline/core/features/models/frame';
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Parts } from '../../http/parts.ts';
import { follow } from '../../platform/queue/follow.ts';
import type { JobContext, Tasks } from '../../platform/queue/queue.ts';
import { type BuiltModel, inspectFile, previewPages, readModel, renderPage } from '../plans/rendering/render.ts';
import { RenderError } from '../plans/rendering/render-error.ts';
import { keepFile } from '../uploads/keep-file.ts';
import { onDisk, withScratch } from '../uploads/scratch.ts';
import { BRING_IN, beginPlans, INSPECT } from './in-hand.ts';
import { ALONE, type Lying, layOnPlan } from './lay-on-plan.ts';
import { isModel, keepModel, type ModelDraft } from './model-file.ts';
import { publish } from './publish.ts';
import { setUpdating } from './revise.ts';
import { reviseModel } from './start-model.ts';
import { type ImportKey, previewKey, setImport, setPage, settle, tellPage, tellRead } from './store.ts';
import { clearPreviews, type ImportJob, type PageJob, readJob, readPageJob } from './work.ts';

const importPayload = z.strictObject({ organisationId: id, importId: id });
const pagePayload = importPayload.extend({ page: z.int().min(1) });

/** The organisation has all the plans its licence allows. */
const isFull = (error: unknown): boolean => error instanceof AppError && error.code === 'plan_limit';

function problemOf(error: unknown): ImportProblem {
  if (isFull(error)) return 'plan_limit';
  return error instanceof RenderError ? error.problem : 'internal';
}

/** A damaged file stays damaged, and nobody makes room within seconds; anything else may have been bad luck. */
const isFinal = (error: unknown, { attempt }: JobContext): boolean =>
  isFull(error) ||
  error instanceof FinalError ||
  (error instanceof RenderError && error.problem !== 'timeout' && error.problem !== 'memory_limit') ||
  attempt >= MAX_TRIES;

/** Throws where every try has ended with its worker. */
function demandTry({ attempt }: JobContext): void {
  if (attempt > MAX_TRIES) throw new Error('the worker died at each try');
}

async function makePreviews(parts: Parts, key: ImportKey, source: string, pages: number[], signal: AbortSignal) {
  if (pages.length === 0) return;
  await withScratch(parts, async (folder) => {
    const pathOf = (page: number) => join(folder, `${page}.webp`);
    await previewPages(source, pages, pathOf, { signal });
    for (const page of pages) {
      const target = previewKey(key.organisationId, key.importId, page);
      // A page without a picture can be brought in or fail with its own reason.
      const made = await stat(pathOf(page)).catch(() => undefined);
      if (!made || (await parts.files.stat(target))) continue;
      await parts.files.put(target, createReadStream(pathOf(page)));
    }
  });
}

/** Whether the file is a building model. Throws where a plan would get one, or a model a drawing, as its new version. */
async function isBrought(original: string, { name, planId, ofModel }: ImportJob): Promise<boolean> {
  const model = await isModel(original, name);
  if (ofModel && !model) throw new RenderError('ifc_not_ifc', 'inspecting');
  if (model && planId !== null && !ofModel) throw new RenderError('unsupported_type', 'inspecting');
  return model;
}

/** Reads a building model, which may take long: told how far it is, and given up once nobody wants it any more. */
async function readBrought(
  parts: Parts,
  key: ImportKey,
  path: string,
  folder: string,
  { name }: ImportJob,
  outer: AbortSignal,
) {
  let percent = 0;
  let told = 0;
  const following = follow({
    look: async () => {
      const wanted = await tellRead(parts, key, percent === told ? null : percent);
      told = percent;
      return wanted;
    },
    signal: outer,
    failed: (error) => parts.log.warn({ err: error }, 'the progress of an import could not be written'),
  });
  try {
    return await readModel(path, name, folder, {
      signal: following.signal,
      onProgress: (_stage, share) => {
        percent = Math.floor(100 * share);
      },
    });
  } catch (error) {
    if (following.calledOff()) return 'called off';
    // What was too much once is too much again: nobody is kept waiting for a second try.
    throw error instanceof RenderError && !outer.aborted ? new FinalError(error) : error;
  } finally {
    await following.end();
  }
}

/** A failure that another try would not change. */
class FinalError extends RenderError {
  constructor({ problem, stage, message, line }: RenderError) {
    super(problem, stage, message, { line });
  }
}

async function inspect(parts: Parts, key: ImportKey, context: JobContext): Promise<void> {
  const job = await readJob(parts, key);
  if (job?.state !== 'inspecting' && job?.state !== 'choosing') return;
  try {
    demandTry(context);
    await withScratch(parts, async (folder) => {
      const original = await onDisk(parts, job.blobKey, folder);
      const model = (await isBrought(original, job))
        ? await readBrought(parts, key, original, folder, job, context.signal)
        : undefined;
      if (model === 'called off') return;
      const source = model?.drawing ?? original;
      const pages = model
        ? storeyPages(model)
        : (await inspectFile(source, job.name, { signal: context.signal })).pages.map((page) => ({
            ...page,
            // Nothing but its words tells how a page lies; a plan's next scan lies as the one before.
            turn: page.turn ?? job.planTurn,
          }));
      const owner = { organisationId: key.organisationId, userId: job.createdBy };
      const draft = model && (await keepModel(parts, owner, model, { name: job.name, revises: job.planId }));
      const numbers = pages.map(({ page }) => page);
      const begins = job.allPages && !model;
      // Nobody looks at pages that nobody chooses.
      const shown = begins ? [] : numbers;
      await makePreviews(parts, key, source, shown.slice(0, FIRST_PREVIEWS), context.signal);
      await tenantTransaction(parts.pool, key.organisationId, async (db) => {
        await db.query(
          `INSERT INTO plan_import_page (organisation_id, import_id, page, title, sheet_number, width_pt, height_pt, turn)
           SELECT $1, $2, p.page, p.title, p."sheetNumber", p."widthPt", p."heightPt", p.turn FROM jsonb_to_recordset($3::jsonb)
             AS p (page integer, title text, "sheetNumber" text, "widthPt" double precision, "heightPt" double precision, turn integer)
           ON CONFLICT DO NOTHING`,
          [key.organisationId, key.importId, JSON.stringify(pages)],
        );
        const listed = await db.query(
          `UPDATE plan_import SET state = $5, updated_at = $3, model = $4
           WHERE organisation_id = $1 AND id = $2 AND state = 'inspecting'`,
          [
            key.organisationId,
            key.importId,
            parts.clock.now(),
            draft ? JSON.stringify(draft) : null,
            // Nobody is asked what of a new version comes in: it goes on by itself.
            job.ofModel ? 'inspecting' : 'choosing',
          ],
        );
        if (begins && listed.rowCount === 1) {
          const all = pages.map(({ page, title, sheetNumber }) => ({
            ...{ page, planId: parts.newId(), sheetNumber },
            title: title || job.name,
          }));
          await beginPlans(parts, db, key, { parentId: job.parentId, pages: all });
        }
      });
      if (model && job.ofModel) await reviseModel(parts, key, job.projectId, model.pack);
      await makePreviews(parts, key, source, shown.slice(FIRST_PREVIEWS), context.signal);
    });
  } catch (error) {
    if (context.signal.aborted || !isFinal(error, context)) throw error;
    parts.log.warn({ err: error, importId: key.importId }, 'a plan file could not be read');
    await setImport(parts, key, {
      state: 'failed',
      stage: stageOf(error) ?? 'uploadingOriginal',
      problem: problemOf(error),
      line: error instanceof RenderError ? error.line : undefined,
    });
  }
}

/** Stops a page's work when the user calls it off, and writes its progress now and then. */
function watch(parts: Parts, key: ImportKey, page: number, signal: AbortSignal) {
  let last = { stage: 'pdfConversion' as ImportStage, percent: 0 };
  let told = '';
  const following = follow({
    look: async () => {
      const now = `${last.stage} ${last.percent}`;
      const wanted = await tellPage(parts, key, page, now === told ? null : last);
      told = now;
      return wanted;
    },
    signal,
    failed: (error) => parts.log.warn({ err: error }, 'the progress of an import could not be written'),
  });
  return {
    ...following,
    progress: (stage: ImportStage, share: number) => {
      last = { stage, percent: overallPercent(stage, share) };
    },
    stage: () => last.stage,
  };
}

type Following = ReturnType<typeof watch>;

const storeyPages = ({ storeys, widthPt, heightPt }: BuiltModel) =>
  storeys.flatMap(({ page, name }) =>
    page === null ? [] : [{ page, title: name, sheetNumber: '', widthPt, heightPt, turn: 0 }],
  );

/** Sheets of one model lie on each other by their places in it: nobody has to be asked. */
function inModel({ frame, storeys }: ModelDraft, { planId }: PageJob): Lying {
  const plan = storeys.find((one) => one.planId === planId)?.frame ?? frame;
  return { alignment: alignFrames(frame, plan), proposal: null };
}

/** Tells whether the new revision lies on its plan. */
async function bringIn(parts: Parts, key: ImportKey, job: PageJob, following: Following): Promise<boolean> {
  const owner = { organisationId: key.organisationId, userId: job.createdBy };
  return withScratch(parts, async (folder) => {
    const source = await onDisk(parts, job.blobKey, folder);
    const made = await renderPage(source, job.page, folder, {
      turn: job.turn,
      signal: following.signal,
      onProgress: following.progress,
    });
    const keep = async (path: string, mime: string) => {
      const blobId = parts.newId();
      await keepFile(parts, owner, { id: blobId, path, mime, name: basename(path) });
      return blobId;
    };
    const { typefacesLeftOut } = made;
    if (typefacesLeftOut.length > 0) await setPage(parts, key, job.page, { typefacesLeftOut });
    following.progress('storing', 0);
    const packBlobId = await keep(made.pack, 'application/octet-stream');
    following.progress('storing', 0.7);
    const textBlobId = made.text === null ? null : await keep(made.text, 'application/gzip');
    const thumbBlobId = await keep(made.thumb, 'image/webp');
    const previewBlobId = await keep(made.preview, 'image/webp');
    following.progress('storing', 0.9);
    const { organisationId } = key;
    const lying = job.model
      ? inModel(job.model, job)
      : job.revises
        ? await layOnPlan(parts, { organisationId, planId: job.planId }, made, following.signal)
        : ALONE;
    following.signal.throwIfAborted();
    following.progress('publishing', 0);
    const { widthPt, heightPt, pyramid } = made;
    const files = { packBlobId, textBlobId, thumbBlobId, previewBlobId };
    await publish(parts, key, job, { widthPt, heightPt, pyramid, ...files }, lying);
    return lying.alignment !== null;
  });
}

async function bringPageIn(parts: Parts, key: ImportKey, page: number, context: JobContext): Promise<void> {
  const job = await readPageJob(parts, key, page);
  if (!job) return;
  const { organisationId } = key;
  const plan = { organisationId, projectId: job.projectId, planId: job.planId, userId: job.createdBy };
  const updating = (on: boolean) => (job.revises ? setUpdating(parts, plan, on) : undefined);
  if (job.state !== 'waiting' && job.state !== 'running') {
    if (job.state === 'canceled') await updating(false);
    return;
  }
  await updating(true);
  await setPage(parts, key, page, {
    state: 'running',
    stage: 'pdfConversion',
    percent: overallPercent('pdfConversion', 0),
  });
  const following = watch(parts, key, page, context.signal);
  try {
    demandTry(context);
    const lies = await bringIn(parts, key, job, following);
    await following.end();
    const state = lies ? 'finished' : 'aligning';
    await setPage(parts, key, page, { state, stage: 'archiving', percent: 100, problem: null });
  } catch (error) {
    await following.end();
    if (following.calledOff()) {
      await updating(false);
      return;
    }
    if (context.signal.aborted || !isFinal(error, context)) throw error;
    parts.log.warn({ err: error, importId: key.importId, page }, 'a page could not be brought in');
    const stage = stageOf(error) ?? following.stage();
    await setPage(parts, key, page, { state: 'failed', stage, problem: problemOf(error) });
    await updating(false);
  }
  if (await settle(parts, key)) await clearPreviews(parts, key);
}

const STAGES: Partial<Record<RenderError['stage'], true>> = {
  pdfConversion: true,
  thumbnailCreation: true,
  tiling: true,
};

/** The stage of the way at which a file's fault showed; undefined before the first of them. */
const stageOf = (error: unknown): ImportStage | undefined =>
  error instanceof RenderError && error.stage in STAGES ? (error.stage as ImportStage) : undefined;

export const importTasks = (parts: Parts): Tasks => ({
  [INSPECT]: (payload, context) => inspect(parts, importPayload.parse(payload), context),
  [BRING_IN]: (payload, context) => {
    const { page, ...key } = pagePayload.parse(payload);
    return bringPageIn(parts, key, page, context);
  },
});
