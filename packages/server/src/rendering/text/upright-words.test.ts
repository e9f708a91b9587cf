// The number of a rotated or upside-down sheet is found, whatever caused its rotation.
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { expect, test } from 'vitest';
import type { SizedWord } from '../engines/pdf/page-words.ts';
import { inspectInProcess } from '../in-process.ts';
import { testFolder } from '../testing/folder.ts';
import { type FixturePage, makePdf, text } from '../testing/pdf-fixture.ts';
import { upright } from './upright-words.ts';

const folder = testFolder();
const [LONG, SHORT] = [1190, 842];
/** Dimensions are written vertically on any sheet, so they do not decide. */
const UPWARDS = [0, 1, 2].map((i) => `q 0 1 -1 0 ${300 + 90 * i} 300 cm ${text('4.50', 0, 0, 8)} Q\n`).join('');
const NOTES = [0, 1, 2, 3, 4].map((i) => text('all measures in metres', LONG - 280, 110 + 12 * i, 6)).join('');
const SHEET = `${text('GROUND FLOOR PLAN', LONG - 300, 70, 18)}${text('A-101', LONG - 100, 25, 30)}${NOTES}${UPWARDS}`;
const level: FixturePage = { mediaBox: [0, 0, LONG, SHORT], content: SHEET };
const upwards: FixturePage = { mediaBox: [0, 0, SHORT, LONG], content: `q 0 1 -1 0 ${SHORT} 0 cm ${SHEET} Q` };
const downwards: FixturePage = { mediaBox: [0, 0, SHORT, LONG], content: `q 0 -1 1 0 0 ${LONG} cm ${SHEET} Q` };

test.each<[string, FixturePage]>([
  ['drawn level', level],
  ['rotated to the right by the page', { ...level, rotate: 90 }],
  ['rotated upside down by the page', { ...level, rotate: 180 }],
  ['rotated to the left by the page', { ...level, rotate: 270 }],
  ['drawn upwards', upwards],
  ['drawn downwards', downwards],
  ['drawn upside down', { ...level, content: `q -1 0 0 -1 ${LONG} ${SHORT} cm ${SHEET} Q` }],
  ['drawn upwards and rotated level by the page', { ...upwards, rotate: 90 }],
])('the title block of a sheet %s is read', async (_name, page) => {
  const path = await folder.put('sheet.pdf', makePdf([page]));
  const { pages } = await inspectInProcess(path, 'sheet.pdf');
  expect(pages[0]).toMatchObject({ sheetNumber: 'A-101', title: 'GROUND FLOOR PLAN' });
});

const word = (x: number, y: number, rotation: Rotation): SizedWord => ({
  text: 'word',
  x,
  y,
  w: 0.1,
  h: 0.02,
  sizePt: 8,
  turn: rotation,
});

test('words keep their distance from the edges of the sheet', () => {
  for (const [turn, expected] of [
    [90, { x: 0.2, y: 0.2, w: 0.02, h: 0.1 }],
    [180, { x: 0.2, y: 0.78, w: 0.1, h: 0.02 }],
    [270, { x: 0.78, y: 0.7, w: 0.02, h: 0.1 }],
  ] as const) {
    const { words, aspect } = upright([word(0.7, 0.2, turn)], 2);
    expect(aspect).toBe(turn === 180 ? 2 : 0.5);
    for (const key of ['x', 'y', 'w', 'h'] as const) expect(words[0]?.[key]).toBeCloseTo(expected[key]);
  }
});

test('a sheet with as many vertical as horizontal words is not rotated', () => {
  const words = [word(0.1, 0.1, 0), word(0.2, 0.2, 270)];
  expect(upright(words, 2)).toEqual({ words, aspect: 2 });
});
