// Counts what a list holds, as far as it matters: nobody reads the ten-thousandth page, and counting a million takes time.
import type { PoolClient } from 'pg';

export type Counted = { totalElements: number; exact: boolean };

/**
 * The number of rows that `from` (FROM … WHERE …) gives, exactly up to `most` or the end of the page after this one,
 * whichever is more. Above, it is a lower bound.
 */
export async function countUpTo(
  db: PoolClient,
  from: string,
  values: readonly unknown[],
  most: number,
  { page, size }: { page: number; size: number },
): Promise<Counted> {
  const limit = Math.max(most, (page + 2) * size) + 1;
  const found = await db.query<{ count: string }>(`SELECT count(*) FROM (SELECT ${from} LIMIT ${limit}) counted`, [
    ...values,
  ]);
  const count = Number(found.rows[0]?.count ?? 0);
  return count === limit ? { totalElements: limit - 1, exact: false } : { totalElements: count, exact: true };
}
