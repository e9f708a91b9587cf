// Reads the data of another system from tables: a ZIP with one CSV or XLSX file per kind of row, and a folder of files.
import { basename, extname } from 'node:path/posix';
import { isBlank } from '@plumbline/core/features/datasets/table';
import { renewIn } from '../../../../platform/renew-ids.ts';
import { readTable } from '../../../datasets/reading/read-table.ts';
import { TableProblem } from '../../../datasets/reading/table-problem.ts';
import type { ArchiveSource, SourceFile } from './archive-source.ts';
import { ImportProblem } from './import-problem.ts';
import type { OpenZip } from './open-zip.ts';
import { COLUMNS, type Reading, type TableName, TableRow, TableRows } from './table-rows.ts';

const MAX_TABLE = 64 * 1_048_576;
const FILES = 'files/';

/** By the ending of the name; the bytes decide once the file is stored. */
const MIMES: Readonly<Record<string, string>> = {
  ...{ '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png', '.webp': 'image/webp', '.gif': 'image/gif' },
  ...{
    '.heic': 'image/heic',
    '.mp4': 'video/mp4',
    '.mov': 'video/quicktime',
    '.m4a': 'audio/mp4',
    '.mp3': 'audio/mpeg',
  },
  ...{ '.wav': 'audio/wav', '.ogg': 'audio/ogg', '.pdf': 'application/pdf' },
};

/** The table as CSV or XLSX; undefined if the file has none. */
const fileOf = (zip: OpenZip, table: TableName): string | undefined =>
  [`${table}.csv`, `${table}.xlsx`].find((name) => zip.has(name));

/** The rows of a table with their columns. Throws `invalid_row` with file and line. */
async function* tableOf(zip: OpenZip, table: TableName): AsyncGenerator<TableRow> {
  const name = fileOf(zip, table);
  if (name === undefined) return;
  let head: string[] | undefined;
  try {
    for await (const { line, cells } of readTable(await zip.whole(name, MAX_TABLE))) {
      if (isBlank(cells)) continue;
      if (head) yield new TableRow(`${name} ${line}`, head, cells);
      else head = headOf(cells, table, `${name} ${line}`);
    }
  } catch (error) {
    throw error instanceof TableProblem ? new ImportProblem('invalid_row', `${name}: ${error.problem}`) : error;
  }
}

/** The columns; those of pins that are not known become fields, all others are refused rather than lost. */
function headOf(cells: readonly string[], table: TableName, place: string): string[] {
  const known: readonly string[] = COLUMNS[table];
  const head = cells.map((cell) => {
    const column = cell.trim();
    return known.includes(column.toLowerCase()) ? column.toLowerCase() : column;
  });
  for (const [at, column] of head.entries())
    if (column === '' || head.indexOf(column) !== at || (table !== 'pins' && !known.includes(column)))
      throw new ImportProblem('invalid_row', `${place}: ${column}`);
  return head;
}

/** Undefined if the file is of another format. Throws `ImportProblem`. */
export async function openTableArchive(zip: OpenZip): Promise<ArchiveSource | undefined> {
  if (fileOf(zip, 'project') === undefined) return undefined;
  const [about] = await all(tableOf(zip, 'project'));
  if (!about) throw new ImportProblem('not_an_archive');
  const idOf = renewIn(`tables ${about.text('id') || about.need('title')}`);
  const paths = new Map<string, string>();
  const files = new Map<string, SourceFile>();
  for (const path of zip.names(FILES)) {
    const id = idOf(`file ${path.slice(FILES.length)}`);
    const mime = MIMES[extname(path).toLowerCase()] ?? 'application/octet-stream';
    paths.set(id, path);
    files.set(id, { id, mime, name: basename(path), size: zip.size(path) });
  }
  const asOf = zip.modifiedAt(fileOf(zip, 'project') ?? '').toISOString();
  const reading: Reading = { idOf, files, asOf, table: (name) => tableOf(zip, name) };
  const rows = new TableRows(reading, about);
  return {
    projects: [rows.projectId],
    files,
    rows: (_projectId, part) => rows.of(part),
    verify: (signal) => zip.verify((name) => name.startsWith(FILES), signal),
    bytes: (fileId) => zip.bytes(paths.get(fileId) ?? fileId),
    tile: async () => undefined,
    close: () => zip.close(),
  };
}

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}
