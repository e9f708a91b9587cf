// Sign-in attempts with a correct password that await the second step: the browser holds a secret with which it can
// request an SMS code.
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../../../config/config.ts';
import { readCookie, sendCookie } from '../../../http/security/cookies.ts';
import { hashOf } from '../../../http/session.ts';
import type { Services } from '../../../platform/services.ts';
import { isSecure } from '../session/known-devices.ts';

const COOKIE = 'plumbline_signin';
const LIFETIME_S = 600;

export type Attempted = { id: string; userId: string };

/** Records the attempt and returns the cookie value. */
export async function beginAttempt(
  { pool, clock, newId }: Pick<Services, 'pool' | 'clock' | 'newId'>,
  userId: string,
): Promise<string> {
  const now = clock.now();
  const id = newId();
  const secret = randomBytes(24).toString('base64url');
  await pool.query(
    'INSERT INTO signin_attempt (id, user_id, secret_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [id, userId, hashOf(secret), now, new Date(now.getTime() + LIFETIME_S * 1_000)],
  );
  return `${id}.${secret}`;
}

export const sendAttempt = (reply: FastifyReply, config: Config, value: string): void =>
  sendCookie(reply, { name: COOKIE, value, maxAge: value === '' ? 0 : LIFETIME_S, secure: isSecure(config) });

export const attemptCookie = (request: FastifyRequest, config: Config): string | undefined =>
  readCookie(request, COOKIE, isSecure(config));

/** The attempt behind a cookie; undefined if it is expired or unknown. */
export async function readAttempt(pool: Pool, cookie: string | undefined, now: Date): Promise<Attempted | undefined> {
  const [, id, secret] = /^([0-9a-f-]{36})\.([\w-]{32})$/u.exec(cookie ?? '') ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const found = await pool.query<Attempted>(
    'SELECT id, user_id AS "userId" FROM signin_attempt WHERE id = $1 AND secret_hash = $2 AND expires_at > $3',
    [id, hashOf(secret), now],
  );
  return found.rows[0];
}
