// The geometry of a markup: its points, its corners, and its real size.
import type { PlanPoint } from '../../site/geometry/alignment.ts';
import { areaWithin, type GroundSize, pathLength } from './measure.ts';

/** Alternating x and y → points. */
export function planPointsOf(points: readonly number[]): PlanPoint[] {
  const positions: PlanPoint[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) positions.push({ x: points[i] ?? 0, y: points[i + 1] ?? 0 });
  return positions;
}

/** The four corners of the rectangle spanned by two points; none if there are not two. */
export function cornersOf([one, two]: readonly PlanPoint[]): PlanPoint[] {
  return one && two ? [one, { x: two.x, y: one.y }, two, { x: one.x, y: two.y }] : [];
}

/**
 * Metres, or square metres with the perimeter in metres; undefined without a scale or for a kind that has no measure.
 */
export type Measured = { readonly length: number } | { readonly area: number; readonly around: number };

/** The real size of a markup of this kind. `spots` are in plan space. */
export function measureOf(
  kind: string,
  positions: readonly PlanPoint[],
  size: GroundSize | undefined,
): Measured | undefined {
  if (!size) return undefined;
  if (kind === 'distance' && positions.length > 1) return { length: pathLength(size, positions) };
  if (kind === 'area' && positions.length > 2)
    return { area: areaWithin(size, positions), around: pathLength(size, [...positions, ...positions.slice(0, 1)]) };
  return undefined;
}
