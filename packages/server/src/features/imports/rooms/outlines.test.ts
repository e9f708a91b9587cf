import type { SheetWord } from '@plumbline/core/features/plans/sheet-references';
import { roomOnSheet } from '@plumbline/core/site/rooms';
import { expect, test } from 'vitest';
import type { Grey } from '../aligning/grey.ts';
import { roomsOnSheet } from './outlines.ts';

/** A sheet of 400 mm × 300 mm, four pixels per millimetre, with rooms drawn at 1:50. */
const [WIDTH, HEIGHT] = [1600, 1200];
const SIZE = { widthPt: (400 / 25.4) * 72, heightPt: (300 / 25.4) * 72 };
const PX_PER_M = 80;

type Drawn = { name: string; area: string; x: number; y: number; w: number; h: number };
type Door = { x: number; y: number; w: number; h: number };

/** Draws walls of two lines around rooms, in metres, with openings for doors; words are not drawn. */
function draw(rooms: readonly Drawn[], doors: readonly Door[] = []): Grey {
  const ink = new Float32Array(WIDTH * HEIGHT);
  const fill = (x: number, y: number, w: number, h: number, value: number) => {
    for (let row = Math.round(y); row < y + h; row++)
      for (let column = Math.round(x); column < x + w; column++) ink[row * WIDTH + column] = value;
  };
  const px = (m: number) => m * PX_PER_M;
  for (const { x, y, w, h } of rooms) {
    const [left, top, right, bottom] = [px(x), px(y), px(x + w), px(y + h)];
    fill(left - 2, top - 2, right - left + 4, 2, 0.8);
    fill(left - 2, bottom, right - left + 4, 2, 0.8);
    fill(left - 2, top - 2, 2, bottom - top + 4, 0.8);
    fill(right, top - 2, 2, bottom - top + 4, 0.8);
  }
  for (const { x, y, w, h } of doors) fill(px(x), px(y), px(w), px(h), 0);
  return { width: WIDTH, height: HEIGHT, ink };
}

const word = (text: string, x: number, y: number): SheetWord => ({
  ...{ text, w: (text.length * 10) / WIDTH, h: 16 / HEIGHT },
  ...{ x: (x * PX_PER_M - text.length * 5) / WIDTH, y: y / (HEIGHT / PX_PER_M) },
});
const wordsOf = (rooms: readonly Drawn[], scale = '1:50'): SheetWord[] => [
  { text: scale, x: 0.9, y: 0.95, w: 0.03, h: 0.015 },
  ...rooms.flatMap(({ name, area, x, y, w, h }) => [
    word(name, x + w / 2, y + h / 2 - 0.2),
    word(area, x + w / 2, y + h / 2),
  ]),
];
const at = (x: number, y: number) => ({ x: (x * PX_PER_M) / WIDTH, y: (y * PX_PER_M) / HEIGHT });
const sheetOf = (words: SheetWord[], picture: Grey) => ({ ...SIZE, rooms: roomsOnSheet(words, SIZE, picture) });

const KITCHEN: Drawn = { name: 'Kitchen', area: '12.00m²', x: 2, y: 2, w: 4, h: 3 };
const HALL: Drawn = { name: 'Hall', area: '24.00m²', x: 6.2, y: 2, w: 4, h: 6 };

test('a room extends to its walls', () => {
  const sheet = sheetOf(wordsOf([KITCHEN, HALL]), draw([KITCHEN, HALL]));
  expect(sheet.rooms.map(({ name, outline }) => [name, outline.length > 0])).toEqual([
    ['Kitchen', true],
    ['Hall', true],
  ]);
  expect(roomOnSheet(sheet, at(2.5, 2.8))).toBe('Kitchen');
  expect(roomOnSheet(sheet, at(5.7, 4))).toBe('Kitchen');
  expect(roomOnSheet(sheet, at(8, 7))).toBe('Hall');
  expect(roomOnSheet(sheet, at(1.5, 3))).toBe('');
  expect(roomOnSheet(sheet, at(4, 6))).toBe('');
});

test('an open door does not let a room extend far into the next one', () => {
  const door = { x: 5.9, y: 3.2, w: 0.5, h: 0.9 };
  const sheet = sheetOf(wordsOf([KITCHEN, HALL]), draw([KITCHEN, HALL], [door]));
  for (const x of [7.2, 8, 9, 10]) expect(roomOnSheet(sheet, at(x, 3.6))).toMatch(/^(?:Hall)?$/u);
  for (const x of [2.3, 3, 4, 5]) expect(roomOnSheet(sheet, at(x, 3.6))).toMatch(/^(?:Kitchen)?$/u);
});

test('a room without walls, or with another area than stated, has a name but no outline', () => {
  const none = sheetOf(wordsOf([KITCHEN]), draw([]));
  expect(none.rooms[0]?.outline).toEqual([]);
  expect(roomOnSheet(none, at(4, 3.5))).toBe('Kitchen');
  expect(roomOnSheet(none, at(3, 4.5))).toBe('');
  const other = { ...KITCHEN, area: '4.00m²' };
  expect(sheetOf(wordsOf([other]), draw([other])).rooms[0]?.outline).toEqual([]);
});

test('of several scales, the one that fits the room areas is used', () => {
  const words = [...wordsOf([KITCHEN, HALL]), { text: '1:20', x: 0.1, y: 0.95, w: 0.03, h: 0.015 }];
  expect(sheetOf(words, draw([KITCHEN, HALL])).rooms.every(({ outline }) => outline.length > 0)).toBe(true);
});

test('a sheet without a scale has rooms without outlines', () => {
  const words = wordsOf([KITCHEN]).slice(1);
  expect(sheetOf(words, draw([KITCHEN])).rooms).toMatchObject([{ name: 'Kitchen', outline: [] }]);
});
