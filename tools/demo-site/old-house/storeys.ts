// The second site of the demo: a house of 1904 with a stair in the middle and two flats on each storey. Metres.
import { build, doorX, doorY, put, type Room, type Storey, wallX, wallY, windowX, windowY } from '../building/model.ts';

export const HOUSE_LENGTH = 15;
export const HOUSE_DEPTH = 12;
/** Half the thickness of the outer wall. */
export const HALF_WALL = 0.22;

const OUTER = 2 * HALF_WALL;
const mirrored = (x: number): number => HOUSE_LENGTH - x;

/** The rooms of the western flat; those of the eastern one lie mirrored. */
const ROOMS = [
  { name: 'Wohnen', seed: [2.3, 3], stamp: [2.3, 3.1], finish: 'Fischgrät', ceiling: 3.2 },
  { name: 'Schlafen', seed: [6, 3], stamp: [6, 2.3], finish: 'Dielen', ceiling: 3.2 },
  { name: 'Flur', seed: [5.6, 7.7], stamp: [4.8, 7.9], finish: 'Dielen', ceiling: 2.9 },
  { name: 'Küche', seed: [1.7, 9], stamp: [1.9, 8], finish: 'Fliesen', ceiling: 3.2 },
  { name: 'Bad', seed: [4.8, 10.6], stamp: [4.8, 10.4], finish: 'Fliesen', ceiling: 2.6 },
] as const;

function flatRooms(flat: string, at: (x: number) => number): Room[] {
  return ROOMS.map(({ name, seed, stamp, finish, ceiling }, index) => ({
    number: `${flat}.${index + 1}`,
    name,
    seed: [at(seed[0]), seed[1]],
    stamp: [at(stamp[0]), stamp[1]],
    finish,
    ceiling,
    small: name === 'Bad' || name === 'Flur',
  }));
}

function flat(number: string, side: -1 | 1): Pick<Storey, 'doors' | 'windows' | 'rooms' | 'furniture' | 'walls'> {
  const at = side === -1 ? (x: number) => x : mirrored;
  const turned = side === -1 ? 270 : 90;
  const hinge = side === -1 ? 1 : -1;
  return {
    walls: [
      wallY(at(4.6), 0, 6, 0.125, 'drywall'),
      wallY(at(3.4), 6, HOUSE_DEPTH, 0.125, 'drywall'),
      wallX(Math.min(at(3.4), at(6.2)), Math.max(at(3.4), at(6.2)), 9.4, 0.125, 'drywall'),
    ],
    doors: [
      doorY(at(6.2), 7.2, 1.01, 1, side === -1 ? -1 : 1, { tag: 'T30-RS' }),
      doorY(at(3.4), 7.2, 0.885, -1, side === -1 ? -1 : 1),
      doorX(at(4.2), 9.4, 0.885, hinge, 1),
      doorX(at(5.4), 6, 0.885, hinge, -1),
      doorX(at(4), 6, 0.885, hinge === 1 ? -1 : 1, -1),
    ],
    windows: [
      ...[1.3, 3.3, 6].map((x) => windowX(at(x), 0, 1.2, 1.95, 0.8)),
      windowX(at(1.7), HOUSE_DEPTH, 1.2, 1.95, 0.8),
      windowX(at(5.3), HOUSE_DEPTH, 0.76, 1.2, 1.4, 1),
      windowY(at(0), 3, 1.2, 1.95, 0.8),
    ],
    rooms: flatRooms(number, at),
    furniture: [
      put('kitchen', at(0.24), 9.6, turned, 3.2, 0.6),
      put('table-4', at(2.3), 10.1, 0, 1.2, 0.8),
      put('wc', at(5.9), 9.5, 0),
      put('basin', at(5.3), 11.75, 180, 0.6, 0.45),
      put('bath', at(3.9), 11.76, 180, 0.8, 1.7),
      put('sofa', at(0.24), 1.6, turned, 2.1, 0.9),
      put('bed', at(7.36), 3.7, turned === 270 ? 90 : 270, 1.6, 2),
      put('wardrobe', at(4.7), 1.6, turned, 1.8, 0.6),
    ],
  };
}

/** Storey 0 is the ground floor; flats are numbered from the west. */
export function houseStorey(storey: 0 | 1): Storey {
  const flats = [flat(`W${storey * 2 + 1}`, -1), flat(`W${storey * 2 + 2}`, 1)];
  const entrance = storey === 0;
  return {
    level: storey * 3.6,
    height: 3.2,
    walls: [
      wallX(-HALF_WALL, HOUSE_LENGTH + HALF_WALL, 0, OUTER, 'masonry'),
      wallX(-HALF_WALL, HOUSE_LENGTH + HALF_WALL, HOUSE_DEPTH, OUTER, 'masonry'),
      wallY(0, -HALF_WALL, HOUSE_DEPTH + HALF_WALL, OUTER, 'masonry'),
      wallY(HOUSE_LENGTH, -HALF_WALL, HOUSE_DEPTH + HALF_WALL, OUTER, 'masonry'),
      wallX(0, HOUSE_LENGTH, 6, 0.3, 'masonry'),
      wallY(7.5, 0, 6, 0.24, 'masonry'),
      wallY(6.2, 6, HOUSE_DEPTH, 0.24, 'masonry'),
      wallY(mirrored(6.2), 6, HOUSE_DEPTH, 0.24, 'masonry'),
      ...flats.flatMap(({ walls }) => walls),
    ],
    doors: [
      ...flats.flatMap(({ doors }) => doors),
      ...(entrance ? [doorX(8.1, HOUSE_DEPTH, 1.01, 1, -1, { tag: 'RC2' })] : []),
    ],
    windows: [
      ...flats.flatMap(({ windows }) => windows),
      ...(entrance ? [] : [windowX(7.5, HOUSE_DEPTH, 1.2, 1.95, 0.8)]),
    ],
    separators: [],
    rooms: [
      ...flats.flatMap(({ rooms }) => rooms),
      {
        number: `T${storey}`,
        name: 'Treppenhaus',
        seed: [7.5, 6.7],
        stamp: [7.5, 7],
        finish: 'Terrazzo',
        ceiling: 3.2,
        small: true,
      },
    ],
    furniture: [...flats.flatMap(({ furniture }) => furniture), put('stair-middle', 7.5, 7.9, 0, 2.3, 3.6)],
    chains: [
      { along: 'x', offset: 5.2, from: -HALF_WALL, to: HOUSE_LENGTH + HALF_WALL },
      { along: 'x', offset: 8.8, from: -HALF_WALL, to: HOUSE_LENGTH + HALF_WALL },
      { along: 'y', offset: 2.9, from: -HALF_WALL, to: HOUSE_DEPTH + HALF_WALL },
      { along: 'y', offset: mirrored(2.9), from: -HALF_WALL, to: HOUSE_DEPTH + HALF_WALL },
    ],
    levels: [{ at: [8.1, 6.4], level: storey * 3.6 }],
    tags: [],
  };
}

export const builtStorey = (storey: 0 | 1) => build(houseStorey(storey));
