// A table as CSV, row by row as they come.
import { csvLine } from '@plumbline/core/features/datasets/table';
import { type Cell, cellText } from './table-cells.ts';

/** Written in pieces of about this many characters. */
const PIECE = 65_536;

export async function* writeCsv(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Buffer> {
  // Spreadsheets take the text for UTF-8 by this mark only.
  let text = '\ufeff';
  for await (const row of rows) {
    text += csvLine(row.map(cellText));
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
