// Signs out: ends the session on the server if it can be reached,
// and always clears it and the local data on this device.
import { revoke } from '@plumbline/core/features/auth/contract';
import { call } from '../../api/client.ts';
import { forgetToken } from '../../api/token.ts';
import { stopLocal } from '../../local/start.ts';

/** Also signs users of an identity provider out there; resolves with the provider's sign-out URL. */
const leaveBoth = (end: () => Promise<undefined>): Promise<string | undefined> =>
  import('../sso/go-to-provider.ts').then((module) => module.leaveProvider(), end);

/** `next`: the address to load afterwards, unless the identity provider's comes first. */
export async function signOut(next?: string): Promise<void> {
  // Offline, the token expires anyway; signing out must succeed anyway.
  const end = () =>
    call(revoke, {}, { retry: { attempts: 1 } }).then(
      () => undefined,
      () => undefined,
    );
  const way = localStorage.getItem('plumbline.signOn') !== null ? await leaveBoth(end) : await end();
  // A failure to clear local data must not block signing out.
  await stopLocal({ wipe: true }).catch((error: unknown) => console.error(error));
  forgetToken();
  const address = way ?? next;
  if (address !== undefined) location.assign(address);
}
