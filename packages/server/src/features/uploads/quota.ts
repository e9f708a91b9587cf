// How much one person and one organisation may upload, if the operator sets a limit. Checked before the first byte is
// sent.
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import type { Config } from '../../config/config.ts';

const GB = 1_073_741_824;

export type Quota = Config['uploadQuota'];

/** Bytes stored, and bytes of unfinished uploads. */
const USED = `
  SELECT coalesce(sum(bytes), 0)::float8 AS all, coalesce(sum(bytes) FILTER (WHERE user_id = $2), 0)::float8 AS own
  FROM (SELECT user_id, bytes FROM upload_usage WHERE organisation_id = $1
        UNION ALL
        SELECT u.user_id, u.size FROM upload u WHERE u.organisation_id = $1 AND u.id <> $3 AND u.expires_at > $4
          AND NOT EXISTS (SELECT FROM blob b WHERE b.organisation_id = u.organisation_id AND b.id = u.id)) used`;

export type NewUpload = { id: string; organisationId: string; userId: string; size: number; now: Date };

/**
 * Throws `quota_reached` with the limit in gigabytes. Counts nothing if there is no limit. Holds a lock until the end of the
 * transaction, so that uploads that begin at the same moment count each other.
 */
export async function requireUploadQuota(
  db: PoolClient,
  quota: Quota,
  { id, organisationId, userId, size, now }: NewUpload,
): Promise<void> {
  if (quota.person === null && quota.organisation === null) return;
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('upload quota ' || $1::text, 0))`, [organisationId]);
  const found = await db.query<{ all: number; own: number }>(USED, [organisationId, userId, id, now]);
  const { all, own } = found.rows[0] ?? { all: 0, own: 0 };
  if (quota.organisation !== null && all + size > quota.organisation)
    throw new AppError('quota_reached', { params: { limit: quota.organisation / GB } });
  if (quota.person !== null && own + size > quota.person)
    throw new AppError('quota_reached', { params: { limit: quota.person / GB } });
}
