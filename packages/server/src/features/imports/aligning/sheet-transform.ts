// Decides from a proposal how a new sheet is aligned with its plan.
import type { AlignmentProposal } from '@plumbline/core/features/imports/contract';
import { sameSheet } from '@plumbline/core/features/plans/revision-rules';
import {
  type Alignment,
  compose,
  fromSimilarity,
  maxDistance,
  type SheetSize,
} from '@plumbline/core/site/geometry/alignment';
import type { Grey } from './grey.ts';
import { CONFIDENT_FIT, type Proposal } from './propose.ts';

/** An earlier revision that the new one is compared with. */
export type KnownSheet = SheetSize & { readonly alignment: Alignment };

/**
 * Drawings on equal sheets further apart than this fraction of the width were moved, scaled or rotated deliberately.
 */
const MOVED = 0.003;

/** The transform of a proposal, from fractions of the new image to fractions of the old one. */
export function transformOf(
  { turn: rotation }: Proposal,
  moving: Pick<Grey, 'width' | 'height'>,
  fixed: Pick<Grey, 'width' | 'height'>,
): Alignment {
  const size = ({ width, height }: Pick<Grey, 'width' | 'height'>): SheetSize => ({ widthPt: width, heightPt: height });
  const similarity = {
    scale: Math.hypot(rotation.p, rotation.q),
    angle: Math.atan2(rotation.q, rotation.p),
    dx: rotation.u,
    dy: rotation.v,
  };
  return fromSimilarity(similarity, size(moving), size(fixed));
}

/** A proposal in plan space, by way of the revision it was found on. */
export function inPlanSpace(found: Alignment, fit: number, known: KnownSheet): AlignmentProposal {
  return { alignment: compose(known.alignment, found), fit: Math.min(1, Math.max(0, fit)), sure: fit >= CONFIDENT_FIT };
}

/**
 * The transform the new revision gets without asking, or null if the user must decide. A sheet of equal size gets
 * exactly its predecessor's transform, so that errors do not accumulate, unless its drawing was clearly moved.
 */
export function automaticAlignment(
  sheet: SheetSize,
  current: KnownSheet,
  first: SheetSize,
  proposal: AlignmentProposal | null,
): Alignment | null {
  if (!sameSheet(sheet, current)) return null;
  const moved = proposal?.sure && maxDistance(proposal.alignment, current.alignment, first) > MOVED;
  return moved ? null : current.alignment;
}
