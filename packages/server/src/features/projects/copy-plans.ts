// Plans of a project for a copy of it: the same files under new rows. Pure.
import type { GeoreferenceRow } from '@plumbline/core/site/rows/maps';
import type { ModelRow } from '@plumbline/core/site/rows/models';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';

export type CopiedPlans = {
  plans: readonly PlanRow[];
  revisions: readonly RevisionRow[];
  models: readonly ModelRow[];
  georeferences: readonly GeoreferenceRow[];
};
export const NO_PLANS: CopiedPlans = { plans: [], revisions: [], models: [], georeferences: [] };

/**
 * Entries of a folder that is not copied move to the top level. Revisions still being processed are left out, and so are
 * storeys whose drawing does not exist yet: the model then has them without a plan.
 */
export function copyPlans(
  { plans, revisions, models, georeferences }: CopiedPlans,
  { projectId, newId }: { projectId: string; newId: () => string },
): CopiedPlans {
  const withModel = new Set(models.map((model) => model.planId));
  const requested = plans.filter((plan) =>
    plan.type === 'Folder' ? plan.planType !== 'BimCloud' || withModel.has(plan.id) : plan.currentRevisionId !== null,
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
    models: models.flatMap((model) => {
      const planId = planIds.get(model.planId);
      const storeys = model.storeys.map((storey) => ({ ...storey, planId: of(planIds, storey.planId) }));
      return planId === undefined ? [] : [{ ...model, id: newId(), projectId, planId, storeys }];
    }),
    georeferences: georeferences.flatMap((one) => {
      const id = planIds.get(one.id);
      return id === undefined ? [] : [{ ...one, id, projectId, layers: [] }];
    }),
  };
}
