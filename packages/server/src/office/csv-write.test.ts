import { expect, test } from 'vitest';
import { writeCsv } from './csv-write.ts';
import type { Cell } from './table-cells.ts';

async function written(row: readonly Cell[], locale: string): Promise<string> {
  const chunks: Buffer[] = [];
  const rows = (async function* () {
    yield row;
  })();
  for await (const chunk of writeCsv(rows, locale)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

test('a percentage is written without floating-point noise', async () => {
  expect(await written([{ percent: 0.54288 * 100 }], 'en')).toBe('\ufeff54.288%\r\n');
});

test.each([
  ['en', '\ufeff1.5,12.5%,"a;b","a,b",2.5.1\r\n'],
  ['de', '\ufeff"1,5";"12,5%";"a;b";"a,b";2.5.1\r\n'],
  ['de-CH', '\ufeff1.5,12.5%,"a;b","a,b",2.5.1\r\n'],
])('numbers have the decimal separator of %s, and cells the list separator that goes with it', async (locale, line) => {
  expect(await written([1.5, { percent: 12.5 }, 'a;b', 'a,b', '2.5.1'], locale)).toBe(line);
});
