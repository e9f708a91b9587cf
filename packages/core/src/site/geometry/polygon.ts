// Closed outlines on a sheet: whether a point is inside one, and whether edges cross.
import type { PlanPoint } from './alignment.ts';

export type Edge = { readonly from: PlanPoint; readonly to: PlanPoint };

/** The edges along the points; `closed` adds the one from the last point to the first. */
export function edgesOf(points: readonly PlanPoint[], closed: boolean): Edge[] {
  const edges = points.map((from, i) => ({ from, to: points[(i + 1) % points.length] ?? from }));
  return closed ? edges : edges.slice(0, -1);
}

/** Rounding, as a fraction of the sheet. */
const EPSILON = 1e-7;

/** 1 left of the edge, -1 right of it, 0 on its line. */
function sideOf({ from, to }: Edge, { x, y }: PlanPoint): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const cross = dx * (y - from.y) - dy * (x - from.x);
  return Math.abs(cross) <= EPSILON * Math.hypot(dx, dy) ? 0 : Math.sign(cross);
}

/** Whether two edges cross; touching is no crossing. */
export const edgesCross = (one: Edge, other: Edge): boolean =>
  sideOf(one, other.from) * sideOf(one, other.to) < 0 && sideOf(other, one.from) * sideOf(other, one.to) < 0;

/** Whether two edges of the closed outline cross. */
export function crossesItself(points: readonly PlanPoint[]): boolean {
  const edges = edgesOf(points, true);
  return edges.some((one, i) => edges.slice(i + 2, i === 0 ? -1 : undefined).some((other) => edgesCross(one, other)));
}

/** Whether a point is inside the closed outline. */
export function isInside({ x, y }: PlanPoint, outline: readonly PlanPoint[]): boolean {
  const crossed = edgesOf(outline, true).filter(
    ({ from, to }) => from.y > y !== to.y > y && x < from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y),
  );
  return crossed.length % 2 === 1;
}

/** Whether a point is on the closed outline itself. */
export function isOnBorder(point: PlanPoint, outline: readonly PlanPoint[]): boolean {
  return edgesOf(outline, true).some((edge) => {
    const { from, to } = edge;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const along = (point.x - from.x) * dx + (point.y - from.y) * dy;
    return sideOf(edge, point) === 0 && along >= -EPSILON && along <= dx * dx + dy * dy + EPSILON;
  });
}

/** The area within the closed outline, in squared units of its points. */
export function areaOf(outline: readonly PlanPoint[]): number {
  const twice = edgesOf(outline, true).reduce((sum, { from, to }) => sum + from.x * to.y - to.x * from.y, 0);
  return Math.abs(twice) / 2;
}
