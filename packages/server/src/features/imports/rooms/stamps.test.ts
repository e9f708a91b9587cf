import type { SheetWord } from '@plumbline/core/features/plans/sheet-references';
import { expect, test } from 'vitest';
import { readRoomStamps } from './stamps.ts';

/** An A1 in landscape, in points. */
const [WIDTH, HEIGHT] = [2384, 1684];
const ASPECT = WIDTH / HEIGHT;

/** The words of lines below each other, centred around `x`. */
function stamp(lines: readonly string[], x = 600, y = 400, sizePt = 9): SheetWord[] {
  return lines.flatMap((text, row) => {
    let left = x - (text.length * sizePt * 0.5) / 2;
    return text.split(' ').map((word) => {
      const w = word.length * sizePt * 0.5;
      const placed = {
        text: word,
        x: left / WIDTH,
        y: (y + row * sizePt * 1.3) / HEIGHT,
        w: w / WIDTH,
        h: sizePt / HEIGHT,
      };
      left += w + sizePt * 0.3;
      return placed;
    });
  });
}

const namesOf = (...words: SheetWord[][]) => readRoomStamps(words.flat(), ASPECT).map(({ name }) => name);

test.each([
  [['Küche', '10,97 m²'], 'Küche', 10.97],
  [['2.04', 'Kitchen', '12.50 m²'], 'Kitchen 2.04', 12.5],
  [['Kitchen', '2.04', '12.50 m²'], 'Kitchen 2.04', 12.5],
  [['Essen/', 'Wohnen', 'A: 35,06 m2'], 'Essen/Wohnen', 35.06],
  [['Bureau', '18 m ²'], 'Bureau', 18],
  [['OFFICE', '101', '120 SF'], 'OFFICE 101', 11.15],
  [['Flur', 'FB: Fliesen', 'RH: 2.50 m', '7.3 m²'], 'Flur', 7.3],
  [['Abstellraum 3,00 m²'], 'Abstellraum', 3],
  [['EG-12', '9 m²'], 'EG-12', 9],
])('%j is the stamp of a room', (lines, name, area) => {
  const [found, ...others] = readRoomStamps(stamp(lines), ASPECT);
  expect(others).toEqual([]);
  expect(found?.name).toBe(name);
  expect(found?.areaM2).toBeCloseTo(area, 1);
});

test.each([
  [['Kitchen']],
  [['2.04', 'Kitchen']],
  [['12.50 m²']],
  [['Wohnfläche gesamt', '120,00 m²']],
  [['Summe NUF', '1200 m²']],
  [['Wall 24 cm', 'U = 0.24']],
  [
    [
      'This drawing may only be',
      'used together with the',
      'structural drawings of',
      'the engineer and of the',
      'surveyor 12 m²',
    ],
  ],
])('%j does not name a room', (lines) => {
  expect(namesOf(stamp(lines))).toEqual([]);
});

test('a superscript 2 is read as part of the area', () => {
  const [name = [], area = []] = [stamp(['Büro']), stamp(['10.37 m'], 600, 412)];
  const last = area.at(-1);
  if (!last) throw new Error('no words');
  const raised = { text: '2', x: last.x + last.w + 1 / WIDTH, y: last.y - 1 / HEIGHT, w: 3 / WIDTH, h: 5 / HEIGHT };
  expect(namesOf(name, area, [raised])).toEqual(['Büro']);
});

test('adjacent stamps are kept apart, and text far above a stamp is not its name', () => {
  expect(namesOf(stamp(['Bath', '6 m²']), stamp(['Bedroom', '14 m²'], 720), stamp(['First floor'], 600, 330))).toEqual([
    'Bath',
    'Bedroom',
  ]);
});

test('vertical text is left out', () => {
  const upright = stamp(['Riser', '2 m²']).map((word) => ({ ...word, w: word.h / 4, h: word.w * 3 }));
  expect(namesOf(upright)).toEqual([]);
});

test('the names of two rooms side by side are not joined, however close they are', () => {
  const row = (text: string, x: number, y: number, sizePt: number): SheetWord[] => {
    const [word] = stamp([text], x + (text.length * sizePt * 0.5) / 2, y, sizePt);
    return word ? [word] : [];
  };
  const words = [
    ...row('132', 500, 400, 9),
    ...row('133', 555, 400, 9),
    ...row('Laundry', 500, 412, 15),
    ...row('Office', 555, 412, 15),
    ...row('10.1m²', 500, 430, 9),
    ...row('8.8m²', 555, 430, 9),
  ];
  expect(namesOf(words).sort()).toEqual(['Laundry 132', 'Office 133']);
});

test('a dimension above a name is not its number if the other rooms are numbered differently', () => {
  const others = [101, 102, 103].map((number, i) => stamp([`${number}`, 'Office', '12 m²'], 300 + 300 * i, 200));
  const stair = stamp(['4.42', 'Stairs', '9 m²'], 600, 600);
  expect(namesOf(...others, stair)).toContain('Stairs');
  expect(namesOf(stair)).toEqual(['Stairs 4.42']);
});
