// Sheet numbers and titles are found where draughtspeople put them, and not derived from other words of a drawing.
import { describe, expect, test } from 'vitest';
import type { SizedWord } from '../../engines/pdf/page-words.ts';
import { nameSheets, type PageNames } from '../page-naming.ts';
import { readTitleBlock } from './title-block.ts';

const EMPTY: PageNames = { label: '', bookmarks: [], block: null };

/** The names proposed for a single sheet whose file name says nothing. */
function read(words: readonly SizedWord[]) {
  const block = readTitleBlock(words);
  const [named] = nameSheets('scan.pdf', [{ ...EMPTY, block }]);
  return { title: named?.title === 'scan' ? '' : named?.title, sheetNumber: named?.sheetNumber };
}

/** The words of a line on a sheet of 1000 × 700 points, from `x` at height `y` (fractions). */
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
  test('number and title are found at the lower right', () => {
    const words = [...NOTES, ...line('First Floor', 0.8, 0.8, 14), ...line('A-101', 0.85, 0.92, 30)];
    expect(read(words)).toEqual({ title: 'First Floor', sheetNumber: 'A-101' });
  });

  test('a title broken across lines is joined, without the address above it', () => {
    const words = [
      ...NOTES,
      ...line('Lindenstrasse 1810', 0.78, 0.74, 14),
      ...line('Structural Basement', 0.78, 0.77, 14),
      ...line('and Second', 0.78, 0.8, 14),
      ...line('Floor Framing', 0.78, 0.83, 14),
    ];
    expect(read(words).title).toBe('Structural Basement and Second Floor Framing');
  });

  test('a town above the title and the project below it are not part of it', () => {
    const above = [...line('Stoughton, WI', 0.78, 0.77, 14), ...line('Elevations - South', 0.78, 0.8, 14)];
    expect(read([...NOTES, ...above]).title).toBe('Elevations - South');
    const below = [
      ...line('SITE PLAN', 0.78, 0.77, 14),
      ...line('OAKFIRE 2.0', 0.78, 0.8, 14),
      ...line('SOMERS, WI', 0.78, 0.83, 14),
    ];
    expect(read([...NOTES, ...below]).title).toBe('SITE PLAN');
  });

  test('the title of a German sheet is found at the upper left', () => {
    const words = [
      ...line('Neubau Tierhotel', 0.01, 0.03, 8),
      ...line('3. Obergeschoss', 0.01, 0.08, 19),
      ...line('Massstab 1:50', 0.01, 0.12, 7),
    ];
    expect(read(words).title).toBe('3. Obergeschoss');
  });

  test.each([
    ['Sheet No.', 'A-2.01'],
    ['DWG NO:', '4711-E-030'],
    ['Plan-Nr.', '5_AR_GR_EG_001-b'],
    ['Blatt Nr.', '12'],
    ['N° de plan', 'ARC-104'],
    ['Tavola n.', 'A03'],
    ['Tekeningnummer', 'B-210'],
    ['Číslo výkresu', 'D.1.1-05'],
  ])('the value below or next to "%s" is the number', (label, number) => {
    expect(read([...line(label, 0.8, 0.9, 6), ...line(number, 0.8, 0.912, 12)]).sheetNumber).toBe(number);
    expect(read([...line(label, 0.7, 0.9, 6), ...line(number, 0.79, 0.899, 7)]).sheetNumber).toBe(number);
  });

  test.each([
    ['Plan-Nr.', '12.03.2024'],
    ['Sheet', '3 of 7'],
    ['Blatt Nr.', '1:50'],
    ['Drawing no.', 'Date'],
  ])('"%s" next to "%s" is not a sheet number', (label, value) => {
    expect(read([...line(label, 0.8, 0.9, 6), ...line(value, 0.8, 0.912, 6)]).sheetNumber).toBe('');
  });

  test.each([
    ['Sheet title', 'Mechanical Zones 3'],
    ['Planinhalt', 'Lüftung Haus B'],
    ['Treść rysunku', 'Rzut parteru'],
  ])('the value of "%s" is the title, not its label or the number', (label, title) => {
    const words = [
      ...NOTES,
      ...line('Grundriss siehe Plan 4', 0.8, 0.75, 6),
      ...line(label, 0.8, 0.85, 5),
      ...line(title, 0.8, 0.865, 12),
      ...line('Sheet no.', 0.8, 0.92, 5),
      ...line('M-301', 0.8, 0.935, 12),
    ];
    expect(read(words)).toEqual({ title, sheetNumber: 'M-301' });
  });

  test('a plain number next to the title is used, not the project number before it', () => {
    const words = [
      ...NOTES,
      ...line('1230', 0.02, 0.05, 19),
      ...line('Parkstrasse', 0.06, 0.05, 17),
      ...line('511-11', 0.21, 0.05, 19),
      ...line('3.Obergeschoss', 0.02, 0.09, 19),
    ];
    expect(read(words)).toEqual({ title: '3.Obergeschoss', sheetNumber: '511-11' });
  });

  test.each([['A001'], ['S-101.2'], ['AR-3.01'], ['C100'], ['E2'], ['TGA-0401']])('%s is a sheet number', (number) => {
    expect(read([...line(number, 0.9, 0.93, 30), ...line('x', 0.8, 0.9, 10)]).sheetNumber).toBe(number);
  });

  test.each([
    ['a grid axis in the middle', line('A1', 0.5, 0.3, 30)],
    ['a small room number', [...line('R101', 0.9, 0.9, 6), ...line('Kitchen', 0.9, 0.8, 20)]],
    ['a date', line('2024-10-04', 0.9, 0.9, 30)],
    ['a word', line('OFFICE', 0.9, 0.9, 30)],
  ])('%s is not a sheet number', (_what, words) => {
    expect(read(words).sheetNumber).toBe('');
  });

  test('a material code of the legend is not a number, however large', () => {
    const words = [
      ...NOTES,
      ...line('GG4', 0.8, 0.9, 20),
      ...line('GG4', 0.4, 0.4, 18),
      ...line('Roof plan', 0.8, 0.8, 14),
    ];
    expect(read(words)).toEqual({ title: 'Roof plan', sheetNumber: '' });
  });

  test.each([
    ['The foundation was inspected on site by both of us.'],
    ['the plan that you sent us shows the roof of the other house'],
    ['Die Fassade ist nach dem Plan vom Mai auszuführen'],
    ['Le plan du rez a été remis au maître'],
    ['THE SITE IS CLOSED TO ALL VISITORS.'],
    ['Фасад следует выполнять по плану от пятого мая'],
  ])('"%s" in a letter is a sentence, not a title', (sentence) => {
    const letter = [...line('Yours sincerely', 0.1, 0.95, 6), ...line('page 1', 0.1, 0.97, 6)];
    expect(read([...letter, ...line(sentence, 0.1, 0.9, 10)]).title).toBe('');
    const words = sentence.split(' ');
    const broken = [0, 5].flatMap((from) => line(words.slice(from, from + 5).join(' '), 0.1, 0.87 + from * 0.004, 10));
    expect(read([...letter, ...broken]).title).toBe('');
  });

  test('a title may be long, and a labelled one a sentence', () => {
    const long = 'Structural - Basement & Second Floor Framing, Haus A und B';
    expect(read([...NOTES, ...line(long, 0.1, 0.9, 10)]).title).toBe(long);
    const labelled = 'Proposed rear extension and loft conversion of the existing dwelling';
    const words = [...line('Drawing title', 0.1, 0.88, 5), ...line(labelled, 0.1, 0.895, 10)];
    expect(read([...NOTES, ...words]).title).toBe(labelled);
  });

  test('notes about roofs are not a title', () => {
    expect(read(NOTES).title).toBe('');
    expect(read([])).toEqual({ title: '', sheetNumber: '' });
  });
});

describe('names', () => {
  const block = (title: string, number: string) =>
    readTitleBlock([...NOTES, ...line(title, 0.8, 0.8, 14), ...line(number, 0.85, 0.92, 30)]);
  const single = (fileName: string, page: Partial<PageNames> = {}) => nameSheets(fileName, [{ ...EMPTY, ...page }])[0];
  const ofThree = (page: Partial<PageNames>) =>
    nameSheets('House_7  ground.PDF', [EMPTY, EMPTY, { ...EMPTY, ...page }])[2];

  test.each<[string, Partial<PageNames>, string, string]>([
    ['the title block comes first', { block: block('Roof plan', 'A-103'), label: 'iv' }, 'Roof plan', 'A-103'],
    ['then the page label', { label: 'A-101' }, 'House 7 ground A-101', 'A-101'],
    ['a label that is only a page number is ignored', { label: 'xii' }, 'House 7 ground 3', ''],
    ['a label that only contains digits is not a number', { label: 'Page 12' }, 'House 7 ground Page 12', ''],
    ['then the bookmark', { bookmarks: ['A-101 - First floor'] }, 'First floor', 'A-101'],
    [
      'a bookmark with line breaks and characters that no store can hold',
      { bookmarks: ['First\r\nfloor\u0001,\tplan \ud800'] },
      'First floor, plan \ufffd',
      '',
    ],
    ['a bookmark that names no sheet is ignored', { bookmarks: ['Page 3'] }, 'House 7 ground 3', ''],
    ['bookmarks of several sheets are ignored', { bookmarks: ['A-101', 'A-102'] }, 'House 7 ground 3', ''],
    [
      'a page whose sources contradict each other has no number',
      { label: 'A-101', bookmarks: ['A-102'] },
      'House 7 ground A-101',
      '',
    ],
    ['then the file name', {}, 'House 7 ground 3', ''],
  ])('%s', (_what, page, title, sheetNumber) => {
    expect(ofThree(page)).toEqual({ title, sheetNumber });
  });

  test.each([
    ['a single page needs no number', 'House_7  ground.PDF', 'House 7 ground', ''],
    ['a scan named after its sheet', 'A-101_First-Floor.jpg', 'First-Floor', 'A-101'],
    ['a sheet number within a name', 'spark-A101_20191004.jpg', 'spark-A101 20191004', 'A101'],
    ['a camera file name', 'IMG-2034.jpg', 'IMG-2034', ''],
    ['a version number', 'ground V02.png', 'ground V02', ''],
    ['a calendar week', 'Stand KW12.pdf', 'Stand KW12', ''],
    ['a standard', 'Türliste DIN18100.pdf', 'Türliste DIN18100', ''],
    ['two sheet numbers', 'A-101 A-102.pdf', 'A-101 A-102', ''],
    ['a file without a name', '.pdf', '1', ''],
  ])('%s', (_what, fileName, title, sheetNumber) => {
    expect(single(fileName)).toEqual({ title, sheetNumber });
  });

  test('a title is never longer than a plan name may be', () => {
    expect(single(`${'x'.repeat(400)}.pdf`)?.title).toHaveLength(200);
  });

  test('a title without a known subject is found at the position of the titles of the other sheets', () => {
    const titles = ['First floor plan', 'Roof plan', 'Elevations', 'The house by night'];
    const pages = titles.map((title, i) => ({ ...EMPTY, block: block(title, `A-10${i + 1}`) }));
    expect(nameSheets('set.pdf', pages).map(({ title }) => title)).toEqual(titles);
  });

  test('the name of the project is not the title of its sheets', () => {
    const pages = ['First floor plan', 'Roof plan', 'Elevations'].map((title, i) => ({
      ...EMPTY,
      block: readTitleBlock([
        ...NOTES,
        ...line('Site of the old school', 0.78, 0.7, 18),
        ...line(title, 0.8, 0.8, 14),
        ...line(`A-10${i + 1}`, 0.85, 0.92, 30),
      ]),
    }));
    expect(nameSheets('set.pdf', pages).map(({ title }) => title)).toEqual([
      'First floor plan',
      'Roof plan',
      'Elevations',
    ]);
  });
});
