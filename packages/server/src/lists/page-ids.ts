// Which rows a page of a list shows, and how many there are as far as it matters: nobody reads the ten-thousandth page, and counting a
// million takes time.
import type { PoolClient } from 'pg';
import type { Params } from '../db/tx/visibility.ts';

/** `totalElements` is a lower bound where it is not exact. */
export type FoundIds = { ids: string[]; totalElements: number; exact: boolean };

/**
 * One look for both: `ordered` gives the `id` of as many rows as it is told, in their order. Counted is exactly up to `most` or the end
 * of the page after this one, whichever is more.
 */
export async function findIds(
  db: PoolClient,
  ordered: (rows: number) => string,
  params: Params,
  most: number,
  { page, size }: { page: number; size: number },
): Promise<FoundIds> {
  const limit = Math.max(most, (page + 2) * size) + 1;
  const rows = ordered(limit);
  const found = await db.query<{ count: string; ids: string[] | null }>(
    `SELECT count(*) AS count, (array_agg(id))[${page * size + 1}:${(page + 1) * size}] AS ids FROM (${rows}) found`,
    params.values,
  );
  const [row] = found.rows;
  const count = Number(row?.count ?? 0);
  const ids = row?.ids ?? [];
  return count === limit ? { ids, totalElements: limit - 1, exact: false } : { ids, totalElements: count, exact: true };
}

/** The ids of several ordered parts (SELECT … AS id) one after the other, until there are enough. */
export const inParts = (parts: readonly string[], rows: number): string =>
  `SELECT id FROM (${parts.map((part) => `(${part} LIMIT ${rows})`).join(' UNION ALL ')}) found LIMIT ${rows}`;

/** The ids that `sql` (SELECT … AS id) gives, as PostgreSQL writes a list of them, where they are `most` at most; null where they are more. */
export const fewSql = (sql: string, most: number): string =>
  `SELECT CASE WHEN count(*) <= ${most} THEN coalesce(array_agg(id), '{}')::text END AS ids
   FROM (SELECT id FROM (${sql}) every LIMIT ${most + 1}) few`;
