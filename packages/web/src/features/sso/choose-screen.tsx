// Chooses a provider: by work email, or from those listed publicly.
import { email as emailSchema } from '@plumbline/core/features/auth/contract';
import { signOnChoices, signOnRoute } from '@plumbline/core/features/sso/sign-on-contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { call } from '../../api/client.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { AuthLayout } from '../../shared/session/auth-layout.tsx';
import { requestedTarget } from '../../shared/session/return-to.ts';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { BackIcon, OrganisationIcon } from '../../ui/icons.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { goToProvider } from './go-to-provider.ts';
import type { RememberedProvider } from './remembered-provider.ts';
import './sso.css';

export function ChooseProviderScreen() {
  const t = useT();
  const online = useOnline();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const returnTo = requestedTarget(location.search);
  const listed = useQuery({
    queryKey: ['signOnChoices'],
    queryFn: ({ signal }) => call(signOnChoices, {}, { signal }),
  });
  const go = useMutation({ mutationFn: (provider: RememberedProvider) => goToProvider(provider, { returnTo }) });
  const find = useMutation({
    mutationFn: (email: string) => call(signOnRoute, { query: { email } }),
    onSuccess: ({ provider }) => {
      if (provider) go.mutate(provider);
    },
  });
  const address = emailSchema.safeParse(typed.trim()).data;
  const busy = find.isPending || go.isPending || go.isSuccess;
  const failure = find.error ?? go.error;
  const providers = listed.data?.providers ?? [];
  return (
    <AuthLayout title={t('signOn.chooseTitle')} text={t('signOn.chooseText')}>
      <Form
        className="sign-in-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(address === undefined);
          if (address !== undefined && online && !busy) find.mutate(address);
        }}
      >
        {failure && <Notice kind="error">{failureText(t, failure)}</Notice>}
        {!online && <Notice kind="offline">{t('auth.offline')}</Notice>}
        {find.data?.provider === null && <Notice kind="warning">{t('signOn.notRouted')}</Notice>}
        <TextField
          label={t('auth.email')}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
          isReadOnly={busy}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setTried(false);
            find.reset();
            go.reset();
          }}
          problem={tried ? t('registerForm_validEmail') : undefined}
        />
        <Button type="submit" kind="next" size="l" wide isPending={busy} isDisabled={!online}>
          {t('signOn.goOn')}
        </Button>
      </Form>
      {providers.length > 0 && (
        <Stack as="section" gap={3} className="sign-on-choices" aria-labelledby="sign-on-choices">
          <h2 id="sign-on-choices">{t('signOn.orChoose')}</h2>
          {providers.map((provider) => (
            <Button
              key={provider.id}
              icon={OrganisationIcon}
              size="l"
              wide
              isDisabled={!online || busy}
              onPress={() => go.mutate(provider)}
            >
              {provider.name}
            </Button>
          ))}
        </Stack>
      )}
      <LinkButton
        kind="quiet"
        icon={BackIcon}
        wide
        href={returnTo ? `/home?return_to=${encodeURIComponent(returnTo)}` : '/home'}
      >
        {t('signOn.withPassword')}
      </LinkButton>
    </AuthLayout>
  );
}
