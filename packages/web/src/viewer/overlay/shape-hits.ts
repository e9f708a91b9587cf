// Which shape, or which handle of one, is under a pointer. Works in pixels of the plan, so that no shape is projected.
import { isInside } from '@plumbline/core/site/geometry/polygon';
import { type Frame, type Point, planToScreen, screenToPlan } from '../camera/geometry.ts';
import type { PlanShape } from '../options.ts';
import { labelLift, labelSize } from './label-size.ts';

/** What of a shape is dragged: one of its handles, or all of it. */
export interface Grip {
  readonly handle: number | undefined;
  /** CSS pixels of the viewport. */
  readonly at: Point;
}

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const boundsOfShapes = new WeakMap<PlanShape, Bounds>();

/** In plan fractions. A shape lies within its outline: cut-outs are inside. */
function boundsOf(shape: PlanShape): Bounds {
  const known = boundsOfShapes.get(shape);
  if (known) return known;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of shape.points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  const bounds = { left, top, right, bottom };
  boundsOfShapes.set(shape, bounds);
  return bounds;
}

/** The distance from a point to the line between two others. */
function distanceTo(x: number, y: number, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
}

/** The distance to a shape in CSS pixels: `reach` inside a filled one, undefined if it is farther away than that. */
function distanceToShape(frame: Frame, shape: PlanShape, at: Point, reach: number): number | undefined {
  for (const label of shape.labels ?? []) {
    const { x, y } = planToScreen(frame, label.at.x, label.at.y);
    const { width, height } = labelSize(label.text);
    if (Math.abs(at.x - x) <= width / 2 && Math.abs(at.y - y + labelLift(shape, label)) <= height / 2) return 0;
  }
  const { x, y } = screenToPlan(frame, at.x, at.y);
  const { left, top, right, bottom } = boundsOf(shape);
  const [beyondX, beyondY] = [reach / frame.scale / frame.widthPx, reach / frame.scale / frame.heightPx];
  if (x < left - beyondX || x > right + beyondX || y < top - beyondY || y > bottom + beyondY) return undefined;
  const [px, py] = [x * frame.widthPx, y * frame.heightPx];
  const rings = [shape.points, ...(shape.holes ?? [])].map((ring) =>
    ring.map((point) => ({ x: point.x * frame.widthPx, y: point.y * frame.heightPx })),
  );
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of rings) {
    for (const [i, to] of ring.entries()) {
      const before = i > 0 || shape.kind === 'polygon' ? ring.at(i - 1) : undefined;
      const from = shape.kind === 'dots' || shape.kind === 'text' ? to : (before ?? to);
      nearest = Math.min(nearest, distanceTo(px, py, from, to) * frame.scale);
    }
  }
  if (nearest <= reach) return nearest;
  const isFilledHere =
    shape.filled && isInside({ x, y }, shape.points) && !shape.holes?.some((hole) => isInside({ x, y }, hole));
  return isFilledHere ? reach : undefined;
}

/** The id of the nearest shape that can be chosen, the topmost of equally near ones. Lines win over what they lie in. */
export function shapeAt(frame: Frame, shapes: readonly PlanShape[], at: Point, reach: number): string | undefined {
  let nearest = Number.POSITIVE_INFINITY;
  let found: string | undefined;
  for (const shape of shapes) {
    if (shape.id === undefined) continue;
    const distance = distanceToShape(frame, shape, at, reach);
    if (distance === undefined || distance > nearest) continue;
    nearest = distance;
    found = shape.id;
  }
  return found;
}

/** The nearest handle of a shape, else the shape itself; undefined if it is not under the pointer. */
export function gripAt(frame: Frame, shape: PlanShape, at: Point, reach: number): Grip | undefined {
  let nearest = reach;
  let grip: Grip | undefined;
  for (const [handle, point] of (shape.grips ?? []).entries()) {
    const place = planToScreen(frame, point.x, point.y);
    const distance = Math.hypot(at.x - place.x, at.y - place.y);
    if (distance > nearest) continue;
    nearest = distance;
    grip = { handle, at: place };
  }
  if (grip) return grip;
  return distanceToShape(frame, shape, at, reach) === undefined ? undefined : { handle: undefined, at };
}
