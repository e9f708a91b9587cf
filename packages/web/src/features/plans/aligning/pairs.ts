// Point pairs while they are being set: a position on the old sheet and the same position on the new one. Pure.
import type { PlanPoint, PointPair } from '@plumbline/core/site/geometry/alignment';

export type Side = 'plan' | 'sheet';
export type Draft = { readonly plan?: PlanPoint; readonly sheet?: PlanPoint };
const MAX_PAIRS = 3;

/** The pair that the next tap on a side completes: the first that lacks that point, else a new pair, else none. */
export function nextFor(drafts: readonly Draft[], side: Side): number | undefined {
  const open = drafts.findIndex((draft) => draft[side] === undefined);
  if (open >= 0) return open;
  return drafts.length < MAX_PAIRS ? drafts.length : undefined;
}

export function withPoint(drafts: readonly Draft[], index: number, side: Side, point: PlanPoint): Draft[] {
  const next = [...drafts];
  next[index] = { ...next[index], [side]: point };
  return next;
}

export const without = (drafts: readonly Draft[], index: number): Draft[] => drafts.filter((_, i) => i !== index);

export const wholePairs = (drafts: readonly Draft[]): PointPair[] =>
  drafts.flatMap(({ plan, sheet }) => (plan && sheet ? [{ plan, sheet }] : []));
