// Password reset: request a link by email, then set a new password
// from it. Also covers users who have lost their second step.
import {
  askPasswordReset,
  checkPasswordReset,
  LOST_STEP,
  resetPassword,
} from '@plumbline/core/features/account/entry-contract';
import { email as emailSchema } from '@plumbline/core/features/auth/contract';
import { PASSWORD_POLICY } from '@plumbline/core/features/auth/password-policy';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import { call } from '../../api/client.ts';
import { Refusal } from '../../api/failure.ts';
import { failureText, fieldProblem } from '../../shared/data/shown-failure.ts';
import { AuthLayout } from '../../shared/session/auth-layout.tsx';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { RadioGroup } from '../../ui/choices/radio-group.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useT } from '../../ui/translation.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { digitsOf } from '../auth/sign-in/credentials.ts';
import { BackToSignIn } from './back-to-sign-in.tsx';
import { NewPasswordFields, newPasswordProblems } from './new-password.tsx';

function AskForLink() {
  const t = useT();
  const online = useOnline();
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState(false);
  const ask = useMutation({ mutationFn: () => call(askPasswordReset, { query: { email: email.trim() } }) });
  if (ask.isSuccess) {
    return (
      <AuthLayout title={t('account.resetSent')} text={t('account.resetSentText', { email: email.trim() })}>
        <LinkButton kind="brand" size="l" wide href="/home">
          {t('account.toSignIn')}
        </LinkButton>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('account.forgotTitle')} text={t('account.forgotText')}>
      <Form
        className="sign-in-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          const fits = emailSchema.safeParse(email.trim()).success;
          setWrong(!fits);
          if (fits && online && !ask.isPending) ask.mutate();
        }}
      >
        <TextField
          label={t('auth.email')}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
          isReadOnly={ask.isPending}
          value={email}
          onChange={(value) => {
            setEmail(value);
            setWrong(false);
          }}
          problem={wrong ? t('registerForm_validEmail') : undefined}
        />
        {!online && <Notice kind="offline">{t('auth.offline')}</Notice>}
        {ask.isError && <Notice kind="error">{failureText(t, ask.error)}</Notice>}
        <Button type="submit" kind="next" size="l" wide isPending={ask.isPending} isDisabled={!online}>
          {t('account.sendLink')}
        </Button>
        <BackToSignIn />
      </Form>
    </AuthLayout>
  );
}

type LostStep = (typeof LOST_STEP)[number];

function SetNewPassword({ token }: { token: string }) {
  const t = useT();
  const [entered, setEntered] = useState({ password: '', repeat: '' });
  const [secondStep, setSecondStep] = useState<LostStep>('keep');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  // Only the server can check the password against the user's names: the link does not reveal whose account it is.
  const person = { firstName: '', lastName: '', username: '' };
  const needs = useQuery({
    queryKey: ['passwordReset', token],
    queryFn: () => call(checkPasswordReset, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const least = needs.data?.passwordMinLength ?? PASSWORD_POLICY.minLength;
  const problems = newPasswordProblems(entered, person, least);
  const codeMissing = secondStep === 'recovery' && code.length !== 12;
  const reset = useMutation({
    mutationFn: () =>
      call(resetPassword, {
        body: {
          token,
          password: entered.password,
          secondStep,
          ...(secondStep === 'recovery' && { recoveryCode: code }),
        },
      }),
  });
  if (reset.isSuccess) {
    const { secondStepEndsAt } = reset.data;
    return (
      <AuthLayout
        title={t('account.resetDone')}
        text={
          secondStepEndsAt
            ? t('account.resetDoneLater', { when: t.dateTime(new Date(secondStepEndsAt)) })
            : t('account.resetDoneText')
        }
      >
        <LinkButton kind="next" size="l" wide href="/home">
          {t('account.toSignIn')}
        </LinkButton>
      </AuthLayout>
    );
  }
  const dead = [reset.error, needs.error].some((one) => one instanceof Refusal && one.code === 'link_used');
  if (dead) {
    return (
      <AuthLayout title={t('account.linkTitle')}>
        <Notice kind="error">{t('error.link_used')}</Notice>
        <Button kind="next" size="l" wide onPress={() => location.assign('/forgotPassword')}>
          {t('account.newLink')}
        </Button>
        <BackToSignIn />
      </AuthLayout>
    );
  }
  const error = reset.error ?? needs.error;
  const refused = error instanceof Refusal ? error : undefined;
  return (
    <AuthLayout title={t('account.resetTitle')}>
      <Form
        className="sign-in-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (Object.keys(problems).length === 0 && !codeMissing && !reset.isPending) reset.mutate();
        }}
      >
        <NewPasswordFields
          entered={entered}
          person={person}
          minLength={least}
          autoFocus
          problems={tried ? problems : {}}
          isReadOnly={reset.isPending}
          onChange={(change) => setEntered((now) => ({ ...now, ...change }))}
        />
        <details onToggle={({ currentTarget }) => setSecondStep(currentTarget.open ? 'recovery' : 'keep')}>
          <summary>{t('account.lostStep')}</summary>
          <RadioGroup
            label={t('account.lostStepLabel')}
            hideLabel
            value={secondStep}
            onChange={setSecondStep}
            choices={LOST_STEP.filter((id) => id !== 'keep').map((id) => ({
              id,
              label: t(`account.lostStep.${id}`),
              help: t(`account.lostStepText.${id}`),
            }))}
          />
        </details>
        {secondStep === 'recovery' && (
          <TextField
            label={t('account.recoveryCode')}
            inputMode="numeric"
            autoComplete="off"
            value={code}
            onChange={(text) => setCode(digitsOf(text))}
            problem={
              (tried && codeMissing) || refused?.field('recoveryCode') ? t('account.recoveryCodeRule') : undefined
            }
            help={t('account.recoveryCodeRule')}
          />
        )}
        {error && <Notice kind="error">{fieldProblem(t, error, 'password') ?? failureText(t, error)}</Notice>}
        <Button type="submit" kind="next" size="l" wide isPending={reset.isPending}>
          {t('account.setPassword')}
        </Button>
      </Form>
    </AuthLayout>
  );
}

const TOKEN = /^[\w-]{20,128}$/u;

export function ForgotScreen(): ReactNode {
  const { history } = useRouter();
  const hash = useRouterState({ select: (router) => router.location.hash });
  // Kept in state and removed from the address, so that the token is not visible on screen or in the history.
  const [token, setToken] = useState<string>();
  useEffect(() => {
    if (!TOKEN.test(hash)) return;
    setToken(hash);
    history.replace('/forgotPassword');
  }, [hash, history]);
  if (token !== undefined) return <SetNewPassword key={token} token={token} />;
  return TOKEN.test(hash) ? null : <AskForLink />;
}
