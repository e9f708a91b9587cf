// Adds an identity provider or reconnects one: SAML by its metadata, OpenID Connect by its issuer.
import {
  changeProvider,
  createProvider,
  MAX_METADATA_BYTES,
  type Provider,
} from '@plumbline/core/features/sso/contract';
import { useId, useState } from 'react';
import { FileTrigger, Form } from 'react-aria-components';
import { FormDialog } from '../../shared/navigation/unsaved.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { RadioGroup } from '../../ui/choices/radio-group.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FileIcon } from '../../ui/icons.tsx';
import { Row, Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { problemText } from './problem-text.ts';
import { useProviderChange } from './queries.ts';

type Entered = {
  kind: 'saml' | 'oidc';
  name: string;
  from: 'url' | 'file';
  metadataUrl: string;
  file: { name: string; text: string } | undefined;
  issuer: string;
  clientId: string;
  clientSecret: string;
};

const isAddress = (text: string): boolean => /^https?:$/u.test(URL.parse(text.trim())?.protocol ?? '');

/** The fields that are missing or invalid. */
function missing(entered: Entered, present: Provider | undefined): Set<keyof Entered> {
  const { kind, name, from, metadataUrl, file, issuer, clientId } = entered;
  const found = new Set<keyof Entered>();
  if (!present && name.trim() === '') found.add('name');
  if (kind === 'saml' && from === 'url' && !isAddress(metadataUrl)) found.add('metadataUrl');
  if (kind === 'saml' && from === 'file' && !file) found.add('file');
  if (kind === 'oidc' && !isAddress(issuer)) found.add('issuer');
  if (kind === 'oidc' && clientId.trim() === '') found.add('clientId');
  return found;
}

const sourceOf = ({ from, metadataUrl, file }: Entered) =>
  from === 'url' ? { metadataUrl: metadataUrl.trim() } : { metadata: file?.text ?? '' };

type FieldsProps = {
  entered: Entered;
  enter: (change: Partial<Entered>) => void;
  problem: (field: keyof Entered) => string | undefined;
};

function SamlFields({ entered, enter, problem }: FieldsProps) {
  const t = useT();
  return (
    <>
      <RadioGroup
        label={t('signOn.metadataFrom')}
        value={entered.from}
        onChange={(from) => enter({ from })}
        choices={[
          { id: 'url', label: t('signOn.fromUrl'), help: t('signOn.fromUrlHelp') },
          { id: 'file', label: t('signOn.fromFile') },
        ]}
      />
      {entered.from === 'url' ? (
        <TextField
          label={t('signOn.metadataUrl')}
          type="url"
          inputMode="url"
          value={entered.metadataUrl}
          onChange={(metadataUrl) => enter({ metadataUrl })}
          problem={problem('metadataUrl')}
        />
      ) : (
        <Row gap={3} align="end" wrap className="sign-on-line">
          <FileTrigger
            acceptedFileTypes={['.xml', 'application/xml', 'text/xml', 'application/samlmetadata+xml']}
            onSelect={(files) => {
              const [file] = files ?? [];
              if (!file) return;
              if (file.size > MAX_METADATA_BYTES) enter({ file: { name: file.name, text: '<' } });
              else void file.text().then((text) => enter({ file: { name: file.name, text } }));
            }}
          >
            <Button icon={FileIcon}>{t('signOn.chooseFile')}</Button>
          </FileTrigger>
          <span>{entered.file?.name ?? problem('file')}</span>
        </Row>
      )}
    </>
  );
}

function OidcFields({ entered, enter, problem, kept }: FieldsProps & { kept: boolean }) {
  const t = useT();
  return (
    <>
      <TextField
        label={t('signOn.issuer')}
        type="url"
        inputMode="url"
        placeholder="https://login.example.org/realms/works"
        value={entered.issuer}
        onChange={(issuer) => enter({ issuer })}
        problem={problem('issuer')}
      />
      <TextField
        label={t('signOn.clientId')}
        autoComplete="off"
        value={entered.clientId}
        onChange={(clientId) => enter({ clientId })}
        problem={problem('clientId')}
      />
      <PasswordField
        label={t('signOn.clientSecret')}
        autoComplete="off"
        value={entered.clientSecret}
        onChange={(clientSecret) => enter({ clientSecret })}
        help={kept ? t('signOn.clientSecretKept') : undefined}
      />
    </>
  );
}

export function ProviderDialog({ provider, onClose }: { provider?: Provider; onClose: () => void }) {
  const t = useT();
  const form = useId();
  const [id] = useState(() => provider?.id ?? crypto.randomUUID());
  const [tried, setTried] = useState(false);
  const [entered, setEntered] = useState<Entered>({
    kind: provider?.kind ?? 'saml',
    name: provider?.name ?? '',
    from: provider?.saml && !provider.saml.metadataUrl ? 'file' : 'url',
    metadataUrl: provider?.saml?.metadataUrl ?? '',
    file: undefined,
    issuer: provider?.oidc?.issuer ?? '',
    clientId: provider?.oidc?.clientId ?? '',
    clientSecret: '',
  });
  const create = useProviderChange(createProvider, id, onClose);
  const change = useProviderChange(changeProvider, id, onClose);
  const busy = create.isPending || change.isPending;
  const failure = create.error ?? change.error;
  const wrong = missing(entered, provider);
  const enter = (partial: Partial<Entered>) => {
    setEntered((now) => ({ ...now, ...partial }));
    create.reset();
    change.reset();
  };
  const problem = (field: keyof Entered) =>
    tried && wrong.has(field)
      ? t(field === 'metadataUrl' || field === 'issuer' ? 'outcome.NOT_VALID' : 'outcome.REQUIRED')
      : undefined;
  const send = () => {
    setTried(true);
    if (wrong.size > 0 || busy) return;
    const { kind, clientSecret } = entered;
    const [name, issuer, clientId] = [entered.name.trim(), entered.issuer.trim(), entered.clientId.trim()];
    if (!provider) {
      const body =
        kind === 'saml'
          ? ({ kind, id, name, source: sourceOf(entered) } as const)
          : ({ kind, id, name, issuer, clientId, clientSecret } as const);
      create.mutate({ body });
    } else if (kind === 'saml') change.mutate({ params: { providerId: id }, body: { source: sourceOf(entered) } });
    else {
      const oidc = { issuer, clientId, ...(clientSecret !== '' && { clientSecret }) };
      change.mutate({ params: { providerId: id }, body: { oidc } });
    }
  };
  const title = !provider
    ? t('signOn.add')
    : t(provider.kind === 'saml' ? 'signOn.replaceMetadata' : 'signOn.changeOidc');
  return (
    <FormDialog
      title={title}
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" type="submit" form={form} isPending={busy}>
            {provider ? t('signOn.save') : t('signOn.add')}
          </Button>
        </>
      }
    >
      <Stack
        id={form}
        as={Form}
        gap={4}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {failure && <Notice kind="error">{problemText(t, failure)}</Notice>}
        {!provider && (
          <>
            <RadioGroup
              label={t('signOn.kind')}
              value={entered.kind}
              onChange={(kind) => enter({ kind })}
              choices={[
                { id: 'saml', label: t('signOn.saml'), help: t('signOn.samlHelp') },
                { id: 'oidc', label: t('signOn.oidc'), help: t('signOn.oidcHelp') },
              ]}
            />
            <TextField
              label={t('signOn.name')}
              help={t('signOn.nameHelp')}
              maxLength={100}
              value={entered.name}
              onChange={(name) => enter({ name })}
              problem={problem('name')}
            />
          </>
        )}
        {entered.kind === 'saml' ? (
          <SamlFields entered={entered} enter={enter} problem={problem} />
        ) : (
          <OidcFields entered={entered} enter={enter} problem={problem} kept={provider !== undefined} />
        )}
      </Stack>
    </FormDialog>
  );
}
