// Leaves: the session ends on the server where it can be reached, and on this device in any case.
import { revoke } from '@plumbline/core/features/auth/contract';
import { call } from '../../api/client.ts';
import { forgetToken } from '../../api/token.ts';

export async function signOut(): Promise<void> {
  // Without a connection the token runs out by itself; leaving must work all the same.
  await call(revoke, {}, { retry: { attempts: 1 } }).catch(() => undefined);
  forgetToken();
}
