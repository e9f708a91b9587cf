// What changes of many rows have in common: sent in portions, taken back row by row. Pure but for what is handed in.

import { canonicalJson } from '@plumbline/core/kernel/same';
import { MAX_BULK_ROWS } from '@plumbline/core/site/bulk';

/** Sends the ids in portions of one action each, until one is refused; says how many went. */
export async function inPortions(
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

/** Rows of which the same is to be said, together. */
export function alike<Row extends { id: string }, Said>(
  rows: readonly Row[],
  say: (row: Row) => Said,
): { ids: string[]; said: Said }[] {
  const groups = Map.groupBy(rows, (row) => canonicalJson(say(row)));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ids: group.map(({ id }) => id), said: say(first) }] : [];
  });
}
