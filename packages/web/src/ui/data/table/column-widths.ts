// The widths that the user has given to the columns of a table, kept on this device.
import { useState } from 'react';
import { keep } from '../../keep.ts';

export const MIN_COLUMN_PX = 64;
export const MAX_COLUMN_PX = 800;
const USUAL = 'minmax(96px, 1fr)';

/** Pixels by column; a column that is not named has its usual width. */
export type ColumnWidths = Readonly<Record<string, number>>;

type Sized = { id: string; width?: string | undefined };

/** The smallest width of a track in pixels: 160 of `minmax(160px, 2fr)`. */
const leastOf = (track: string): number => Number(/(\d+)px/u.exec(track)?.[1] ?? 0);

export const trackOf = ({ id, width = USUAL }: Sized, widths: ColumnWidths): string =>
  widths[id] === undefined ? width : `${widths[id]}px`;

export const widthOf = (column: Sized, widths: ColumnWidths): number => leastOf(trackOf(column, widths));

/** The width below which the table scrolls sideways, once the user has changed a column; before, it is the table's own. */
export function leastWidth(columns: readonly Sized[], widths: ColumnWidths): number | undefined {
  if (!columns.some(({ id }) => widths[id] !== undefined)) return undefined;
  return columns.reduce((sum, column) => sum + widthOf(column, widths), 0);
}

const within = (width: number): number => Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, width));

/** Reads what was kept; anything else in it is ignored. */
export function readWidths(text: string | null): ColumnWidths {
  try {
    const kept = Object.entries(JSON.parse(text ?? '{}') as Record<string, unknown>);
    const widths = kept.filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
    return Object.fromEntries(widths.map(([id, width]) => [id, within(width)]));
  } catch {
    return {};
  }
}

/** `key`: of the table; without one, its columns have their usual widths. */
export function useColumnWidths(key: string | undefined) {
  const name = `plumbline.widths.${key}`;
  const read = () => ({ name, widths: key === undefined ? {} : readWidths(localStorage.getItem(name)) });
  const [state, setState] = useState(read);
  // Another view of the list is open.
  const current = state.name === name ? state : read();
  if (current !== state) setState(current);
  const { widths } = current;
  const show = (id: string, width: number) => setState({ name, widths: { ...widths, [id]: width } });
  /** Without a width, the column has its usual one again. */
  const save = (id: string, width?: number) => {
    const { [id]: _, ...others } = widths;
    const next = width === undefined ? others : { ...others, [id]: width };
    setState({ name, widths: next });
    keep(name, JSON.stringify(next));
  };
  return { widths, show, save };
}
