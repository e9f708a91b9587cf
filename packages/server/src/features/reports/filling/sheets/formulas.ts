// Adjusts a formula's references when rows are added or removed: `SUM(C5:C5)` over a list of 40 pins becomes
// `SUM(C5:C44)`.
import { columnName, columnNumber, MAX_COLUMNS, MAX_ROWS } from '../../../../office/cell-names.ts';

/**
 * Where rows `top` to `bottom` of a sheet are now; undefined if they were removed. `sheet` is undefined for the
 * formula's own.
 */
export type MoveRows = (
  sheet: string | undefined,
  top: number,
  bottom: number,
) => { top: number; bottom: number } | undefined;

const REFERENCE_ERROR = '#REF!';
// Skips quoted text and column names in brackets; what follows a letter, a digit or a dot is part of a name.
const PIECES =
  /("(?:[^"]|"")*")|(\[[^\]]*\])|(?<![\w.$'])((?:'(?:[^']|'')+'|[\p{L}_][\w.\p{L}]*)!)?(?:(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?::(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7}))?|(\$?)(\d{1,7}):(\$?)(\d{1,7}))(?![\w(.!])/gu;

/** Every reference of a formula, to find the rows it reads. */
export function rowsReadBy(formula: string): { sheet: string | undefined; top: number; bottom: number }[] {
  const read: { sheet: string | undefined; top: number; bottom: number }[] = [];
  moveFormula(formula, (sheet, top, bottom) => {
    read.push({ sheet, top, bottom });
    return { top, bottom };
  });
  return read;
}

/** `spread`: a reference to one cell becomes one to all copies of its row, as a chart needs it. */
export function moveFormula(formula: string, move: MoveRows, spread = false): string {
  return formula.replace(PIECES, (whole: string, ...found: (string | undefined)[]) => {
    const [quoted, bracket, prefix = '', d1, c1, d2, r1, d3 = '', c2, d4 = '', r2, e1, w1, e2, w2] = found;
    if (quoted !== undefined || bracket !== undefined) return whole;
    const sheet = prefix === '' ? undefined : sheetName(prefix);
    if (w1 !== undefined) {
      const rows = move(sheet, Number(w1), Number(w2));
      return rows ? `${prefix}${e1}${rows.top}:${e2}${rows.bottom}` : REFERENCE_ERROR;
    }
    if (c1 === undefined || r1 === undefined || !isCellReference(c1, r1)) return whole;
    if (c2 === undefined || r2 === undefined) {
      const rows = move(sheet, Number(r1), Number(r1));
      if (!rows) return REFERENCE_ERROR;
      const first = `${prefix}${d1}${c1}${d2}${rows.top}`;
      return spread && rows.bottom > rows.top ? `${first}:${d1}${c1}${d2}${rows.bottom}` : first;
    }
    if (!isCellReference(c2, r2)) return whole;
    const rows = move(sheet, Number(r1), Number(r2));
    return rows ? `${prefix}${d1}${c1}${d2}${rows.top}:${d3}${c2}${d4}${rows.bottom}` : REFERENCE_ERROR;
  });
}

/** A formula moved `rows` down and `columns` right: references not fixed by `$` move along. */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  const row = (held: string | undefined, text: string) => (held === '$' ? text : String(Number(text) + rows));
  const column = (held: string | undefined, text: string) =>
    held === '$' ? text : columnName(columnNumber(text) + columns);
  return formula.replace(PIECES, (whole: string, ...found: (string | undefined)[]) => {
    const [quoted, bracket, prefix = '', d1 = '', c1, d2 = '', r1, d3 = '', c2, d4 = '', r2, e1 = '', w1, e2 = '', w2] =
      found;
    if (quoted !== undefined || bracket !== undefined) return whole;
    if (w1 !== undefined && w2 !== undefined) return `${prefix}${e1}${row(e1, w1)}:${e2}${row(e2, w2)}`;
    if (c1 === undefined || r1 === undefined || !isCellReference(c1, r1)) return whole;
    const first = `${prefix}${d1}${column(d1, c1)}${d2}${row(d2, r1)}`;
    return c2 === undefined || r2 === undefined ? first : `${first}:${d3}${column(d3, c2)}${d4}${row(d4, r2)}`;
  });
}

const isCellReference = (column: string, row: string): boolean =>
  columnNumber(column) <= MAX_COLUMNS && Number(row) >= 1 && Number(row) <= MAX_ROWS;

/** `'Open items'!` → `Open items`. */
export function sheetName(prefix: string): string {
  const name = prefix.slice(0, -1);
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
}
