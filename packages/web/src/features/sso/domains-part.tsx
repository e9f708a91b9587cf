// The email domains that lead to a provider, and how each is verified.
import {
  addDomain,
  domain as domainSchema,
  type Provider,
  type ProviderDomain,
  proveDomain,
  removeDomain,
} from '@plumbline/core/features/sso/contract';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { fieldProblem } from '../../shared/data/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { AddIcon, CheckIcon, DeleteIcon } from '../../ui/icons.tsx';
import { Row, Stack } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';
import { CopiedFact } from './copied-fact.tsx';
import { proofKey } from './domain-proof.ts';
import { problemText } from './problem-text.ts';
import { useProviderChange } from './queries.ts';

function DomainRow({ providerId, one }: { providerId: string; one: ProviderDomain }) {
  const t = useT();
  const prove = useProviderChange(proveDomain, providerId);
  const remove = useProviderChange(removeDomain, providerId);
  const params = { providerId, domainId: one.id };
  const failure = prove.error ?? remove.error;
  return (
    <Row as="li" gap={3} align="start" pad={3} shrink corner="m" edge className="sign-on-row">
      <Stack gap={1} shrink grow>
        <strong>{one.domain}</strong>
        {one.provenBy !== null ? (
          <Tag icon={CheckIcon}>{t(proofKey(one.provenBy))}</Tag>
        ) : (
          <>
            <Tag>{t(proofKey(one.provenBy))}</Tag>
            <span>{t('signOn.proofText')}</span>
            <Stack as="dl" gap={3}>
              <CopiedFact label={t('signOn.recordName')} value={one.record.name} />
              <CopiedFact label={t('signOn.recordValue')} value={one.record.value} />
            </Stack>
            {failure && <Notice kind="error">{problemText(t, failure)}</Notice>}
            <Button isPending={prove.isPending} onPress={() => prove.mutate({ params })}>
              {t('signOn.check')}
            </Button>
          </>
        )}
      </Stack>
      <IconButton
        icon={DeleteIcon}
        label={t('signOn.removeDomain', { domain: one.domain })}
        isDisabled={remove.isPending}
        onPress={() => remove.mutate({ params })}
      />
    </Row>
  );
}

export function DomainsPart({ provider }: { provider: Provider }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const add = useProviderChange(addDomain, provider.id, () => {
    setTyped('');
    setTried(false);
  });
  // People paste whole email addresses.
  const requested = domainSchema.safeParse(typed.trim().replace(/^.*@/u, '')).data;
  return (
    <Stack as="section" gap={3} justify="start" shrink className="sign-on-part">
      <h3>{t('signOn.domains')}</h3>
      <p>{t('signOn.domainsText')}</p>
      {provider.domains.length > 0 && (
        <Stack as="ul" gap={3}>
          {provider.domains.map((one) => (
            <DomainRow key={one.id} providerId={provider.id} one={one} />
          ))}
        </Stack>
      )}
      <Row
        as={Form}
        gap={3}
        align="end"
        wrap
        className="sign-on-line"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (requested !== undefined && !add.isPending) {
            add.mutate({ params: { providerId: provider.id }, body: { domain: requested } });
          }
        }}
      >
        <TextField
          label={t('signOn.domain')}
          placeholder="example.org"
          inputMode="url"
          value={typed}
          onChange={(value) => {
            setTyped(value);
            add.reset();
          }}
          problem={
            tried && typed !== '' && requested === undefined
              ? t('outcome.NOT_VALID')
              : fieldProblem(t, add.error, 'domain')
          }
        />
        <Button type="submit" icon={AddIcon} isPending={add.isPending} isDisabled={typed.trim() === ''}>
          {t('signOn.addDomain')}
        </Button>
      </Row>
    </Stack>
  );
}
