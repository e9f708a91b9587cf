// Alignment by two or three pairs of points, each set on the old and the new sheet.
import { type Alignment, distortion, fromPairs, type PlanPoint } from '@plumbline/core/site/geometry/alignment';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { useState } from 'react';
import { completePairs, type DraftPair, nextPair, type Side, withoutPair, withPoint } from './pairs.ts';

export type PointPairs = ReturnType<typeof usePointPairs>;

/** Paper distorts less than this: above it, one of the three points is misplaced. */
const MAX_SKEW = 0.02;

/** `first`: the revision whose sheet defines plan space. */
export function usePointPairs(revision: RevisionRow, first: RevisionRow, onAlignment: (alignment: Alignment) => void) {
  const [drafts, setDrafts] = useState<readonly DraftPair[]>([]);
  const [chosen, setChosen] = useState<{ index: number; side: Side }>();
  const update = (next: readonly DraftPair[]) => {
    setDrafts(next);
    const alignment = fromPairs(completePairs(next), revision, first);
    if (alignment) onAlignment(alignment);
  };
  const set = (index: number, side: Side, point: PlanPoint) => {
    update(withPoint(drafts, index, side, point));
    setChosen({ index, side });
  };
  const pairs = completePairs(drafts);
  const alignment = fromPairs(pairs, revision, first);
  const skew = alignment ? distortion(alignment, revision, first) : 0;
  return {
    drafts,
    chosen,
    choose: (index: number, side: Side) => setChosen({ index, side }),
    set,
    tap: (side: Side, point: PlanPoint) => {
      const index = nextPair(drafts, side);
      if (index !== undefined) set(index, side, point);
      // All points are set: moves the selected one here.
      else if (chosen?.side === side) set(chosen.index, side, point);
    },
    remove: (index: number) => {
      setChosen(undefined);
      update(withoutPair(drafts, index));
    },
    reset: () => {
      setDrafts([]);
      setChosen(undefined);
    },
    isAligned: alignment !== undefined,
    /** No alignment fits the pairs. */
    isImpossible: pairs.length > 1 && !alignment,
    /** Set only if the points distort the sheet more than paper does. */
    skew: skew > MAX_SKEW ? skew : undefined,
  };
}
