// Sheets are listed by number, whatever the order of their files.
import { expect, test } from 'vitest';
import { sheetOrder } from './sheet-order.ts';

test('sheets are in natural order of their numbers, and sheets without a number come last', () => {
  const sheets = [
    { sheetNumber: '', name: 'roof 10.pdf' },
    { sheetNumber: 'A-10', name: 'x.pdf' },
    { sheetNumber: 'B-1', name: 'a.pdf' },
    { sheetNumber: '', name: 'roof 9.pdf' },
    { sheetNumber: 'A-9', name: 'z.pdf' },
    { sheetNumber: 'A-10', name: 'b.pdf' },
  ];
  expect(sheets.sort(sheetOrder('en')).map(({ sheetNumber, name }) => `${sheetNumber} ${name}`.trim())).toEqual([
    'A-9 z.pdf',
    'A-10 b.pdf',
    'A-10 x.pdf',
    'B-1 a.pdf',
    'roof 9.pdf',
    'roof 10.pdf',
  ]);
});
