// Whether the session that a link was created for is still valid. Cached for seconds, so that a page full of images
// needs one query.
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool } from 'pg';
import { RecentCache } from '../../platform/recent-cache.ts';
import { isAllowed } from '../limits/allowed-networks.ts';

/** A session that was ended in another process is rejected after at most this many milliseconds. */
export const SESSION_CACHE_MS = 5_000;

export type Audience = { sessionId: string; userId: string; organisationId: string };
type Found = Audience & { networks: string[] };

const LIVE = `
  SELECT s.id AS "sessionId", s.user_id AS "userId", s.organisation_id AS "organisationId", o.networks
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  JOIN organisation_member m ON m.organisation_id = s.organisation_id AND m.user_id = s.user_id
  JOIN organisation o ON o.id = s.organisation_id
  WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND u.active AND m.active
    AND s.security_epoch = u.security_epoch`;

/**
 * Creates the function that looks up the session of a link. It throws `link_expired` if the session has ended, and
 * `network_not_allowed` for an address (`ip`) that its organisation does not allow.
 */
export function createAudiences(pool: Pool) {
  const known = new RecentCache<{ audience: Found; at: number }>(10_000);
  const find = async (sessionId: string, now: Date): Promise<Found> => {
    const held = known.get(sessionId);
    if (held && Math.abs(now.getTime() - held.at) < SESSION_CACHE_MS) return held.audience;
    const audience = (await pool.query<Found>(LIVE, [sessionId, now])).rows[0];
    if (!audience) {
      known.delete(sessionId);
      throw new AppError('link_expired');
    }
    known.set(sessionId, { audience, at: now.getTime() });
    return audience;
  };
  return async (sessionId: string, now: Date, ip: string): Promise<Audience> => {
    const { networks, ...audience } = await find(sessionId, now);
    if (!isAllowed(networks, ip)) throw new AppError('network_not_allowed');
    return audience;
  };
}
