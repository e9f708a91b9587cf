// Whether the session a link was made for still lives. Remembered for seconds, so that a page full of pictures asks once.
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool } from 'pg';
import { Recent } from '../../platform/recent-cache.ts';

/** What has been ended elsewhere is refused after this many milliseconds at the latest. */
export const REMEMBERED = 5_000;

export type Audience = { sessionId: string; userId: string; organisationId: string };

const LIVE = `
  SELECT s.id AS "sessionId", s.user_id AS "userId", s.organisation_id AS "organisationId"
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  JOIN organisation_member m ON m.organisation_id = s.organisation_id AND m.user_id = s.user_id
  WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND u.active AND m.active
    AND s.security_epoch = u.security_epoch`;

/** Makes the function that finds the session behind a link. It throws `link_expired` for one that has ended. */
export function createAudiences(pool: Pool) {
  const known = new Recent<{ audience: Audience; at: number }>(10_000);
  return async (sessionId: string, now: Date): Promise<Audience> => {
    const held = known.get(sessionId);
    if (held && Math.abs(now.getTime() - held.at) < REMEMBERED) return held.audience;
    const audience = (await pool.query<Audience>(LIVE, [sessionId, now])).rows[0];
    if (!audience) {
      known.delete(sessionId);
      throw new AppError('link_expired');
    }
    known.set(sessionId, { audience, at: now.getTime() });
    return audience;
  };
}
