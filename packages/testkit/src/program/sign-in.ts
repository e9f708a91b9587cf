// Signs in to a running program by password, as the browser does.
import { randomUUID } from 'node:crypto';
import { encryptionKey } from '@plumbline/core/features/auth/contract';
import { versionedPath } from '@plumbline/core/kernel/services';
import { WEB_CLIENT } from '../actors.ts';

/** A connection that stays open makes the program wait for its next request when it stops. */
export const ONE_REQUEST = { connection: 'close' };

/** The status of the response, and the tokens if there are any. */
export async function signInTo(
  url: string,
  username: string,
  password: string,
): Promise<{ status: number; token: string; refreshToken: string }> {
  const response = await fetch(`${url}/api/oauth/token`, {
    method: 'POST',
    headers: { ...ONE_REQUEST, authorization: WEB_CLIENT, 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username, password }),
  });
  const body = (await response.json()) as { access_token?: string; refresh_token?: string };
  return { status: response.status, token: body.access_token ?? '', refreshToken: body.refresh_token ?? '' };
}

/** The encryption-key header that a device sends when it syncs. */
export async function keyHeader(
  url: string,
  { token, refreshToken }: { token: string; refreshToken: string },
): Promise<Record<string, string>> {
  const response = await fetch(url + versionedPath(encryptionKey.path), {
    method: 'POST',
    headers: { ...ONE_REQUEST, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fingerprint: randomUUID(), refresh_token: refreshToken }),
  });
  return { 'user-encryption-key': ((await response.json()) as { key: string }).key };
}
