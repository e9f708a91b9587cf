// The cells of an exported table: text, a list of names, a number, a share, a duration, a day or an instant, but never a
// formula.
import { timeInZone } from '@plumbline/core/kernel/time-zone';

/**
 * `day` is YYYY-MM-DD; `moment` is an instant, shown in the time zone `zone`; `percent` is 0 to 100; `minutes` is a
 * duration; `list` are names in one cell, separated by commas unless there is a `separator`. Null is an empty cell.
 */
export type Cell =
  | string
  | number
  | { day: string }
  | { moment: string; zone: string }
  | { percent: number }
  | { minutes: number }
  | { list: readonly string[]; separator?: string }
  | null;

/** `2026-11-21T14:30:05` in local time of the zone. */
export const clockTime = (moment: string, zone: string): string => timeInZone(new Date(moment), zone);

/** The cell as plain text that other programs can parse: names are not isolated from each other. */
export function cellText(cell: Cell, decimal: ',' | '.' = '.'): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  const written = (value: number) => String(value).replace('.', decimal);
  if (typeof cell === 'number') return written(cell);
  if ('list' in cell) return cell.list.join(cell.separator ?? ', ');
  // A share times a hundred has a binary rest.
  if ('percent' in cell) return `${written(Number(cell.percent.toFixed(9)))}%`;
  if ('minutes' in cell) return `${Math.floor(cell.minutes / 60)}:${String(cell.minutes % 60).padStart(2, '0')}`;
  return 'day' in cell ? cell.day : clockTime(cell.moment, cell.zone).replace('T', ' ').slice(0, 16);
}
