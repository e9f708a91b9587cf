// Single sign-on settings of the organisation, for administrators.
import { useState } from 'react';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AddIcon, LockIcon } from '../../ui/icons.tsx';
import { Row, Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { ProviderCard } from './provider-card.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { useProviders } from './queries.ts';
import './sso.css';

export function SignOnTab() {
  const t = useT();
  const list = useProviders();
  const [adding, add] = useState(false);
  if (!list.data) {
    return list.error ? (
      <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton lines={6} />
    );
  }
  const { providers } = list.data;
  const button = (
    <Button kind="next" icon={AddIcon} onPress={() => add(true)}>
      {t('signOn.add')}
    </Button>
  );
  return (
    <Stack gap={6} className="sign-on">
      {providers.length === 0 ? (
        <EmptyState icon={LockIcon} title={t('signOn.none')} action={button}>
          {t('signOn.intro')}
        </EmptyState>
      ) : (
        <>
          <Row gap={4} justify="between" wrap className="sign-on-head">
            <p>{t('signOn.intro')}</p>
            {button}
          </Row>
          {providers.map((provider) => (
            <ProviderCard key={provider.id} provider={provider} />
          ))}
        </>
      )}
      {adding && <ProviderDialog onClose={() => add(false)} />}
    </Stack>
  );
}
