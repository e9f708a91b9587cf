// Writes a table as CSV, row by row.
import { csvLine } from '@plumbline/core/features/datasets/table';
import { type Cell, cellText } from './table-cells.ts';

/** Approximate number of characters per chunk. */
const CHUNK_LENGTH = 65_536;

export async function* writeCsv(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Buffer> {
  // Without the byte order mark, spreadsheets do not read the text as UTF-8.
  let text = '\ufeff';
  for await (const row of rows) {
    text += csvLine(row.map(cellText));
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
