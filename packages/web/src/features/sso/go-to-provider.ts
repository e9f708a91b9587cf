// Leads this tab to a provider, and away from it.
import { beginSignOn, leaveSignOn } from '@plumbline/core/features/sso/sign-on-contract';
import { call } from '../../api/client.ts';
import { keepPending, type ProviderHere } from './provider-here.ts';

type Way = { returnTo?: string | undefined /** Beside a tab whose session has ended. */; again?: boolean };

export async function goToProvider(provider: ProviderHere, { returnTo, again = false }: Way = {}): Promise<void> {
  const { location } = await call(beginSignOn, {
    body: { providerId: provider.id, ...(returnTo !== undefined && { returnTo }) },
  });
  keepPending({ provider, again });
  globalThis.location.assign(location);
}

/** Ends the session here; gives where the provider is left too. */
export async function leaveProvider(): Promise<string | undefined> {
  const left = await call(leaveSignOn, {}, { retry: { attempts: 1 } }).catch(() => undefined);
  return left?.location ?? undefined;
}
