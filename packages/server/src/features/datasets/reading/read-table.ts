// Reads an uploaded table as rows of text. The format is detected from the first bytes, never from the name.
import { DATASET_LIMITS, type FileProblem } from '@plumbline/core/features/datasets/contract';
import {
  csvRows,
  type Encoding,
  headerIndex,
  isBlank,
  MAX_CELLS,
  unescapeFormula,
} from '@plumbline/core/features/datasets/table';
import { contentType, HEAD_BYTES } from '@plumbline/core/features/uploads/content-type';
import { OfficeFileError } from '../../../office/office-file-error.ts';
import { isOle } from '../../../office/office-zip.ts';
import { xlsxRows } from '../../../office/xlsx-read.ts';
import { decodeTable } from './decode.ts';
import { TableProblem } from './table-problem.ts';

/** `numbers`: the indexes of cells that a workbook has as numbers, with a decimal point whatever the language. */
export type Line = { line: number; cells: string[]; numbers?: ReadonlySet<number> };

/** Rows processed before yielding to the event loop. */
const ROWS_PER_YIELD = 2_000;
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Known properties of a text file; detected if omitted. */
export type Dialect = { encoding?: Encoding | undefined; separator?: string | undefined };

/** Documents that are text as well: programs save web pages under the names of workbooks. */
const isDocument = (bytes: Buffer): boolean =>
  /^(?:text\/html|application\/pdf)$/u.test(contentType(bytes.subarray(0, HEAD_BYTES)) ?? '') ||
  /^(?:\ufeff|\u00ef\u00bb\u00bf)?\s*(?:<table|<!--|\{\\rtf)/iu.test(bytes.toString('latin1', 0, HEAD_BYTES));

/** Programs write `="007"` so that spreadsheets keep the zeros. */
const plainCell = (cell: string): string => unescapeFormula(cell.replace(/^="([^"]*)"$/u, '$1'));

async function* csvLines(bytes: Buffer, { encoding, separator }: Dialect): AsyncGenerator<Line> {
  if (isDocument(bytes)) throw new TableProblem('unreadable');
  const text = decodeTable(bytes, encoding);
  if (text.slice(0, 1_000).includes('\u0000')) throw new TableProblem('unreadable');
  let line = 0;
  try {
    for (const cells of csvRows(text, separator)) {
      line += 1;
      if (line % ROWS_PER_YIELD === 0) await yieldToEventLoop();
      yield { line, cells: cells.map(plainCell) };
    }
  } catch (error) {
    throw error instanceof RangeError ? new TableProblem('unreadable') : error;
  }
}

/** Whether the bytes are a spreadsheet workbook (XLSX or older) rather than text. */
export function isWorkbook(bytes: Buffer): boolean {
  // Some headings begin with the letters "PK" as well; `PK\5\6` is a ZIP file without entries.
  return ['504b0304', '504b0506'].includes(bytes.toString('hex', 0, 4)) || isOle(bytes);
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

/**
 * The rows of a CSV file or of the first visible sheet with content of an XLSX file. Empty rows do not count: formats
 * often reach far below the last row. Throws `TableProblem`.
 */
export async function* readTable(bytes: Buffer, dialect: Dialect = {}): AsyncGenerator<Line> {
  let count = 0;
  for await (const one of isWorkbook(bytes) ? workbookLines(bytes) : csvLines(bytes, dialect)) {
    if (!isBlank(one.cells)) count += 1;
    if (count > DATASET_LIMITS.rows + 1) throw new TableProblem('too_many_rows');
    if (one.cells.length > MAX_CELLS) throw new TableProblem('too_many_columns');
    yield one;
  }
}

/** A list: the header and the rows below it, without empty rows and titles. Throws `TableProblem`. */
export async function* readList(bytes: Buffer, dialect: Dialect = {}): AsyncGenerator<Line> {
  let top: Line[] | undefined = [];
  const fromHeader = (rows: readonly Line[], isEnd: boolean): Line[] | undefined => {
    const at = headerIndex(
      rows.map(({ cells }) => cells),
      isEnd,
    );
    return at === undefined ? undefined : rows.slice(at);
  };
  for await (const one of readTable(bytes, dialect)) {
    if (isBlank(one.cells)) continue;
    if (!top) {
      yield one;
      continue;
    }
    top.push(one);
    const found = fromHeader(top, false);
    if (!found) continue;
    yield* found;
    top = undefined;
  }
  if (top) yield* fromHeader(top, true) ?? [];
}
