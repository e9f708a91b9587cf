// The email domains that organisations have added for single sign-on, which the operator can approve.

import { approveDomain, type DomainClaim, operatorDomains } from '@plumbline/core/features/sso/sign-on-contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { storeReply } from '../../shared/data/queries.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { proofKey } from '../sso/domain-proof.ts';
import { OperatorSection } from './operator-section.tsx';

type Decision = { domainId: string; approved: boolean };

/** A domain that its owner has verified needs no decision. */
function DecisionButton({ claim, decide }: { claim: DomainClaim; decide: (decision: Decision) => void }) {
  const t = useT();
  const { id: domainId, domain, provenBy } = claim;
  if (provenBy === 'dns') return null;
  const approved = provenBy === null;
  return (
    <Button onPress={() => decide({ domainId, approved })}>
      {t(approved ? 'operator.approveDomain' : 'operator.revokeDomain', { domain })}
    </Button>
  );
}

export function DomainsSection({ operatorKey: key }: { operatorKey: string }) {
  const t = useT();
  const client = useQueryClient();
  const queryKey = ['operator', 'domains'];
  const read = useQuery({ queryKey, queryFn: () => call(operatorDomains, { body: { key } }), gcTime: 0 });
  const decide = useMutation({
    mutationFn: (decision: Decision) => call(approveDomain, { body: { key, ...decision } }),
    onSuccess: (reply) => storeReply(client, queryKey, reply),
  });
  const failure = decide.error ?? read.error;
  return (
    <OperatorSection id="domains" title={t('signOn.domains')} text={t('operator.domainsText')}>
      {failure && <Notice kind="error">{failureText(t, failure)}</Notice>}
      {read.data?.domains.length === 0 && <Text ink={2}>{t('operator.noDomains')}</Text>}
      <ul className="operator-jobs">
        {read.data?.domains.map((claim) => (
          <Row as="li" key={claim.id} gap={4} justify="between" wrap>
            <Stack gap={1}>
              <strong>{claim.domain}</strong>
              <Text size="s" ink={2}>
                {inOneLine([claim.organisation, t(proofKey(claim.provenBy))])}
              </Text>
            </Stack>
            <DecisionButton claim={claim} decide={decide.mutate} />
          </Row>
        ))}
      </ul>
    </OperatorSection>
  );
}
