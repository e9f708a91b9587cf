// Session secrets, derived from the installation's secret: repeating a rotation yields the same tokens.

import { instanceKey, macOf, sameBytes } from '../../../http/security/instance-key.ts';
import { hashOf, type Session } from '../../../http/session.ts';

/** Access token lifetime in milliseconds. */
export const ACCESS_LIFETIME_MS = 15 * 60_000;
/** Maximum session lifetime and default idle lifetime, in milliseconds. */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;
export const MAX_SESSION_IDLE_MS = 14 * 86_400_000;
/** Milliseconds during which a lost refresh answer can be requested again: a device may be offline overnight. */
export const LOST_REPLY_WINDOW_MS = 86_400_000;

type SessionId = Session['sessionId'];
export type Secrets = { access: string; cookie: string; accessHash: Buffer; refreshHash: Buffer };

const TAG_BYTES = 16;
const tagOf = (key: Buffer, sessionId: SessionId, counter: number, half: string) =>
  macOf(key, 'tag', sessionId, counter, half).subarray(0, TAG_BYTES);

/** The tokens of one rotation. The nonce comes from the client, or is random for a new session. */
export function secretsOf(secret: Buffer, sessionId: SessionId, counter: number, nonce: string): Secrets {
  const key = instanceKey(secret, 'session');
  const access = macOf(key, 'access', sessionId, counter, nonce).toString('base64url');
  const half = macOf(key, 'refresh', sessionId, counter, nonce).toString('base64url');
  const cookie = `${half}.${tagOf(key, sessionId, counter, half).toString('base64url')}`;
  return { access, cookie, accessHash: hashOf(access), refreshHash: hashOf(cookie) };
}

/** Whether this cookie was issued for that rotation of that session. Distinguishes a replayed cookie from a guess. */
export function wasIssued(secret: Buffer, sessionId: SessionId, counter: number, cookie: string): boolean {
  const [half = '', tag = ''] = cookie.split('.');
  const key = instanceKey(secret, 'session');
  return sameBytes(Buffer.from(tag, 'base64url'), tagOf(key, sessionId, counter, half));
}

/**
 * The half of the refresh token that scripts can read: names the session and its rotation, and is useless without the
 * secret in the cookie. Clients without a cookie jar get the secret as its last part.
 */
export const refreshToken = (sessionId: SessionId, counter: number): string => `${sessionId}.${counter}`;

const REFRESH_TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})(?:\.([\w-]{43}\.[\w-]{22}))?$/u;

/** `secret` is undefined for a session bound to a cookie. */
export function readRefreshToken(
  token: string,
): { sessionId: SessionId; counter: number; secret: string | undefined } | undefined {
  const match = REFRESH_TOKEN.exec(token);
  return match?.[1] && match[2] ? { sessionId: match[1], counter: Number(match[2]), secret: match[3] } : undefined;
}

/** Whether the token itself proves the session, without a cookie. */
export const holdsSecret = (token: string): boolean => readRefreshToken(token)?.secret !== undefined;
