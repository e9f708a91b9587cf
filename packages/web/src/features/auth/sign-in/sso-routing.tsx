// Looks up the domain of the email address being typed; if it belongs to an identity provider, sign-in continues there.
import { email as emailSchema } from '@plumbline/core/features/auth/contract';
import { signOnRoute } from '@plumbline/core/features/sso/sign-on-contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { AllMessages } from '../../../shared/i18n/i18n.tsx';
import { requestedTarget } from '../../../shared/session/return-to.ts';
import { useT } from '../../../ui/translation.tsx';
import { goToProvider } from '../../sso/go-to-provider.ts';
import type { RememberedProvider } from '../../sso/remembered-provider.ts';
import type { AlternativeSignIn } from './sign-in-form.tsx';

/** The address to return to after signing in, since the sign-in screen appears at the requested address. */
function targetHere(): string | undefined {
  const { pathname, search } = location;
  const requested = requestedTarget(search);
  if (requested !== undefined) return requested;
  return /^\/(home|login|idpSelection|samlLogin)?(\/|$)/u.test(pathname) ? undefined : `${pathname}${search}`;
}

function RoutingMessage({
  provider,
  onAlternative,
}: {
  provider: RememberedProvider;
  onAlternative: (way: AlternativeSignIn | undefined) => void;
}) {
  const t = useT();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => goToProvider(provider, { returnTo: targetHere() }),
  });
  const { name } = provider;
  useEffect(() => {
    const problem = error ? failureText(t, error) : undefined;
    onAlternative({ label: t('signOn.goOnWith', { name }), go: mutate, busy: isPending, problem });
    return () => onAlternative(undefined);
  }, [t, name, mutate, isPending, error, onAlternative]);
  return null;
}

export function Routed({
  typed,
  onAlternative,
}: {
  typed: string;
  onAlternative: (way: AlternativeSignIn | undefined) => void;
}) {
  const address = emailSchema.safeParse(typed.trim()).data;
  const domain = address?.slice(address.lastIndexOf('@') + 1) ?? '';
  const route = useQuery({
    queryKey: ['signOnRoute', domain],
    // Only the domain is sent, so the request does not reveal who is typing.
    queryFn: ({ signal }) => call(signOnRoute, { query: { email: `a@${domain}` } }, { signal }),
    enabled: domain !== '',
    staleTime: 60_000,
    retry: false,
  });
  const provider = domain === '' ? null : route.data?.provider;
  if (!provider) return null;
  return (
    <AllMessages waiting={null}>
      <RoutingMessage key={provider.id} provider={provider} onAlternative={onAlternative} />
    </AllMessages>
  );
}
