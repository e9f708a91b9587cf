// SAML certificates of a provider: accepted signing certificates with their expiry dates, and a metadata refresh.
import {
  addCertificate,
  type Provider,
  type ProviderCertificate,
  readMetadataAgain,
  removeCertificate,
} from '@plumbline/core/features/sso/contract';
import { useState } from 'react';
import { fieldProblem } from '../../shared/data/shown-failure.ts';
import { FormDialog } from '../../shared/navigation/unsaved.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { AddIcon, DeleteIcon, SyncIcon, WarningIcon } from '../../ui/icons.tsx';
import { Row, Stack } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';
import { metadataProblem, problemText } from './problem-text.ts';
import { useProviderChange } from './queries.ts';

/** How long before its expiry a certificate is highlighted, in milliseconds (30 days). */
const EXPIRY_WARNING_MS = 30 * 86_400_000;

function CertificateRow({ provider, one, last }: { provider: Provider; one: ProviderCertificate; last: boolean }) {
  const t = useT();
  const remove = useProviderChange(removeCertificate, provider.id);
  const left = new Date(one.validTo).getTime() - Date.now();
  const key = left < 0 ? 'signOn.ended' : left < EXPIRY_WARNING_MS ? 'signOn.endsSoon' : 'signOn.validTo';
  const when = t(key, { date: t.date(new Date(one.validTo)) });
  return (
    <Row as="li" gap={3} align="start" pad={3} shrink corner="m" edge className="sign-on-row">
      <Stack gap={1} shrink grow>
        <strong>{one.subject}</strong>
        {left < EXPIRY_WARNING_MS ? <Tag icon={WarningIcon}>{when}</Tag> : <span>{when}</span>}
        <code>{one.fingerprint.slice(0, 32)}</code>
      </Stack>
      {!last && (
        <IconButton
          icon={DeleteIcon}
          label={t('signOn.removeCertificate')}
          isDisabled={remove.isPending}
          onPress={() => remove.mutate({ params: { providerId: provider.id, fingerprint: one.fingerprint } })}
        />
      )}
    </Row>
  );
}

function CertificateDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const t = useT();
  const [certificate, setCertificate] = useState('');
  const add = useProviderChange(addCertificate, provider.id, onClose);
  const problem = fieldProblem(t, add.error, 'certificate');
  return (
    <FormDialog
      title={t('signOn.addCertificate')}
      isOpen
      isBusy={add.isPending}
      onClose={onClose}
      actions={
        <Button
          kind="next"
          isPending={add.isPending}
          isDisabled={certificate.trim() === ''}
          onPress={() => add.mutate({ params: { providerId: provider.id }, body: { certificate } })}
        >
          {t('signOn.addCertificate')}
        </Button>
      }
    >
      <Stack gap={4}>
        {add.error && problem === undefined && <Notice kind="error">{problemText(t, add.error)}</Notice>}
        <TextArea
          label={t('signOn.certificate')}
          rows={8}
          value={certificate}
          onChange={(value) => {
            setCertificate(value);
            add.reset();
          }}
          problem={problem}
        />
      </Stack>
    </FormDialog>
  );
}

export function CertificatesPart({ provider }: { provider: Provider }) {
  const t = useT();
  const [adding, add] = useState(false);
  const again = useProviderChange(readMetadataAgain, provider.id);
  const { saml } = provider;
  if (!saml) return null;
  const known = saml.metadataProblem === null ? undefined : metadataProblem(t, saml.metadataProblem);
  const problem = again.error ? problemText(t, again.error) : known;
  return (
    <Stack as="section" gap={3} justify="start" shrink className="sign-on-part">
      <h3>{t('signOn.certificates')}</h3>
      <p>{t('signOn.certificatesText')}</p>
      {problem !== undefined && <Notice kind="warning">{problem}</Notice>}
      <Stack as="ul" gap={3}>
        {saml.certificates.map((certificate) => (
          <CertificateRow
            key={certificate.fingerprint}
            provider={provider}
            one={certificate}
            last={saml.certificates.length === 1}
          />
        ))}
      </Stack>
      <Row gap={3} align="end" wrap className="sign-on-line">
        <Button icon={AddIcon} onPress={() => add(true)}>
          {t('signOn.addCertificate')}
        </Button>
        {saml.metadataUrl !== null && (
          <Button
            kind="quiet"
            icon={SyncIcon}
            isPending={again.isPending}
            onPress={() => again.mutate({ params: { providerId: provider.id } })}
          >
            {t('signOn.readAgain')}
          </Button>
        )}
      </Row>
      {saml.metadataReadAt !== null && <p>{t('signOn.readAt', { when: t.dateTime(new Date(saml.metadataReadAt)) })}</p>}
      {adding && <CertificateDialog provider={provider} onClose={() => add(false)} />}
    </Stack>
  );
}
