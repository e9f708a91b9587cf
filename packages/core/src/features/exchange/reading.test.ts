import { expect, test } from 'vitest';
import { columnProblem, headingMeanings, proposeColumns } from './columns.ts';
import { dateOrderOf, detectDateOrder, instantFrom, readDate, sharedDateOrder, statedDay } from './dates.ts';
import { PinReader, type ReaderOptions } from './rows.ts';

test.each([
  ['2026-12-31', 'dmy', '2026-12-31'],
  ['2026/1/5', 'mdy', '2026-01-05'],
  ['31.12.26', 'mdy', '2026-12-31'],
  ['03/04/2026', 'dmy', '2026-04-03'],
  ['03/04/2026', 'mdy', '2026-03-04'],
  ['12/31/2026 1:05 PM', 'mdy', '2026-12-31T13:05'],
  ['12/31/2026 12:05 am', 'mdy', '2026-12-31T00:05'],
  ['2026-12-31T23:59:59.123Z', 'dmy', '2026-12-31T23:59'],
  ['31/12/2026', 'mdy', undefined],
  ['2026-02-30', 'dmy', undefined],
  ['12-31/2026', 'mdy', undefined],
  ['2026-12-31 25:00', 'dmy', undefined],
  ['soon', 'dmy', undefined],
  ['12. 3. 2026', 'mdy', '2026-03-12'],
  ['12. 03. 2026. 14:30', 'dmy', '2026-03-12T14:30'],
  ['2026. 03. 12.', 'dmy', '2026-03-12'],
  ['3/12/2026, 2:30\u202fPM', 'mdy', '2026-03-12T14:30'],
  ['12-Mar-26', 'mdy', '2026-03-12'],
  ['12 MAR 2026', 'dmy', '2026-03-12'],
  ['Mar 12, 2026', 'dmy', '2026-03-12'],
  ['March 2nd, 2026 9:05 am', 'dmy', '2026-03-02T09:05'],
  ['Thu, 12 Mar 2026 08:00:00 GMT', 'dmy', '2026-03-12T08:00'],
  ['12. März 2026', 'dmy', '2026-03-12'],
  ['1. Sept. 2026', 'dmy', '2026-09-01'],
  ['12 de marzo de 2026', 'dmy', '2026-03-12'],
  ['2026. március 12.', 'dmy', '2026-03-12'],
  ['12 марта 2026', 'dmy', '2026-03-12'],
  // October in Croatian, November in Polish and Czech.
  ['12. listopada 2026', 'dmy', undefined],
  ['30-Feb-2026', 'dmy', undefined],
  ['12 Level 2026', 'dmy', undefined],
] as const)('%s in the order %s is %s', (text, order, date) => {
  expect(readDate(text, order)).toBe(date);
});

test('the order of dates is that in which all of them exist', () => {
  expect(detectDateOrder(['03/04/2026', '', '12/31/2026'])).toBe('mdy');
  expect(detectDateOrder(['03/04/2026'])).toBe('dmy');
  expect(detectDateOrder(['31/12/2026', '12/31/2026'])).toBe('dmy');
  expect(instantFrom('2026-12-31')).toBe('2026-12-31T12:00:00.000Z');
});

test.each([
  ['de-CH', 'dmy'],
  ['en-GB', 'dmy'],
  ['en-US', 'mdy'],
  ['en-CA', 'dmy'],
  ['hu', 'dmy'],
] as const)('the region %s writes dates in the order %s', (locale, order) => {
  expect(dateOrderOf(locale)).toBe(order);
});

test('the date order of a set comes from its unambiguous dates, or else from the region', () => {
  expect(sharedDateOrder(['03/04/2026', '12/31/2026'], 'dmy')).toBe('mdy');
  expect(sharedDateOrder(['03/04/2026', '31/12/2026'], null)).toBe('dmy');
  expect(sharedDateOrder(['03/04/2026', '31.12.2026'], 'mdy')).toBe('mdy');
  expect(sharedDateOrder(['12/31/2026', '31/12/2026'], null)).toBeNull();
});

test.each([
  ['12.03.2026', null, '2026-03-12'],
  ['2026-03-12', null, '2026-03-12'],
  ['12/31/2026', 'dmy', '2026-12-31'],
  ['04/04/2026', null, '2026-04-04'],
  ['03/04/2026', null, null],
  ['03/04/2026', 'mdy', '2026-03-04'],
  ['03/04/2026', 'dmy', '2026-04-03'],
  ['12.03.2026 14:30', null, '2026-03-12'],
  ['30.02.2026', 'dmy', null],
  ['Rev. B', 'dmy', null],
  ['', null, null],
] as const)('the drawing date "%s" in the order %s is %s', (text, order, day) => {
  expect(statedDay(text, order)).toBe(day);
});

test('each column is proposed once, and a column of photo counts is not proposed as photos', () => {
  const meanings = headingMeanings([['title', 'Intitulé']]);
  const none = { fields: [], ratings: [] };
  const propose = (heads: string[], row: string[] = []) => proposeColumns(heads, [row], meanings, none);
  expect(propose(['INTITULÉ', 'Subject', 'Assigned To', 'Due-date'])).toEqual([
    'title',
    'ignore',
    'assignee',
    'dueDate',
  ]);
  expect(propose(['Photos'], ['3'])).toEqual(['ignore']);
  expect(propose(['Photos'], ['a.jpg; b.jpg'])).toEqual(['photos']);
  const costs = { fields: [{ id: 'f', title: 'Status' }], ratings: [] };
  expect(proposeColumns(['Status'], [], meanings, costs)).toEqual(['field:f']);
});

test.each([
  [['title', 'newField', 'newField', 'ignore', 'ignore'], undefined],
  [['taskTitle'], undefined],
  [['title', 'title'], 'column_twice'],
  [['notes'], 'title_missing'],
])('the columns %j: %s', (columns, problem) => {
  expect(columnProblem(columns)).toBe(problem);
});

function readerWith(columns: string[], options: Partial<ReaderOptions>): PinReader {
  return new PinReader({
    ...{ columns, heads: columns, fields: new Map(), ratings: new Map(), dateOrder: 'dmy', locale: 'en' },
    pinStatusOf: (word) => (word === 'shut' ? 'closed' : undefined),
    taskStatusOf: () => undefined,
    hashOf: (cells) => cells.join('|'),
    ...options,
  });
}
const readerOf = (...columns: string[]): PinReader => readerWith(columns, {});

test.each([
  [['title', 'x', 'y'], ['A', '0.5', ''], 'position_invalid', 'y'],
  [['title', 'x', 'y'], ['A', '1.5', '0.5'], 'position_invalid', 'x'],
  [['title', 'x', 'y'], ['A', '50', '50'], 'position_invalid', 'x'],
  [['title'], ['x'.repeat(201)], 'too_long', 'title'],
  [['title', 'tags'], ['A', 'x'.repeat(61)], 'too_long', 'tags'],
  [['title', 'key'], ['A', ''], 'key_missing', 'key'],
  [['title'], ['A', 'more'], 'cells_too_many', ''],
] as const)('%j with %j: %s', (columns, cells, problem, column) => {
  const read = readerOf(...columns).read(cells, 2);
  expect(read?.pin).toBeUndefined();
  expect(read?.notes[0]).toMatchObject({ problem, column });
});

test('a number of a workbook has a decimal point in every language', () => {
  const format = {
    type: 'NUMBER',
    precision: 9,
    scale: 3,
    negative: false,
    thousands: false,
    step: null,
    suffix: '',
  } as const;
  const fields = new Map([['f', format]]);
  const reader = readerWith(['title', 'field:f', 'x', 'y'], { locale: 'de', fields });
  const row = ['A', '1.234', '12.345%', '0.125'];
  expect(reader.read(row, 2, new Set([1, 2, 3]))?.pin).toMatchObject({ fields: { f: 1.234 }, x: 0.12345, y: 0.125 });
  expect(reader.read(row, 3)?.pin).toMatchObject({ fields: { f: 1_234 }, x: 0.12345, y: 0.125 });
});

test('directional isolates around names, as in exports, are ignored', () => {
  const read = readerOf('title', 'tags', 'category').read(['A', 'x \u2068ب\u2069 \u2068ج\u2069', '\u2068د\u2069'], 2);
  expect(read?.pin).toMatchObject({ tags: ['x', 'ب', 'ج'] });
  expect(JSON.stringify(read?.pin)).not.toMatch(/[\u2068\u2069]/u);
});

test('an unknown status is left out, and its row is kept', () => {
  expect(readerOf('title', 'status').read(['A', 'odd'], 2)).toMatchObject({
    pin: { status: 'open', task: null },
    notes: [{ problem: 'status_unknown', value: 'odd' }],
  });
  expect(readerOf('title', 'status', 'assignee').read(['A', 'shut', 'Ann'], 2)?.pin).toMatchObject({
    status: 'closed',
    task: { status: 'closed', assignee: 'Ann' },
  });
});

test('a repeated id adds a task, or refers to the row where it first occurred', () => {
  const reader = readerOf('key', 'title', 'taskTitle');
  expect(reader.read(['1', 'A', 'Fill'], 2)).toMatchObject({ key: 'id 1', nth: 0 });
  expect(reader.read(['1', 'A', 'Paint'], 3)).toMatchObject({ key: 'id 1', nth: 1, notes: [] });
  expect(reader.read(['1', 'A', ''], 4)).toMatchObject({
    pin: undefined,
    notes: [{ problem: 'key_twice', value: '2' }],
  });
  expect(reader.read(['', ' '], 5)).toBeUndefined();
});
