// Matrices as in PDF: [a b c d e f] maps (x, y) to (a·x + c·y + e, b·x + d·y + f). Pure.
import { type Alignment, invert } from '@plumbline/core/site/geometry/alignment';

export type Matrix = readonly [number, number, number, number, number, number];

/** Applies `inner` first, then `outer`. */
export function times(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export const moved = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];
export const scaled = (by: number): Matrix => [by, 0, 0, by, 0, 0];
/** Flips the y axis, so that text is upright in coordinates with y downwards. */
export const FLIPPED: Matrix = [1, 0, 0, -1, 0, 0];

/** From points of the visible sheet, y downwards from its upper left corner, to the page's user space. */
export function toPage(fractions: Alignment, sheet: { widthPt: number; heightPt: number }): Matrix {
  const [a, b, c, d, e, f] = invert(fractions);
  return [a / sheet.widthPt, d / sheet.widthPt, b / sheet.heightPt, e / sheet.heightPt, c, f];
}
