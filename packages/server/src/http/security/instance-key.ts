// Keys for a single purpose each, all derived from the installation's secret.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export type Purpose =
  | 'database'
  | 'session'
  | 'device'
  | 'device key'
  | 'device half'
  | 'address'
  | 'signed link'
  | 'second step'
  | 'job'
  | 'sign-on'
  | 'push'
  | 'operator'
  | 'history'
  | 'repeated call';

const drawn = new WeakMap<Buffer, Map<Purpose, Buffer>>();

/** 256 bits that reveal nothing about the secret or the keys for other purposes. */
export function instanceKey(secret: Buffer, purpose: Purpose): Buffer {
  const known = drawn.get(secret) ?? new Map<Purpose, Buffer>();
  drawn.set(secret, known);
  const key = known.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, '', `plumbline ${purpose}`, 32));
  known.set(purpose, key);
  return key;
}

/** HMAC-SHA-256 over fields with unambiguous boundaries. */
export function macOf(key: Buffer, ...fields: (string | number)[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const field of fields) {
    const text = String(field);
    mac.update(`${text.length}:`).update(text);
  }
  return mac.digest();
}

/** Constant-time comparison. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
