// The concrete core that runs through every storey: stair, lift, riser and the lobby between them.

import type { Layer } from './cells.ts';
import type { Door, Furniture, Room } from './model.ts';
import { column, doorX, doorY, put, wallX, wallY } from './model.ts';

export const coreWalls = (north: number): Layer[] => [
  wallX(10.7, 16.3, 11.5, 0.2, 'concrete'),
  wallY(10.8, 11.5, north, 0.2, 'concrete'),
  wallY(13.6, 11.5, north, 0.2, 'concrete'),
  wallY(16.2, 11.5, north, 0.2, 'concrete'),
  wallX(13.6, 16.2, 14.3, 0.2, 'concrete'),
  wallY(15.4, 14.3, north, 0.2, 'concrete'),
];

export const coreDoors = (): Door[] => [
  doorY(13.6, 12.3, 1.01, -1, 1, { tag: 'T30-RS' }),
  doorX(14.9, 11.5, 1.76, -1, 1, { kind: 'double', tag: 'RS' }),
  doorX(14.5, 14.3, 0.9, 1, -1, { kind: 'sliding', tag: 'E30' }),
  doorX(15.83, 14.3, 0.51, 1, -1, { tag: 'T30' }),
];

export const coreRooms = (prefix: string): Room[] => [
  {
    number: `${prefix}.S1`,
    name: 'Stair 1',
    seed: [12.2, 16.2],
    stamp: [12.2, 16.45],
    finish: 'terrazzo',
    ceiling: 2.85,
    small: true,
  },
  {
    number: `${prefix}.S2`,
    name: 'Lift lobby',
    seed: [15.5, 12.9],
    stamp: [15.2, 13.35],
    finish: 'terrazzo',
    ceiling: 2.6,
    small: true,
  },
  {
    number: `${prefix}.L1`,
    name: 'Lift',
    seed: [14.5, 15.6],
    stamp: [14.5, 16.62],
    finish: '',
    ceiling: 0,
    small: true,
  },
  { number: `${prefix}.R1`, name: 'Riser', seed: [15.8, 15.8], finish: '', ceiling: 0, small: true },
];

export const coreFurniture = (stair: 'lowest' | 'middle' | 'top'): Furniture[] => [
  put(`stair-${stair}`, 12.2, 11.6, 0, 2.6, 5.3),
  put('lift', 14.5, 14.4, 0, 1.6, 2.5),
  put('riser', 15.8, 14.4, 0, 0.6, 2.5),
];

/** Columns at the inner grid crossings that are not replaced by a core wall. */
export const columns = (): Layer[] =>
  [5.4, 10.8, 16.2, 21.6, 27].flatMap((x) => [
    column(x, 5.5, 0.3, 0.3),
    ...(x === 10.8 || x === 16.2 ? [] : [column(x, 11.5, 0.3, 0.3)]),
  ]);
