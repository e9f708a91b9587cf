// Counts requests and failures in time windows, shared by all processes through the database.
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool } from 'pg';

export type Limit = { bucket: string; max: number; windowMs: number };

type Counted = { bucket: string; count: number; window_ends_at: Date };

/** Takes one from each limit. If one is exhausted, takes nothing and throws `rate_limited` with the seconds to wait. */
export async function take(pool: Pool, limits: readonly Limit[], now: Date): Promise<void> {
  // Always in the same order, so that concurrent calls cannot deadlock.
  const sorted = [...limits].sort((a, b) => (a.bucket < b.bucket ? -1 : 1));
  const found = await pool.query<Counted>(
    `INSERT INTO rate_limit AS r (bucket, count, window_ends_at)
     SELECT bucket, 1, ends FROM unnest($1::text[], $2::timestamptz[]) AS wanted (bucket, ends)
     ON CONFLICT (bucket) DO UPDATE SET
       count = CASE WHEN r.window_ends_at <= $3 THEN 1 ELSE r.count + 1 END,
       window_ends_at = CASE WHEN r.window_ends_at <= $3 THEN excluded.window_ends_at ELSE r.window_ends_at END
     RETURNING bucket, count, window_ends_at`,
    [sorted.map((one) => one.bucket), sorted.map((one) => new Date(now.getTime() + one.windowMs)), now],
  );
  const most = new Map(sorted.map((one) => [one.bucket, one.max]));
  const full = found.rows.filter((row) => row.count > (most.get(row.bucket) ?? 0));
  if (full.length === 0) return;
  await refundLimits(pool, limits);
  const until = Math.max(...full.map((row) => row.window_ends_at.getTime()));
  throw new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil((until - now.getTime()) / 1_000)) });
}

/** Gives back what `take` took, for attempts that do not count after all. */
export async function refundLimits(pool: Pool, limits: readonly Limit[]): Promise<void> {
  await pool.query(
    `WITH ours AS (SELECT bucket FROM rate_limit WHERE bucket = ANY ($1) ORDER BY bucket FOR UPDATE)
     UPDATE rate_limit SET count = greatest(0, count - 1) FROM ours WHERE rate_limit.bucket = ours.bucket`,
    [limits.map((limit) => limit.bucket)],
  );
}
