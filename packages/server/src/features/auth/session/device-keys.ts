// A user's key for a device, stored wrapped: it decrypts the browser's local storage, and is useless without the
// browser's own half.
import type { DeviceKind } from '@plumbline/core/features/auth/device-kind';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyRequest } from 'fastify';
import { instanceKey, macOf } from '../../../http/security/instance-key.ts';
import type { Session } from '../../../http/session.ts';
import { hashOf } from '../../../http/session.ts';
import type { Services } from '../../../platform/services.ts';
import { SealedOtherwise, seal, unseal } from '../sealed-secret.ts';
import { noteEvent } from '../security-events.ts';
import { sessionCookie } from './session-cookie.ts';
import { readRefreshToken, wasIssued } from './tokens.ts';

/** This format must not change: existing keys are sealed under it. */
const ownerOf = (userId: string, fingerprint: string) => `${userId}|${fingerprint}`;

/**
 * The server's half for a user on a device. Derived from the installation's secret, not random: a server restored from
 * a backup that predates the device derives the same half, so local data stays readable.
 */
const halfOf = (secret: Buffer, userId: string, fingerprint: string): Buffer =>
  macOf(instanceKey(secret, 'device half'), userId, fingerprint);

/**
 * Demands the session's own secret beside its access token, so that a copied access token gives no key. The secret of
 * the previous rotation counts as well: another tab may be refreshing the session at this moment. Support tokens have
 * no other secret.
 */
export async function requireSessionSecret(
  { pool, config }: Services,
  { sessionId, way }: Session,
  request: FastifyRequest,
  token?: string,
): Promise<void> {
  if (way === 'support') return;
  const secret = sessionCookie(request, config) ?? readRefreshToken(token ?? '')?.secret;
  const found = await pool.query<{ counter: number; hash: Buffer }>(
    'SELECT counter, refresh_hash AS hash FROM session WHERE id = $1',
    [sessionId],
  );
  const row = found.rows[0];
  const proved =
    row !== undefined &&
    secret !== undefined &&
    (row.hash.equals(hashOf(secret)) || wasIssued(config.secretKey, sessionId, row.counter - 1, secret));
  if (!proved) throw new AppError('invalid_token', { params: { reason: 'Session cookie missing' } });
}

/**
 * A key sealed under an earlier `SECRET_KEY` stays as it is: with that one set again, the device gets it back. Until then
 * the device has another one, with which it starts afresh.
 */
function unsealedOr(fresh: Buffer, open: () => Buffer, log: Services['log']): Buffer {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SealedOtherwise)) throw error;
    log.warn('a device has a key under another SECRET_KEY: its unsent work stays locked until that one is set again');
    return fresh;
  }
}

/**
 * 256 bits, stable for this user and device; created on the first call. A removed device gets the same key again once
 * its user signs in there, so unsent work is not lost.
 */
export async function deviceKey(
  services: Services,
  session: Session,
  { fingerprint, kind = '' }: { fingerprint: string; kind?: DeviceKind | '' | undefined },
): Promise<Buffer> {
  const { pool, clock, config } = services;
  const owner = ownerOf(session.userId, fingerprint);
  const fresh = halfOf(config.secretKey, session.userId, fingerprint);
  const created = await pool.query(
    `INSERT INTO device_key (user_id, fingerprint_hash, wrapped_key, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [session.userId, hashOf(fingerprint), seal(config.secretKey, 'device key', owner, fresh), clock.now()],
  );
  if (created.rowCount === 1) await noteEvent(pool, { kind: 'device_key.issued', ...session }, clock.now());
  const found = await pool.query<{ wrapped: Buffer }>(
    'SELECT wrapped_key AS wrapped FROM device_key WHERE user_id = $1 AND fingerprint_hash = $2',
    [session.userId, hashOf(fingerprint)],
  );
  const wrapped = found.rows[0]?.wrapped;
  if (!wrapped) throw new Error('a device key disappeared while it was read');
  const key = unsealedOr(fresh, () => unseal(config.secretKey, 'device key', owner, wrapped), services.log);
  const now = clock.now();
  await pool.query(
    `UPDATE device_key SET key_hash = $3, last_seen_at = $4, kind = coalesce(nullif($5, ''), kind)
     WHERE user_id = $1 AND fingerprint_hash = $2`,
    [session.userId, hashOf(fingerprint), hashOf(key.toString('base64')), now, kind],
  );
  // Binds the session to this browser: keys of other browsers are refused, and the session ends with the device.
  await pool.query('UPDATE session SET fingerprint_hash = $2 WHERE id = $1', [session.sessionId, hashOf(fingerprint)]);
  return key;
}
