// Leaves: the session ends on the server where it can be reached, and on this device in any case, with what is kept here.
import { revoke } from '@plumbline/core/features/auth/contract';
import { call } from '../../api/client.ts';
import { forgetToken } from '../../api/token.ts';
import { stopLocal } from '../../local/start.ts';

/** Who came by a provider leaves it too; gives where that is done. */
const leaveBoth = (end: () => Promise<undefined>): Promise<string | undefined> =>
  import('../sso/go-to-provider.ts').then((its) => its.leaveProvider(), end);

export async function signOut(): Promise<void> {
  // Without a connection the token runs out by itself; leaving must work all the same.
  const end = () =>
    call(revoke, {}, { retry: { attempts: 1 } }).then(
      () => undefined,
      () => undefined,
    );
  const way = localStorage.getItem('plumbline.signOn') !== null ? await leaveBoth(end) : await end();
  // What cannot be reached any more does not hold anybody here.
  await stopLocal({ wipe: true }).catch((error: unknown) => console.error(error));
  forgetToken();
  if (way !== undefined) location.assign(way);
}
