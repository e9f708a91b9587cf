// The dimensions of marks in CSS pixels at pin scale 1. The tip (0,0) of a drop is at its position; the head is above.
import type { Context2D } from './sprites.ts';

export const HEAD_RADIUS = 10;
/** From the tip to the centre of the head. */
export const HEAD_HEIGHT = 18;

export function bubbleRadius(count: number): number {
  return 12 + 3 * Math.min(4, Math.log10(Math.max(1, count)));
}

/** Adds the outline of a drop, tip at the origin, to the context's path. */
export function dropPath(context: Context2D, scale: number): void {
  const radius = HEAD_RADIUS * scale;
  const height = HEAD_HEIGHT * scale;
  const open = Math.acos(radius / height);
  context.beginPath();
  context.moveTo(0, 0);
  context.arc(0, -height, radius, Math.PI / 2 + open, Math.PI / 2 - open + 2 * Math.PI);
  context.closePath();
}
