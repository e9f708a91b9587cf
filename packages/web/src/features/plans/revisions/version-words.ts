// The status of a revision. Pure.
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';

export type Standing = 'current' | 'active' | 'inactive' | 'aligning';

export function standingOf(revision: RevisionRow, plan: Pick<PlanRow, 'currentRevisionId'>): Standing {
  if (plan.currentRevisionId === revision.id) return 'current';
  if (revision.alignment === null) return 'aligning';
  return revision.active ? 'active' : 'inactive';
}
