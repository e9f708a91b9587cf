// The key of a user on a device, kept wrapped: it opens what the browser has stored, and is useless without the browser's own half.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { instanceKey } from '../../http/instance-key.ts';
import type { Parts } from '../../http/parts.ts';
import type { Session } from '../../http/session.ts';
import { hashOf } from '../../http/session.ts';
import { noteEvent } from './security-events.ts';

const VERSION = 1;
const IV = 12;
const TAG = 16;

type Place = { userId: string; fingerprint: string };

const boundTo = ({ userId, fingerprint }: Place) => Buffer.from(`${VERSION}|${userId}|${fingerprint}`);

function wrap(secret: Buffer, key: Buffer, place: Place): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', instanceKey(secret, 'device key'), iv).setAAD(boundTo(place));
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed]);
}

function unwrap(secret: Buffer, wrapped: Buffer, place: Place): Buffer {
  const iv = wrapped.subarray(1, 1 + IV);
  const tag = wrapped.subarray(1 + IV, 1 + IV + TAG);
  const open = createDecipheriv('aes-256-gcm', instanceKey(secret, 'device key'), iv, { authTagLength: TAG });
  open.setAAD(boundTo(place)).setAuthTag(tag);
  return Buffer.concat([open.update(wrapped.subarray(1 + IV + TAG)), open.final()]);
}

/** 256 bits, the same at every call for this user and device; made at the first. */
export async function deviceKey(parts: Parts, session: Session, fingerprint: string): Promise<Buffer> {
  const { pool, clock, config } = parts;
  const place = { userId: session.userId, fingerprint };
  const made = await pool.query(
    `INSERT INTO device_key (user_id, fingerprint_hash, wrapped_key, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [session.userId, hashOf(fingerprint), wrap(config.secretKey, randomBytes(32), place), clock.now()],
  );
  if (made.rowCount === 1) await noteEvent(pool, { kind: 'device_key.issued', ...session }, clock.now());
  const found = await pool.query<{ wrapped: Buffer }>(
    'SELECT wrapped_key AS wrapped FROM device_key WHERE user_id = $1 AND fingerprint_hash = $2',
    [session.userId, hashOf(fingerprint)],
  );
  const wrapped = found.rows[0]?.wrapped;
  if (!wrapped) throw new Error('a device key vanished while it was read');
  return unwrap(config.secretKey, wrapped, place);
}
