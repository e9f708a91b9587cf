// Leaves: the session ends on the server where it can be reached, and on this device in any case, with what is kept here.
import { revoke } from '@plumbline/core/features/auth/contract';
import { call } from '../../api/client.ts';
import { forgetToken } from '../../api/token.ts';
import { stopLocal } from '../../local/start.ts';

export async function signOut(): Promise<void> {
  // Without a connection the token runs out by itself; leaving must work all the same.
  await call(revoke, {}, { retry: { attempts: 1 } }).catch(() => undefined);
  await stopLocal({ wipe: true });
  forgetToken();
}
