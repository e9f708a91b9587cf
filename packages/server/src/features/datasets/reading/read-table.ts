// Reads an uploaded table as rows of text. The format is detected from the first bytes, never from the name.
import { DATASET_LIMITS, type FileProblem } from '@plumbline/core/features/datasets/contract';
import { csvRows, type Encoding, MAX_CELLS, unescapeFormula } from '@plumbline/core/features/datasets/table';
import { OfficeFileError } from '../../../office/office-file-error.ts';
import { xlsxRows } from '../../../office/xlsx-read.ts';
import { isOle } from '../../../office/zip-read.ts';
import { decodeTable } from './decode.ts';
import { TableProblem } from './table-problem.ts';

export type Line = { line: number; cells: string[] };

/** Rows processed before yielding to the event loop. */
const ROWS_PER_YIELD = 2_000;
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Known properties of a text file; detected if omitted. */
export type Dialect = { encoding?: Encoding | undefined; separator?: string | undefined };

async function* csvLines(bytes: Buffer, { encoding, separator }: Dialect): AsyncGenerator<Line> {
  const text = decodeTable(bytes, encoding);
  if (text.slice(0, 1_000).includes('\u0000')) throw new TableProblem('unreadable');
  let line = 0;
  try {
    for (const cells of csvRows(text, separator)) {
      line += 1;
      if (line % ROWS_PER_YIELD === 0) await yieldToEventLoop();
      yield { line, cells: cells.map(unescapeFormula) };
    }
  } catch (error) {
    throw error instanceof RangeError ? new TableProblem('unreadable') : error;
  }
}

/** Whether the bytes are a spreadsheet workbook (XLSX or older) rather than text. */
export function isWorkbook(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString('latin1') === 'PK' || isOle(bytes);
}

async function* workbookLines(bytes: Buffer): AsyncGenerator<Line> {
  try {
    yield* xlsxRows(bytes);
  } catch (error) {
    throw error instanceof OfficeFileError ? new TableProblem(problemOf(error)) : error;
  }
}

function problemOf({ reason }: OfficeFileError): FileProblem {
  if (reason === 'encrypted' || reason === 'too_many_columns' || reason === 'unpacks_too_large') return reason;
  return reason === 'too_many_entries' ? 'unpacks_too_large' : 'unreadable';
}

/** The rows of a CSV file or of the first visible sheet of an XLSX file. Throws `TableProblem`. */
export async function* readTable(bytes: Buffer, dialect: Dialect = {}): AsyncGenerator<Line> {
  let count = 0;
  for await (const one of isWorkbook(bytes) ? workbookLines(bytes) : csvLines(bytes, dialect)) {
    count += 1;
    if (count > DATASET_LIMITS.rows + 1) throw new TableProblem('too_many_rows');
    if (one.cells.length > MAX_CELLS) throw new TableProblem('too_many_columns');
    yield one;
  }
}
