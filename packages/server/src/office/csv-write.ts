// Writes a table as CSV, row by row.
import { csvLine } from '@plumbline/core/features/datasets/table';
import { decimalSign } from '@plumbline/core/features/fields/values';
import { type Cell, cellText } from './table-cells.ts';

/** Approximate number of characters per chunk. */
const CHUNK_LENGTH = 65_536;

/** Spreadsheets of a language with a decimal comma expect semicolons between the cells. */
export const separatorIn = (locale: string): ',' | ';' => (decimalSign(locale) === ',' ? ';' : ',');

export async function* writeCsv(rows: AsyncIterable<readonly Cell[]>, locale: string): AsyncGenerator<Buffer> {
  const separator = separatorIn(locale);
  const decimal = decimalSign(locale);
  // Without the byte order mark, spreadsheets do not read the text as UTF-8.
  let text = '\ufeff';
  for await (const row of rows) {
    text += csvLine(
      row.map((cell) => cellText(cell, decimal)),
      separator,
    );
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
