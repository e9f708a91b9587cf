// A table of people as rows of cells, and its column names; duplicate names are numbered.
import { DATASET_LIMITS, type FileProblem } from '@plumbline/core/features/datasets/contract';
import { readHead } from '@plumbline/core/features/datasets/table';
import { type Dialect, type Line, readTable } from '../../datasets/reading/read-table.ts';
import { TableProblem } from '../../datasets/reading/table-problem.ts';

/** Skips empty lines before the header. Throws `TableProblem`. */
export async function* linesOf(bytes: Buffer, dialect: Dialect): AsyncGenerator<Line> {
  let started = false;
  for await (const one of readTable(bytes, dialect)) {
    started ||= one.cells.some((cell) => cell.trim() !== '');
    if (!started) continue;
    // Another kind of file, or one read with the wrong separator.
    if (one.cells.length > DATASET_LIMITS.columns * 100) throw new TableProblem('too_many_columns');
    yield one;
  }
}

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
