// Lines, areas and text drawn over the plan: measurements and annotations. A white outline keeps them readable on any
// drawing.
import { type Frame, type Point, planToScreen } from '../camera/geometry.ts';
import type { PlanShape } from '../options.ts';
import type { ViewerTheme } from '../theme.ts';

const WIDTH = 2.5;
const EDGE = 5.5;
const HANDLE = 5;
const DOT = 8;
const HEAD = 14;
const LABEL_LINE = 17;
const LABEL_PAD = 7;

function trace(context: CanvasRenderingContext2D, rings: readonly (readonly Point[])[], closed: boolean): void {
  context.beginPath();
  for (const points of rings) {
    for (const [i, { x, y }] of points.entries()) {
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    if (closed) context.closePath();
  }
}

function drawDots(context: CanvasRenderingContext2D, points: readonly Point[], colour: string): void {
  for (const { x, y } of points) {
    context.beginPath();
    context.arc(x, y, DOT, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = '#ffffff';
    context.stroke();
  }
}

/** The usual marks of CAD programs, from -1 to 1. */
const SNAP_MARKS = {
  end: [[-1, -1, 1, -1, 1, 1, -1, 1, -1, -1]],
  crossing: [
    [-1, -1, 1, 1],
    [1, -1, -1, 1],
  ],
  nearest: [[-1, -1, 1, -1, -1, 1, 1, 1, -1, -1]],
} as const;
const SNAP_SIZE = 8;

function drawSnap(context: CanvasRenderingContext2D, at: Point, kind: keyof typeof SNAP_MARKS, colour: string): void {
  context.beginPath();
  for (const path of SNAP_MARKS[kind])
    for (let i = 0; i < path.length; i += 2)
      context[i === 0 ? 'moveTo' : 'lineTo'](at.x + SNAP_SIZE * (path[i] ?? 0), at.y + SNAP_SIZE * (path[i + 1] ?? 0));
  for (const [width, style] of [
    [EDGE, '#ffffff'],
    [WIDTH, colour],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = style;
    context.stroke();
  }
}

function drawHead(context: CanvasRenderingContext2D, points: readonly Point[], colour: string): void {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return;
  context.save();
  context.translate(tip.x, tip.y);
  context.rotate(Math.atan2(tip.y - before.y, tip.x - before.x));
  context.beginPath();
  context.moveTo(2, 0);
  context.lineTo(-HEAD, -HEAD / 2);
  context.lineTo(-HEAD, HEAD / 2);
  context.closePath();
  context.lineWidth = 3;
  context.strokeStyle = '#ffffff';
  context.stroke();
  context.fillStyle = colour;
  context.fill();
  context.restore();
}

const labelHeight = (text: string): number => text.split('\n').length * LABEL_LINE + LABEL_PAD;

function drawLabel(context: CanvasRenderingContext2D, at: Point, text: string, colour: string, font: string): void {
  context.font = `600 13px ${font}`;
  const width = Math.max(...text.split('\n').map((line) => context.measureText(line).width)) + 14;
  const lines = text.split('\n');
  const height = labelHeight(text);
  context.beginPath();
  context.roundRect(at.x - width / 2, at.y - height / 2, width, height, 5);
  context.fillStyle = '#ffffff';
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = colour;
  context.stroke();
  context.fillStyle = '#1b1f23';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const [i, line] of lines.entries()) context.fillText(line, at.x, at.y - height / 2 + 12.5 + i * LABEL_LINE);
}

function drawShape(context: CanvasRenderingContext2D, frame: Frame, shape: PlanShape, theme: ViewerTheme): void {
  const onScreen = ({ x, y }: Point) => planToScreen(frame, x, y);
  const points = shape.points.map(onScreen);
  const [first] = points;
  if (first && shape.kind in SNAP_MARKS) {
    drawSnap(context, first, shape.kind as keyof typeof SNAP_MARKS, shape.colour);
    return;
  }
  if (shape.kind !== 'text' && shape.kind !== 'dots' && points.length > 1) {
    const holes = (shape.holes ?? []).map((hole) => hole.map(onScreen));
    trace(context, [points, ...holes], shape.kind === 'polygon');
    if (shape.filled) {
      context.fillStyle = shape.colour;
      context.globalAlpha = 0.16;
      context.fill('evenodd');
      context.globalAlpha = 1;
    }
    context.lineWidth = EDGE;
    context.strokeStyle = '#ffffff';
    context.stroke();
    context.lineWidth = WIDTH;
    context.strokeStyle = shape.colour;
    if (shape.dashed) context.setLineDash([7, 5]);
    context.stroke();
    context.setLineDash([]);
    if (shape.kind === 'arrow') drawHead(context, points, shape.colour);
  }
  if (shape.kind === 'dots') drawDots(context, points, shape.colour);
  const handles = shape.handles ? [...points, ...(shape.holes ?? []).flat().map(onScreen)] : [];
  for (const { x, y } of handles) {
    context.beginPath();
    context.arc(x, y, HANDLE, 0, 2 * Math.PI);
    context.fillStyle = '#ffffff';
    context.fill();
    context.lineWidth = WIDTH;
    context.strokeStyle = shape.colour;
    context.stroke();
  }
  for (const { at, text } of shape.labels ?? []) {
    const { x, y } = planToScreen(frame, at.x, at.y);
    // Above the dot, which would be hidden below its label.
    const lift = shape.kind === 'dots' ? DOT + 3 + labelHeight(text) / 2 : 0;
    drawLabel(context, { x, y: y - lift }, text, shape.colour, theme.font);
  }
}

export function drawShapes(
  context: CanvasRenderingContext2D,
  frame: Frame,
  shapes: readonly PlanShape[],
  theme: ViewerTheme,
): void {
  if (shapes.length === 0) return;
  context.save();
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const shape of shapes) drawShape(context, frame, shape, theme);
  context.restore();
}
