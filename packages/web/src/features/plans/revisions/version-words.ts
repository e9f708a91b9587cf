// The status of a revision. Pure.
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';

export type RevisionStatus = 'current' | 'active' | 'inactive' | 'aligning';

export function revisionStatusOf(revision: RevisionRow, plan: Pick<PlanRow, 'currentRevisionId'>): RevisionStatus {
  if (plan.currentRevisionId === revision.id) return 'current';
  if (revision.alignment === null) return 'aligning';
  return revision.active ? 'active' : 'inactive';
}
