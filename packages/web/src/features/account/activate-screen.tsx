// Activates an account from an emailed link: users who registered or were invited set their password here.
import { ACTIVATIONS, activate, checkActivation } from '@plumbline/core/features/account/entry-contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { call } from '../../api/client.ts';
import { Refusal } from '../../api/failure.ts';
import { failureText, fieldProblem } from '../../shared/data/shown-failure.ts';
import { browserTimeZone } from '../../shared/i18n/browser-time-zone.ts';
import { AuthLayout } from '../../shared/session/auth-layout.tsx';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Grid } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { NewPasswordFields, newPasswordProblems } from './new-password.tsx';
import { TermsBoxes } from './terms.tsx';

type Type = (typeof ACTIVATIONS)[number];
type InvitedUser = {
  email: string;
  firstName: string;
  lastName: string;
  organisationName: string;
  passwordMinLength: number;
};

function Activation({ type, token, whom }: { type: Type; token: string; whom: InvitedUser }) {
  const t = useT();
  const go = useNavigate();
  const invited = type === 'invited';
  const [names, setNames] = useState({ firstName: whom.firstName, lastName: whom.lastName });
  const [entered, setEntered] = useState({ password: '', repeat: '' });
  // Users who registered already accepted both in the registration form.
  const [accepted, setAccepted] = useState({ terms: !invited, privacy: !invited });
  const [tried, setTried] = useState(false);
  const person = { ...names, username: whom.email };
  const problems = newPasswordProblems(entered, person, whom.passwordMinLength);
  const ready = Object.keys(problems).length === 0 && names.firstName.trim() !== '' && names.lastName.trim() !== '';
  const open = useMutation({
    mutationFn: () =>
      call(activate, {
        body: {
          type,
          token,
          password: entered.password,
          ...(invited && names),
          accepted: true,
          timeZone: browserTimeZone(),
        },
      }),
    onSuccess: () => void go({ to: '/home/{-$mode}/{-$token}', params: { mode: 'activated' } }),
  });
  const required = (value: string) => (tried && value.trim() === '' ? t('outcome.REQUIRED') : undefined);
  return (
    <AuthLayout
      title={t(invited ? 'account.invitedTitle' : 'account.activateTitle', { organisation: whom.organisationName })}
      text={t('account.activateText', { email: whom.email })}
    >
      <Form
        className="sign-in-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (ready && accepted.terms && accepted.privacy && !open.isPending) open.mutate();
        }}
      >
        <input type="hidden" name="username" autoComplete="username" value={whom.email} readOnly />
        {invited && (
          <Grid columns="fit" min={180} gap={4} align="start">
            <TextField
              label={t('account.firstName')}
              autoComplete="given-name"
              maxLength={100}
              value={names.firstName}
              onChange={(firstName) => setNames({ ...names, firstName })}
              problem={required(names.firstName)}
            />
            <TextField
              label={t('account.lastName')}
              autoComplete="family-name"
              maxLength={100}
              value={names.lastName}
              onChange={(lastName) => setNames({ ...names, lastName })}
              problem={required(names.lastName)}
            />
          </Grid>
        )}
        <NewPasswordFields
          entered={entered}
          person={person}
          minLength={whom.passwordMinLength}
          problems={tried ? problems : {}}
          isReadOnly={open.isPending}
          onChange={(change) => setEntered((now) => ({ ...now, ...change }))}
        />
        {invited && (
          <TermsBoxes
            accepted={accepted}
            onChange={(change) => setAccepted((now) => ({ ...now, ...change }))}
            problem={tried ? t('account.acceptNeeded') : undefined}
          />
        )}
        {open.isError && (
          <Notice kind="error">{fieldProblem(t, open.error, 'password') ?? failureText(t, open.error)}</Notice>
        )}
        <Button type="submit" kind="next" size="l" wide isPending={open.isPending}>
          {t('account.activate')}
        </Button>
      </Form>
    </AuthLayout>
  );
}

export function ActivateScreen({ type, token }: { type: string; token: string }) {
  const t = useT();
  const known = ACTIVATIONS.find((activation) => activation === type);
  const whom = useQuery({
    queryKey: ['activation', type, token],
    queryFn: () => call(checkActivation, { body: { type: known ?? 'register', token } }),
    enabled: known !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (whom.data && known) return <Activation type={known} token={token} whom={whom.data} />;
  if (known !== undefined && !whom.isError) {
    return (
      <AuthLayout title={t('account.activating')}>
        <Skeleton lines={4} />
      </AuthLayout>
    );
  }
  const late = known === undefined || whom.error instanceof Refusal;
  return (
    <AuthLayout title={t('account.linkTitle')}>
      <Notice kind="error">
        {late && !(whom.error instanceof Refusal && whom.error.code === 'rate_limited')
          ? t('account.activationWrong')
          : failureText(t, whom.error)}
      </Notice>
      <LinkButton kind="brand" wide href="/home">
        {t('account.toSignIn')}
      </LinkButton>
    </AuthLayout>
  );
}
