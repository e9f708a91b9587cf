// Pins for printing: the on-screen symbols as vectors, each with its number. Shape conveys the status as well as
// colour.

import type { PinStatus } from '@plumbline/core/site/rows/pins';
import { inkOn } from '@plumbline/core/site/values/pin-colours';
import { type Matrix, moved, scaled, times } from './matrix.ts';
import type { Pen, Stroke } from './pen.ts';
import type { PrintedPin } from './sheet.ts';
import type { Typeface } from './text/typefaces.ts';

/** The outline of a pin in a box of 24 × 30; its tip is TIP. */
const BODY: readonly Stroke[] = [
  ['M', 12, 28.4],
  ['C', 6.2, 20.6, 2, 16, 2, 11.2],
  ['C', 2, 5.68, 6.48, 1.2, 12, 1.2],
  ['C', 17.52, 1.2, 22, 5.68, 22, 11.2],
  ['C', 22, 16, 17.8, 20.6, 12, 28.4],
  ['Z'],
];
const TIP = { x: 12, y: 28.4 };
const HEIGHT = 30;
const DOT: readonly Stroke[] = circle(12, 11.2, 3.6);
const TICK: readonly Stroke[] = [
  ['M', 7.6, 11.6],
  ['L', 10.6, 14.6],
  ['L', 16.4, 8.2],
];
const DASH: readonly Stroke[] = [
  ['M', 8, 11.2],
  ['L', 16, 11.2],
];
const EDGE = '#1b1f23';
/** Colour of pins without a category. */
const NEUTRAL = '#544e46';
const WHITE = '#ffffff';

/** In units of the box. */
const LABEL = { right: 22.6, middle: 11.2, size: 9.5, half: 7.4, beside: 2.6, under: 6 };

function circle(x: number, y: number, r: number): Stroke[] {
  const k = 0.5523 * r;
  return [
    ['M', x - r, y],
    ['C', x - r, y - k, x - k, y - r, x, y - r],
    ['C', x + k, y - r, x + r, y - k, x + r, y],
    ['C', x + r, y + k, x + k, y + r, x, y + r],
    ['C', x - k, y + r, x - r, y + k, x - r, y],
    ['Z'],
  ];
}

export function box(left: number, top: number, right: number, bottom: number): Stroke[] {
  return [['M', left, top], ['L', right, top], ['L', right, bottom], ['L', left, bottom], ['Z']];
}

/** Draws the pin in its box of 24 × 30. */
export function drawMark(pen: Pen, colour: string | null, status: PinStatus, within: Matrix): void {
  const fill = colour ?? NEUTRAL;
  pen.path(BODY, { stroke: WHITE, width: 3.6 }, within);
  if (status === 'inactive') {
    pen.path(BODY, { fill: WHITE, stroke: EDGE, width: 1 }, within);
    pen.path(BODY, { stroke: fill, width: 2.4, dash: [4.5, 3] }, within);
    pen.path(DASH, { stroke: fill, width: 2.6 }, within);
    return;
  }
  const ink = inkOn(fill);
  pen.path(BODY, { fill, stroke: EDGE, width: 1.2 }, within);
  if (status === 'open') pen.path(DOT, { fill: ink }, within);
  else pen.path(TICK, { stroke: ink, width: 2.6 }, within);
}

/** Draws pins with their tips at their positions, `height` points tall; pins further down overlap those above. */
export function drawPins(
  pen: Pen,
  pins: readonly PrintedPin[],
  { sheet, height, face }: { sheet: { widthPt: number; heightPt: number }; height: number; face: Typeface },
): void {
  const scale = height / HEIGHT;
  for (const { x, y, colour, status, label } of [...pins].sort((one, other) => one.y - other.y)) {
    const tip = moved(x * sheet.widthPt - TIP.x * scale, y * sheet.heightPt - TIP.y * scale);
    const within = times(tip, scaled(scale));
    const wide = labelWidth(label, face);
    const leaves = x * sheet.widthPt + (wide + 11) * scale > sheet.widthPt;
    if (label !== '') drawLabel(pen, label, { face, within, wide, leaves });
    drawMark(pen, colour, status, within);
  }
}

const labelWidth = (label: string, face: Typeface): number => face.widthOf(label, LABEL.size) + 2 * LABEL.beside;

type LabelPosition = {
  face: Typeface;
  within: Matrix;
  wide: number;
  /** The label would extend beyond the sheet on the right. */
  leaves: boolean;
};

function drawLabel(pen: Pen, label: string, { face, within, wide, leaves }: LabelPosition): void {
  const { right, middle, size, half, beside, under } = LABEL;
  const left = leaves ? 2 * TIP.x - right - wide : right;
  const plate = leaves
    ? box(left, middle - half, left + wide + under, middle + half)
    : box(left - under, middle - half, left + wide, middle + half);
  pen.path(plate, { fill: WHITE, cover: 0.92, stroke: EDGE, width: 0.7 }, within);
  pen.write(label, { x: left + beside, y: middle + size * 0.36, size, face, colour: EDGE }, within);
}
