// Finds the rows on a page of a list, and their number up to a limit: users do not read the ten-thousandth page, and
// counting a million rows is slow.
import type { PoolClient } from 'pg';
import type { Params } from '../db/tx/visibility.ts';

/** `totalElements` is a lower bound unless `exact`. */
export type PageIds = { ids: string[]; totalElements: number; exact: boolean };

/**
 * Uses one query for both: `ordered` returns SQL that selects the `id` of up to the given number of rows, in order. The
 * count is exact up to `most` or one row after the page, whichever is greater.
 */
export async function findPageIds(
  db: PoolClient,
  ordered: (rows: number) => string,
  params: Params,
  most: number,
  { page, size }: { page: number; size: number },
): Promise<PageIds> {
  const limit = Math.max(most, (page + 1) * size + 1) + 1;
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

/** Concatenates the ids of several ordered subqueries (SELECT … AS id), up to `rows` of them. */
export const unionOfParts = (parts: readonly string[], rows: number): string =>
  `SELECT id FROM (${parts.map((part) => `(${part} LIMIT ${rows})`).join(' UNION ALL ')}) found LIMIT ${rows}`;

/**
 * The ids that `sql` (SELECT … AS id) returns as a PostgreSQL array literal if there are at most `most`, otherwise
 * null.
 */
export const idArrayUpTo = (sql: string, most: number): string =>
  `SELECT CASE WHEN count(*) <= ${most} THEN coalesce(array_agg(id), '{}')::text END AS ids
   FROM (SELECT id FROM (${sql}) every LIMIT ${most + 1}) few`;
