// Point pairs while they are being set: a position on the old sheet and the same position on the new one. Pure.
import type { PlanPoint, PointPair } from '@plumbline/core/site/geometry/alignment';

export type Side = 'plan' | 'sheet';
export type DraftPair = { readonly plan?: PlanPoint; readonly sheet?: PlanPoint };
const MAX_PAIRS = 3;

/** The pair that the next tap on a side completes: the first that lacks that point, else a new pair, else none. */
export function nextPair(drafts: readonly DraftPair[], side: Side): number | undefined {
  const open = drafts.findIndex((draft) => draft[side] === undefined);
  if (open >= 0) return open;
  return drafts.length < MAX_PAIRS ? drafts.length : undefined;
}

export function withPoint(drafts: readonly DraftPair[], index: number, side: Side, point: PlanPoint): DraftPair[] {
  const next = [...drafts];
  next[index] = { ...next[index], [side]: point };
  return next;
}

export const withoutPair = (drafts: readonly DraftPair[], index: number): DraftPair[] =>
  drafts.filter((_, i) => i !== index);

export const completePairs = (drafts: readonly DraftPair[]): PointPair[] =>
  drafts.flatMap(({ plan, sheet }) => (plan && sheet ? [{ plan, sheet }] : []));
