// The points of a markup while it is dragged. Pure; points are in plan space.
import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';
import type { MarkupKind } from '@plumbline/core/site/rows/maps';

/** The points with a handle; freehand strokes are only moved as a whole. */
export const hasHandles = (kind: MarkupKind): boolean => kind !== 'freehand';

/** One point at its new position, or all of them moved by the same distance. */
export function reshaped(
  points: readonly PlanPoint[],
  handle: number | undefined,
  { from, to }: { readonly from: PlanPoint; readonly to: PlanPoint },
): PlanPoint[] {
  if (handle !== undefined) return points.map((point, i) => (i === handle ? to : point));
  return points.map(({ x, y }) => ({ x: x + to.x - from.x, y: y + to.y - from.y }));
}
