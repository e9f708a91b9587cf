// Signs in with a passkey of this device, of a password manager or of a security key.
import { passkeyAssertion, passkeyOptions } from '@plumbline/core/features/auth/passkey-contract';
import { call } from '../../../api/client.ts';
import { signInWith } from '../../../api/token.ts';

/**
 * `username`: refuses passkeys of other accounts. Throws DOMException if the user cancelled, and `Refusal` if the server
 * does not accept the passkey.
 */
export async function signInWithPasskey(username: string | undefined, again: boolean): Promise<void> {
  const options = await call(passkeyOptions, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const found = await navigator.credentials.get({ publicKey });
  const credential = passkeyAssertion.parse((found as PublicKeyCredential).toJSON());
  await signInWith({ grant_type: 'passkey', credential, ...(username !== undefined && { username }) }, again);
}
