// Reads a table file as rows of text: CSV dialects, and what rows need to become records. Pure.
import { type BadRow, DATASET_LIMITS, type FileProblem, type RowProblem } from './contract.ts';

export const SEPARATORS = [',', ';', '\t', '|'] as const;
const SIGNS: ReadonlySet<string> = new Set(SEPARATORS);
/** Selectable encodings; a file that is valid UTF-8, or declares its encoding, is read accordingly. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-9',
  'iso-8859-15',
  'macintosh',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** More cells in a row than any table has: another kind of file, or one read with the wrong separator. */
export const MAX_CELLS = DATASET_LIMITS.columns * 100;
/** Characters of a cell; a spreadsheet holds a thirtieth of it. */
const MAX_CELL_LENGTH = 1_000_000;
/** Characters in which a separator is looked for. */
const SAMPLE = 65_536;

/** Lines above the header of a list, such as its title and date. */
const MAX_TITLE_ROWS = 6;

/** How often each separator occurs outside quotes in the first lines that are not empty. */
function separatorCounts(text: string): ReadonlyMap<string, number>[] {
  const lines: Map<string, number>[] = [];
  let line: Map<string, number> | undefined;
  let before = '\n';
  let quoted = false;
  for (const sign of text.slice(0, SAMPLE)) {
    const ends = sign === '\n' || sign === '\r';
    // Other quotes are inch marks; two in a row are one in the text.
    if (sign === '"') quoted = !quoted && (before === '"' || before === '\n' || SIGNS.has(before));
    else if (ends && !quoted) {
      if (line && lines.push(line) > MAX_TITLE_ROWS + 1) return lines;
      line = undefined;
    } else {
      line ??= new Map();
      if (!quoted && SIGNS.has(sign)) line.set(sign, (line.get(sign) ?? 0) + 1);
    }
    before = ends ? '\n' : sign;
  }
  return line ? [...lines, line] : lines;
}

/**
 * The separator that occurs most often in the first line that the next one agrees with: titles above the header may
 * contain others, or none. A line `sep=;` declares it explicitly.
 */
export function separatorOf(text: string): { separator: string; start: number } {
  const said = /^("?)sep=(.)\1\r?\n/u.exec(text);
  if (said?.[2]) return { separator: said[2], start: said[0].length };
  const lines = separatorCounts(text);
  const most = lines.map((line) => [...line].sort((a, b) => b[1] - a[1])[0]?.[0]);
  const agreed = most.find((sign, at) => sign !== undefined && lines[at + 1]?.has(sign));
  return { separator: agreed ?? most.find((sign) => sign !== undefined) ?? ',', start: 0 };
}

/**
 * Yields the rows of a CSV. Quotes may contain separators, line breaks and doubled quotes. Ends after a row of more than
 * `MAX_CELLS`; throws `RangeError` for a cell that no spreadsheet could have written.
 */
export function* csvRows(text: string, asSaid?: string): Generator<string[]> {
  const found = separatorOf(text);
  const { separator, start } = { ...found, ...(asSaid !== undefined && { separator: asSaid }) };
  let row: string[] = [];
  let at = start;
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      let end = at + 1;
      for (;;) {
        end = text.indexOf('"', end);
        if (end < 0) end = text.length;
        if (text[end + 1] !== '"') break;
        end += 2;
      }
      if (end - at > MAX_CELL_LENGTH) throw new RangeError('a cell is too long');
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      // Text after a closing quote belongs to the cell, as in spreadsheets.
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') {
        cell += text[at];
        at += 1;
      }
    } else {
      let end = at;
      while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
      cell = text.slice(at, end);
      at = end;
    }
    row.push(cell);
    if (row.length > MAX_CELLS) break;
    if (text[at] === separator) {
      at += 1;
      if (at >= text.length) row.push('');
      else if (text[at] === '\n' || text[at] === '\r') row.push('');
      else continue;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}

// Control characters except tab and newline, and characters no store can hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the purpose
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/gu;

/** A trimmed cell without characters that no store can hold. */
export const cleaned = (cell: string): string => cell.toWellFormed().replaceAll(FORBIDDEN, '').trim();
/** Whether a row is empty. */
export const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

const filledCells = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;

/**
 * The index of the header in the first rows that are not empty; undefined while more rows have to be read. Titles above
 * it fill one cell; it and the row below it fill several.
 */
export function headerIndex(rows: readonly (readonly string[])[], isEnd: boolean): number | undefined {
  const at = rows.slice(0, MAX_TITLE_ROWS + 1).findIndex((row) => filledCells(row) > 1);
  const below = rows[at + 1];
  if (at > 0 && below) return filledCells(below) > 1 ? at : 0;
  return at === 0 || isEnd || rows.length > MAX_TITLE_ROWS + 1 ? 0 : undefined;
}

export type Head = { columns: string[]; problem: FileProblem | null };

/** Reads the column names from the first row; trailing nameless columns are dropped. */
export function readHead(row: readonly string[] | undefined): Head {
  if (!row || isBlank(row)) return { columns: [], problem: 'empty' };
  const columns = row.map(cleaned);
  while (columns.at(-1) === '') columns.pop();
  if (columns.length > DATASET_LIMITS.columns) return { columns: [], problem: 'too_many_columns' };
  const named = columns.map((name, at) => (name === '' ? `#${at + 1}` : name.slice(0, 200)));
  const twice = new Set(named.map((name) => name.toLocaleLowerCase('und'))).size < named.length;
  return { columns: named, problem: twice ? 'column_twice' : null };
}

/** A row that can become a record. `place` is its row number in the table. */
export type ReadRow = { place: number; key: string; title: string; values: string[] };

/** Checks rows one by one and detects duplicate ids. */
export class RowReader {
  readonly #columns: number;
  readonly #idAt: number;
  readonly #titleAt: number;
  readonly #keys = new Set<string>();

  constructor(columns: readonly string[], { idColumn, titleColumn }: { idColumn: string; titleColumn: string }) {
    this.#columns = columns.length;
    this.#idAt = columns.indexOf(idColumn);
    this.#titleAt = columns.indexOf(titleColumn);
  }

  /** Whether both columns exist. */
  get ready(): boolean {
    return this.#idAt >= 0 && this.#titleAt >= 0;
  }

  /** Undefined for an empty row, which is skipped. */
  read(cells: readonly string[], place: number): ReadRow | BadRow | undefined {
    if (isBlank(cells)) return undefined;
    const values = cells.slice(0, this.#columns).map(cleaned);
    while (values.length < this.#columns) values.push('');
    const key = values[this.#idAt] ?? '';
    const title = values[this.#titleAt] ?? '';
    const bad = (problem: RowProblem, value: string): BadRow => ({ row: place, problem, value: value.slice(0, 80) });
    if (cells.slice(this.#columns).some((cell) => cell.trim() !== '')) return bad('cells_too_many', cells.at(-1) ?? '');
    if (key === '') return bad('key_missing', title);
    if (key.length > DATASET_LIMITS.key || /[\r\n\t]/u.test(key)) return bad('key_too_long', key);
    if (title === '') return bad('title_missing', key);
    const long = values.find((value) => value.length > DATASET_LIMITS.cell);
    if (long !== undefined) return bad('cell_too_long', long);
    if (this.#keys.has(key)) return bad('key_twice', key);
    this.#keys.add(key);
    return { place, key, title: title.replaceAll(/[\r\n\t]+/gu, ' ').slice(0, DATASET_LIMITS.title), values };
  }
}

const PLAIN_NUMBER = /^-?\d[\d.,]*$/u;

/** Prefixes a cell that a spreadsheet would run as a formula with an apostrophe. Plain numbers are unchanged. */
export function escapeFormula(cell: string): string {
  if (PLAIN_NUMBER.test(cell)) return cell;
  return /^'*[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell;
}

/** Removes exactly the apostrophe that `harmless` adds; any other stays. */
export const unescapeFormula = (cell: string): string => (/^'+[=+\-@\t\r]/u.test(cell) ? cell.slice(1) : cell);

/** One line of a CSV, with its line break. */
export function csvLine(cells: readonly string[], separator: ',' | ';' = ','): string {
  const quoted = cells.map((cell) => {
    const safe = escapeFormula(cell);
    return /[",;\r\n]/u.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${quoted.join(separator)}\r\n`;
}
