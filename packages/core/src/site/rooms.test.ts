import { expect, test } from 'vitest';
import { isInside, nearestRooms, roomAt, roomOnSheet } from './rooms.ts';
import type { PlanRow, RevisionRow, RoomLabel } from './rows/plans.ts';

const square = (left: number, top: number, side: number) => [
  ...[left, top, left + side, top],
  ...[left + side, top + side, left, top + side],
];
const room = (name: string, left: number, top: number, side: number): RoomLabel => ({
  name,
  box: [left + side / 2, top + side / 2, 0.01, 0.01],
  outline: square(left, top, side),
});
const sheet = { widthPt: 1000, heightPt: 1000, rooms: [room('Kitchen', 0.1, 0.1, 0.2), room('Bath', 0.3, 0.1, 0.2)] };

test('a position is in the room whose outline contains it', () => {
  expect(roomOnSheet(sheet, { x: 0.15, y: 0.15 })).toBe('Kitchen');
  expect(roomOnSheet(sheet, { x: 0.35, y: 0.25 })).toBe('Bath');
  expect(roomOnSheet(sheet, { x: 0.8, y: 0.8 })).toBe('');
});

test('no room is named where several are possible', () => {
  const rooms = [...sheet.rooms, room('Zone 1', 0, 0, 0.5)];
  expect(roomOnSheet({ ...sheet, rooms }, { x: 0.15, y: 0.15 })).toBe('');
});

test('a room without walls contains only positions on or near its name', () => {
  const rooms: RoomLabel[] = [{ name: 'Hall', box: [0.5, 0.5, 0.1, 0.02], outline: [] }];
  expect(roomOnSheet({ ...sheet, rooms }, { x: 0.55, y: 0.505 })).toBe('Hall');
  expect(roomOnSheet({ ...sheet, rooms }, { x: 0.505, y: 0.528 })).toBe('Hall');
  expect(roomOnSheet({ ...sheet, rooms }, { x: 0.55, y: 0.56 })).toBe('');
});

test('a revision stored by an earlier version has no rooms', () => {
  expect(roomOnSheet({ widthPt: 1, heightPt: 1 }, { x: 0.5, y: 0.5 })).toBe('');
});

test('a notch of an outline is outside', () => {
  const notched = [0, 0, 1, 0, 1, 1, 0.6, 1, 0.5, 0.4, 0.4, 1, 0, 1];
  expect(isInside(notched, { x: 0.5, y: 0.9 })).toBe(false);
  expect(isInside(notched, { x: 0.2, y: 0.9 })).toBe(true);
});

test('the nearest rooms are offered once each', () => {
  const rooms = [...sheet.rooms, room('Kitchen', 0.8, 0.8, 0.1)];
  expect(nearestRooms({ ...sheet, rooms }, { x: 0.35, y: 0.2 }, 5)).toEqual(['Bath', 'Kitchen']);
});

test('the room of a plan position is found through the alignment of the revision', async () => {
  const rows = {
    plan: { id: 'plan', currentRevisionId: 'revision' } as PlanRow,
    // The sheet covers the right half of the plan.
    revision: { ...sheet, id: 'revision', alignment: [0.5, 0, 0.5, 0, 1, 0] } as unknown as RevisionRow,
  };
  const tx = { get: async (entity: string) => rows[entity as 'plan'] } as unknown as Parameters<typeof roomAt>[0];
  expect(await roomAt(tx, { planId: 'plan', x: 0.575, y: 0.15 })).toBe('Kitchen');
  expect(await roomAt(tx, { planId: 'plan', x: 0.15, y: 0.15 })).toBe('');
  expect(await roomAt(tx, { planId: null, x: null, y: null })).toBe('');
});
