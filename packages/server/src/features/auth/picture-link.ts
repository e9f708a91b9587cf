// Signed links to profile pictures: valid for minutes, for one session and one picture.
import { AppError } from '@plumbline/core/kernel/errors';
import type { Config } from '../../config/config.ts';
import { instanceKey, macOf, sameBytes } from '../../http/security/instance-key.ts';
import type { Session } from '../../http/session.ts';

/** Expiry is rounded up to a multiple of this many milliseconds, so that URLs repeat and the browser cache is used. */
const EXPIRY_STEP_MS = 5 * 60_000;
const SIGNATURE_BYTES = 16;

type Key = Pick<Config, 'secretKey'>;

const sign = ({ secretKey }: Key, picture: string, expires: number, audience: string): string =>
  macOf(instanceKey(secretKey, 'signed link'), 'picture', picture, expires, audience)
    .subarray(0, SIGNATURE_BYTES)
    .toString('base64url');

/** Null if there is no picture. `key` is the storage key: its last part names the picture and changes with it. */
export function pictureLink(config: Key, { sessionId }: Pick<Session, 'sessionId'>, key: string | null, now: Date) {
  if (key === null) return null;
  const picture = key.split('/').slice(-2).join('.');
  const expires = (Math.ceil(now.getTime() / EXPIRY_STEP_MS) + 1) * EXPIRY_STEP_MS;
  return `/m/pictures/${picture}?e=${expires}&a=${sessionId}&s=${sign(config, picture, expires, sessionId)}`;
}

/** Throws `link_expired` for a link that is expired, altered or not ours. */
export function requirePictureLink(
  config: Key,
  picture: string,
  { e: expires, a: audience, s: signature }: { e: number; a: string; s: string },
  now: Date,
): void {
  const expected = Buffer.from(sign(config, picture, expires, audience));
  if (!sameBytes(expected, Buffer.from(signature)) || expires <= now.getTime()) throw new AppError('link_expired');
}
