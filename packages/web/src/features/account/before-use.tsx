// Steps required before the app can be used: the two-step sign-in the organisation requires, terms and privacy policy.
import { patchMe, type UserReply } from '@plumbline/core/features/auth/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { call } from '../../api/client.ts';
import { storeReply } from '../../shared/data/queries.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { AuthLayout } from '../../shared/session/auth-layout.tsx';
import { ME } from '../../shared/session/session.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SignOutIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { signOut } from '../auth/sign-out.ts';
import { useAccount } from './queries.ts';
import { StepContent } from './settings/second-step.tsx';
import { TermsBoxes } from './terms.tsx';
import '../../ui/layout/settings-section.css';

function LeaveButton() {
  const t = useT();
  return (
    <Button kind="quiet" wide icon={SignOutIcon} onPress={() => void signOut()}>
      {t('auth.leaveInstead')}
    </Button>
  );
}

function Terms({ user }: { user: UserReply }) {
  const t = useT();
  const cache = useQueryClient();
  const kinds = [
    ...(user.termsAndConditionsAccepted ? [] : (['terms'] as const)),
    ...(user.privacyPolicyAccepted ? [] : (['privacy'] as const)),
  ];
  const [accepted, setAccepted] = useState({ terms: false, privacy: false });
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      call(patchMe, {
        body: {
          ...(accepted.terms && { termsAndConditionsAccepted: true as const }),
          ...(accepted.privacy && { privacyPolicyAccepted: true as const }),
        },
      }),
    onSuccess: (now) => storeReply(cache, ME, now),
  });
  return (
    <AuthLayout title={t('account.termsTitle')} text={t('account.termsIntro')}>
      <Form
        className="sign-in-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (kinds.every((kind) => accepted[kind]) && !save.isPending) save.mutate();
        }}
      >
        <TermsBoxes
          kinds={kinds}
          accepted={accepted}
          onChange={(change) => setAccepted((now) => ({ ...now, ...change }))}
          problem={tried ? t('account.acceptNeeded') : undefined}
        />
        {save.isError && <Notice kind="error">{failureText(t, save.error)}</Notice>}
        <Button type="submit" kind="next" size="l" wide isPending={save.isPending}>
          {t('account.goOn')}
        </Button>
        <LeaveButton />
      </Form>
    </AuthLayout>
  );
}

function ForcedStep() {
  const t = useT();
  const account = useAccount();
  const cache = useQueryClient();
  const [kind, setKind] = useState<'otp' | 'sms'>();
  const needsSms = account.data?.requireSms ?? false;
  const chosen: ReactNode = kind && (
    <StepContent
      key={kind}
      action={kind}
      phone={account.data?.phone ?? ''}
      onDone={() => void cache.invalidateQueries()}
    />
  );
  return (
    <AuthLayout title={t('account.forcedTitle')} text={t('account.forcedText')}>
      {chosen ?? (
        <div className="sign-in-form">
          {!needsSms && (
            <Button kind="next" size="l" wide onPress={() => setKind('otp')}>
              {t('account.kind.otp')}
            </Button>
          )}
          <Button kind={needsSms ? 'next' : 'default'} size="l" wide onPress={() => setKind('sms')}>
            {t('account.kind.sms')}
          </Button>
        </div>
      )}
      <LeaveButton />
    </AuthLayout>
  );
}

export function BeforeUse({ user }: { user: UserReply }) {
  return user.secondStepMissing ? <ForcedStep /> : <Terms user={user} />;
}
