// Markups of a plan on the crop that a report shows: lines with a white outline, and their texts. SVG, pure.
import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';
import type { PrintedMarkup } from '../../../rendering/engines/print/sheet.ts';
import { pixelsOf } from '../filling/pictures/print-picture.ts';

type Size = { width: number; height: number };

/** In millimetres on the report's page. */
const LINE = 0.5;
const TEXT_HEIGHT = 2.6;
/** Relative to the line width. */
const ARROW = { long: 7, wide: 3 };
const DOT = 3;
const LINE_HEIGHT = 1.3;
/** Average width of a character, relative to its height. */
const CHARACTER_WIDTH = 0.56;
const DARK = '#1b1f23';
const COLOUR = /^#[0-9a-f]{6}$/iu;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

// Characters that XML does not allow would break the whole image.
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the purpose
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

export const inXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(UNWRITABLE, '')
    .replaceAll(/[&<>]/gu, (sign) => ENTITIES[sign] ?? '');

/** `onCrop`: fractions of the sheet → pixels of the crop. Markups outside the crop are left out. */
export function cropMarkups(
  markups: readonly PrintedMarkup[],
  crop: Size,
  onCrop: (point: PlanPoint) => PlanPoint,
): string {
  const near = markups
    .map((markup) => ({
      ...markup,
      points: markup.points.map(onCrop),
      holes: markup.holes.map((hole) => hole.map(onCrop)),
      labelAt: onCrop(markup.labelAt),
    }))
    .filter(({ points }) => touches(points, crop));
  // Texts above all lines.
  return [...near.map(shape), ...near.map((markup) => words(markup, crop))].join('');
}

function touches(points: readonly PlanPoint[], { width, height }: Size): boolean {
  const reach = pixelsOf(TEXT_HEIGHT);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return (
    Math.min(...xs) < width + reach &&
    Math.max(...xs) > -reach &&
    Math.min(...ys) < height + reach &&
    Math.max(...ys) > -reach
  );
}

const colourOf = ({ colour }: PrintedMarkup): string => (COLOUR.test(colour) ? colour : DARK);
const at = ({ x, y }: PlanPoint): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

function shape(markup: PrintedMarkup): string {
  const { kind, points, holes, filled } = markup;
  const width = pixelsOf(LINE);
  const colour = colourOf(markup);
  if (kind === 'dots') return points.map((point) => dot(point, DOT * width, colour)).join('');
  if (kind === 'text' || points.length < 2) return '';
  const closed = kind === 'polygon' ? [points, ...holes].map((ring) => `M${ring.map(at).join('L')}Z`) : undefined;
  const path = closed?.join('') ?? `M${points.map(at).join('L')}`;
  const line = `fill="none" stroke-linejoin="round" stroke-linecap="round"`;
  const [last, before] = [points.at(-1), points.at(-2)];
  const head = kind === 'arrow' && last && before ? arrowHead(before, last, width) : '';
  return `<path d="${path}" ${line} stroke="#fff" stroke-width="${width * 2}"/>
    ${filled ? `<path d="${path}" fill="${colour}" fill-rule="evenodd" fill-opacity="0.18"/>` : ''}
    <path d="${path}" ${line} stroke="${colour}" stroke-width="${width}"/>
    ${head && `<path d="${head}" fill="${colour}"/>`}`;
}

const dot = ({ x, y }: PlanPoint, radius: number, colour: string): string =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="${colour}" stroke="#fff"/>`;

function arrowHead(from: PlanPoint, to: PlanPoint, width: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const back = { x: to.x - along.x * ARROW.long * width, y: to.y - along.y * ARROW.long * width };
  const side = { x: -along.y * ARROW.wide * width, y: along.x * ARROW.wide * width };
  const tip = { x: to.x + along.x * width, y: to.y + along.y * width };
  return `M${at(tip)}L${at({ x: back.x + side.x, y: back.y + side.y })}L${at({ x: back.x - side.x, y: back.y - side.y })}Z`;
}

function words(markup: PrintedMarkup, crop: Size): string {
  const lines = markup.text.split('\n').filter((line) => line !== '');
  if (lines.length === 0) return '';
  const size = pixelsOf(TEXT_HEIGHT);
  const { x, y } = markup.labelAt;
  const pad = size * 0.35;
  const wide = Math.max(...lines.map((line) => [...line].length)) * size * CHARACTER_WIDTH + 2 * pad;
  const high = lines.length * size * LINE_HEIGHT + 2 * pad * 0.6;
  // Keeps the label of a markup on the crop, as far as it fits.
  const left = Math.min(Math.max(0, x - wide / 2), Math.max(0, crop.width - wide));
  // Above a dot, which would be hidden below its label.
  const wished = markup.kind === 'dots' ? y - (DOT + 1) * pixelsOf(LINE) - high : y - high / 2;
  const top = Math.min(Math.max(0, wished), Math.max(0, crop.height - high));
  const colour = colourOf(markup);
  const text = lines.map(
    (line, index) =>
      `<tspan x="${(left + wide / 2).toFixed(1)}" y="${(top + pad * 0.6 + size * (1 + index * LINE_HEIGHT)).toFixed(1)}">${inXml(line)}</tspan>`,
  );
  return `<rect x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${wide.toFixed(1)}" height="${high.toFixed(1)}" fill="#fff" fill-opacity="0.92" stroke="${colour}" stroke-width="1"/>
    <text font-size="${size}" font-family="sans-serif" text-anchor="middle" fill="${markup.kind === 'text' ? colour : DARK}">${text.join('')}</text>`;
}
