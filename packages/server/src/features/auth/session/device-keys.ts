// The key of a user on a device, kept wrapped: it opens what the browser has stored, and is useless without the browser's own half.
import type { DeviceKind } from '@plumbline/core/features/auth/device-kind';
import { instanceKey, macOf } from '../../../http/security/instance-key.ts';
import type { Session } from '../../../http/session.ts';
import { hashOf } from '../../../http/session.ts';
import type { Parts } from '../../../platform/services.ts';
import { seal, unseal } from '../sealed-secret.ts';
import { noteEvent } from '../security-events.ts';

/** How it has been written since the first key. */
const ownerOf = (userId: string, fingerprint: string) => `${userId}|${fingerprint}`;

/**
 * The server's half for a user on a device. Drawn from the installation's secret, not from chance: a server restored from a
 * backup that does not know the device yet gives the same one again, and what lies on the device opens.
 */
const halfOf = (secret: Buffer, userId: string, fingerprint: string): Buffer =>
  macOf(instanceKey(secret, 'device half'), userId, fingerprint);

/**
 * 256 bits, the same at every call for this user and device; made at the first. A device that was given up has it again
 * once its user has signed in there: what he had not sent is still his.
 */
export async function deviceKey(
  parts: Parts,
  session: Session,
  { fingerprint, kind = '' }: { fingerprint: string; kind?: DeviceKind | '' | undefined },
): Promise<Buffer> {
  const { pool, clock, config } = parts;
  const owner = ownerOf(session.userId, fingerprint);
  const fresh = halfOf(config.secretKey, session.userId, fingerprint);
  const made = await pool.query(
    `INSERT INTO device_key (user_id, fingerprint_hash, wrapped_key, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [session.userId, hashOf(fingerprint), seal(config.secretKey, 'device key', owner, fresh), clock.now()],
  );
  if (made.rowCount === 1) await noteEvent(pool, { kind: 'device_key.issued', ...session }, clock.now());
  const found = await pool.query<{ wrapped: Buffer }>(
    'SELECT wrapped_key AS wrapped FROM device_key WHERE user_id = $1 AND fingerprint_hash = $2',
    [session.userId, hashOf(fingerprint)],
  );
  const wrapped = found.rows[0]?.wrapped;
  if (!wrapped) throw new Error('a device key vanished while it was read');
  const key = unseal(config.secretKey, 'device key', owner, wrapped);
  const now = clock.now();
  await pool.query(
    `UPDATE device_key SET key_hash = $3, last_seen_at = $4, kind = coalesce(nullif($5, ''), kind)
     WHERE user_id = $1 AND fingerprint_hash = $2`,
    [session.userId, hashOf(fingerprint), hashOf(key.toString('base64')), now, kind],
  );
  // From here on the session belongs to this browser: the key of another one is refused, and the session ends with the device.
  await pool.query('UPDATE session SET fingerprint_hash = $2 WHERE id = $1', [session.sessionId, hashOf(fingerprint)]);
  return key;
}
