// The identity providers of the organisation: fetched once, then updated from the reply to each change.
import { listProviders, type Provider } from '@plumbline/core/features/sso/contract';
import type { CallOf, Endpoint } from '@plumbline/core/kernel/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { storeReply } from '../../shared/data/queries.ts';

const PROVIDERS = ['signOnProviders'] as const;
type Listed = { providers: Provider[] };

export const useProviders = () =>
  useQuery({ queryKey: PROVIDERS, queryFn: ({ signal }) => call(listProviders, {}, { signal }) });

/** Changes and tests of a provider run one after the other: a test leaves the page, which would end a change. */
export const scopeOf = (providerId: string) => ({ id: `provider ${providerId}` });

/** A mutation that replies with the updated provider; without a reply, the provider was deleted. */
export function useProviderChange<E extends Endpoint>(endpoint: E, providerId: string, onDone?: () => void) {
  const cache = useQueryClient();
  return useMutation({
    scope: scopeOf(providerId),
    mutationFn: (input: CallOf<E>) => call(endpoint, input),
    onSuccess: (answer: unknown) => {
      const now = answer as Provider | undefined;
      storeReply<Listed>(cache, PROVIDERS, (before) => {
        const others = (before?.providers ?? []).map((provider) => (provider.id === now?.id ? now : provider));
        if (!now) return { providers: others.filter((other) => other.id !== providerId) };
        return { providers: others.includes(now) ? others : [...others, now] };
      });
      onDone?.();
    },
  });
}
