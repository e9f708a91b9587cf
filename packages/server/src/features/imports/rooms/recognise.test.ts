import { roomOnSheet } from '@plumbline/core/site/rooms';
import { MAX_ROOM_CORNERS } from '@plumbline/core/site/rows/plans';
import { expect, test } from 'vitest';
import { roomsOfModel } from './recognise.ts';

/** Shows x from 10 to 30 and y from 50 down to 40. */
const FRAME = { left: 10, top: 50, widthM: 20, heightM: 10 };
const SHEET = { widthPt: 2000, heightPt: 1000 };

test('the spaces of a model are rooms with their walls', () => {
  const rooms = roomsOfModel({
    frame: FRAME,
    rooms: [
      { name: ' Plant  room 0.01', outline: [12, 42, 16, 42, 16, 48, 12, 48] },
      { name: '', outline: [0, 0, 1, 0, 1, 1] },
      { name: 'Line', outline: [0, 0, 1, 0] },
    ],
  });
  expect(rooms).toEqual([
    { name: 'Plant room 0.01', box: [0.2, 0.5, 0, 0], outline: [0.1, 0.8, 0.3, 0.8, 0.3, 0.2, 0.1, 0.2] },
  ]);
  expect(roomOnSheet({ ...SHEET, rooms }, { x: 0.15, y: 0.3 })).toBe('Plant room 0.01');
  expect(roomOnSheet({ ...SHEET, rooms }, { x: 0.15, y: 0.9 })).toBe('');
});

test('a round room keeps fewer corners', () => {
  const outline = Array.from({ length: 500 }, (_, i) => [
    20 + 4 * Math.cos((2 * Math.PI * i) / 500),
    45 + 4 * Math.sin((2 * Math.PI * i) / 500),
  ]).flat();
  const rooms = roomsOfModel({ frame: FRAME, rooms: [{ name: 'Silo', outline }] });
  expect(rooms[0]?.outline.length).toBeLessThanOrEqual(2 * MAX_ROOM_CORNERS);
  expect(roomOnSheet({ ...SHEET, rooms }, { x: 0.5, y: 0.15 })).toBe('Silo');
});
