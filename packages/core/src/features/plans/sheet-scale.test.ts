// Scales are read as draughtsmen write them; slopes, dates and sizes are not mistaken for one.
import { expect, test } from 'vitest';
import type { SheetWord } from './sheet-references.ts';
import { readScales, scaleIn } from './sheet-scale.ts';

/** Words of a line, from `x` at height `y`. */
function line(text: string, x = 0.7, y = 0.9): SheetWord[] {
  let left = x;
  return text.split(' ').map((word) => {
    const placed = { text: word, x: left, y, w: word.length * 0.004, h: 0.008 };
    left += placed.w + 0.003;
    return placed;
  });
}

test.each([
  ['1:50', 50],
  ['M1:100', 100],
  ['M 1 : 200', 200],
  ["1:1'000", 1000],
  ['1:2.000', 2000],
  ['1/4" = 1\'-0"', 48],
  ['1/8"=1\'-0"', 96],
  ['1 1/2" = 1\'-0"', 8],
  ['1" = 20\'', 240],
  ['3/16” = 1’-0”', 64],
  ['1:0', undefined],
  ['11:50', undefined],
  ['1:50:20', undefined],
  ['60*84', undefined],
  ['1/2"', undefined],
])('reads the scale of %s', (text, scale) => {
  expect(scaleIn(text)).toBe(scale);
});

test.each([
  ['Massstab 1:50', [50]],
  ['Maßstab: 1:75', [75]],
  ['SCALE: 1/8" = 1\'-0"', [96]],
  ['Échelle 1:33', [33]],
  ['ramp 1:12', []],
  ['FLOOR PLAN 1/4" = 1\'-0"', [48]],
  ['SITE PLAN 1" = 20\'', [240]],
  ['Lageplan 1:120', [120]],
  ['cross slope 1:48', []],
  ['Scale 1:48', [48]],
  ['drawn at 10:30 on 1.1.2024', []],
  ['AS NOTED', []],
])('%s has the scales %o', (text, scales) => {
  expect(readScales(line(text))).toEqual(scales);
});

test('a scale is found beside or below its label, however far apart the columns of a title block are', () => {
  expect(readScales([...line('Massstab', 0.6), ...line('1:50', 0.68)])).toEqual([50]);
  expect(readScales([...line('Scale', 0.6, 0.9), ...line('1:20', 0.6, 0.915)])).toEqual([20]);
});

test('only labelled scales are returned if there are any, otherwise all, the most frequent first', () => {
  expect(readScales([...line('Scale 1:100'), ...line('1:20', 0.2, 0.2), ...line('1:20', 0.2, 0.4)])).toEqual([100]);
  expect(readScales([...line('1:100', 0.1, 0.1), ...line('1:20', 0.2, 0.2), ...line('1:20', 0.2, 0.4)])).toEqual([
    20, 100,
  ]);
});
