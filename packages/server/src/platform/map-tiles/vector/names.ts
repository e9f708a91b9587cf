// Places the labels of a vector tile without overlaps. The result is the same for every image that shows a part of the
// tile, so that labels continue across image borders. Pure.
import { type Name, nameOf } from './house-style.ts';
import type { TileLayer } from './vector-tile.ts';

/** In pixels of the whole tile at the drawn zoom level; `angle` in degrees. */
export type PlacedLabel = Name & {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly width: number;
};

type Candidate = Name & { x: number; y: number; angle: number };

/** Maximum number of labels in a tile; a real map has fewer. */
const MAX_LABELS = 3_000;
/** Distance in pixels after which a street name is repeated. */
const REPEAT_DISTANCE_PX = 1_400;
const LABEL_MARGIN_PX = 8;
/** Images have two pixels per point. */
const DENSITY = 2;
/** Labels are placed in order of rank. House numbers have `rank` and come last, and only from zoom level `from`. */
const HOUSES = { rank: 6, from: 18 };

function candidatesOf(layers: readonly TileLayer[], side: number, zoom: number, language: string): Candidate[] {
  const found: Candidate[] = [];
  for (const { name: layer, extent, features } of layers) {
    const scale = side / extent;
    for (const { shape, paths, properties } of features) {
      const plain = nameOf(layer, shape, properties, language);
      const name = plain && { ...plain, size: plain.size * DENSITY };
      if (!name || (name.rank >= HOUSES.rank && zoom < HOUSES.from)) continue;
      if (shape === 'line') found.push(...paths.flatMap((path) => alongOf(path, scale, name)));
      else {
        const [x, y] = middleOf(paths[0] ?? []);
        found.push({ ...name, x: x * scale, y: y * scale, angle: 0 });
      }
      if (found.length > MAX_LABELS) return found;
    }
  }
  return found;
}

function middleOf(path: readonly number[]): [number, number] {
  let [x, y] = [0, 0];
  const count = Math.max(1, path.length / 2);
  for (let i = 0; i + 1 < path.length; i += 2) [x, y] = [x + (path[i] ?? 0), y + (path[i + 1] ?? 0)];
  return [x / count, y / count];
}

/** Candidates along the straight segments that are long enough. */
function alongOf(path: readonly number[], scale: number, name: Name): Candidate[] {
  const found: Candidate[] = [];
  for (let i = 0; i + 3 < path.length; i += 2) {
    const [ax, ay, bx, by] = path.slice(i, i + 4).map((part) => part * scale) as [number, number, number, number];
    const length = Math.hypot(bx - ax, by - ay);
    if (length < name.text.length * name.size * 0.55) continue;
    const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    // Never upside down.
    const angle = turn > 90 ? turn - 180 : turn < -90 ? turn + 180 : turn;
    const times = Math.max(1, Math.floor(length / REPEAT_DISTANCE_PX));
    for (let n = 0; n < times; n++) {
      const share = (n + 0.5) / times;
      found.push({ ...name, x: ax + share * (bx - ax), y: ay + share * (by - ay), angle });
    }
  }
  return found;
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

function boxOf({ x, y, angle, size }: Candidate, width: number): Box {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const [w, h] = [(width * cos + size * sin) / 2 + LABEL_MARGIN_PX, (width * sin + size * cos) / 2 + LABEL_MARGIN_PX];
  return [x - w, y - h, x + w, y + h];
}

const CELL = 256;

/** `side`: pixels of the whole tile. Labels that would cross its edge are dropped. */
export function placeNames(
  layers: readonly TileLayer[],
  { side, zoom, language }: { side: number; zoom: number; language: string },
  widthOf: (words: string, size: number) => number,
): PlacedLabel[] {
  const taken = new Map<string, Box[]>();
  const near = new Map<string, Candidate[]>();
  const written: PlacedLabel[] = [];
  const cells = ([left, top, right, bottom]: Box): string[] => {
    const names: string[] = [];
    for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x++)
      for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y++) names.push(`${x} ${y}`);
    return names;
  };
  const all = candidatesOf(layers, side, zoom, language).sort((a, b) => a.rank - b.rank);
  for (const one of all) {
    const width = widthOf(one.text, one.size);
    const box = boxOf(one, width);
    if (box[0] < 0 || box[1] < 0 || box[2] > side || box[3] > side) continue;
    const where = cells(box);
    const meets = where.some((cell) => taken.get(cell)?.some((other) => overlap(box, other)));
    const again = near
      .get(one.text)
      ?.some((other) => Math.hypot(other.x - one.x, other.y - one.y) < REPEAT_DISTANCE_PX / 2);
    if (meets || (again && one.rank !== HOUSES.rank)) continue;
    for (const cell of where) taken.set(cell, [...(taken.get(cell) ?? []), box]);
    near.set(one.text, [...(near.get(one.text) ?? []), one]);
    written.push({ ...one, width });
  }
  return written;
}

const overlap = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
