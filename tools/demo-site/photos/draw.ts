// Helpers for drawing a site photo: SVG fragments for an image of 1600 × 1200, and reproducible random numbers.
export const WIDTH = 1600;
export const HEIGHT = 1200;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export type Chance = () => number;

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const between = (next: Chance, low: number, high: number): number => low + next() * (high - low);
export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

type Attributes = Record<string, string | number>;
const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

export type XY = readonly [x: number, y: number];
export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
): string => `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${written(more)}/>`;
export const area = (points: readonly XY[], fill: string, more: Attributes = {}): string =>
  `<polygon points="${points.map((point) => point.join(',')).join(' ')}" fill="${fill}"${written(more)}/>`;
export const path = (d: string, more: Attributes): string => `<path d="${d}"${written({ fill: 'none', ...more })}/>`;
export const line = (from: XY, to: XY, stroke: string, width: number, more: Attributes = {}): string =>
  `<line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" stroke="${stroke}" stroke-width="${width}"${written(more)}/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more: Attributes = {}): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${written(more)}/>`;
export const group = (content: string, more: Attributes): string => `<g${written(more)}>${content}</g>`;

/** Colour stops from first to last, evenly spaced. */
function gradient(id: string, kind: 'linear' | 'radial', stops: readonly string[], more: Attributes): string {
  const list = stops.map((colour, at) => `<stop offset="${at / (stops.length - 1)}" stop-color="${colour}"/>`).join('');
  return `<${kind}Gradient id="${id}"${written(more)}>${list}</${kind}Gradient>`;
}
/** A vertical gradient; use as `url(#id)`. */
export const downwards = (id: string, ...stops: string[]): string =>
  gradient(id, 'linear', stops, { x1: 0, y1: 0, x2: 0, y2: 1 });
export const sideways = (id: string, ...stops: string[]): string =>
  gradient(id, 'linear', stops, { x1: 0, y1: 0, x2: 1, y2: 0 });
export const outwards = (id: string, ...stops: string[]): string => gradient(id, 'radial', stops, {});
export const defs = (...content: string[]): string => `<defs>${content.join('')}</defs>`;

export const BLUR =
  '<filter id="soft"><feGaussianBlur stdDeviation="14"/></filter><filter id="hazy"><feGaussianBlur stdDeviation="4"/></filter>';

/** A line that wanders like a crack. */
export function wandering(next: Chance, from: XY, to: XY, sway: number, steps = 24): string {
  let d = `M${from[0]} ${from[1]}`;
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps;
    const loose = step === steps ? 0 : sway;
    const x = from[0] + (to[0] - from[0]) * share + between(next, -loose, loose);
    const y = from[1] + (to[1] - from[1]) * share + between(next, -loose, loose);
    d += `L${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return d;
}

/** A folding rule in the image for scale: ten segments of one decimetre. */
export function rule(x: number, y: number, turn: number, length = 700): string {
  const piece = length / 5;
  const ticks = times(50, (at) =>
    line([at * (length / 50), 0], [at * (length / 50), at % 5 === 0 ? 18 : 10], '#2b2415', at % 10 === 0 ? 3 : 1.5),
  );
  const numbers = times(
    5,
    (at) =>
      `<text x="${at * piece + piece / 2}" y="38" font-size="24" font-family="sans-serif" fill="#a3231b">${(at + 1) * 10}</text>`,
  );
  return group(
    rect(4, 8, length, 46, '#000', { opacity: 0.35, filter: 'url(#hazy)' }) +
      rect(0, 0, length, 46, '#e8c94a', { stroke: '#9c7f1d', 'stroke-width': 2 }) +
      ticks +
      numbers,
    { transform: `translate(${x} ${y}) rotate(${turn})` },
  );
}

/**
 * A room seen along its axis: back wall, side walls, floor, ceiling. The caller chooses the corners of the back wall.
 */
export function room(
  back: { left: number; top: number; right: number; bottom: number },
  fills: { wall: string; side: string; floor: string; ceiling: string },
): string {
  const { left, top, right, bottom } = back;
  return (
    area(
      [
        [0, 0],
        [WIDTH, 0],
        [right, top],
        [left, top],
      ],
      fills.ceiling,
    ) +
    area(
      [
        [0, HEIGHT],
        [WIDTH, HEIGHT],
        [right, bottom],
        [left, bottom],
      ],
      fills.floor,
    ) +
    area(
      [
        [0, 0],
        [left, top],
        [left, bottom],
        [0, HEIGHT],
      ],
      fills.side,
    ) +
    area(
      [
        [WIDTH, 0],
        [right, top],
        [right, bottom],
        [WIDTH, HEIGHT],
      ],
      fills.side,
    ) +
    rect(left, top, right - left, bottom - top, fills.wall)
  );
}
