// Furniture and stairs of the demo building as blocks.
import type { Block } from '@plumbline/server/rendering/engines/ifc/testing/ifc-writer';
import type { Furniture } from '../building/model.ts';

/** Metres above the floor; kinds without an entry are flat and have no body. */
const HEIGHTS: Record<string, readonly [from: number, to: number]> = {
  shelf: [0, 1.9],
  basin: [0.7, 0.86],
  wc: [0, 0.42],
  desk: [0.7, 0.74],
  'desk-pair': [0.7, 0.74],
  wardrobe: [0, 2.1],
  kitchen: [0, 0.9],
  'kitchen-low': [0, 0.9],
  'kitchen-island': [0, 0.9],
  'table-4': [0.7, 0.75],
  sofa: [0, 0.45],
  tank: [0, 1.8],
  rack: [0, 1.6],
  panel: [0.4, 1.9],
  counter: [0, 1.05],
  couch: [0.5, 0.65],
  meeting: [0.7, 0.75],
  dining: [0.7, 0.75],
  'coffee-table': [0.3, 0.4],
  boiler: [0, 1.6],
  sideboard: [0, 0.8],
  bed: [0, 0.5],
  washer: [0, 0.85],
  bath: [0, 0.55],
  server: [0, 2],
  locker: [0, 1.8],
  bench: [0.35, 0.45],
  bar: [0, 1.1],
  mailboxes: [0.6, 1.6],
  copier: [0, 1.1],
  sink: [0, 0.9],
};

type Local = readonly [number, number];

/** Placed with the middle of its back at its point; rotated counter-clockwise. */
function placed({ at: [x, y], turn }: Furniture, [u, v]: Local): Local {
  const angle = (turn * Math.PI) / 180;
  return [x + u * Math.cos(angle) - v * Math.sin(angle), y + u * Math.sin(angle) + v * Math.cos(angle)];
}

function block(item: Furniture, [u0, v0]: Local, [u1, v1]: Local, from: number, to: number): Block {
  const corners: readonly Local[] = [
    [u0, v0],
    [u1, v0],
    [u1, v1],
    [u0, v1],
  ];
  return { ring: corners.map((corner) => placed(item, corner)), from, to };
}

const STEPS = 9;
const TREAD = 0.3;
const BEGIN = 1.1;
const PLATE = 0.18;

/** Two flights with a landing between them, up to the next storey. */
function stair(item: Furniture, rise: number): Block[] {
  const step = rise / (2 * STEPS);
  const end = BEGIN + STEPS * TREAD;
  const flight = (index: number, back: boolean): Block => {
    const v = back ? end - (index + 1) * TREAD : BEGIN + index * TREAD;
    const top = (index + 1 + (back ? STEPS : 0)) * step;
    const [u0, u1] = back ? [0.1, 1.25] : [-1.25, -0.1];
    return block(item, [u0, v], [u1, v + TREAD], Math.max(0, top - PLATE - step), top);
  };
  const middle = STEPS * step;
  return [
    ...Array.from({ length: STEPS }, (_, i) => flight(i, false)),
    block(item, [-1.25, end], [1.25, 5.25], middle - PLATE, middle),
    ...Array.from({ length: STEPS }, (_, i) => flight(i, true)),
  ];
}

/** `rise`: metres to the next storey. Empty for kinds that are only drawn in plan. */
export function furnitureBlocks(item: Furniture, rise: number): Block[] {
  if (item.kind === 'stair-lowest' || item.kind === 'stair-middle') return stair(item, rise);
  const heights = HEIGHTS[item.kind];
  if (!heights || item.width <= 0 || item.depth <= 0) return [];
  const [from, to] = heights;
  const half = item.width / 2;
  const body = block(item, [-half, 0], [half, item.depth], from, to);
  if (from < 0.6) return [body];
  const leg = (u: number, v: number): Block => block(item, [u, v], [u + 0.05, v + 0.05], 0, from);
  return [body, leg(-half, 0), leg(half - 0.05, 0), leg(-half, item.depth - 0.05), leg(half - 0.05, item.depth - 0.05)];
}
