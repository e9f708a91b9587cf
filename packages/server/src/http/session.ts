// Who is calling: the bearer token of a live session, looked up by its hash on every request.
import { createHash } from 'node:crypto';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { vouchFor } from './strangers-bodies.ts';

export type Session = {
  sessionId: string;
  userId: string;
  organisationId: string;
  owner: boolean;
  admin: boolean;
  language: string;
  timeZone: string;
};

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const LIVE = `
  SELECT s.id AS "sessionId", s.user_id AS "userId", s.organisation_id AS "organisationId",
         m.owner, m.admin OR m.owner AS admin, u.language, u.time_zone AS "timeZone",
         s.access_expires_at <= $2 AS expired,
         s.ended_at IS NULL AND u.active AND m.active AND s.security_epoch = u.security_epoch AS live
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  JOIN organisation_member m ON m.organisation_id = s.organisation_id AND m.user_id = s.user_id
  WHERE s.access_hash = $1`;

/** Reads the session of a bearer token. Throws `unauthenticated` without one, `invalid_token` for a dead or expired one. */
export async function authenticate(pool: Pool, request: FastifyRequest, now: Date): Promise<Session> {
  const header = request.headers.authorization;
  if (header === undefined) throw new AppError('unauthenticated');
  const match = /^bearer ([\w-]{20,128})$/iu.exec(header);
  if (!match?.[1]) throw new AppError('invalid_token');
  const found = await pool.query<Session & { expired: boolean; live: boolean }>(LIVE, [hashOf(match[1]), now]);
  const row = found.rows[0];
  if (!row?.live) throw new AppError('invalid_token');
  if (row.expired) throw new AppError('invalid_token', { params: { reason: 'Access token expired' } });
  vouchFor(request);
  const { expired: _expired, live: _live, ...session } = row;
  return session;
}
