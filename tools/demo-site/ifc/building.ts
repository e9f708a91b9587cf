// The demo building as an IFC model, built from the same storeys as its sheets, and the pins on its elements.
import type {
  Block,
  IfcBuilding,
  IfcElement,
  IfcStorey,
} from '@plumbline/server/rendering/engines/ifc/testing/ifc-writer';
import { basement } from '../building/basement.ts';
import { type Layer, type Material, type Rect, rect } from '../building/cells.ts';
import { firstFloor } from '../building/first-floor.ts';
import { groundFloor } from '../building/ground-floor.ts';
import { build, DEPTH, type Furniture, LENGTH, type Opening, type Storey } from '../building/model.ts';
import { secondFloor } from '../building/second-floor.ts';
import { furnitureBlocks } from './furniture.ts';

const BUILDING_KEY = 'lindenhof';

export const MODEL_FILE = 'Lindenhof.ifc';

/** Pins on elements of the model; positions in metres on the storey. */
export const MODEL_PINS = [
  {
    key: 'column',
    element: 'ground column 46',
    storey: 'ground',
    at: [5.4, 5.35, 1.4],
    title: 'Honeycombing at column base',
    category: 'structure',
  },
  {
    key: 'door',
    element: 'first door 0',
    storey: 'first',
    at: [13.575, 12.3, 1.6],
    title: 'Fire door closer missing',
    category: 'fire',
  },
] as const;

type Colour = IfcElement['colour'];
const COLOURS: Record<Material, Colour> = {
  concrete: [0.74, 0.74, 0.72, 1],
  masonry: [0.8, 0.58, 0.46, 1],
  drywall: [0.93, 0.92, 0.89, 1],
  insulation: [0.96, 0.93, 0.82, 1],
  glass: [0.55, 0.75, 0.85, 0.35],
};
const DOOR: Colour = [0.55, 0.38, 0.24, 1];
const FRAME: Colour = [0.25, 0.28, 0.3, 1];
const PANE: Colour = [0.55, 0.75, 0.85, 0.35];
const FLOOR: Colour = [0.82, 0.82, 0.8, 1];
const WOOD: Colour = [0.78, 0.68, 0.54, 1];

const SLAB = 0.3;
/** No floor around the stair, except in the lowest storey. */
const STAIR = rect(10.9, 11.6, 13.5, 16.9);
const EDGE = 0.28;
const FOOTPRINT = rect(-EDGE, -EDGE, LENGTH + EDGE, DEPTH + EDGE);

const blockOf = ({ x0, y0, x1, y1 }: Rect, from: number, to: number): Block => ({
  ring: [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ],
  from,
  to,
});

const isLong = ({ x0, y0, x1, y1 }: Rect): boolean => x1 - x0 >= y1 - y0;
const meet = (one: Rect, other: Rect): boolean =>
  one.x0 < other.x1 && other.x0 < one.x1 && one.y0 < other.y1 && other.y0 < one.y1;

/** The parts of a wall between, below and above its openings. */
function wallBlocks(wall: Rect, openings: readonly Opening[], height: number): Block[] {
  const along = isLong(wall);
  const span = (of: Rect): [number, number] => (along ? [of.x0, of.x1] : [of.y0, of.y1]);
  const piece = (from: number, to: number): Rect =>
    along ? { ...wall, x0: from, x1: to } : { ...wall, y0: from, y1: to };
  const [start, end] = span(wall);
  const holes = openings
    .filter((opening) => meet(opening.rect, wall) && (opening.runs === 'x') === along)
    .map((opening) => ({
      one: opening,
      from: Math.max(start, span(opening.rect)[0]),
      to: Math.min(end, span(opening.rect)[1]),
    }))
    .sort((a, b) => a.from - b.from);
  const blocks: Block[] = [];
  let at = start;
  for (const { one, from, to } of holes) {
    if (from > at) blocks.push(blockOf(piece(at, from), 0, height));
    if (one.sill > 0) blocks.push(blockOf(piece(from, to), 0, one.sill));
    if (one.sill + one.height < height) blocks.push(blockOf(piece(from, to), one.sill + one.height, height));
    at = Math.max(at, to);
  }
  if (end > at) blocks.push(blockOf(piece(at, end), 0, height));
  return blocks;
}

function wallOf(key: string, wall: Layer, openings: readonly Opening[], height: number, index: number): IfcElement[] {
  if (wall.material === null) return [];
  const [width, depth] = [wall.x1 - wall.x0, wall.y1 - wall.y0];
  const column = wall.material === 'concrete' && Math.max(width, depth) <= 0.7;
  const blocks = column ? [blockOf(wall, 0, height)] : wallBlocks(wall, openings, height);
  if (blocks.length === 0) return [];
  return [
    {
      type: column ? 'IFCCOLUMN' : 'IFCWALL',
      key: `${key} ${column ? 'column' : 'wall'} ${index}`,
      name: column ? `Column ${index}` : `Wall ${wall.material} ${Math.round(100 * Math.min(width, depth))} cm`,
      blocks,
      colour: COLOURS[wall.material],
      properties: {
        Material: wall.material,
        LoadBearing: wall.material === 'concrete' || wall.material === 'masonry',
        ...(wall.material === 'concrete' && { FireRating: 'F 90' }),
        Thickness: Math.min(width, depth),
      },
    },
  ];
}

/** A thin element in the middle of an opening. */
function thin({ rect: hole, runs }: Opening, thickness: number): Rect {
  const middle = runs === 'x' ? (hole.y0 + hole.y1) / 2 : (hole.x0 + hole.x1) / 2;
  const [low, high] = [middle - thickness / 2, middle + thickness / 2];
  return runs === 'x' ? { ...hole, y0: low, y1: high } : { ...hole, x0: low, x1: high };
}

function windowOf(key: string, window: Opening & { lights: number }, index: number): IfcElement[] {
  const { sill, height, runs } = window;
  const top = sill + height;
  const frame = thin(window, 0.08);
  const [from, to] = runs === 'x' ? [frame.x0, frame.x1] : [frame.y0, frame.y1];
  const part = (a: number, b: number): Rect => (runs === 'x' ? { ...frame, x0: a, x1: b } : { ...frame, y0: a, y1: b });
  const bar = 0.06;
  const posts = Array.from({ length: window.lights + 1 }, (_, i) => {
    const at = from + ((to - from - bar) * i) / Math.max(1, window.lights);
    return blockOf(part(at, at + bar), sill, top);
  });
  const rails = [blockOf(part(from, to), sill, sill + bar), blockOf(part(from, to), top - bar, top)];
  const name = `Window ${Math.round(100 * (to - from))}/${Math.round(100 * height)}`;
  const properties = { Width: to - from, Height: height, Sill: sill, ThermalTransmittance: 0.9 };
  const common = { type: 'IFCWINDOW', properties };
  return [
    { ...common, key: `${key} window ${index}`, name, blocks: [...posts, ...rails], colour: FRAME },
    {
      ...common,
      key: `${key} glass ${index}`,
      name: `${name}, glass`,
      blocks: [blockOf(thin(window, 0.02), sill + bar, top - bar)],
      colour: PANE,
    },
  ];
}

/** The floor, open around the stair if one comes up from below. */
function slabOf(key: string, open: boolean): IfcElement {
  const { x0, y0, x1, y1 } = FOOTPRINT;
  const pieces = open
    ? [
        { x0, y0, x1, y1: STAIR.y0 },
        { x0, y0: STAIR.y0, x1: STAIR.x0, y1: STAIR.y1 },
        { x0: STAIR.x1, y0: STAIR.y0, x1, y1: STAIR.y1 },
        { x0, y0: STAIR.y1, x1, y1 },
      ]
    : [FOOTPRINT];
  return {
    type: 'IFCSLAB',
    key: `${key} slab`,
    name: 'Floor slab 30 cm',
    blocks: pieces.map((piece) => blockOf(piece, -SLAB, 0)),
    colour: FLOOR,
    properties: { Material: 'concrete C30/37', Thickness: SLAB, FireRating: 'F 90' },
  };
}

function furnitureOf(key: string, item: Furniture, index: number, height: number): IfcElement[] {
  const blocks = furnitureBlocks(item, height);
  if (blocks.length === 0) return [];
  const stair = item.kind.startsWith('stair');
  const name = item.kind.replaceAll('-', ' ');
  return [
    {
      type: stair ? 'IFCSTAIR' : 'IFCFURNITURE',
      key: `${key} ${item.kind} ${index}`,
      name: `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
      blocks,
      colour: stair ? FLOOR : WOOD,
    },
  ];
}

function storeyOf(key: string, name: string, storey: Storey, lowest: boolean): IfcStorey {
  const built = build(storey);
  const height = storey.height - SLAB;
  const openings = [...built.doors, ...built.windows];
  const doors = built.doors.flatMap((door, i): IfcElement[] =>
    door.kind === 'opening'
      ? []
      : [
          {
            type: 'IFCDOOR',
            key: `${key} door ${i}`,
            name: `Door ${Math.round(100 * door.width)}/${Math.round(100 * door.height)}${door.tag && ` ${door.tag}`}`,
            blocks: [blockOf(thin(door, 0.05), 0, door.height)],
            colour: DOOR,
            properties: { Width: door.width, Height: door.height, ...(door.tag && { FireRating: door.tag }) },
          },
        ],
  );
  return {
    key,
    name,
    elevation: storey.level,
    elements: [
      slabOf(key, !lowest),
      ...storey.walls.flatMap((wall, i) => wallOf(key, wall, openings, height, i)),
      ...doors,
      ...built.windows.flatMap((window, i) => windowOf(key, window, i)),
      ...storey.furniture.flatMap((item, i) => furnitureOf(key, item, i, storey.height)),
    ],
    rooms: built.rooms
      .filter((room) => room.outer.length > 2)
      .map((room) => ({
        key: `${key} room ${room.number}`,
        number: room.number,
        name: room.name,
        ring: room.outer,
        height: room.ceiling > 0 ? room.ceiling : height,
      })),
  };
}

function roof(level: number): IfcStorey {
  const { x0, y0, x1, y1 } = FOOTPRINT;
  const parapet = [
    rect(x0, y0, x1, y0 + 0.3),
    rect(x0, y1 - 0.3, x1, y1),
    rect(x0, y0, x0 + 0.3, y1),
    rect(x1 - 0.3, y0, x1, y1),
  ];
  return {
    key: 'roof',
    name: 'Roof',
    elevation: level,
    elements: [
      slabOf('roof', false),
      {
        type: 'IFCWALL',
        key: 'roof parapet',
        name: 'Parapet',
        blocks: parapet.map((one) => blockOf(one, 0, 0.6)),
        colour: COLOURS.concrete,
        properties: { Material: 'concrete', IsExternal: true },
      },
    ],
    rooms: [],
  };
}

export function demoBuilding(): IfcBuilding {
  const second = secondFloor();
  return {
    key: BUILDING_KEY,
    name: 'Lindenhof',
    storeys: [
      storeyOf('basement', 'Basement', basement(), true),
      storeyOf('ground', 'Ground floor', groundFloor('B'), false),
      storeyOf('first', 'First floor', firstFloor(), false),
      storeyOf('second', 'Second floor', second, false),
      roof(second.level + second.height),
    ],
  };
}
