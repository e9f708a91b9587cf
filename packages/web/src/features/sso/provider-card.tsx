// One identity provider with all its settings; switches apply immediately.
import {
  changeProvider,
  NEW_LICENCES,
  type NewLicence,
  type Provider,
  removeProvider,
  testProvider,
} from '@plumbline/core/features/sso/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { Switch } from '../../ui/choices/switch.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { DeleteIcon, EditIcon, PlayIcon } from '../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { CertificatesPart } from './certificates-part.tsx';
import { CopiedFact } from './copied-fact.tsx';
import { DomainsPart } from './domains-part.tsx';
import { problemText } from './problem-text.ts';
import { ProviderDialog } from './provider-dialog.tsx';
import { scopeOf, useProviderChange } from './queries.ts';

type Flag = 'active' | 'listed' | 'fromPortal' | 'createUsers' | 'createProjects' | 'required';

function SwitchesPart({ provider }: { provider: Provider }) {
  const t = useT();
  const change = useProviderChange(changeProvider, provider.id);
  const set = (body: Partial<Record<Flag, boolean>> & { newLicence?: NewLicence }) =>
    change.mutate(
      { params: { providerId: provider.id }, body },
      { onError: (error) => showToast({ kind: 'error', text: problemText(t, error) }) },
    );
  const shown: readonly { flag: Flag; help?: string }[] = [
    { flag: 'active', help: t('signOn.activeHelp') },
    { flag: 'listed', help: t('signOn.listedHelp') },
    ...(provider.kind === 'saml' ? [{ flag: 'fromPortal' } as const] : []),
    { flag: 'createUsers', help: t('signOn.createUsersHelp') },
    ...(provider.createUsers ? [{ flag: 'createProjects' } as const] : []),
    { flag: 'required', help: t('signOn.requiredHelp') },
  ];
  return (
    <Stack as="section" gap={3} justify="start" shrink className="sign-on-part">
      <h3>{t('signOn.settings')}</h3>
      {shown.map(({ flag, help }) => (
        <Switch
          key={flag}
          isSelected={provider[flag]}
          isDisabled={change.isPending}
          help={help}
          onChange={(on) => set({ [flag]: on })}
        >
          {t(`signOn.${flag}`)}
        </Switch>
      ))}
      {provider.createUsers && (
        <Select
          label={t('signOn.newLicence')}
          choices={NEW_LICENCES.map((id) => ({ id, label: t(`signOn.licence.${id}`) }))}
          value={provider.newLicence}
          isDisabled={change.isPending}
          onChange={(id) => {
            const newLicence = NEW_LICENCES.find((one) => one === id);
            if (newLicence) set({ newLicence });
          }}
        />
      )}
    </Stack>
  );
}

function AttributesPart({ provider }: { provider: Provider }) {
  const t = useT();
  const [entered, setEntered] = useState(provider.attributes);
  const change = useProviderChange(changeProvider, provider.id, () =>
    showToast({ kind: 'success', text: t('signOn.saved') }),
  );
  const same = (['email', 'firstName', 'lastName'] as const).every((one) => entered[one] === provider.attributes[one]);
  const field = (name: keyof typeof entered, label: string) => (
    <TextField
      label={label}
      maxLength={200}
      value={entered[name]}
      onChange={(value) => setEntered((now) => ({ ...now, [name]: value }))}
    />
  );
  return (
    <Stack as="section" gap={3} justify="start" shrink className="sign-on-part">
      <h3>{t('signOn.attributes')}</h3>
      <p>{t('signOn.attributesText')}</p>
      {field('email', t('signOn.attributeEmail'))}
      {field('firstName', t('signOn.attributeFirstName'))}
      {field('lastName', t('signOn.attributeLastName'))}
      <Button
        isDisabled={same}
        isPending={change.isPending}
        onPress={() => change.mutate({ params: { providerId: provider.id }, body: { attributes: entered } })}
      >
        {t('signOn.save')}
      </Button>
    </Stack>
  );
}

function FactsPart({ provider }: { provider: Provider }) {
  const t = useT();
  const { saml, oidc, ours } = provider;
  return (
    <>
      <Stack as="section" gap={3} justify="start" shrink className="sign-on-part">
        <h3>{t('signOn.ours')}</h3>
        <p>{t('signOn.oursText')}</p>
        <Stack as="dl" gap={3}>
          {saml && (
            <CopiedFact label={`${t('signOn.ourMetadata')}, ${t('signOn.entityId')}`} value={ours.metadataUrl} />
          )}
          <CopiedFact label={t(saml ? 'signOn.answerUrl' : 'signOn.redirectUrl')} value={ours.answerUrl} />
          <CopiedFact label={t(saml ? 'signOn.logoutUrl' : 'signOn.afterLogoutUrl')} value={ours.logoutUrl} />
          {ours.backChannelUrl && <CopiedFact label={t('signOn.backChannelUrl')} value={ours.backChannelUrl} />}
          <CopiedFact label={t('signOn.startUrl')} value={ours.startUrl} />
        </Stack>
      </Stack>
      <Stack as="section" gap={3} justify="start" shrink className="sign-on-part">
        <h3>{t('signOn.theirs')}</h3>
        <Stack as="dl" gap={3}>
          {saml && <CopiedFact label={t('signOn.entityId')} value={saml.entityId} />}
          {saml && <CopiedFact label={t('signOn.signOnUrl')} value={saml.signOnUrl} />}
          {saml?.logoutUrl && <CopiedFact label={t('signOn.logoutUrl')} value={saml.logoutUrl} />}
          {oidc && <CopiedFact label={t('signOn.issuer')} value={oidc.issuer} />}
          {oidc && <CopiedFact label={t('signOn.clientId')} value={oidc.clientId} />}
        </Stack>
      </Stack>
    </>
  );
}

export function ProviderCard({ provider }: { provider: Provider }) {
  const t = useT();
  const [open, setOpen] = useState<'connection' | 'removing'>();
  const close = () => setOpen(undefined);
  const remove = useProviderChange(removeProvider, provider.id, close);
  const params = { providerId: provider.id };
  const test = useMutation({
    scope: scopeOf(provider.id),
    mutationFn: () => call(testProvider, { params }),
    onSuccess: ({ location }) => globalThis.location.assign(location),
    onError: (error) => showToast({ kind: 'error', text: problemText(t, error) }),
  });
  const used =
    provider.lastUsedAt === null ? [] : [t('signOn.lastUsed', { when: t.dateTime(new Date(provider.lastUsedAt)) })];
  return (
    <Stack as="article" gap={6} pad={5} surface="surface" corner="m" edge aria-labelledby={`sign-on-${provider.id}`}>
      <Row gap={3} wrap className="sign-on-card-head">
        <div>
          <Text as="h2" size="l" breaks id={`sign-on-${provider.id}`}>
            {provider.name}
          </Text>
          <p>{[t(`signOn.${provider.kind}`), t('signOn.people', { count: provider.people }), ...used].join(' · ')}</p>
        </div>
        <Tag>{t(provider.active ? 'signOn.on' : 'signOn.off')}</Tag>
        <Button icon={PlayIcon} isPending={test.isPending || test.isSuccess} onPress={() => test.mutate()}>
          {t('signOn.test')}
        </Button>
        <Button kind="quiet" icon={EditIcon} onPress={() => setOpen('connection')}>
          {t(provider.kind === 'saml' ? 'signOn.replaceMetadata' : 'signOn.changeOidc')}
        </Button>
        <Button kind="quiet" icon={DeleteIcon} onPress={() => setOpen('removing')}>
          {t('signOn.remove')}
        </Button>
      </Row>
      <Grid columns="fit" min={320} gap="6 8">
        <DomainsPart provider={provider} />
        <SwitchesPart provider={provider} />
        <CertificatesPart provider={provider} />
        <FactsPart provider={provider} />
        <AttributesPart provider={provider} />
      </Grid>
      {open === 'connection' && <ProviderDialog provider={provider} onClose={close} />}
      <ConfirmDialog
        title={t('signOn.remove')}
        confirm={t('signOn.remove')}
        danger
        isOpen={open === 'removing'}
        isBusy={remove.isPending}
        onCancel={close}
        onConfirm={() => remove.mutate({ params })}
      >
        {t('signOn.removeText', { name: provider.name })}
      </ConfirmDialog>
    </Stack>
  );
}
