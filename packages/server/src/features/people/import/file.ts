// An uploaded table as rows of cells, its column names with duplicates numbered, and its preview.
import type { FileProblem } from '@plumbline/core/features/datasets/contract';
import { type Encoding, readHead, SEPARATORS, separatorOf } from '@plumbline/core/features/datasets/table';
import { decodeTable, encodingOf } from '../../datasets/reading/decode.ts';
import { isWorkbook, readList } from '../../datasets/reading/read-table.ts';
import { TableProblem } from '../../datasets/reading/table-problem.ts';

export function headOf(row: readonly string[] | undefined): { columns: string[]; problem: FileProblem | null } {
  const { columns, problem } = readHead(row);
  if (problem !== 'column_twice') return { columns, problem };
  const seen = new Map<string, number>();
  const apart = columns.map((name) => {
    const key = name.toLocaleLowerCase('und');
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? name : `${name} (${count})`;
  });
  return { columns: apart, problem: null };
}

/** Rows shown before an import, and the length at which their cells are cut. */
const PREVIEW = { rows: 20, cell: 200 };

/** Bytes from which the separator is detected. */
const SAMPLE = 65_536;

type Separator = (typeof SEPARATORS)[number];

export type Preview = {
  /** Null for a workbook. */
  encoding: Encoding | null;
  separator: Separator | null;
  columns: string[];
  rows: string[][];
  problem: FileProblem | null;
};

/** The first rows. What the user has not chosen is detected; `language` decides between code pages. */
export async function previewTable(
  bytes: Buffer,
  chosen: { encoding?: Encoding | undefined; separator?: Separator | undefined },
  language: string,
): Promise<Preview> {
  const isText = !isWorkbook(bytes);
  const encoding = isText ? (chosen.encoding ?? encodingOf(bytes, language)) : null;
  const sample = encoding && decodeTable(bytes.subarray(0, SAMPLE), encoding);
  const detected = sample ? SEPARATORS.find((one) => one === separatorOf(sample).separator) : undefined;
  const separator = isText ? (chosen.separator ?? detected ?? ',') : null;
  const lines: string[][] = [];
  try {
    const dialect = { encoding: encoding ?? undefined, separator: separator ?? undefined };
    for await (const { cells } of readList(bytes, dialect)) {
      lines.push(cells);
      if (lines.length > PREVIEW.rows) break;
    }
  } catch (error) {
    if (!(error instanceof TableProblem)) throw error;
    return { encoding, separator, columns: [], rows: [], problem: error.problem };
  }
  const { columns, problem } = headOf(lines[0]);
  const rows = lines.slice(1).map((cells) => columns.map((_, at) => (cells[at] ?? '').trim().slice(0, PREVIEW.cell)));
  return { encoding, separator, columns, rows, problem: problem ?? (rows.length === 0 ? 'no_rows' : null) };
}
