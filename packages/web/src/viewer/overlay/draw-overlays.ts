// Overlays besides the pins: search hits, the user's position, and the ghost of a pin being placed or moved.
import { type Frame, type Point, planToScreen } from '../camera/geometry.ts';
import type { OwnPosition, PlanRect } from '../options.ts';
import type { ViewerTheme } from '../theme.ts';

/** Hits smaller than this on screen are drawn at this size, so that they can be found. */
const MIN_HIT_PX = 14;

export function drawHighlights(
  context: CanvasRenderingContext2D,
  frame: Frame,
  rects: readonly PlanRect[],
  active: number,
  theme: ViewerTheme,
  /** CSS pixels around the viewport that are drawn as well. */
  beyond: number,
): void {
  const angle = Math.atan2(frame.sin, frame.cos);
  for (const [i, rect] of rects.entries()) {
    const middle = planToScreen(frame, rect.x + rect.width / 2, rect.y + rect.height / 2);
    const width = Math.max(MIN_HIT_PX, rect.width * frame.widthPx * frame.scale + 6);
    const height = Math.max(MIN_HIT_PX, rect.height * frame.heightPx * frame.scale + 6);
    const reach = width + height + beyond;
    if (middle.x < -reach || middle.y < -reach || middle.x > frame.width + reach || middle.y > frame.height + reach)
      continue;
    const chosen = i === active;
    context.save();
    context.translate(middle.x, middle.y);
    context.rotate(angle);
    context.beginPath();
    context.roundRect(-width / 2, -height / 2, width, height, 3);
    context.fillStyle = theme.highlight;
    context.globalAlpha = chosen ? 0.45 : 0.32;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = chosen ? theme.highlightActive : theme.highlight;
    context.lineWidth = chosen ? 2.5 : 1.5;
    context.stroke();
    context.restore();
  }
}

export function drawPosition(
  context: CanvasRenderingContext2D,
  frame: Frame,
  position: OwnPosition,
  theme: ViewerTheme,
): void {
  const at = planToScreen(frame, position.x, position.y);
  const colour = position.colour ?? theme.position;
  context.save();
  context.translate(at.x, at.y);
  const radius = (position.accuracyPx ?? 0) * frame.scale;
  if (radius > 10) {
    context.beginPath();
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.globalAlpha = 0.14;
    context.fill();
    context.globalAlpha = 0.55;
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.stroke();
    context.globalAlpha = 1;
  }
  if (position.heading !== undefined) drawHeading(context, frame, position.heading, colour);
  for (const [size, filled] of [
    [10, theme.ink],
    [9, '#ffffff'],
    [6.5, colour],
  ] as const) {
    context.beginPath();
    context.arc(0, 0, size, 0, 2 * Math.PI);
    context.fillStyle = filled;
    context.fill();
  }
  context.restore();
}

function drawHeading(context: CanvasRenderingContext2D, frame: Frame, heading: number, colour: string): void {
  context.save();
  context.rotate(Math.atan2(frame.sin, frame.cos) + (heading * Math.PI) / 180);
  context.beginPath();
  context.moveTo(-7, -10);
  context.lineTo(0, -20);
  context.lineTo(7, -10);
  context.closePath();
  context.fillStyle = colour;
  context.strokeStyle = '#ffffff';
  context.lineWidth = 2;
  context.stroke();
  context.fill();
  context.restore();
}

/** The original position of a picked-up pin, and a dashed line to its current one. */
export function drawOrigin(context: CanvasRenderingContext2D, from: Point, to: Point, theme: ViewerTheme): void {
  context.save();
  for (const [width, colour] of [
    [4, '#ffffff'],
    [1.6, theme.ink],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash([]);
    context.beginPath();
    context.arc(from.x, from.y, 5, 0, 2 * Math.PI);
    context.stroke();
    context.setLineDash([5, 4]);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.restore();
}

/** A fine cross at the exact position of a ghost. */
export function drawCross(context: CanvasRenderingContext2D, at: Point, allowed: boolean, theme: ViewerTheme): void {
  context.save();
  context.translate(Math.round(at.x) + 0.5, Math.round(at.y) + 0.5);
  for (const [width, colour] of [
    [4, '#ffffff'],
    [1.5, allowed ? theme.select : theme.overdue],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.beginPath();
    for (const [x, y] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      context.moveTo(x * 4, y * 4);
      context.lineTo(x * 14, y * 14);
    }
    context.stroke();
  }
  context.restore();
}
