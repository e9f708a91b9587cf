// When a sheet is recognised as lying on its side: by the words all over it, never by its dimensions, title block or a
// stamp.
import { describe, expect, test } from 'vitest';
import {
  combineRotations,
  inverseRotation,
  type OrientedWord,
  proposeRotation,
  ROTATIONS,
  type Rotation,
  rotatedBox,
  rotatedSize,
} from './rotation.ts';

const word = (text: string, x: number, y: number, rotation: Rotation = 0): OrientedWord => ({
  text,
  x,
  y,
  w: 0.04,
  h: 0.01,
  turn: rotation,
});

/** Room names all over a sheet, in a grid. */
const rooms = (rotation: Rotation = 0, count = 5): OrientedWord[] =>
  Array.from({ length: count * count }, (_, i) =>
    word(`Room ${i}`, 0.05 + (0.75 * (i % count)) / count, 0.05 + (0.8 * Math.floor(i / count)) / count, rotation),
  );
/** Figures along both sides of a sheet. */
const dimensions = (rotation: Rotation): OrientedWord[] =>
  Array.from({ length: 200 }, (_, i) => word('12.345', (i % 40) / 41, 0.1 + Math.floor(i / 40) / 6, rotation));
/** Many words in a strip along the right edge. */
const strip = (rotation: Rotation): OrientedWord[] =>
  Array.from({ length: 240 }, (_, i) => word('specification', 0.9 + 0.01 * (i % 8), i / 250, rotation));

describe('the reading direction of most of a sheet', () => {
  test.each(ROTATIONS)('words that run %i degrees off level are brought level', (way) => {
    const rotation = proposeRotation(rooms(way));
    expect(rotation === null ? null : combineRotations(way, rotation)).toBe(0);
  });

  test('any number of dimensions that run upwards do not rotate a level sheet', () => {
    expect(proposeRotation([...rooms(), ...dimensions(270)])).toBe(0);
  });

  test('level dimensions do not keep a sheet on its side', () => {
    expect(proposeRotation([...rooms(270), ...dimensions(0)])).toBe(90);
  });

  test('a title block on its side does not rotate the sheet, even with most of the letters', () => {
    expect(proposeRotation([...rooms(), ...strip(270)])).not.toBe(90);
    expect(proposeRotation([...rooms(0, 8), ...strip(270)])).toBe(0);
  });

  test('a strip, a corner or a few words alone decide nothing', () => {
    expect(proposeRotation(strip(270))).toBeNull();
    expect(proposeRotation(rooms(90, 2))).toBeNull();
    expect(proposeRotation(rooms(90).map((one) => ({ ...one, x: 0.8 + one.x / 6, y: 0.8 + one.y / 6 })))).toBeNull();
  });

  test('an equal number of upward and level words decides nothing', () => {
    expect(proposeRotation(rooms().map((one, i) => ({ ...one, turn: i % 2 ? 270 : 0 })))).toBeNull();
  });

  test('a sheet without text, or with figures only, decides nothing', () => {
    expect(proposeRotation([])).toBeNull();
    expect(proposeRotation(dimensions(270))).toBeNull();
  });

  test('words beyond the edge count towards it', () => {
    expect(proposeRotation(rooms(180).map((one) => ({ ...one, x: one.x * 1.4 - 0.2 })))).toBe(180);
  });
});

describe('rotation', () => {
  test.each(ROTATIONS)('rotating by %i degrees and back returns the same position', (rotation) => {
    expect(combineRotations(rotation, inverseRotation(rotation))).toBe(0);
    const box = { x: 0.1, y: 0.2, w: 0.3, h: 0.05 };
    const back = rotatedBox(rotatedBox(box, rotation), inverseRotation(rotation));
    for (const key of ['x', 'y', 'w', 'h'] as const) expect(back[key]).toBeCloseTo(box[key]);
    const size = { widthPt: 300, heightPt: 200 };
    expect(rotatedSize(rotatedSize(size, rotation), inverseRotation(rotation))).toEqual(size);
  });

  test('is clockwise: the top edge becomes the right edge', () => {
    const { x, y, w, h } = rotatedBox({ x: 0.4, y: 0, w: 0.2, h: 0.1 }, 90);
    expect([x, y, w, h].map((part) => Math.round(part * 10) / 10)).toEqual([0.9, 0.4, 0.1, 0.2]);
    expect(rotatedSize({ widthPt: 300, heightPt: 200 }, 90)).toEqual({ widthPt: 200, heightPt: 300 });
  });
});
