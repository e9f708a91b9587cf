// Sheet numbers and titles are found where draughtsmen put them, and not made up from a drawing's other words.
import { describe, expect, test } from 'vitest';
import { proposeName } from './naming.ts';
import type { SizedWord } from './pdfium/words.ts';
import { readTitleBlock } from './title-block.ts';

/** Words of a line on a sheet of 1000 × 700 points, from `x` at height `y` (fractions). */
function line(text: string, x: number, y: number, sizePt: number): SizedWord[] {
  let left = x;
  return text.split(' ').map((word) => {
    const w = (word.length * sizePt * 0.55) / 1000;
    const placed = { text: word, x: left, y, w, h: sizePt / 700, sizePt };
    left += w + (sizePt * 0.3) / 1000;
    return placed;
  });
}

const NOTES = Array.from({ length: 12 }, (_, i) =>
  line(`all roof beams see detail ${i}`, 0.78, 0.55 + i * 0.01, 4),
).flat();

describe('title blocks', () => {
  test('number and title at the lower right', () => {
    const words = [...NOTES, ...line('First Floor', 0.8, 0.8, 14), ...line('A-101', 0.85, 0.92, 30)];
    expect(readTitleBlock(words)).toEqual({ title: 'First Floor', sheetNumber: 'A-101' });
  });

  test('a title broken over lines is put together, the address above is not', () => {
    const words = [
      ...NOTES,
      ...line('Lindenstrasse 1810', 0.78, 0.74, 14),
      ...line('Structural Basement', 0.78, 0.77, 14),
      ...line('and Second', 0.78, 0.8, 14),
      ...line('Floor Framing', 0.78, 0.83, 14),
    ];
    expect(readTitleBlock(words).title).toBe('Structural Basement and Second Floor Framing');
  });

  test('a German sheet with its title at the upper left', () => {
    const words = [
      ...line('Neubau Tierhotel', 0.01, 0.03, 8),
      ...line('3. Obergeschoss', 0.01, 0.08, 19),
      ...line('Massstab 1:50', 0.01, 0.12, 7),
    ];
    expect(readTitleBlock(words).title).toBe('3. Obergeschoss');
  });

  test.each([['A001'], ['S-101.2'], ['AR-3.01'], ['C100'], ['E2'], ['TGA-0401']])('%s is a sheet number', (number) => {
    expect(readTitleBlock([...line(number, 0.9, 0.93, 30), ...line('x', 0.8, 0.9, 10)]).sheetNumber).toBe(number);
  });

  test.each([
    ['a grid axis in the middle', line('A1', 0.5, 0.3, 30)],
    ['a small room number', [...line('R101', 0.9, 0.9, 6), ...line('Kitchen', 0.9, 0.8, 20)]],
    ['a date', line('2024-10-04', 0.9, 0.9, 30)],
    ['a word', line('OFFICE', 0.9, 0.9, 30)],
  ])('%s is none', (_what, words) => {
    expect(readTitleBlock(words).sheetNumber).toBe('');
  });

  test('notes about roofs are no title', () => {
    expect(readTitleBlock(NOTES).title).toBe('');
    expect(readTitleBlock([])).toEqual({ title: '', sheetNumber: '' });
  });
});

describe('names', () => {
  const page = { fileName: 'House_7  ground.PDF', page: 3, pageCount: 9, label: '', block: null };

  test.each([
    ['the title block comes first', { block: { title: 'Roof', sheetNumber: 'A-3' }, label: 'X-1' }, 'Roof', 'A-3'],
    ['then the label', { label: 'A-101' }, 'House 7 ground A-101', 'A-101'],
    ['a label that only counts says nothing', { label: 'xii' }, 'House 7 ground 3', ''],
    ['then the file', {}, 'House 7 ground 3', ''],
    ['a single page needs no number', { page: 1, pageCount: 1 }, 'House 7 ground', ''],
    ['a number alone does not take the title', { block: { title: '', sheetNumber: 'A-3' } }, 'House 7 ground 3', 'A-3'],
    ['a file without a name', { fileName: '.pdf', page: 1, pageCount: 1 }, '1', ''],
  ])('%s', (_what, change, title, sheetNumber) => {
    expect(proposeName({ ...page, ...change })).toEqual({ title, sheetNumber });
  });

  test('a title is never longer than a plan may be called', () => {
    expect(proposeName({ ...page, fileName: `${'x'.repeat(400)}.pdf` }).title).toHaveLength(200);
  });
});
