// Places the pins of the story on their sheets.
import type { Point } from './building/cells.ts';
import { inLoop } from './building/cells.ts';
import { between, chance } from './photos/draw.ts';
import { pointOn, sheetGeometry } from './sheets/sheets.ts';
import type { StoryPin } from './story/types.ts';

/** Share of a room's width and depth that stays free of pins along its walls. */
const MARGIN = 0.15;

const rounded = ([x, y]: Point): Point => [Math.round(x * 1e5) / 1e5, Math.round(y * 1e5) / 1e5];

/** A room on its sheet: fractions of width and height. */
export type PlacedRoom = {
  number: string;
  name: string;
  outer: readonly Point[];
  holes: readonly (readonly Point[])[];
};

/** Anywhere inside the room. */
export function positionIn({ outer, holes }: PlacedRoom, seed: number): Point {
  const next = chance(seed);
  const within = (values: number[]): number => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const margin = (high - low) * MARGIN;
    return between(next, low + margin, high - margin);
  };
  for (;;) {
    const point: Point = [within(outer.map(([x]) => x)), within(outer.map(([, y]) => y))];
    if (inLoop(outer, point) && !holes.some((hole) => inLoop(hole, point))) return rounded(point);
  }
}

/** The room of a pin on the first site; undefined if it is not in a room. */
export function roomOf(pin: StoryPin): PlacedRoom | undefined {
  if (typeof pin.at !== 'string') return undefined;
  const revision = pin.sheet === 'A-102' ? 'B' : 'A';
  const room = sheetGeometry(pin.sheet, revision)?.rooms.find(({ number }) => number === pin.at);
  if (!room) throw new TypeError(`no room ${pin.at} on ${pin.sheet}`);
  return room;
}

/** The position of a pin as fractions of its sheet: at the given point, or anywhere inside the given room. */
export function positionOf(pin: StoryPin, seed: number): Point {
  const room = roomOf(pin);
  if (room) return positionIn(room, seed);
  const [x, y] = typeof pin.at === 'string' ? [0, 0] : pin.at;
  return rounded(pin.sheet === 'A-201' ? [0.42, 0.3] : pointOn(pin.sheet, [x, y]));
}
