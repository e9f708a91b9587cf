import { expect, test } from 'vitest';
import type { Cell } from '../../http/tables/cells.ts';
import { writeXlsx } from '../../http/tables/xlsx.ts';
import { decodeTable } from './reading/decode.ts';
import { readTable } from './reading/read-table.ts';

async function* given(rows: readonly Cell[][]) {
  for (const row of rows) yield row;
}
async function written(name: string, rows: readonly Cell[][]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writeXlsx(name, { rows: given(rows) })) pieces.push(piece);
  return Buffer.concat(pieces);
}
async function read(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readTable(bytes)) rows.push(cells);
  return rows;
}

test('a sheet that was written is read back as it was', async () => {
  const rows = [
    ['ID', 'Title', 'Area'],
    ['007', 'Küche & <Bad> "1"', '12.5'],
    ['8', '=1+1', '', 'שלום'],
    ['9', ' spaces ', '-3'],
  ];
  expect(await read(await written('Rooms: [1]', rows))).toEqual(rows);
});

test.each([
  ['no table at all', Buffer.from([0, 1, 2, 3, 0, 0])],
  ['a zip that is none', Buffer.from('PK\u0003\u0004 and nothing')],
  ['a file with a password', Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)])],
])('%s is refused', async (_, bytes) => {
  await expect(read(bytes)).rejects.toMatchObject({ problem: expect.stringMatching(/unreadable|encrypted/u) });
});

test('a sheet that unpacks beyond all measure is refused before it is unpacked', async () => {
  const bytes = await written(
    'x',
    Array.from({ length: 1_000 }, () => ['a'.repeat(20_000)]),
  );
  await expect(read(bytes)).rejects.toMatchObject({ problem: 'unpacks_too_large' });
});

test.each([
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0xc3, 0xb6]],
  ['Windows-1252', [0xf6]],
  ['UTF-16 little endian', [0xff, 0xfe, 0xf6, 0x00]],
  ['UTF-16 big endian', [0xfe, 0xff, 0x00, 0xf6]],
])('%s', (_, bytes) => {
  expect(decodeTable(new Uint8Array(bytes))).toBe('ö');
});
