// Size and position of the text of a shape on screen. Pure: the width is estimated where nothing is drawn.
import type { Point } from '../camera/geometry.ts';
import type { PlanShape } from '../options.ts';

export const LABEL_LINE = 17;
const LABEL_PAD = 7;
/** The usual width of a character at 13 px. */
const CHARACTER = 7.5;
/** Radius of a counted dot. */
export const DOT = 8;
/** Radius of handles that can be dragged. */
export const GRIP = 7;

export const labelHeight = (text: string): number => text.split('\n').length * LABEL_LINE + LABEL_PAD;

type Label = { readonly at: Point; readonly text: string };

/** How far above its position a label is drawn: above a dot or handle, which it would hide. */
export function labelLift({ kind, grips = [] }: Pick<PlanShape, 'kind' | 'grips'>, { at, text }: Label): number {
  const isGrip = kind !== 'text' && grips.some(({ x, y }) => x === at.x && y === at.y);
  const radius = kind === 'dots' ? DOT : isGrip ? GRIP : 0;
  return radius && radius + 3 + labelHeight(text) / 2;
}

export function labelSize(text: string) {
  const longest = Math.max(...text.split('\n').map((line) => line.length));
  return { width: longest * CHARACTER + 14, height: labelHeight(text) };
}
