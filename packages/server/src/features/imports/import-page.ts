// The second step of an import, once for each chosen page: renders its files and publishes it as a revision.
// Idempotent.
import { basename } from 'node:path';
import { type ImportStage, overallPercent } from '@plumbline/core/features/imports/stages';
import { alignFrames } from '@plumbline/core/site/geometry/drawing-frame';
import { follow } from '../../platform/queue/follow.ts';
import type { JobContext } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { renderPage } from '../../rendering/render.ts';
import { onDisk, withScratch } from '../uploads/scratch.ts';
import { storeFile } from '../uploads/store-file.ts';
import { alignOnPlan, type SheetAlignment, WITHOUT_PROPOSAL } from './align-revision.ts';
import type { ModelDraft } from './model-file.ts';
import { publish } from './publish.ts';
import { setUpdating } from './revise.ts';
import { type RoomsOfModel, recogniseRooms } from './rooms/recognise.ts';
import { regionsOfSheet } from './scale-regions/sheet-regions.ts';
import { keepPrepared, publishIfPrepared } from './sets/publish-set.ts';
import { isFinal, problemOf, requireAttemptsLeft, stageOf } from './state/failures.ts';
import type { ImportKey } from './state/key.ts';
import { finishIfDone, setPage, setPageProgress } from './state/write.ts';
import { clearPreviews, type PageJob, readPageJob } from './work.ts';

/** Stops work on a page when the user cancels it, and writes its progress at intervals. */
function watch(services: Services, key: ImportKey, page: number, signal: AbortSignal) {
  let last = { stage: 'pdfConversion' as ImportStage, percent: 0 };
  let reported = '';
  const following = follow({
    look: async () => {
      const now = `${last.stage} ${last.percent}`;
      const requested = await setPageProgress(services, key, page, now === reported ? null : last);
      reported = now;
      return requested;
    },
    signal,
    failed: (error) => services.log.warn({ err: error }, 'the progress of an import could not be written'),
  });
  return {
    ...following,
    progress: (stage: ImportStage, share: number) => {
      last = { stage, percent: overallPercent(stage, share) };
    },
    stage: () => last.stage,
  };
}

type JobWatch = ReturnType<typeof watch>;

/** Sheets of one model are aligned by their position in the model, without asking the user. */
function inModel({ frame, storeys }: ModelDraft, { planId }: PageJob): SheetAlignment {
  const plan = storeys.find((storey) => storey.planId === planId)?.frame ?? frame;
  return { alignment: alignFrames(frame, plan), proposal: null };
}

/** The rooms of a storey, and the part of the model that its new sheet shows. */
export const roomsOfStorey = ({ storeys, frame }: ModelDraft, planId: string): RoomsOfModel => ({
  rooms: storeys.find((storey) => storey.planId === planId)?.rooms ?? [],
  frame,
});

/** Returns the state of the page: its revision is published, needs an alignment, or is prepared for its set. */
async function importPageContent(
  services: Services,
  key: ImportKey,
  job: PageJob,
  following: JobWatch,
): Promise<'finished' | 'aligning' | 'prepared'> {
  const owner = { organisationId: key.organisationId, userId: job.createdBy };
  return withScratch(services, async (folder) => {
    const source = await onDisk(services, job.blobKey, folder);
    const created = await renderPage(source, job.page, folder, {
      turn: job.turn,
      file: job.blobKey,
      signal: following.signal,
      onProgress: following.progress,
    });
    const keep = async (path: string, mime: string) => {
      const blobId = services.newId();
      await storeFile(services, owner, { id: blobId, path, mime, name: basename(path) });
      return blobId;
    };
    const { typefacesLeftOut } = created;
    if (typefacesLeftOut.length > 0) await setPage(services, key, job.page, { typefacesLeftOut });
    following.progress('storing', 0);
    const packBlobId = await keep(created.pack, 'application/octet-stream');
    following.progress('storing', 0.7);
    const textBlobId = created.text === null ? null : await keep(created.text, 'application/gzip');
    const linesBlobId = created.lines === null ? null : await keep(created.lines, 'application/gzip');
    const thumbBlobId = await keep(created.thumb, 'image/webp');
    const previewBlobId = await keep(created.preview, 'image/webp');
    following.progress('storing', 0.9);
    const { organisationId } = key;
    const aligned = job.model
      ? inModel(job.model, job)
      : job.revises
        ? await alignOnPlan(services, { organisationId, planId: job.planId }, created, following.signal)
        : WITHOUT_PROPOSAL;
    following.signal.throwIfAborted();
    following.progress('publishing', 0);
    const { widthPt, heightPt, pyramid } = created;
    const files = { packBlobId, textBlobId, linesBlobId, thumbBlobId, previewBlobId };
    const sheet = { organisationId, planId: job.planId, revises: job.revises, alignment: aligned.alignment };
    // A storey of a model has one scale: its own.
    const scaleRegions = job.model ? [] : await regionsOfSheet(services, sheet, created);
    const rooms = await recogniseRooms(
      services,
      created,
      job.model === null ? undefined : roomsOfStorey(job.model, job.planId),
    );
    const published = { widthPt, heightPt, pyramid, scaleRegions, rooms, ...files };
    if (job.setId !== null) {
      await keepPrepared(services, key, job.page, { created: published, aligned });
      return 'prepared';
    }
    await publish(services, key, job, published, aligned);
    return aligned.alignment !== null ? 'finished' : 'aligning';
  });
}

async function publishSetOf(services: Services, { organisationId }: ImportKey, { setId, projectId }: PageJob) {
  if (setId !== null) await publishIfPrepared(services, { organisationId, setId }, projectId);
}

export async function importPage(services: Services, key: ImportKey, page: number, context: JobContext): Promise<void> {
  const job = await readPageJob(services, key, page);
  if (!job) return;
  const { organisationId } = key;
  const plan = { organisationId, projectId: job.projectId, planId: job.planId, userId: job.createdBy };
  // The plans of a set are held from its start to its end.
  const updating = (on: boolean) => (job.revises && job.setId === null ? setUpdating(services, plan, on) : undefined);
  // The worker died before the set was published.
  const isPrepared = job.state === 'prepared';
  if (!isPrepared && job.state !== 'waiting' && job.state !== 'running') {
    if (job.state === 'canceled') await updating(false);
    return;
  }
  if (!isPrepared) {
    await updating(true);
    await setPage(services, key, page, {
      state: 'running',
      stage: 'pdfConversion',
      percent: overallPercent('pdfConversion', 0),
    });
  }
  const following = watch(services, key, page, context.signal);
  try {
    requireAttemptsLeft(context);
    const state = isPrepared ? 'prepared' : await importPageContent(services, key, job, following);
    await following.end();
    if (state === 'prepared') await publishSetOf(services, key, job);
    else await setPage(services, key, page, { state, stage: 'archiving', percent: 100, problem: null });
  } catch (error) {
    await following.end();
    if (following.cancelled()) {
      await updating(false);
      return;
    }
    if (context.signal.aborted || !isFinal(error, context)) throw error;
    services.log.warn({ err: error, importId: key.importId, page }, 'a page could not be imported');
    const stage = stageOf(error) ?? following.stage();
    await setPage(services, key, page, { state: 'failed', stage, problem: problemOf(error) });
    await updating(false);
  }
  if (await finishIfDone(services, key)) await clearPreviews(services, key);
}
