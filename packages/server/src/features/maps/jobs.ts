// Background job for map plans: draws the area or assembles its tiles, then renders the image like any sheet.
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MAP_PROBLEMS } from '@plumbline/core/features/maps/contract';
import { id } from '@plumbline/core/kernel/text';
import { IDENTITY_ALIGNMENT } from '@plumbline/core/site/geometry/alignment';
import { z } from 'zod';
import { runSiteAsSystem } from '../../db/tx/pg-store.ts';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import { ServiceError } from '../../platform/fetch-limited.ts';
import type { JobContext, Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { type Rendered, renderPage } from '../../rendering/render.ts';
import { withScratch } from '../uploads/scratch.ts';
import { storeFile } from '../uploads/store-file.ts';
import { DRAW, MAX_ATTEMPTS } from './service.ts';
import { type MapJob, type MapKey, readMapJob, setMapProgress } from './store.ts';
import { writeTileMap } from './tile-map.ts';

const payload = z.strictObject({ organisationId: id, planId: id });

/** Progress shares in percent: fetching tiles, then rendering; the rest is storing. */
const FETCHED_PERCENT = 60;
const RENDERED_PERCENT = 95;

type DrawnMap = { path: string; mime: string };

async function draw(
  services: Services,
  key: MapKey,
  job: MapJob,
  folder: string,
  signal: AbortSignal,
): Promise<DrawnMap> {
  if (!job.frame) {
    const path = join(folder, 'map.pdf');
    const { writePlainMap } = await import('./plain-map.ts');
    await writePlainMap(path, job.area, job.name);
    return { path, mime: 'application/pdf' };
  }
  if (!services.mapTiles) throw new ServiceError('is not set');
  let reported = 0;
  const onProgress = (share: number) => {
    const percent = Math.floor(share * FETCHED_PERCENT);
    if (percent < reported + 5) return;
    reported = percent;
    setMapProgress(services, key, { percent }).catch((error: unknown) =>
      services.log.warn({ err: error }, 'the progress of a map could not be written'),
    );
  };
  return { path: await writeTileMap(services.mapTiles, job.frame, folder, { signal, onProgress }), mime: 'image/png' };
}

async function publish(
  services: Services,
  key: MapKey,
  job: MapJob,
  drawn: DrawnMap,
  created: Rendered,
): Promise<void> {
  const owner = { organisationId: key.organisationId, userId: job.createdBy };
  const keep = async (path: string, mime: string, name = basename(path)) => {
    const blobId = services.newId();
    await storeFile(services, owner, { id: blobId, path, mime, name });
    return blobId;
  };
  const originalName = `${job.name.replaceAll(/[/\\]/gu, '-')}.${drawn.mime === 'image/png' ? 'png' : 'pdf'}`;
  const blobs = {
    packBlobId: await keep(created.pack, 'application/octet-stream'),
    thumbBlobId: await keep(created.thumb, 'image/webp'),
    previewBlobId: await keep(created.preview, 'image/webp'),
    originalBlobId: await keep(drawn.path, drawn.mime, originalName),
    // The numbers along the grid need no text search.
    textBlobId: null,
    linesBlobId: created.lines === null ? null : await keep(created.lines, 'application/gzip'),
  };
  const { size } = await stat(drawn.path);
  await runSiteAsSystem(services, owner, job.projectId, 'plan.import', async ({ tx }) => {
    const plan = await tx.get('plan', key.planId);
    if (!plan || (await tx.get('revision', job.revisionId))) return;
    const now = tx.now();
    tx.put('plan', { ...plan, updating: false, currentRevisionId: job.revisionId, lastActivity: now });
    tx.put('revision', {
      id: job.revisionId,
      projectId: job.projectId,
      planId: key.planId,
      version: 'V1',
      date: null,
      active: true,
      pageNumber: 1,
      rotation: 0,
      widthPt: created.widthPt,
      heightPt: created.heightPt,
      pyramid: created.pyramid,
      alignment: IDENTITY_ALIGNMENT,
      scaleRegions: [],
      rooms: [],
      ...blobs,
      originalName: originalName.slice(-255),
      fileSize: size,
      createdBy: job.createdBy,
      createdAt: now,
    });
  });
}

const problemOf = (error: unknown): (typeof MAP_PROBLEMS)[number] =>
  error instanceof ServiceError ? 'source_unavailable' : 'internal';

async function make(services: Services, key: MapKey, { attempt, signal }: JobContext): Promise<void> {
  const job = await tenantTransaction(services.pool, key.organisationId, (db) => readMapJob(db, key));
  if (job?.state !== 'waiting' && job?.state !== 'running') return;
  await setMapProgress(services, key, { state: 'running', percent: 0, problem: null });
  try {
    if (attempt > MAX_ATTEMPTS) throw new Error('the worker died on every attempt');
    await withScratch(services, async (folder) => {
      const drawn = await draw(services, key, job, folder, signal);
      await setMapProgress(services, key, { percent: FETCHED_PERCENT });
      const created = await renderPage(drawn.path, 1, folder, { signal });
      await setMapProgress(services, key, { percent: RENDERED_PERCENT });
      await publish(services, key, job, drawn, created);
    });
    await setMapProgress(services, key, { state: 'finished', percent: 100, problem: null });
  } catch (error) {
    if (signal.aborted || attempt < MAX_ATTEMPTS) throw error;
    services.log.warn({ err: error, planId: key.planId }, 'a map could not be created');
    await setMapProgress(services, key, { state: 'failed', problem: problemOf(error) });
  }
}

export const mapTasks = (services: Services): Tasks => ({
  [DRAW]: (given, context) => make(services, payload.parse(given), context),
});
