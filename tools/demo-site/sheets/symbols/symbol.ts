// Shapes and line styles for plan symbols. Metres.
import type { Point } from '../../building/cells.ts';
import { GREY, PALE, type Pen, type Stroke, W } from '../pen.ts';

/** Draws a symbol with the middle of its back at the origin, facing +y. */
export type Draw = (pen: Pen, width: number, depth: number) => void;

export const soft: Stroke = { width: W.fine, colour: GREY };
export const filled: Stroke = { ...soft, fill: '#ffffff' };
export const faint: Stroke = { width: W.hair, colour: PALE };

export const back = (pen: Pen, w: number, d: number, stroke = filled): void => pen.box(-w / 2, 0, w / 2, d, stroke);

export function rounded(
  pen: Pen,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  r: number,
  stroke: Stroke = filled,
): void {
  const points: Point[] = [];
  for (const [cx, cy, from] of [
    [x1 - r, y0 + r, -90],
    [x1 - r, y1 - r, 0],
    [x0 + r, y1 - r, 90],
    [x0 + r, y0 + r, 180],
  ] as const) {
    for (let i = 0; i <= 4; i++) {
      const a = ((from + i * 22.5) * Math.PI) / 180;
      points.push([cx + r * Math.cos(a), cy + r * Math.sin(a)]);
    }
  }
  pen.path(points, { ...stroke, close: true });
}
