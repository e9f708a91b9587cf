import { expect, test } from 'vitest';
import { readZip } from './office-zip.ts';
import { type Cell, cellText } from './table-cells.ts';
import { xlsxRows } from './xlsx-read.ts';
import { writeTable } from './xlsx-write.ts';

async function workbookOf(...cells: Cell[]): Promise<Buffer> {
  async function* rows() {
    yield ['Head'];
    yield cells;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of writeTable('Table', { rows: rows() })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function sheetOf(...cells: Cell[]): Promise<{ sheet: string; styles: string }> {
  const files = await readZip(await workbookOf(...cells));
  const text = (name: string) => files.get(name)?.toString('utf8') ?? '';
  return { sheet: text('xl/worksheets/sheet1.xml'), styles: text('xl/styles.xml') };
}

/** The number format of a cell's style. */
function formatOf({ sheet, styles }: { sheet: string; styles: string }, value: number): string | undefined {
  const style = new RegExp(`<c s="(\\d+)"><v>${value}</v>`, 'u').exec(sheet)?.[1];
  const formats = [...(styles.split('<cellXfs')[1] ?? '').matchAll(/<xf([^>]*)\/>/gu)];
  return /numFmtId="(\d+)"/u.exec(formats[Number(style)]?.[1] ?? '')?.[1];
}

test('percentages and durations are numbers with a format, so that they can be added up', async () => {
  const written = await sheetOf({ percent: 12.5 }, { minutes: 8 * 60 + 40 });
  expect(formatOf(written, 0.125)).toBe('10');
  expect(formatOf(written, 520 / 1_440)).toBe('164');
  expect(written.styles).toContain('numFmtId="164" formatCode="[h]:mm"');
});

test('a time is not rounded, so that no reader shows it a second early', async () => {
  const { sheet } = await sheetOf({ moment: '2026-03-02T07:40:00.000Z', zone: 'Europe/Vienna' });
  const serial = Number(/<v>([\d.]+)<\/v>/u.exec(sheet)?.[1]);
  expect(Math.abs((serial % 1) * 86_400 - (8 * 60 + 40) * 60)).toBeLessThan(0.0001);
});

test('a duration is read as one, not as a time on a day', async () => {
  const rows: string[][] = [];
  for await (const { cells } of xlsxRows(await workbookOf({ minutes: 1_505 }, { minutes: 40 }))) rows.push(cells);
  expect(rows[1]).toEqual(['25:05', '0:40']);
});

test.each([
  [{ percent: 12.5 }, '12.5%'],
  [{ minutes: 1_505 }, '25:05'],
  [{ day: '2026-03-02' }, '2026-03-02'],
] as const)('%j is the text %s', (cell, text) => expect(cellText(cell)).toBe(text));

test('names in one cell keep their order whatever their scripts, and are plain text for other programs', async () => {
  const list = ['A', 'ب', 'ج', 'C'];
  expect((await sheetOf({ list })).sheet).toContain('>A, \u2068ب\u2069, \u2068ج\u2069, C<');
  expect((await sheetOf({ list: ['ب'] })).sheet).toContain('>ب<');
  expect((await sheetOf({ list: [] })).sheet).toContain('<c/>');
  expect(cellText({ list })).toBe('A, ب, ج, C');
  expect(cellText({ list, separator: ' ' })).toBe('A ب ج C');
});
