// A region drawn from corner to corner, in fractions of the sheet. Pure.
import type { Box } from '@plumbline/core/site/geometry/rotation';

export type Point = { readonly x: number; readonly y: number };

const clamped = (value: number): number => Math.min(1, Math.max(0, value));

/** The region between two points, limited to the sheet. */
export function between(a: Point, b: Point): Box {
  const [x, y] = [clamped(Math.min(a.x, b.x)), clamped(Math.min(a.y, b.y))];
  return { x, y, w: clamped(Math.max(a.x, b.x)) - x, h: clamped(Math.max(a.y, b.y)) - y };
}

/** A click is not a region: each side has this length in pixels or more. */
const MIN_SIDE_PX = 4;

export const isRegion = (box: Box, size: { readonly width: number; readonly height: number }): boolean =>
  box.w * size.width >= MIN_SIDE_PX && box.h * size.height >= MIN_SIDE_PX;
