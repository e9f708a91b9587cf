// Sign-in policies that apply to everyone in the organisation: second factor, passwords, session length, networks.
import { isNetwork, MAX_NETWORKS, type SignInPolicy } from '@plumbline/core/features/account/sign-in-policy-contract';
import { PASSWORD_POLICY } from '@plumbline/core/features/auth/password-policy';
import { useState } from 'react';
import { failureText, shownFailure } from '../../shared/data/shown-failure.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { useUnsavedScreen } from '../../shared/navigation/unsaved.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Switch } from '../../ui/choices/switch.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Box, Stack } from '../../ui/layout/primitives.tsx';
import { Section } from '../../ui/layout/settings-section.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { useInstance } from '../account/terms.tsx';
import { LimitField } from './limit-field.tsx';
import { useChangePolicy, usePolicy } from './use-organisation.ts';

type NetworksSectionProps = {
  networks: readonly string[];
  isBusy: boolean;
  onSave: (networks: string[]) => void;
};

/** The networks from which people can use the organisation. */
function NetworksSection({ networks, isBusy, onSave }: NetworksSectionProps) {
  const t = useT();
  const saved = networks.join('\n');
  // Starts again from what is stored once that changes.
  const [draft, setDraft] = useState({ saved, text: saved });
  const text = draft.saved === saved ? draft.text : saved;
  const entered = [...new Set(text.split(/[\s,;]+/u).filter(Boolean))];
  const wrong = entered.find((one) => !isNetwork(one));
  const dirty = entered.join('\n') !== saved;
  const question = useUnsavedScreen(dirty);
  return (
    <Section id="policy-networks" title={t('organisation.networks')} text={t('organisation.networksText')}>
      <Stack gap={4}>
        <TextArea
          label={t('organisation.networksLabel')}
          help={t('organisation.networksHelp')}
          problem={wrong === undefined ? undefined : t('organisation.networksProblem', { text: wrong })}
          value={text}
          onChange={(next) => setDraft({ saved, text: next })}
        />
        {dirty && <Notice>{t('organisation.policyNew')}</Notice>}
        <div>
          <Button
            kind="next"
            isPending={isBusy}
            isDisabled={!dirty || wrong !== undefined || entered.length > MAX_NETWORKS}
            onPress={() => onSave(entered)}
          >
            {t('people.save')}
          </Button>
        </div>
      </Stack>
      {question}
    </Section>
  );
}

/** Days; the default where the organisation sets nothing. */
const SESSION_DAYS = 30;
const IDLE_DAYS = 14;

export function PoliciesTab() {
  const t = useT();
  const policy = usePolicy();
  if (!policy.data) {
    return policy.error ? (
      <ErrorView failure={shownFailure(t, policy.error)} onRetry={() => void policy.refetch()} />
    ) : (
      <Skeleton lines={8} />
    );
  }
  return <Policies policy={policy.data} />;
}

type Numbers = Pick<SignInPolicy, 'passwordMinLength' | 'sessionDays' | 'sessionIdleDays'>;

function Policies({ policy }: { policy: SignInPolicy }) {
  const t = useT();
  const about = useInstance();
  const change = useChangePolicy();
  const [asking, ask] = useState(false);
  const [draft, setDraft] = useState<Partial<Numbers>>({});
  const numbers: Numbers = { ...policy, ...draft };
  const save = (body: Partial<SignInPolicy>) =>
    change.mutate(body, {
      onSuccess: () => {
        setDraft({});
        showToast({ kind: 'success', text: t('organisation.policySaved') });
      },
      onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
      onSettled: () => ask(false),
    });
  const set = (part: Partial<Numbers>) => setDraft({ ...draft, ...part });
  const dirty = (Object.keys(draft) as (keyof Numbers)[]).some((field) => draft[field] !== policy[field]);
  const question = useUnsavedScreen(dirty);
  const reset = (
    <Button kind="next" isPending={change.isPending} isDisabled={!dirty} onPress={() => save(draft)}>
      {t('people.save')}
    </Button>
  );
  return (
    <Box most={880} className="policies">
      <ScreenHead title={t('organisation.title')} path={[{ id: 'organisation', label: t('organisation.title') }]} />
      <Section id="policy-step" title={t('account.secondStep')} text={t('organisation.stepText')}>
        <Stack gap={4}>
          <Switch
            isSelected={policy.forceMfa}
            isDisabled={change.isPending}
            onChange={(on) => (on ? ask(true) : save({ forceMfa: false }))}
          >
            {t('account.forceMfa')}
          </Switch>
          <Switch
            isSelected={policy.requireSms}
            isDisabled={change.isPending || !policy.forceMfa || !(about.data?.sms || policy.requireSms)}
            onChange={(on) => save({ requireSms: on })}
          >
            {t('account.requireSms')}
          </Switch>
          {about.data && !about.data.sms && <p className="ui-help">{t('organisation.noSms')}</p>}
        </Stack>
      </Section>
      <Section id="policy-password" title={t('auth.password')} text={t('organisation.passwordText')}>
        <Stack gap={4}>
          <LimitField
            label={t('organisation.passwordLength')}
            help={t('organisation.passwordLengthHelp', { min: PASSWORD_POLICY.minLength })}
            minValue={PASSWORD_POLICY.minLength}
            maxValue={64}
            value={numbers.passwordMinLength}
            onChange={(passwordMinLength) => set({ passwordMinLength })}
          />
        </Stack>
      </Section>
      <Section id="policy-session" title={t('organisation.sessions')} text={t('organisation.sessionsText')}>
        <Stack gap={4}>
          <LimitField
            label={t('organisation.sessionDays')}
            help={t('organisation.sessionDaysHelp', { days: SESSION_DAYS })}
            minValue={1}
            maxValue={365}
            value={numbers.sessionDays}
            onChange={(sessionDays) => set({ sessionDays })}
          />
          <LimitField
            label={t('organisation.sessionIdle')}
            help={t('organisation.sessionIdleHelp', { days: IDLE_DAYS })}
            minValue={1}
            maxValue={365}
            value={numbers.sessionIdleDays}
            onChange={(sessionIdleDays) => set({ sessionIdleDays })}
          />
          {dirty && <Notice>{t('organisation.policyNew')}</Notice>}
          <div>{reset}</div>
        </Stack>
      </Section>
      <NetworksSection networks={policy.networks} isBusy={change.isPending} onSave={(networks) => save({ networks })} />
      <ConfirmDialog
        title={t('account.forceMfa')}
        confirm={t('account.turnOn')}
        isOpen={asking}
        isBusy={change.isPending}
        onCancel={() => ask(false)}
        onConfirm={() => save({ forceMfa: true })}
      >
        {t('account.forceMfaText')}
      </ConfirmDialog>
      {question}
    </Box>
  );
}
