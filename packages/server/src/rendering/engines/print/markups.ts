// Draws markups and measurements of a plan for printing: lines, arrows, areas and text.
import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';
import type { Pen, Stroke } from './pen.ts';
import { box } from './pin-marks.ts';
import type { PrintedMarkup } from './sheet.ts';
import type { Typeface } from './text/typefaces.ts';

type MarkupStyle = { sheet: { widthPt: number; heightPt: number }; width: number; size: number; face: Typeface };

const LINE_HEIGHT = 1.3;
const WHITE = '#ffffff';
const DARK = '#1b1f23';
/** In multiples of the line width. */
const ARROW = { long: 7, wide: 3 };
const DOT = 3;

export function drawMarkups(pen: Pen, markups: readonly PrintedMarkup[], style: MarkupStyle): void {
  for (const markup of markups) drawMarkup(pen, markup, style);
  // Text goes on top of all lines.
  for (const markup of markups) drawWords(pen, markup, style);
}

function drawMarkup(pen: Pen, markup: PrintedMarkup, { sheet, width }: MarkupStyle): void {
  const { kind, points, holes, colour, filled } = markup;
  const onSheet = ({ x, y }: PlanPoint) => ({ x: x * sheet.widthPt, y: y * sheet.heightPt });
  const at = points.map(onSheet);
  if (kind === 'dots') {
    for (const dot of at) pen.path(circle(dot, DOT * width), { fill: colour, stroke: WHITE, width: width / 2 });
    return;
  }
  const [first, ...rest] = at;
  if (!first || rest.length === 0 || kind === 'text') return;
  const strokes: Stroke[] = [['M', first.x, first.y], ...rest.map(({ x, y }): Stroke => ['L', x, y])];
  if (kind === 'polygon') strokes.push(['Z'], ...holes.flatMap((hole) => cutOut(hole.map(onSheet), at)));
  // A white outline keeps the line visible on any drawing.
  pen.path(strokes, { stroke: WHITE, width: width * 2 });
  if (filled) pen.path(strokes, { fill: colour, cover: 0.18 });
  pen.path(strokes, { stroke: colour, width });
  const [last, before] = [at.at(-1), at.at(-2)];
  if (kind === 'arrow' && last && before) pen.path(arrowHead(before, last, width), { fill: colour });
}

const turnOf = (ring: readonly PlanPoint[]): number =>
  ring.reduce((sum, { x, y }, i) => {
    const next = ring[(i + 1) % ring.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);

/** In the direction opposite to the outline: overlapping rings in opposite directions stay empty. */
function cutOut(ring: readonly PlanPoint[], outline: readonly PlanPoint[]): Stroke[] {
  const [first, ...rest] = turnOf(ring) > 0 === turnOf(outline) > 0 ? ring.toReversed() : ring;
  return first ? [['M', first.x, first.y], ...rest.map(({ x, y }): Stroke => ['L', x, y]), ['Z']] : [];
}

/** Four curves. */
function circle({ x, y }: PlanPoint, radius: number): Stroke[] {
  const k = radius * 0.5523;
  const r = radius;
  return [
    ['M', x + r, y],
    ['C', x + r, y + k, x + k, y + r, x, y + r],
    ['C', x - k, y + r, x - r, y + k, x - r, y],
    ['C', x - r, y - k, x - k, y - r, x, y - r],
    ['C', x + k, y - r, x + r, y - k, x + r, y],
    ['Z'],
  ];
}

function arrowHead(from: PlanPoint, to: PlanPoint, width: number): Stroke[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const back = { x: to.x - along.x * ARROW.long * width, y: to.y - along.y * ARROW.long * width };
  const side = { x: -along.y * ARROW.wide * width, y: along.x * ARROW.wide * width };
  return [
    ['M', to.x + along.x * width, to.y + along.y * width],
    ['L', back.x + side.x, back.y + side.y],
    ['L', back.x - side.x, back.y - side.y],
    ['Z'],
  ];
}

function drawWords(pen: Pen, markup: PrintedMarkup, { sheet, width, size, face }: MarkupStyle): void {
  const { kind, labelAt, text, colour } = markup;
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines.length === 0) return;
  const middle = { x: labelAt.x * sheet.widthPt, y: labelAt.y * sheet.heightPt };
  const wide = Math.max(...lines.map((line) => face.widthOf(line, size)));
  const high = lines.length * size * LINE_HEIGHT;
  const pad = size * 0.35;
  const left = Math.min(Math.max(pad, middle.x - wide / 2), Math.max(pad, sheet.widthPt - wide - pad));
  // Above a dot, which would be hidden below its label.
  const wished = kind === 'dots' ? middle.y - (DOT + 1) * width - high - pad : middle.y - high / 2;
  const top = Math.min(Math.max(pad, wished), Math.max(pad, sheet.heightPt - high - pad));
  pen.path(box(left - pad, top - pad * 0.6, left + wide + pad, top + high + pad * 0.6), {
    fill: WHITE,
    cover: 0.92,
    stroke: colour,
    width: size * 0.07,
  });
  for (const [i, line] of lines.entries()) {
    const y = top + i * size * LINE_HEIGHT + size;
    pen.write(line, { x: left, y, size, face, colour: kind === 'text' ? colour : DARK });
  }
}

/** The map attribution, in the lower right corner on white. */
export function drawCredit(pen: Pen, credit: string, { sheet, size, face }: Omit<MarkupStyle, 'width'>): void {
  const wide = face.widthOf(credit, size);
  const [right, bottom] = [sheet.widthPt - size * 0.4, sheet.heightPt - size * 0.4];
  pen.path(box(right - wide - size, bottom - size * 1.6, right, bottom), { fill: WHITE, cover: 0.85 });
  pen.write(credit, { x: right - wide - size / 2, y: bottom - size * 0.5, size, face, colour: DARK });
}
