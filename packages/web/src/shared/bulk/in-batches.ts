// Shared by all bulk changes: sending ids in batches, and undoing row by row. Pure except for the functions passed in.

import { canonicalJson } from '@plumbline/core/kernel/same';
import { MAX_BULK_ROWS } from '@plumbline/core/site/bulk';

/** Sends the ids in batches of one action each until one is refused; returns how many were sent. */
export async function sendInBatches(
  ids: readonly string[],
  send: (portion: string[]) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  for (let at = 0; at < ids.length; at += MAX_BULK_ROWS) {
    const portion = ids.slice(at, at + MAX_BULK_ROWS);
    if (!(await send(portion))) break;
    done += portion.length;
  }
  return done;
}

/** Groups rows for which `say` returns the same value. */
export function groupedByValue<Row extends { id: string }, Said>(
  rows: readonly Row[],
  say: (row: Row) => Said,
): { ids: string[]; said: Said }[] {
  const groups = Map.groupBy(rows, (row) => canonicalJson(say(row)));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ids: group.map(({ id }) => id), said: say(first) }] : [];
  });
}
