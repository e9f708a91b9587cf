// Proposes the transform from a new drawing to an old one: a rough search over all rotations and scales, then
// refinement. Pure arithmetic.
import { backwards, type Grey, type PixelRotation, rescaled } from './grey.ts';
import { matchScore, type PreparedEdges, prepared, refineTransform } from './refine.ts';
import { findCandidates } from './search.ts';

/**
 * `fit`: share of lines that meet beyond chance, 0 to 1. `turn`: maps pixels of the new image to pixels of the old one.
 */
export type Proposal = { readonly turn: PixelRotation; readonly fit: number };

/** Minimum fit at which a proposal is trusted without review. */
export const CONFIDENT_FIT = 0.3;

const GUESSES = 48;
const CLOSER = 6;
const COARSE_SIDE_PX = 420;
const MIDDLE_SIDE_PX = 840;
const FINE_SIDE_PX = 1_600;
const far = (reach: number, least: number, times: number): number[] =>
  Array.from({ length: times }, (_, i) => Math.max(least, reach * 0.8 ** i));

type Pair = { fixed: PreparedEdges; moving: PreparedEdges };

function pairAt(fixed: Grey, moving: Grey, longest: number): Pair {
  return { fixed: prepared(fixed, longest), moving: prepared(moving, longest) };
}

/** Converts a transform from pixels of the images to pixels of the prepared ones, and back. */
function into(pair: Pair, fixed: Grey, moving: Grey, rotation: PixelRotation): PixelRotation {
  return rescaled(rotation, pair.moving.longest / longestOf(moving), pair.fixed.longest / longestOf(fixed));
}
function outOf(pair: Pair, fixed: Grey, moving: Grey, rotation: PixelRotation): PixelRotation {
  return rescaled(rotation, longestOf(moving) / pair.moving.longest, longestOf(fixed) / pair.fixed.longest);
}
const longestOf = (grey: Grey) => Math.max(grey.width, grey.height);

/** At this fit, no other position is tried. */
const PLAIN = 0.45;

/** Sheets are usually upright: a similar fit sideways or upside down, as with regular grids, is less likely. */
const ON_ITS_SIDE = 0.9;
const likelihood = ({ turn: { p, q }, fit }: Proposal): number => fit * (p > Math.abs(q) ? 1 : ON_ITS_SIDE);
const byLikelihood = (one: Proposal, other: Proposal): number => likelihood(other) - likelihood(one);

/** Undefined if the drawings have nothing in common. `hint`: a transform to try first. */
export function propose(fixed: Grey, moving: Grey, hint?: PixelRotation): Proposal | undefined {
  const hinted = hint && finished(fixed, moving, hint);
  if (hinted && hinted.fit >= PLAIN) return hinted;
  const guesses = findCandidates(fixed, moving, GUESSES);
  const rough = pairAt(fixed, moving, COARSE_SIDE_PX);
  const tried: Proposal[] = [];
  for (const { turn: rotation } of guesses) {
    const start = into(rough, fixed, moving, rotation);
    // Refines towards the drawing with the larger scale, so that neither has to provide more detail than it has.
    const closer = closest(rough, start, far(9, 2, 14));
    tried.push({ turn: outOf(rough, fixed, moving, closer), fit: matchScore(rough.fixed, rough.moving, closer) });
  }
  const best = tried.sort(byLikelihood).slice(0, CLOSER);
  const middle = pairAt(fixed, moving, MIDDLE_SIDE_PX);
  const ranked = best
    .map(({ turn: rotation }) => {
      const closer = closest(middle, into(middle, fixed, moving, rotation), far(5, 1.5, 10));
      return { turn: outOf(middle, fixed, moving, closer), fit: matchScore(middle.fixed, middle.moving, closer) };
    })
    .sort(byLikelihood);
  return ranked[0] && finished(fixed, moving, ranked[0].turn);
}

/** Refines a transform that is nearly right, such as one found on another revision. */
export function finished(fixed: Grey, moving: Grey, start: PixelRotation): Proposal {
  const fine = pairAt(fixed, moving, FINE_SIDE_PX);
  const closer = closest(fine, into(fine, fixed, moving, start), far(6, 1.5, 14));
  return { turn: outOf(fine, fixed, moving, closer), fit: matchScore(fine.fixed, fine.moving, closer) };
}

function closest({ fixed, moving }: Pair, start: PixelRotation, reaches: readonly number[]): PixelRotation {
  return Math.hypot(start.p, start.q) <= 1
    ? refineTransform(fixed, moving, start, reaches)
    : backwards(refineTransform(moving, fixed, backwards(start), reaches));
}
