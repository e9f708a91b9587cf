// Lines, areas and text drawn over the plan: measurements and annotations. A white outline keeps them readable on any
// drawing.
import { type Frame, type Point, planToScreen } from '../camera/geometry.ts';
import type { PlanShape } from '../options.ts';
import type { ViewerTheme } from '../theme.ts';
import { DOT, GRIP, LABEL_LINE, labelHeight, labelLift } from './label-size.ts';

const WIDTH = 2.5;
const EDGE = 5.5;
const HANDLE = 5;
const HEAD = 14;
/** Of the glow around the chosen shape. */
const GLOW = 14;

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

/** Strokes the current path widely, to highlight the chosen shape. */
function glow(context: CanvasRenderingContext2D, colour: string): void {
  context.globalAlpha = 0.4;
  context.lineWidth = GLOW;
  context.strokeStyle = colour;
  context.stroke();
  context.globalAlpha = 1;
}

function drawDots(context: CanvasRenderingContext2D, points: readonly Point[], colour: string, around?: string): void {
  for (const { x, y } of points) {
    context.beginPath();
    context.arc(x, y, DOT, 0, 2 * Math.PI);
    if (around) glow(context, around);
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

type Label = { readonly text: string; readonly colour: string; readonly font: string; readonly around?: string };

function drawLabel(context: CanvasRenderingContext2D, at: Point, { text, colour, font, around }: Label): void {
  context.font = `600 13px ${font}`;
  const width = Math.max(...text.split('\n').map((line) => context.measureText(line).width)) + 14;
  const lines = text.split('\n');
  const height = labelHeight(text);
  context.beginPath();
  context.roundRect(at.x - width / 2, at.y - height / 2, width, height, 5);
  if (around) glow(context, around);
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

function drawHandles(context: CanvasRenderingContext2D, points: readonly Point[], radius: number, colour: string) {
  for (const { x, y } of points) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = '#ffffff';
    context.fill();
    context.lineWidth = WIDTH;
    context.strokeStyle = colour;
    context.stroke();
  }
}

function drawShape(context: CanvasRenderingContext2D, frame: Frame, shape: PlanShape, theme: ViewerTheme): void {
  const onScreen = ({ x, y }: Point) => planToScreen(frame, x, y);
  const points = shape.points.map(onScreen);
  const [first] = points;
  const around = shape.chosen ? theme.select : undefined;
  if (first && shape.kind in SNAP_MARKS) {
    drawSnap(context, first, shape.kind as keyof typeof SNAP_MARKS, shape.colour);
    return;
  }
  if (shape.kind !== 'text' && shape.kind !== 'dots' && points.length > 1) {
    const holes = (shape.holes ?? []).map((hole) => hole.map(onScreen));
    trace(context, [points, ...holes], shape.kind === 'polygon');
    if (around) glow(context, around);
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
  if (shape.kind === 'dots') drawDots(context, points, shape.colour, around);
  if (shape.handles)
    drawHandles(context, [...points, ...(shape.holes ?? []).flat().map(onScreen)], HANDLE, shape.colour);
  for (const label of shape.labels ?? []) {
    const { x, y } = onScreen(label.at);
    const ofText = shape.kind === 'text' && around ? { around } : {};
    const look = { text: label.text, colour: shape.colour, font: theme.font, ...ofText };
    drawLabel(context, { x, y: y - labelLift(shape, label) }, look);
  }
  if (shape.grips && shape.kind !== 'text') drawHandles(context, shape.grips.map(onScreen), GRIP, shape.colour);
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
