// Scale and position of the floor plans on their sheets.
import type { Point } from '../../building/cells.ts';

export const SCALE = 20;
/** Paper position of the crossing of axes A and 1, millimetres. */
export const ORIGIN: Point = [100, 421];

/** One millimetre on paper, in metres. */
export const PAPER_MM = 1 / SCALE;

/** A point on the drawing as fractions of the sheet, y downwards. */
export function onSheet([x, y]: Point): Point {
  const places = (value: number): number => Math.round(value * 1e6) / 1e6;
  return [places((ORIGIN[0] + x * SCALE) / 841), places((ORIGIN[1] - y * SCALE) / 594)];
}
