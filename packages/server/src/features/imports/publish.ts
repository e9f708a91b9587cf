// The last step of a page: its plan and revision become rows of the project. Repeating it changes nothing.
import type { RevisionRow } from '@plumbline/core/features/plans/schema';
import { runSiteAsSystem } from '../../db/tx/pg-store.ts';
import type { Parts } from '../../http/parts.ts';
import type { ImportKey } from './store.ts';
import type { PageJob } from './work.ts';

export type Made = Pick<
  RevisionRow,
  'widthPt' | 'heightPt' | 'pyramid' | 'packBlobId' | 'textBlobId' | 'thumbBlobId' | 'previewBlobId'
>;

/** Puts the plan, where it is a new one, and its new revision, which then is the current one. */
export function publish(parts: Parts, key: ImportKey, job: PageJob, made: Made): Promise<void> {
  const who = { organisationId: key.organisationId, userId: job.createdBy };
  return runSiteAsSystem(parts, who, job.projectId, 'plan.import', async ({ tx }) => {
    if (await tx.get('revision', job.revisionId)) return;
    const known = await tx.get('plan', job.planId);
    const earlier = await tx.find('revision', 'planId', job.planId);
    const now = tx.now();
    tx.put('plan', {
      ...(known ?? {
        id: job.planId,
        projectId: job.projectId,
        type: 'Plan',
        planType: 'Plan',
        parentId: job.parentId,
        name: job.title,
        sheetNumber: job.sheetNumber,
        active: true,
        createdBy: job.createdBy,
        createdAt: now,
      }),
      updating: false,
      currentRevisionId: job.revisionId,
      lastActivity: now,
    });
    tx.put('revision', {
      ...made,
      id: job.revisionId,
      projectId: job.projectId,
      planId: job.planId,
      version: `V${earlier.length + 1}`,
      active: true,
      pageNumber: job.page,
      originalBlobId: job.originalBlobId,
      originalName: job.originalName,
      fileSize: job.fileSize,
      createdBy: job.createdBy,
      createdAt: now,
    });
  });
}
