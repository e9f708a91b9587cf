// What a drawing on a plan is made of: its places, its corners, and what it measures on site.
import type { Spot } from '../../site/geometry/alignment.ts';
import { areaWithin, type GroundSize, pathLength } from './measure.ts';

/** x and y by turns → places. */
export function spotsOf(points: readonly number[]): Spot[] {
  const spots: Spot[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) spots.push({ x: points[i] ?? 0, y: points[i + 1] ?? 0 });
  return spots;
}

/** The four corners of the rectangle between two of them; none where there are no two. */
export function cornersOf([one, two]: readonly Spot[]): Spot[] {
  return one && two ? [one, { x: two.x, y: one.y }, two, { x: one.x, y: two.y }] : [];
}

/** Metres, or square metres with the metres around; undefined for what measures nothing, and without a scale. */
export type Measured = { readonly length: number } | { readonly area: number; readonly around: number };

/** What a drawing of this kind measures on site. `spots` are in plan space. */
export function measureOf(kind: string, spots: readonly Spot[], size: GroundSize | undefined): Measured | undefined {
  if (!size) return undefined;
  if (kind === 'distance' && spots.length > 1) return { length: pathLength(size, spots) };
  if (kind === 'area' && spots.length > 2)
    return { area: areaWithin(size, spots), around: pathLength(size, [...spots, ...spots.slice(0, 1)]) };
  return undefined;
}
