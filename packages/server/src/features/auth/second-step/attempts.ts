// A right password waiting for its second step: the browser that showed it holds a secret, which lets it ask for a code by SMS.
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../../../config/config.ts';
import { readCookie, sendCookie } from '../../../http/security/cookies.ts';
import { hashOf } from '../../../http/session.ts';
import type { Parts } from '../../../platform/services.ts';
import { isSecure } from '../session/known-devices.ts';

const COOKIE = 'plumbline_signin';
const LIFE_S = 600;

export type Attempted = { id: string; userId: string };

/** Notes the attempt and gives what the cookie holds. */
export async function beginAttempt(
  { pool, clock, newId }: Pick<Parts, 'pool' | 'clock' | 'newId'>,
  userId: string,
): Promise<string> {
  const now = clock.now();
  const id = newId();
  const secret = randomBytes(24).toString('base64url');
  await pool.query(
    'INSERT INTO signin_attempt (id, user_id, secret_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [id, userId, hashOf(secret), now, new Date(now.getTime() + LIFE_S * 1_000)],
  );
  return `${id}.${secret}`;
}

export const sendAttempt = (reply: FastifyReply, config: Config, value: string): void =>
  sendCookie(reply, { name: COOKIE, value, maxAge: value === '' ? 0 : LIFE_S, secure: isSecure(config) });

export const attemptCookie = (request: FastifyRequest, config: Config): string | undefined =>
  readCookie(request, COOKIE, isSecure(config));

/** The attempt behind a cookie; undefined for a late one, or one that is none of ours. */
export async function readAttempt(pool: Pool, cookie: string | undefined, now: Date): Promise<Attempted | undefined> {
  const [, id, secret] = /^([0-9a-f-]{36})\.([\w-]{32})$/u.exec(cookie ?? '') ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const found = await pool.query<Attempted>(
    'SELECT id, user_id AS "userId" FROM signin_attempt WHERE id = $1 AND secret_hash = $2 AND expires_at > $3',
    [id, hashOf(secret), now],
  );
  return found.rows[0];
}
