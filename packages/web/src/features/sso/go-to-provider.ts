// Redirects this tab to a provider, and signs out of it.
import { beginSignOn, leaveSignOn } from '@plumbline/core/features/sso/sign-on-contract';
import { call } from '../../api/client.ts';
import { type RememberedProvider, storePending } from './remembered-provider.ts';

type RedirectOptions = {
  returnTo?: string | undefined /** Opened next to a tab whose session has expired. */;
  again?: boolean;
};

export async function goToProvider(
  provider: RememberedProvider,
  { returnTo, again = false }: RedirectOptions = {},
): Promise<void> {
  const { location } = await call(beginSignOn, {
    body: { providerId: provider.id, ...(returnTo !== undefined && { returnTo }) },
  });
  storePending({ provider, again });
  globalThis.location.assign(location);
}

/** Ends the session here; returns the provider's sign-out URL, if any. */
export async function leaveProvider(): Promise<string | undefined> {
  const left = await call(leaveSignOn, {}, { retry: { attempts: 1 } }).catch(() => undefined);
  return left?.location ?? undefined;
}
