// The room schedule and the door schedule of the demo building as CSV, derived from the storeys its sheets are drawn from.
import { csvLine } from '@plumbline/core/features/datasets/table';
import { basement } from './basement.ts';
import { firstFloor } from './first-floor.ts';
import { groundFloor } from './ground-floor.ts';
import { build, type DoorKind, type Storey } from './model.ts';
import { secondFloor } from './second-floor.ts';

export type Schedule = { name: string; title: string; idColumn: string; titleColumn: string; csv: () => string };

const STOREYS: readonly { name: string; sheet: string; floor: number; storey: () => Storey }[] = [
  { name: 'Basement', sheet: 'A-101', floor: -1, storey: basement },
  { name: 'Ground floor', sheet: 'A-102', floor: 0, storey: () => groundFloor('B') },
  { name: 'First floor', sheet: 'A-103', floor: 1, storey: firstFloor },
  { name: 'Second floor', sheet: 'A-104', floor: 2, storey: secondFloor },
];

const KINDS: Record<DoorKind, string> = {
  single: 'single leaf',
  double: 'double leaf',
  sliding: 'sliding',
  opening: 'clear opening',
  gate: 'gate',
  automatic: 'automatic sliding',
};
const metres = (value: number): string => value.toFixed(2);

function roomRows(): string[][] {
  return STOREYS.flatMap(({ name, sheet, storey }) =>
    build(storey()).rooms.map((room) => [
      room.number,
      room.name,
      name,
      room.squareMetres.toFixed(1),
      // Shafts have no ceiling.
      room.ceiling === 0 ? '' : metres(room.ceiling),
      room.finish,
      sheet,
    ]),
  );
}

function doorRows(): string[][] {
  return STOREYS.flatMap(({ name, sheet, floor, storey }) =>
    storey().doors.map((door, at) => {
      const number = `D${floor < 0 ? `U${-floor}` : floor}.${String(at + 1).padStart(2, '0')}`;
      const fireRating = /^(?:T30|E30|RS)/u.test(door.tag) ? door.tag : '';
      const title = `${KINDS[door.kind]}${fireRating && `, ${fireRating}`}`;
      const handing = door.kind === 'single' ? (door.hinge === door.side ? 'left' : 'right') : '';
      const burglarResistance = door.tag === 'RC2' ? 'RC2' : '';
      return [
        number,
        title,
        name,
        metres(door.width),
        metres(door.height),
        handing,
        fireRating,
        burglarResistance,
        sheet,
      ];
    }),
  );
}

const csvOf = (rows: readonly (readonly string[])[]): string => `\ufeff${rows.map((cells) => csvLine(cells)).join('')}`;

export const SCHEDULES: Readonly<Record<'rooms' | 'doors', Schedule>> = {
  rooms: {
    name: 'room-schedule.csv',
    title: 'Room schedule',
    idColumn: 'Room',
    titleColumn: 'Name',
    csv: () =>
      csvOf([['Room', 'Name', 'Storey', 'Area m²', 'Ceiling height m', 'Floor finish', 'Sheet'], ...roomRows()]),
  },
  doors: {
    name: 'door-schedule.csv',
    title: 'Door schedule',
    idColumn: 'Door',
    titleColumn: 'Type',
    csv: () =>
      csvOf([
        ['Door', 'Type', 'Storey', 'Width m', 'Height m', 'Handing', 'Fire rating', 'Burglar resistance', 'Sheet'],
        ...doorRows(),
      ]),
  },
};
