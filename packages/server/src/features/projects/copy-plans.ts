// Plans of a project for a copy of it: the same files under new rows. Pure.
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';

export type CopiedPlans = { plans: readonly PlanRow[]; revisions: readonly RevisionRow[] };
export const NO_PLANS: CopiedPlans = { plans: [], revisions: [] };

/** Entries of a folder that is not copied move to the top level. Revisions still being processed are left out. */
export function copyPlans(
  { plans, revisions }: CopiedPlans,
  { projectId, newId }: { projectId: string; newId: () => string },
): CopiedPlans {
  // Storeys of building models are left out: models are generated from their files, so these would be plans without
  // one.
  const requested = plans.filter(
    (plan) => plan.planType !== 'BimCloud' && (plan.type === 'Folder' || plan.currentRevisionId !== null),
  );
  const planIds = new Map(requested.map((one) => [one.id, newId()]));
  const kept = revisions.filter((revision) => planIds.has(revision.planId));
  const revisionIds = new Map(kept.map((one) => [one.id, newId()]));
  const of = (ids: ReadonlyMap<string, string>, id: string | null): string | null =>
    id === null ? null : (ids.get(id) ?? null);
  return {
    plans: requested.map((one) => ({
      ...one,
      id: planIds.get(one.id) ?? one.id,
      projectId,
      parentId: of(planIds, one.parentId),
      currentRevisionId: of(revisionIds, one.currentRevisionId),
      updating: false,
    })),
    revisions: kept.map((one) => ({
      ...one,
      id: revisionIds.get(one.id) ?? one.id,
      projectId,
      planId: planIds.get(one.planId) ?? one.planId,
    })),
  };
}
