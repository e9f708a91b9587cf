// Draws a square of a vector tile as SVG: land and water at the bottom, then buildings, streets with their casings,
// names on top. Pure.
import { LAND_COLOUR, type MapStyle, styleOf } from './house-style.ts';
import type { PlacedLabel } from './names.ts';
import type { Letters } from './text-outlines.ts';
import type { TileLayer } from './vector-tile.ts';

/** Side of the image in pixels, for high-density screens. */
export const PIXELS = 512;

/** The square to draw: a part of the tile at a zoom level. */
export type Square = {
  readonly zoom: number;
  /** Number of squares per side of the tile, and the position of this one. */
  readonly parts: number;
  readonly column: number;
  readonly row: number;
};

const EDGE = 24;
const WIDEN = 1.6;
const WIDTH_LEVEL = 16;

const round = (value: number): number => Math.round(value * 10) / 10;

/** Undefined if the path is outside the square. */
function traced(path: readonly number[], scale: number, { column, row }: Square, closed: boolean): string | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const points: string[] = [];
  let last = '';
  for (let i = 0; i + 1 < path.length; i += 2) {
    const [x, y] = [(path[i] ?? 0) * scale - column * PIXELS, (path[i + 1] ?? 0) * scale - row * PIXELS];
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
    const point = `${round(x)} ${round(y)}`;
    if (point !== last) points.push(point);
    last = point;
  }
  if (right < -EDGE || bottom < -EDGE || left > PIXELS + EDGE || top > PIXELS + EDGE) return undefined;
  return points.length < 2 ? undefined : `M${points.join('L')}${closed ? 'Z' : ''}`;
}

export function drawTile(
  layers: readonly TileLayer[],
  square: Square,
  names: readonly PlacedLabel[],
  letters: Letters,
): string {
  const side = PIXELS * square.parts;
  const drawn = new Map<MapStyle, string[]>();
  const known = new Map<string, MapStyle>();
  for (const { name, extent, features } of layers) {
    for (const { shape, paths, properties } of features) {
      const look = styleOf(name, shape, properties);
      if (!look) continue;
      const key = JSON.stringify(look);
      const one = known.get(key) ?? look;
      known.set(key, one);
      const pieces = paths.flatMap((path) => traced(path, side / extent, square, shape === 'polygon') ?? []);
      if (pieces.length === 0) continue;
      // All rings of a polygon go into one path, because its holes are rings too.
      drawn.set(one, [...(drawn.get(one) ?? []), pieces.join('')]);
    }
  }
  const sorted = [...drawn].sort(([a], [b]) => a.level - b.level);
  const widen = WIDEN ** (square.zoom - WIDTH_LEVEL) * 2;
  const below = sorted.filter(([look]) => look.level < STREETS);
  const streets = sorted.filter(([look]) => look.level >= STREETS);
  const parts = [
    ...below.map(([look, pieces]) => painted(look, pieces, widen)),
    ...streets.map(([look, pieces]) => (look.casing ? stroke(pieces, look.casing, widthOf(look, widen) + 2.4) : '')),
    ...streets.map(([look, pieces]) => painted(look, pieces, widen)),
    ...names.map((name) => wordsOf(name, square, letters)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PIXELS}" height="${PIXELS}" viewBox="0 0 ${PIXELS} ${PIXELS}"><rect width="${PIXELS}" height="${PIXELS}" fill="${LAND_COLOUR}"/>${parts.join('')}</svg>`;
}

const STREETS = 48;

const widthOf = ({ width = 1, level }: MapStyle, widen: number): number =>
  // Outlines of buildings stay thin; streets widen with the zoom level.
  Math.max(0.6, level < STREETS && level !== 21 ? width * 2 : width * widen);

function painted(look: MapStyle, pieces: readonly string[], widen: number): string {
  const filled = look.fill
    ? pieces.map((d) => `<path d="${d}" fill="${look.fill}" fill-rule="evenodd"/>`).join('')
    : '';
  return `${filled}${look.line ? stroke(pieces, look.line, widthOf(look, widen), look.dashed) : ''}`;
}

function stroke(pieces: readonly string[], colour: string, width: number, dashed = false): string {
  const dash = dashed
    ? ` stroke-dasharray="${round(width * 3 + 3)} ${round(width * 2 + 2)}"`
    : ' stroke-linecap="round"';
  return `<path d="${pieces.join('')}" fill="none" stroke="${colour}" stroke-width="${round(width)}" stroke-linejoin="round"${dash}/>`;
}

function wordsOf(
  { text, size, colour, x, y, angle, width }: PlacedLabel,
  { column, row }: Square,
  letters: Letters,
): string {
  const [px, py] = [x - column * PIXELS, y - row * PIXELS];
  const reach = width / 2 + size;
  if (px < -reach || py < -reach || px > PIXELS + reach || py > PIXELS + reach) return '';
  const scale = size / letters.perSize;
  const place = `translate(${round(px)} ${round(py)}) rotate(${round(angle)}) scale(${scale} ${-scale}) translate(${round(-width / scale / 2)} ${round(-0.35 * letters.perSize)})`;
  const halo = `stroke="#ffffff" stroke-opacity="0.85" stroke-width="${round(4 / scale)}" stroke-linejoin="round" paint-order="stroke"`;
  return `<g transform="${place}" fill="${colour}" ${halo}>${letters.outline(text)}</g>`;
}
