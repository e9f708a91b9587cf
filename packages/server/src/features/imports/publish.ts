// The last step of a page: writes its plan and revision to the project. Idempotent.

import { can } from '@plumbline/core/access/capabilities';
import { isVersionTaken, nextVersion, requireVersion } from '@plumbline/core/features/plans/revision-rules';
import { AppError } from '@plumbline/core/kernel/errors';
import { loadActor } from '@plumbline/core/site/actor';
import type { SiteTx } from '@plumbline/core/site/entities';
import { geoOfFrame } from '@plumbline/core/site/geometry/model-location';
import { geoRow } from '@plumbline/core/site/rows/maps';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { runSiteAsSystem } from '../../db/tx/pg-store.ts';
import type { Services } from '../../platform/services.ts';
import { type SheetAlignment, WITHOUT_PROPOSAL } from './align-revision.ts';
import type { ImportKey } from './state/key.ts';
import type { PageJob } from './work.ts';

export type PublishedRevision = Pick<
  RevisionRow,
  'widthPt' | 'heightPt' | 'pyramid' | 'rooms' | 'packBlobId' | 'textBlobId' | 'thumbBlobId' | 'previewBlobId'
> & {
  /** Sets that were prepared before regions existed have none. */
  readonly scaleRegions?: RevisionRow['scaleRegions'];
  /** Absent from sets that were prepared before lines were read. */
  readonly linesBlobId?: RevisionRow['linesBlobId'];
};

/**
 * Creates the plan if it is new, and its new revision, which becomes the current one; a revision that is not aligned
 * yet is kept without becoming current. Does nothing for a canceled page. Throws `forbidden` if the person who started
 * the import has lost the permission.
 */
export function publish(
  services: Services,
  key: ImportKey,
  job: PageJob,
  created: PublishedRevision,
  aligned: SheetAlignment = WITHOUT_PROPOSAL,
): Promise<void> {
  const who = { organisationId: key.organisationId, userId: job.createdBy };
  return runSiteAsSystem(services, who, job.projectId, 'plan.import', async ({ tx, db }) => {
    if (await tx.get('revision', job.revisionId)) return;
    const page = await db.query<{ state: string }>(
      `UPDATE plan_import_page SET proposal = $4 WHERE organisation_id = $1 AND import_id = $2 AND page = $3 RETURNING state`,
      [key.organisationId, key.importId, job.page, aligned.proposal && JSON.stringify(aligned.proposal)],
    );
    if (page.rows[0]?.state === 'canceled') return;
    const { startedBy, model } = job;
    // The model that a storey belongs to is published already.
    if (startedBy !== undefined && !model && !(await mayPublish(tx, startedBy))) throw new AppError('forbidden');
    await putRevision(tx, job, created, aligned);
  });
}

/** The person may have lost the permission while the pages were rendered. */
export async function mayPublish(tx: SiteTx, userId: string): Promise<boolean> {
  try {
    return can((await loadActor(tx, userId)).role, 'plan.manage');
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_entitled') return false;
    throw error;
  }
}

/**
 * Writes the plan if it is new, and its revision, which becomes the current one if it is aligned. Throws `not_found` and
 * `invalid_input`.
 */
export async function putRevision(
  tx: SiteTx,
  job: PageJob,
  created: PublishedRevision,
  aligned: SheetAlignment,
): Promise<void> {
  const known = await tx.get('plan', job.planId);
  if (job.revises && !known) throw new AppError('not_found');
  const earlier = await tx.find('revision', 'planId', job.planId);
  const version = versionOf(job, earlier);
  requireVersion(version, earlier);
  const now = tx.now();
  const isAligned = aligned.alignment !== null;
  tx.put('plan', {
    ...(known ?? {
      id: job.planId,
      projectId: job.projectId,
      type: 'Plan',
      planType: job.model ? 'BimCloud' : 'Plan',
      parentId: job.parentId,
      name: job.title,
      sheetNumber: job.sheetNumber,
      active: true,
      createdBy: job.createdBy,
      createdAt: now,
    }),
    updating: false,
    currentRevisionId: isAligned ? job.revisionId : (known?.currentRevisionId ?? null),
    lastActivity: now,
  });
  tx.put('revision', {
    scaleRegions: [],
    linesBlobId: null,
    ...created,
    // A page that an earlier version prepared has none.
    rooms: created.rooms ?? [],
    id: job.revisionId,
    projectId: job.projectId,
    planId: job.planId,
    version,
    date: job.date ?? null,
    active: true,
    alignment: aligned.alignment,
    pageNumber: job.page,
    rotation: job.turn,
    originalBlobId: job.originalBlobId,
    originalName: job.originalName,
    fileSize: job.fileSize,
    createdBy: job.createdBy,
    createdAt: now,
  });
  await putScale(tx, job);
}

function versionOf({ version, statedVersion = '', model, setId }: PageJob, earlier: readonly RevisionRow[]): string {
  const counted = `V${earlier.length + 1}`;
  if (version === '' && statedVersion !== '' && !isVersionTaken(statedVersion, earlier)) return statedVersion;
  if (version === '') return (setId !== null && nextVersion(earlier)) || counted;
  // A storey's plan may have its own revisions by now; a taken version number must not block the model.
  return model && isVersionTaken(version, earlier) ? nextVersion(earlier) || counted : version;
}

/**
 * A storey's drawing is true to scale, so the plan's dimensions are known, and its location if the model is
 * georeferenced.
 */
async function putScale(tx: SiteTx, { model, planId, createdBy }: PageJob): Promise<void> {
  const frame = model?.storeys.find((storey) => storey.planId === planId)?.frame;
  const known = await tx.get('ground', planId);
  if (!model || !frame || known?.geo) return;
  const located = model.located && geoOfFrame(model.located, frame);
  if (known && !located) return;
  const { widthM, heightM } = known?.widthM == null ? frame : known;
  const changed = { changedBy: createdBy, changedAt: tx.now() };
  const geo = located ? geoRow.parse(located) : null;
  tx.put('ground', {
    id: planId,
    projectId: tx.projectId,
    geo,
    widthM,
    heightM,
    attribution: '',
    layers: known?.layers ?? [],
    ...changed,
  });
}
