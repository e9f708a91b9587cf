// The scale regions of a revision after its sheet is aligned: its own, and those of the revision before it. Pure.

import {
  type Alignment,
  applyTo,
  compose,
  invert,
  type PlanPoint,
  toSimilarity,
} from '../../../site/geometry/alignment.ts';
import { isInside } from '../../../site/geometry/polygon.ts';
import { MAX_SCALE_REGIONS, type RevisionRow, type ScaleRegion } from '../../../site/rows/plans.ts';
import { pointsOf, regionsOf } from '../../maps/scale-regions.ts';

type RegionSheet = Pick<RevisionRow, 'id' | 'widthPt' | 'heightPt' | 'scaleRegions'> & { alignment: Alignment };

/** How far, as a fraction of the sheet, a region may lie beyond its edge. */
const BEYOND_EDGE = 0.01;

/** Regions in the order of their trust; those that overlap one of an earlier group are left out. */
export function joinRegions(...groups: readonly (readonly ScaleRegion[])[]): ScaleRegion[] {
  const taken: ScaleRegion[] = [];
  for (const group of groups) {
    const free = group.filter(
      ({ points }) => !taken.some((region) => overlaps(pointsOf(region.points), pointsOf(points))),
    );
    taken.push(...free);
  }
  return taken.slice(0, MAX_SCALE_REGIONS);
}

function overlaps(one: readonly PlanPoint[], other: readonly PlanPoint[]): boolean {
  const inner = (points: readonly PlanPoint[], outline: readonly PlanPoint[]) =>
    [...points, centreOf(points)].some((point) => isInside(point, outline));
  return inner(one, other) || inner(other, one);
}

const centreOf = (points: readonly PlanPoint[]): PlanPoint => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/**
 * What a person has set on this sheet stays where it is, then what was read from the sheet itself counts. Regions of the
 * revision before follow the alignment and await a confirmation, because the views may have moved.
 */
export function carriedRegions(before: RegionSheet, now: RegionSheet): ScaleRegion[] {
  const own = regionsOf(now);
  const confirmed = own.filter(({ proposed }) => !proposed);
  const earlier = regionsOf(before).filter(({ id }) => !confirmed.some((region) => region.id === id));
  const isEarlier = (id: string) => earlier.some((region) => region.id === id);
  const read = own.filter(({ id, proposed }) => proposed && !isEarlier(id));
  const carried = earlier.flatMap((region) => movedRegion(region, before, now) ?? []);
  return joinRegions(confirmed, read, carried);
}

/** Undefined if it lies beyond the edges of the sheet. */
function movedRegion(region: ScaleRegion, before: RegionSheet, now: RegionSheet): ScaleRegion | undefined {
  const transform = compose(invert(now.alignment), before.alignment);
  const points = pointsOf(region.points).map((point) => applyTo(transform, point));
  const isOnSheet = points.every(
    ({ x, y }) => x > -BEYOND_EDGE && y > -BEYOND_EDGE && x < 1 + BEYOND_EDGE && y < 1 + BEYOND_EDGE,
  );
  if (!isOnSheet) return undefined;
  const enlarged = toSimilarity(transform, before, now).scale;
  const onSheet = (value: number) => Math.min(1, Math.max(0, value));
  return {
    ...region,
    points: points.flatMap(({ x, y }) => [onSheet(x), onSheet(y)]),
    scale: region.scale === null ? null : region.scale / enlarged,
    proposed: true,
  };
}
