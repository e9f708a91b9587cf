// What the organisation asks of everybody who signs in; for its administrators.
import { changeSignInPolicy, readSignInPolicy } from '@plumbline/core/features/account/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureText } from '../../app/shown-failure.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { useKeepAccount } from './queries.ts';
import { Section } from './section.tsx';
import { useInstance } from './terms.tsx';

const POLICY = ['signInPolicy'] as const;

export function OrganisationSection() {
  const t = useT();
  const cache = useQueryClient();
  const keep = useKeepAccount();
  const about = useInstance();
  const [asking, ask] = useState(false);
  const policy = useQuery({ queryKey: POLICY, queryFn: ({ signal }) => call(readSignInPolicy, {}, { signal }) });
  const save = useMutation({
    mutationFn: (body: { forceMfa?: boolean; requireSms?: boolean }) => call(changeSignInPolicy, { body }),
    onSuccess: (now) => {
      cache.setQueryData(POLICY, now);
      keep();
    },
    onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
    onSettled: () => ask(false),
  });
  if (!policy.data) return null;
  const { forceMfa, requireSms } = policy.data;
  return (
    <Section id="organisation" title={t('account.policy')} text={t('account.policyText')}>
      <Switch
        isSelected={forceMfa}
        isDisabled={save.isPending}
        onChange={(on) => (on ? ask(true) : save.mutate({ forceMfa: false }))}
      >
        {t('account.forceMfa')}
      </Switch>
      {forceMfa && (about.data?.sms || requireSms) && (
        <Switch isSelected={requireSms} isDisabled={save.isPending} onChange={(on) => save.mutate({ requireSms: on })}>
          {t('account.requireSms')}
        </Switch>
      )}
      <ConfirmDialog
        title={t('account.forceMfa')}
        confirm={t('account.turnOn')}
        isOpen={asking}
        isBusy={save.isPending}
        onCancel={() => ask(false)}
        onConfirm={() => save.mutate({ forceMfa: true })}
      >
        {t('account.forceMfaText')}
      </ConfirmDialog>
    </Section>
  );
}
