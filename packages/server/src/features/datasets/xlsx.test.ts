import { expect, test } from 'vitest';
import type { Cell } from '../../office/table-cells.ts';
import { writeTable } from '../../office/xlsx-write.ts';
import { zipBuffer } from '../../office/zip-write.ts';
import { decodeTable, encodingOf } from './reading/decode.ts';
import { readList, readTable } from './reading/read-table.ts';

async function* given(rows: readonly Cell[][]) {
  for (const row of rows) yield row;
}
async function written(name: string, rows: readonly Cell[][]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writeTable(name, { rows: given(rows) })) pieces.push(piece);
  return Buffer.concat(pieces);
}
async function read(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readTable(bytes)) rows.push(cells);
  return rows;
}

test('a written sheet reads back unchanged', async () => {
  const rows = [
    ['ID', 'Title', 'Area'],
    ['007', 'Küche & <Bad> "1"', '12.5'],
    ['8', '=1+1', '', 'שלום'],
    ['9', ' spaces ', '-3'],
  ];
  expect(await read(await written('Rooms: [1]', rows))).toEqual(rows);
});

const OLE = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]);

test.each([
  ['not a table', Buffer.from([0, 1, 2, 3, 0, 0])],
  ['an invalid zip', Buffer.from('PK\u0003\u0004 and nothing')],
  ['a file of Excel 97', OLE],
  ['a file with a password', Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')]), 'encrypted'],
])('%s is refused', async (_, bytes, problem = 'unreadable') => {
  await expect(read(bytes)).rejects.toMatchObject({ problem });
});

test('a sheet that would unpack beyond the size limit is refused before unpacking', async () => {
  const bytes = await written(
    'x',
    Array.from({ length: 1_000 }, () => ['a'.repeat(20_000)]),
  );
  await expect(read(bytes)).rejects.toMatchObject({ problem: 'unpacks_too_large' });
});

test.each([
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0xc3, 0xb6]],
  ['Windows-1252', [0xf6]],
  ['UTF-16 little endian', [0xff, 0xfe, 0xf6, 0x00]],
  ['UTF-16 big endian', [0xfe, 0xff, 0x00, 0xf6]],
])('%s', (_, bytes) => {
  expect(decodeTable(new Uint8Array(bytes))).toBe('ö');
});

/** A workbook as other programs write it: cell styles, date epoch and rows. */
async function foreign({
  formats = '',
  looks = '<xf/>',
  book = '',
  rows,
  parts: more = {},
  slash = '/',
}: {
  slash?: string;
  parts?: Record<string, string>;
  formats?: string;
  looks?: string;
  book?: string;
  rows: string;
}) {
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="r">${book}<sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${looks}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  };
  return zipBuffer(
    Object.entries(parts).map(([name, text]) => ({
      name: name.replaceAll('/', slash),
      bytes: Buffer.from(text),
      stored: true,
    })),
  );
}

test('leading zeros, dates and times read as the sheet shows them, formulas as their results', async () => {
  const bytes = await foreign({
    formats: '<numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="dd\\.mm\\.yyyy"/>',
    looks: '<xf/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="20"/><xf numFmtId="46"/>',
    rows: `<row r="1"><c r="A1" s="1"><v>1067</v></c><c r="B1" s="2"><v>45000</v></c><c r="C1" s="3"><v>0.3125</v></c>
      <c r="D1" s="2"><v>45000.5</v></c><c r="E1"><f>1+1</f><v>2</v></c><c r="F1" t="str"><f>A1&amp;"x"</f><v>1067x</v></c></row>`,
  });
  expect(await read(bytes)).toEqual([['01067', '2023-03-15', '07:30', '2023-03-15 12:00', '2', '1067x']]);
});

test('escaped characters and dates stored as text read as the sheet shows them', async () => {
  const text = (at: string, content: string) => `<c r="${at}" t="inlineStr"><is><t>${content}</t></is></c>`;
  const day = (at: string, content: string) => `<c r="${at}" t="d"><v>${content}</v></c>`;
  const bytes = await foreign({
    rows: `<row r="1">${text('A1', 'one_x000D_&#10;two')}${text('B1', 'a_x005F_x0041_b_x')}${day('C1', '2026-03-15T00:00:00')}
      ${day('D1', '2026-03-15T08:30:00.000Z')}${day('E1', '08:30:00')}</row>`,
  });
  const cells = ['one\r\ntwo', 'a_x0041_b_x', '2026-03-15', '2026-03-15 08:30', '08:30'];
  expect(await read(bytes)).toEqual([cells]);
});

test('a formula that was filled down reads as its result, in the format of the cell', async () => {
  const shared = (at: string, formula: string, value: number) =>
    `<c r="${at}" s="1"><f t="shared" ${formula}<v>${value}</v></c>`;
  const bytes = await foreign({
    looks: '<xf/><xf numFmtId="14"/>',
    rows: `<row r="1">${shared('A1', 'ref="A1:A2" si="0">B1+14</f>', 46_000)}</row><row r="2">${shared('A2', 'si="0"/>', 46_001.5)}</row>
      <row r="3"><c r="A3" s="1"><v>1</v></c><c r="B3" s="1"><v>60</v></c><c r="C3" s="1"><v>61</v></c></row>`,
  });
  expect(await read(bytes)).toEqual([['2025-12-09'], ['2025-12-10 12:00'], ['1900-01-01', '1900-02-28', '1900-03-01']]);
});

test('percentages read as the sheet shows them, so that a field of percentages takes them', async () => {
  const bytes = await foreign({
    formats: '<numFmt numFmtId="170" formatCode="0.0\\ %"/><numFmt numFmtId="171" formatCode="0&quot;%&quot;"/>',
    looks: '<xf/><xf numFmtId="9"/><xf numFmtId="10"/><xf numFmtId="170"/><xf numFmtId="171"/>',
    rows: `<row r="1"><c r="A1" s="1"><v>0.25</v></c><c r="B1" s="2"><v>7.0000000000000007E-2</v></c><c r="C1" s="3"><v>1.125</v></c>
      <c r="D1" s="4"><v>25</v></c><c r="E1" s="1"><v>0</v></c></row>`,
  });
  expect(await read(bytes)).toEqual([['25%', '7%', '112.5%', '25', '0%']]);
});

test('numbers of a workbook are told from texts, dates and padded codes', async () => {
  const bytes = await foreign({
    formats: '<numFmt numFmtId="170" formatCode="00000"/>',
    looks: '<xf/><xf numFmtId="9"/><xf numFmtId="14"/><xf numFmtId="170"/>',
    rows: `<row r="1"><c r="A1"><v>1.234</v></c><c r="B1" s="1"><v>0.25</v></c><c r="C1" s="2"><v>45000</v></c>
      <c r="D1" s="3"><v>12</v></c><c r="E1" t="str"><v>1.234</v></c></row>`,
  });
  const numbers: number[][] = [];
  for await (const row of readTable(bytes)) numbers.push([...(row.numbers ?? [])]);
  expect(numbers).toEqual([[0, 1]]);
});

test('a workbook whose parts have backslashes in their names is read', async () => {
  const bytes = await foreign({ rows: '<row r="1"><c r="A1"><v>7</v></c></row>', slash: '\\' });
  expect(await read(bytes)).toEqual([['7']]);
});

test('a text file of an old Mac program is read in its encoding', async () => {
  const lines = Buffer.from([...Buffer.from('Raum,T'), 0x9f, ...Buffer.from('r\rK'), 0x9f, ...Buffer.from('che,2\r')]);
  expect(await read(lines)).toEqual([
    ['Raum', 'Tür'],
    ['Küche', '2'],
  ]);
  expect(encodingOf(Buffer.from([0x9f, 10, 13]))).toBe('windows-1252');
});

test('rows keep their numbers after a row without cells', async () => {
  const bytes = await foreign({ rows: '<row r="1"/><row r="2" ht="15"/><row r="3"><c r="A3"><v>7</v></c></row>' });
  const lines: number[] = [];
  for await (const { line, cells } of readTable(bytes)) if (cells.length > 0) lines.push(line);
  expect(lines).toEqual([3]);
});

test('the first visible sheet is read, whatever the names of the parts and the prefixes of their elements', async () => {
  const row = (value: number) => `<row r="1"><c r="A1"><v>${value}</v></c></row>`;
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const related = (id: string, kind: string, target: string) =>
    `<p:Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const sheets = [
    '<sheet name="chart" r:id="r1"/>',
    '<sheet name="lists" state="veryHidden" r:id="r2"/>',
    '<sheet name="people" r:id="r3"/>',
  ];
  const bytes = await foreign({
    rows: row(1),
    parts: {
      '_rels/.rels': `<p:Relationships>${related('r1', 'officeDocument', '/book/main.xml')}</p:Relationships>`,
      'book/main.xml': `<workbook xmlns:r="r"><sheets>${sheets.join('')}</sheets></workbook>`,
      'book/_rels/main.xml.rels': `<p:Relationships>${related('r1', 'chartsheet', 'chart.xml')}${related('r2', 'worksheet', '../xl/worksheets/sheet1.xml')}${related('r3', 'worksheet', 'people.xml')}</p:Relationships>`,
      'book/people.xml': `<worksheet><sheetData>${row(2)}</sheetData></worksheet>`,
    },
  });
  expect(await read(bytes)).toEqual([['2']]);
});

test('a workbook with the 1904 date epoch shows the same dates', async () => {
  const bytes = await foreign({
    book: '<workbookPr date1904="1"/>',
    looks: '<xf/><xf numFmtId="14"/>',
    rows: '<row r="1"><c r="A1" s="1"><v>43538</v></c></row>',
  });
  expect(await read(bytes)).toEqual([['2023-03-15']]);
});

test('a row of 16,000 columns is distinguished from one beyond the column limit of sheets', async () => {
  const row = (count: number) =>
    `<row r="1">${Array.from({ length: count }, (_, at) => `<c t="str"><v>${at}</v></c>`).join('')}</row>`;
  expect((await read(await foreign({ rows: row(10_000) })))[0]).toHaveLength(10_000);
  const beyond = read(await foreign({ rows: '<row r="1"><c r="ZZZ1"><v>1</v></c></row>' }));
  await expect(beyond).rejects.toMatchObject({ problem: 'too_many_columns' });
});

test.each([
  ['leads out of its folder', '../../etc/passwd'],
  ['begins at the root', '/etc/passwd'],
])('a workbook with a part that %s is refused', async (_, name) => {
  await expect(read(await zipBuffer([{ name, bytes: Buffer.from('x') }]))).rejects.toMatchObject({
    problem: 'unreadable',
  });
});

test('a workbook with a document type declaration or self-referencing parts is refused', async () => {
  const rows =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><row r="1"><c t="str"><v>&b;</v></c></row>';
  await expect(read(await foreign({ rows }))).rejects.toMatchObject({ problem: 'unreadable' });
});

test('a table from another country is decoded with the code page of its language', () => {
  const lodz = new Uint8Array([0xa3, 0xf3, 0x64, 0x9f]);
  expect(decodeTable(lodz, encodingOf(lodz, 'pl'))).toBe('Łódź');
  expect(decodeTable(lodz, encodingOf(lodz, 'de'))).not.toBe('Łódź');
});

const cell = (at: string, content: string) => `<c r="${at}" t="inlineStr"><is><t>${content}</t></is></c>`;

test('an empty first sheet is skipped', async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const sheet = (id: number) =>
    `<Relationship Id="rId${id}" Type="${office}/worksheet" Target="worksheets/sheet${id}.xml"/>`;
  const bytes = await foreign({
    rows: '<row r="1"><c r="A1" s="0"/></row>',
    parts: {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="rId1"/><sheet name="b" r:id="rId2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${sheet(1)}${sheet(2)}</Relationships>`,
      'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row r="1">${cell('A1', 'ID')}</row></sheetData></worksheet>`,
    },
  });
  expect((await read(bytes)).at(-1)).toEqual(['ID']);
});

test('cells without a reference follow the one before, empty or not', async () => {
  const bytes = await foreign({ rows: '<row><c><v>1</v></c><c/><c><v>3</v></c></row>' });
  expect(await read(bytes)).toEqual([['1', '', '3']]);
});

test('formatted empty cells make a table neither too wide nor too long', async () => {
  const formatted = Array.from({ length: 201_000 }, (_, at) => `<row r="${at + 3}"><c r="A${at + 3}" s="0"/></row>`);
  const bytes = await foreign({
    rows: `<row r="1">${cell('A1', 'ID')}<c r="XFD1" s="0"/></row><row r="2">${cell('A2', '1')}</row>${formatted.join('')}`,
  });
  expect((await read(bytes)).filter(([first]) => first)).toEqual([['ID'], ['1']]);
});

test.each([
  [
    'a heading that begins like a ZIP file',
    'PK;Name\n1;Hall\n',
    [
      ['PK', 'Name'],
      ['1', 'Hall'],
    ],
  ],
  [
    'values written as formulas to keep their zeros',
    'ID;Name\n="007";"=""Hall"""\n',
    [
      ['ID', 'Name'],
      ['007', 'Hall'],
    ],
  ],
])('%s', async (_, text, rows) => {
  expect(await read(Buffer.from(text))).toEqual(rows);
});

test.each([
  '<html><table><tr><td>ID</td></tr></table></html>',
  '\ufeff<table><tr><td>ID</td></tr></table>',
  '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook/>',
  '%PDF-1.4\n1 0 obj\n',
  '{\\rtf1\\ansi ID}',
])('a document that is not a table is refused, not read as one: %s', async (text) => {
  await expect(read(Buffer.from(text))).rejects.toMatchObject({ problem: 'unreadable' });
});

test('a list begins with its header, below titles and empty rows, and keeps its row numbers', async () => {
  const bytes = Buffer.from('Rooms, house A;;\n;;\nID;Name;Area\n;;\n1;Hall;12,5\n');
  const lines: { line: number; cells: string[] }[] = [];
  for await (const one of readList(bytes)) lines.push(one);
  expect(lines).toEqual([
    { line: 3, cells: ['ID', 'Name', 'Area'] },
    { line: 5, cells: ['1', 'Hall', '12,5'] },
  ]);
});
