import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  csvLine,
  csvRows,
  escapeFormula,
  headerIndex,
  MAX_CELLS,
  RowReader,
  readHead,
  separatorOf,
  unescapeFormula,
} from './table.ts';

const rows = (text: string) => [...csvRows(text)];

test('parsing stops at a row with too many cells, and at a cell longer than any spreadsheet allows', () => {
  expect(rows(','.repeat(1_000_000)).map((row) => row.length)).toEqual([MAX_CELLS + 1]);
  expect(() => rows(`a,b\n"${'x'.repeat(1_000_001)}`)).toThrow(RangeError);
  expect(rows(`"${'x'.repeat(32_767)}",b`)[0]).toEqual(['x'.repeat(32_767), 'b']);
});

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\r\n1;"x;y"\r\n',
    [
      ['a', 'b'],
      ['1', 'x;y'],
    ],
  ],
  [
    'a\tb\n1\t',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'sep=|\na|b\n1|2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '"a ""x""","b\nc"\n1,2',
    [
      ['a "x"', 'b\nc'],
      ['1', '2'],
    ],
  ],
  ['"open', [['open']]],
  ['"q"z,1', [['qz', '1']]],
  ['a,,\n', [['a', '', '']]],
  ['', []],
])('%j is read as rows', (text, expected) => {
  expect(rows(text)).toEqual(expected);
});

test('header names are trimmed, trailing empty ones are dropped, and duplicates are refused', () => {
  expect(readHead([' ID ', 'Title', '', ''])).toEqual({ columns: ['ID', 'Title'], problem: null });
  expect(readHead(['ID', '', 'Title']).columns).toEqual(['ID', '#2', 'Title']);
  expect(readHead(['id', 'ID']).problem).toBe('column_twice');
  expect(readHead(undefined).problem).toBe('empty');
  expect(readHead(Array.from({ length: 10_000 }, (_, n) => `c${n}`)).problem).toBe('too_many_columns');
});

test('invalid rows are reported with their row number, and empty ones are skipped', () => {
  const reader = new RowReader(['ID', 'Title', 'Area'], { idColumn: 'ID', titleColumn: 'Title' });
  expect(reader.ready).toBe(true);
  expect(reader.read(['1', 'Hall', '20'], 2)).toEqual({
    place: 2,
    key: '1',
    title: 'Hall',
    values: ['1', 'Hall', '20'],
  });
  expect(reader.read(['', '', ' '], 3)).toBeUndefined();
  expect(reader.read(['1', 'Again'], 4)).toEqual({ row: 4, problem: 'key_twice', value: '1' });
  expect(reader.read(['', 'No id'], 5)).toMatchObject({ problem: 'key_missing' });
  expect(reader.read(['2', ''], 6)).toMatchObject({ problem: 'title_missing' });
  expect(reader.read(['3', 'x', 'y'.repeat(2_001)], 7)).toMatchObject({ problem: 'cell_too_long' });
  expect(reader.read(['4', 'x', '', 'more'], 8)).toMatchObject({ problem: 'cells_too_many' });
  expect(reader.read(['x'.repeat(201), 'x'], 9)).toMatchObject({ problem: 'key_too_long' });
  expect(reader.read(['5', 'a\u0000b'], 10)).toMatchObject({ title: 'ab' });
  expect(new RowReader(['A'], { idColumn: 'A', titleColumn: 'B' }).ready).toBe(false);
});

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+49 30', "'+49 30"],
  ['-cmd', "'-cmd"],
  ['-5', '-5'],
  ['-1.234,5', '-1.234,5'],
  ['plain', 'plain'],
])('%s is written without becoming a formula', (cell, written) => {
  expect(escapeFormula(cell)).toBe(written);
});

test('a written table is read back unchanged', () => {
  const cells = ['a', 'b;c', 'd "e"', 'f\ng', ' h', 'ü'];
  expect(rows(csvLine(cells))).toEqual([cells]);
});

test('ten thousand hostile cells are neutralised and read back unchanged', () => {
  const sign = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    "'",
    '"',
    ',',
    ';',
    ' ',
    '1',
    '.',
    'a',
    'ü',
    '🏗',
    'ש',
    '\u202e',
  );
  const cell = fc.string({ unit: sign, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 10 }), (cells) => {
      // An empty line is not read as a row.
      fc.pre(cells.some((one) => one !== ''));
      const line = csvLine(cells);
      const [raw = []] = csvRows(line, ',');
      const isHarmless = (one: string) =>
        !/^[=+@\t\r]/u.test(one) && (!one.startsWith('-') || /^-\d[\d.,]*$/u.test(one));
      // Sixty thousand separate expectations would take most of the time.
      return raw.every(isHarmless) && JSON.stringify(raw.map(unescapeFormula)) === JSON.stringify(cells);
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  ['a title and an empty line above the header', 'Rooms, house A\r\n\r\nNo;Name;Area\r\n1;Hall;12,5\r\n', ';'],
  ['an empty line above the header', '\r\nNo;Name\r\n1;Hall\r\n', ';'],
  ['a declaration in quotes', '"sep=|"\r\nNo|Name\r\n', '|'],
  ['inch marks', 'No;5" pipe;6" pipe\n1;a;b\n', ';'],
  ['quotes in quoted cells', 'No;"a ""x, y"", z, w"\n1;b\n', ';'],
  ['a single column', 'Name\nHall\n', ','],
])('finds the separator below %s', (_, text, separator) => {
  expect(separatorOf(text).separator).toBe(separator);
});

test('the header is the first row, or the first one below single-cell titles', () => {
  const list = [['Rooms', '', ''], ['As of 1 March'], ['No', 'Name'], ['1', 'Hall']];
  expect(headerIndex(list, false)).toBe(2);
  expect(headerIndex(list.slice(0, 3), false)).toBeUndefined();
  expect(headerIndex(list.slice(2), false)).toBe(0);
  // A list of one column, in which one row has a remark.
  expect(headerIndex([['Email'], ['a@b.example'], ['c@d.example', 'external'], ['e@f.example']], false)).toBe(0);
  expect(headerIndex([['Email'], ['a@b.example']], true)).toBe(0);
  expect(headerIndex(Array(8).fill(['a']), false)).toBe(0);
});
