// The parts of a storey of the demo building, and short helpers to define one. Metres; x to the east, y to the north.
import { type Area, Cells, type Layer, type Material, type Point, type Rect, rect } from './cells.ts';

export type DoorKind = 'single' | 'double' | 'sliding' | 'opening' | 'gate' | 'automatic';
export type Door = {
  at: Point;
  /** The direction the wall runs in. */
  runs: 'x' | 'y';
  width: number;
  height: number;
  kind: DoorKind;
  /** The end of the opening with the hinges, and the side of the wall to which the leaf opens. */
  hinge: -1 | 1;
  side: -1 | 1;
  tag: string;
};
export type Window = { at: Point; runs: 'x' | 'y'; width: number; height: number; sill: number; lights: number };
export type Opening = { rect: Rect; runs: 'x' | 'y'; width: number; height: number; sill: number };
export type Room = {
  number: string;
  name: string;
  seed: Point;
  /** Position of the room stamp; defaults to the seed. */
  stamp?: Point;
  finish: string;
  ceiling: number;
  /** A narrow room gets a short stamp. */
  small?: boolean;
};
export type Furniture = { kind: string; at: Point; turn: number; width: number; depth: number };
export type Mark = { at: Point; text: string };
export type Change = { index: string; text: string; cloud: Rect };
export type Storey = {
  level: number;
  height: number;
  walls: Layer[];
  doors: Door[];
  windows: Window[];
  separators: Rect[];
  rooms: Room[];
  furniture: Furniture[];
  /** Lines of inner dimension chains. */
  chains: { along: 'x' | 'y'; offset: number; from: number; to: number }[];
  levels: { at: Point; level: number }[];
  tags: Mark[];
};
export type MeasuredRoom = Room & Area;

/** Axes of the building grid. */
export const AXES_X: readonly number[] = [0, 5.4, 10.8, 16.2, 21.6, 27, 32.4];
export const AXES_Y: readonly number[] = [0, 5.5, 11.5, 17];
export const LENGTH = 32.4;
export const DEPTH = 17;

export const wallX = (x0: number, x1: number, y: number, thickness: number, material: Material): Layer => ({
  ...rect(x0, y - thickness / 2, x1, y + thickness / 2),
  material,
});
export const wallY = (x: number, y0: number, y1: number, thickness: number, material: Material): Layer => ({
  ...rect(x - thickness / 2, y0, x + thickness / 2, y1),
  material,
});
export const column = (x: number, y: number, width: number, depth: number): Layer => ({
  ...rect(x - width / 2, y - depth / 2, x + width / 2, y + depth / 2),
  material: 'concrete',
});

/** A ring around the whole building: `inner` and `outer` are distances from the axis towards the outside. */
export function shell(inner: number, outer: number, material: Material): Layer[] {
  return [
    { ...rect(-outer, -outer, LENGTH + outer, -inner), material },
    { ...rect(-outer, DEPTH + inner, LENGTH + outer, DEPTH + outer), material },
    { ...rect(-outer, -outer, -inner, DEPTH + outer), material },
    { ...rect(LENGTH + inner, -outer, LENGTH + outer, DEPTH + outer), material },
  ];
}

type DoorOptions = Partial<Pick<Door, 'kind' | 'height' | 'tag'>>;
const door =
  (runs: 'x' | 'y') =>
  (x: number, y: number, width: number, hinge: -1 | 1, side: -1 | 1, options: DoorOptions = {}): Door => ({
    at: [x, y],
    runs,
    width,
    height: 2.135,
    kind: 'single',
    hinge,
    side,
    tag: '',
    ...options,
  });
/** A door in a wall that runs along x (or y); hinge −1 is the lower end, side −1 the lower side. */
export const doorX = door('x');
export const doorY = door('y');

export const windowX = (x: number, y: number, width: number, height = 1.51, sill = 0.9, lights = 2): Window => ({
  at: [x, y],
  runs: 'x',
  width,
  height,
  sill,
  lights,
});
export const windowY = (x: number, y: number, width: number, height = 1.51, sill = 0.9, lights = 2): Window => ({
  at: [x, y],
  runs: 'y',
  width,
  height,
  sill,
  lights,
});
/**
 * Furniture is placed with the middle of its back at the point; a turn of 0 faces north, 90 west, 180 south, 270 east.
 */
export const put = (kind: string, x: number, y: number, turn = 0, width = 0, depth = 0): Furniture => ({
  kind,
  at: [x, y],
  turn,
  width,
  depth,
});

export type Built = {
  closed: Cells;
  cut: Cells;
  doors: (Door & Opening)[];
  windows: (Window & Opening)[];
  rooms: MeasuredRoom[];
};

/** Where walls meet, the material later in this list continues. */
const STRENGTH: readonly (Material | null)[] = ['insulation', 'glass', 'drywall', 'masonry', 'concrete'];

/** Locates the openings in their walls and derives the mosaic and every room with its area. */
export function build(storey: Storey): Built {
  const rank = (layer: Layer): number => STRENGTH.indexOf(layer.material);
  const walls = [...storey.walls].sort((a, b) => rank(a) - rank(b));
  const closed = new Cells(walls, storey.separators);
  const open = <T extends { at: Point; runs: 'x' | 'y'; width: number; height: number }>(
    item: T,
    sill: number,
  ): T & Opening => {
    const [low, high] = closed.thickness(item.at, item.runs);
    const [x, y] = item.at;
    const half = item.width / 2;
    const hole = item.runs === 'x' ? rect(x - half, low, x + half, high) : rect(low, y - half, high, y + half);
    return { ...item, sill, rect: hole };
  };
  const doors = storey.doors.map((item) => open(item, 0));
  const windows = storey.windows.map((item) => open(item, item.sill));
  const holes = [...doors, ...windows].map((item): Layer => ({ ...item.rect, material: null }));
  return {
    closed,
    cut: new Cells([...walls, ...holes]),
    doors,
    windows,
    rooms: storey.rooms.map((room) => ({ ...room, ...closed.area(room.seed, storey.separators) })),
  };
}
