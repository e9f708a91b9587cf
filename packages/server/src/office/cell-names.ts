// Spreadsheet references of cells and areas: B5, B5:D9. Columns and rows count from 1.

export type CellAt = { column: number; row: number };
export type Area = { left: number; top: number; right: number; bottom: number };

export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

export function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

export function columnNumber(name: string): number {
  let number = 0;
  for (const letter of name.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

export const cellName = ({ column, row }: CellAt): string => `${columnName(column)}${row}`;

/** Undefined if the text is not a cell reference. */
export function readCell(text: string): CellAt | undefined {
  const found = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/u.exec(text);
  if (!found?.[1]) return undefined;
  const at = { column: columnNumber(found[1]), row: Number(found[2]) };
  return at.row >= 1 && at.row <= MAX_ROWS && at.column <= MAX_COLUMNS ? at : undefined;
}

/** A single cell is an area too. */
export function readArea(text: string): Area | undefined {
  const [from = '', to = from] = text.split(':');
  const first = readCell(from);
  const last = readCell(to);
  if (!first || !last) return undefined;
  return {
    left: Math.min(first.column, last.column),
    right: Math.max(first.column, last.column),
    top: Math.min(first.row, last.row),
    bottom: Math.max(first.row, last.row),
  };
}

export function areaName({ left, top, right, bottom }: Area): string {
  const first = cellName({ column: left, row: top });
  return left === right && top === bottom ? first : `${first}:${cellName({ column: right, row: bottom })}`;
}
