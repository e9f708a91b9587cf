// What stands in a cell of a table that is written as a file: text, a number, a day or a moment, and never a formula.

/** `day` is YYYY-MM-DD; `moment` an instant, shown by the clock of `zone`. Null is an empty cell. */
export type Cell = string | number | { day: string } | { moment: string; zone: string } | null;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-21T14:30:05` by the clock of the zone. */
export function clockTime(moment: string, zone: string): string {
  const known =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
  clocks.set(zone, known);
  return known.format(new Date(moment)).replace(' ', 'T');
}

/** The cell as plain text that other programs read back. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  return 'day' in cell ? cell.day : clockTime(cell.moment, cell.zone).replace('T', ' ').slice(0, 16);
}
