// Signed links: each grants access to one file in one size, or the tiles of one revision, for minutes and one session
// only.
import type { MediaSize } from '@plumbline/core/features/media/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Config } from '../../config/config.ts';
import { instanceKey, macOf, sameBytes } from '../../http/security/instance-key.ts';

/** Expiry is rounded up to a multiple of this many milliseconds, so that URLs repeat and the browser cache is used. */
const EXPIRY_STEP_MS = 5 * 60_000;
/**
 * Longer for tiles, which are requested as long as a plan is open; session and membership are checked for each request.
 */
const TILE_EXPIRY_STEP_MS = 30 * 60_000;
const SIGNATURE_BYTES = 16;

type Key = Pick<Config, 'secretKey'>;
/** `audience`: the session the link is for; the link is invalid once the session ends. */
type For = { audience: string; now: Date };
export type Link = { url: string; expiresAt: Date };

/** Between one and two marks from now. */
const endOf = (now: Date, mark: number): number => (Math.ceil(now.getTime() / mark) + 1) * mark;

function sign({ secretKey }: Key, ...fields: (string | number)[]): string {
  return macOf(instanceKey(secretKey, 'signed link'), ...fields)
    .subarray(0, SIGNATURE_BYTES)
    .toString('base64url');
}

/** A link to a blob in one size. */
export function signedMediaUrl(key: Key, blobId: string, size: MediaSize, { audience, now }: For): Link {
  const expires = endOf(now, EXPIRY_STEP_MS);
  const signature = sign(key, 'file', blobId, size, expires, audience);
  return { url: `/m/files/${blobId}/${size}?e=${expires}&a=${audience}&s=${signature}`, expiresAt: new Date(expires) };
}

/** URL prefix of all tiles of a revision; `/{z}/{x}/{y}` follows. */
export function signedTilePrefix(key: Key, revisionId: string, { audience, now }: For): Link {
  const expires = endOf(now, TILE_EXPIRY_STEP_MS);
  const signature = sign(key, 'tiles', revisionId, expires, audience);
  return { url: `/m/tiles/${revisionId}/${expires}/${audience}/${signature}`, expiresAt: new Date(expires) };
}

/** A link to one export. */
export function signedExportUrl(key: Key, exportId: string, { audience, now }: For): Link {
  const expires = endOf(now, EXPIRY_STEP_MS);
  const signature = sign(key, 'export', exportId, expires, audience);
  return { url: `/m/exports/${exportId}?e=${expires}&a=${audience}&s=${signature}`, expiresAt: new Date(expires) };
}

/** A link to one printed plan. */
export function signedPrintUrl(key: Key, printId: string, { audience, now }: For): Link {
  const expires = endOf(now, EXPIRY_STEP_MS);
  const signature = sign(key, 'print', printId, expires, audience);
  return { url: `/m/prints/${printId}?e=${expires}&a=${audience}&s=${signature}`, expiresAt: new Date(expires) };
}

type Signed = { expires: number; audience: string; signature: string };

function requireSignature(expected: string, { expires, signature }: Signed, now: Date): void {
  // The signature is checked first, so that links never issued reveal nothing. Compared as text: the last base64url
  // character has unused bits, and each link must have exactly one spelling.
  if (!sameBytes(Buffer.from(expected), Buffer.from(signature)) || expires <= now.getTime()) {
    throw new AppError('link_expired');
  }
}

/** Throws `link_expired` for a link that is expired, altered or not ours. */
export function requireMediaLink(key: Key, blobId: string, size: MediaSize, signed: Signed, now: Date): void {
  requireSignature(sign(key, 'file', blobId, size, signed.expires, signed.audience), signed, now);
}

/** Throws `link_expired` for a link that is expired, altered or not ours. */
export function requireTileLink(key: Key, revisionId: string, signed: Signed, now: Date): void {
  requireSignature(sign(key, 'tiles', revisionId, signed.expires, signed.audience), signed, now);
}

/** Throws `link_expired` for a link that is expired, altered or not ours. */
export function requireExportLink(key: Key, exportId: string, signed: Signed, now: Date): void {
  requireSignature(sign(key, 'export', exportId, signed.expires, signed.audience), signed, now);
}

/** Throws `link_expired` for a link that is expired, altered or not ours. */
export function requirePrintLink(key: Key, printId: string, signed: Signed, now: Date): void {
  requireSignature(sign(key, 'print', printId, signed.expires, signed.audience), signed, now);
}
