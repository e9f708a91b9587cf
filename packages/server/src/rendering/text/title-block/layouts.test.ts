// On generated title blocks the proposed number is right or empty, never wrong.
import { expect, test } from 'vitest';
import { type Layout, line } from '../../testing/title-block-fixture.ts';
import { LABELS, LAYOUTS, named, POSITIONS, pick, WORDINGS } from '../../testing/title-block-layouts.ts';
import { nameSheets } from '../page-naming.ts';
import { readTitleBlock } from './title-block.ts';

const describeLayout = ({
  wording: { language },
  position,
  labels,
  turn: rotation,
  sheetTurn,
  size,
  numbers,
}: Layout) => `${language} ${position} ${labels} ${rotation} ${sheetTurn} ×${size} ${numbers[0]}`;

const isClear = ({ labels, size }: Layout) => labels !== 'none' || size > 1;

/** What was read wrongly, and the share of the numbers with a label or a large font that were read. */
function check(count: number) {
  const all = LAYOUTS.flatMap((layout) =>
    named(layout, count).map(({ sheetNumber }, i) => ({ layout, sheetNumber, expected: pick(layout.numbers, i) })),
  );
  const wrong = all
    .filter(({ sheetNumber, expected }) => sheetNumber !== '' && sheetNumber !== expected)
    .map(({ layout, sheetNumber, expected }) => `${describeLayout(layout)}: ${sheetNumber} for ${expected}`);
  const clear = all.filter(({ layout }) => isClear(layout));
  return { wrong, read: clear.filter(({ sheetNumber }) => sheetNumber !== '').length / clear.length };
}

test('the number of a single sheet is right or empty', () => {
  const { wrong, read } = check(1);
  expect(wrong).toEqual([]);
  expect(read).toBeGreaterThan(0.92);
});

test('in a set the other sheets confirm a number without a label', () => {
  const { wrong, read } = check(4);
  expect(wrong).toEqual([]);
  expect(read).toBe(1);
});

test('a room number at the same place on every storey is not a sheet number', () => {
  const pages = [1, 2, 3, 4].map((storey) => {
    const room = line(`R${storey}12`, 2250, 1500, 11);
    const notes = Array.from({ length: 12 }, (_, i) =>
      line(`note ${'abcdefghijkl'.charAt(i)} about walls`, 2000, 1300 + i * 12, 8),
    );
    return { label: '', bookmarks: [], block: readTitleBlock([...room, ...notes.flat()]) };
  });
  expect(nameSheets('set.pdf', pages).map(({ sheetNumber }) => sheetNumber)).toEqual(['', '', '', '']);
});

test('the title of a labelled block is that of the sheet', () => {
  const wrong = LAYOUTS.filter(({ labels }) => labels !== 'none').flatMap((layout) =>
    named(layout, 4).flatMap(({ title }, i) =>
      title === layout.wording.titles[i] ? [] : [`${describeLayout(layout)}: ${title}`],
    ),
  );
  expect(wrong).toEqual([]);
});

test.each(POSITIONS)('no number is found on a sheet without one, whatever its title block contains: %s', (position) => {
  for (const labels of LABELS) {
    const layout: Layout = {
      wording: pick(WORDINGS, 1),
      position,
      labels,
      turn: 0,
      sheetTurn: 0,
      numbers: [''],
      size: 2,
    };
    expect(named(layout, 1)[0]?.sheetNumber, labels).toBe('');
    expect(
      named(layout, 5).map(({ sheetNumber }) => sheetNumber),
      labels,
    ).toEqual(['', '', '', '', '']);
  }
});

test('a list of sheets on the cover is not the number of the cover', () => {
  const list = ['A-101', 'A-102', 'A-103', 'A-201'].flatMap((number, i) => line(number, 2000, 1320 + i * 16, 10));
  const words = [...line('Sheet No.', 2000, 1300, 8), ...list, ...line('COVER SHEET', 2000, 1500, 24)];
  expect(nameSheets('set.pdf', [{ label: '', bookmarks: [], block: readTitleBlock(words) }])).toEqual([
    { title: 'COVER SHEET', sheetNumber: '' },
  ]);
});
