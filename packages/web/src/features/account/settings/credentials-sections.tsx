// Password and email address: changing either requires the current password.
import { type Account, changeEmail, changePassword } from '@plumbline/core/features/account/contract';
import { emailExists } from '@plumbline/core/features/account/entry-contract';
import { email as emailSchema } from '@plumbline/core/features/auth/contract';
import type { TextKey } from '@plumbline/locales/keys';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { call } from '../../../api/client.ts';
import { Refusal } from '../../../api/failure.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { Section } from '../../../ui/layout/settings-section.tsx';
import { useT } from '../../../ui/translation.tsx';
import { NewPasswordFields, newPasswordProblems } from '../new-password.tsx';
import { useKeepAccount } from '../queries.ts';

/** A section that is collapsed by default, since most users come for something else. */
function Unfolded({ label, children }: { label: string; children: (close: () => void) => React.ReactNode }) {
  const [open, setOpen] = useState<boolean>();
  const box = useRef<HTMLDivElement>(null);
  // Focus moves into the form that replaces the button, and back when it closes.
  useEffect(() => {
    if (open) box.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus();
  }, [open]);
  if (open) {
    return (
      <div ref={box} className="account-unfolded">
        {children(() => setOpen(false))}
      </div>
    );
  }
  return (
    <Button autoFocus={open === false} onPress={() => setOpen(true)}>
      {label}
    </Button>
  );
}

type PresentProps = { value: string; onChange: (value: string) => void; problem?: string | undefined; label?: TextKey };

export function PresentPassword({ value, onChange, problem, label = 'account.presentPassword' }: PresentProps) {
  const t = useT();
  return (
    <PasswordField
      label={t(label)}
      name="current-password"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
      problem={problem}
    />
  );
}

const isWrongPassword = (error: unknown): boolean => error instanceof Refusal && error.code === 'wrong_password';

function PasswordForm({ account, close }: { account: Account; close: () => void }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [entered, setEntered] = useState({ password: '', repeat: '' });
  const [tried, setTried] = useState(false);
  const person = { firstName: account.firstName, lastName: account.lastName, username: account.email };
  const same = entered.password !== '' && entered.password === password;
  const problems = {
    ...newPasswordProblems(entered, person, account.passwordMinLength),
    ...(same && { password: 'SAME_AS_BEFORE' }),
  };
  const keep = useKeepAccount();
  const save = useMutation({
    mutationFn: () => call(changePassword, { body: { password, newPassword: entered.password } }),
    onSuccess: () => {
      showToast({ kind: 'success', text: t('account.passwordSaved') });
      keep();
      close();
    },
  });
  const wrong = isWrongPassword(save.error) ? t('error.wrong_password') : undefined;
  return (
    <Form
      className="account-form account-narrow"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (password !== '' && Object.keys(problems).length === 0 && !save.isPending) save.mutate();
      }}
    >
      <input type="hidden" autoComplete="username" value={account.email} readOnly />
      <PresentPassword
        value={password}
        onChange={(value) => {
          setPassword(value);
          save.reset();
        }}
        problem={wrong ?? (tried && password === '' ? t('registerForm_validPassword') : undefined)}
      />
      <NewPasswordFields
        entered={entered}
        person={person}
        minLength={account.passwordMinLength}
        problems={tried ? problems : {}}
        isReadOnly={save.isPending}
        onChange={(change) => setEntered((now) => ({ ...now, ...change }))}
      />
      {save.isError && wrong === undefined && <Notice kind="error">{failureText(t, save.error)}</Notice>}
      <Row gap="control" wrap>
        <Button onPress={close} isDisabled={save.isPending}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" kind="brand" isPending={save.isPending}>
          {t('account.changePassword')}
        </Button>
      </Row>
    </Form>
  );
}

export function PasswordSection({ account }: { account: Account }) {
  const t = useT();
  return (
    <Section id="password" title={t('auth.password')} text={t('account.passwordText')}>
      <Unfolded label={t('account.changePassword')}>
        {(close) => <PasswordForm account={account} close={close} />}
      </Unfolded>
    </Section>
  );
}

function EmailForm({ account, close }: { account: Account; close: () => void }) {
  const t = useT();
  const [entered, setEntered] = useState({ email: '', repeat: '', password: '' });
  const [tried, setTried] = useState(false);
  const [email, repeat] = [entered.email.trim(), entered.repeat.trim()];
  const keep = useKeepAccount();
  const save = useMutation({
    mutationFn: async () => {
      if ((await call(emailExists, { query: { email } })).exists) return { taken: email };
      await call(changeEmail, { body: { email, password: entered.password } });
      return 'sent' as const;
    },
    onSuccess: (outcome) => {
      if (outcome !== 'sent') return;
      keep();
      close();
      showToast({ kind: 'success', text: t('account.emailLinkSent', { email }) });
    },
  });
  const taken = typeof save.data === 'object' && save.data.taken === email;
  const valid = emailSchema.safeParse(email).success;
  const same = email.toLowerCase() === account.email;
  const differs = repeat.toLowerCase() !== email.toLowerCase();
  const wrong = isWrongPassword(save.error) ? t('error.wrong_password') : undefined;
  const change = (part: Partial<typeof entered>) => {
    setEntered((now) => ({ ...now, ...part }));
    if (save.isError) save.reset();
  };
  const emailProblem = taken
    ? t('account.emailTaken')
    : tried && !valid
      ? t('registerForm_validEmail')
      : tried && same
        ? t('outcome.SAME_AS_BEFORE')
        : undefined;
  return (
    <Form
      className="account-form account-narrow"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (valid && !same && !differs && entered.password !== '' && !save.isPending) save.mutate();
      }}
    >
      <TextField
        label={t('account.newEmail')}
        type="email"
        inputMode="email"
        autoComplete="off"
        value={entered.email}
        onChange={(value) => change({ email: value })}
        problem={emailProblem}
      />
      <TextField
        label={t('account.repeatEmail')}
        type="email"
        inputMode="email"
        autoComplete="off"
        value={entered.repeat}
        onChange={(value) => change({ repeat: value })}
        problem={tried && differs ? t('outcome.NOT_MATCH') : undefined}
      />
      <PresentPassword
        value={entered.password}
        onChange={(password) => change({ password })}
        problem={wrong ?? (tried && entered.password === '' ? t('registerForm_validPassword') : undefined)}
      />
      {save.isError && wrong === undefined && <Notice kind="error">{failureText(t, save.error)}</Notice>}
      <Row gap="control" wrap>
        <Button onPress={close} isDisabled={save.isPending}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" kind="brand" isPending={save.isPending}>
          {t('account.sendLink')}
        </Button>
      </Row>
    </Form>
  );
}

export function EmailSection({ account }: { account: Account }) {
  const t = useT();
  return (
    <Section id="email" title={t('auth.email')} text={t('account.emailText')}>
      <div className="account-form">
        <Text as="p" weight="strong" breaks>
          {account.email}
        </Text>
        {account.newEmail && <Notice kind="info">{t('account.emailWaiting', { email: account.newEmail })}</Notice>}
        <Unfolded label={t('account.changeEmail')}>{(close) => <EmailForm account={account} close={close} />}</Unfolded>
      </div>
    </Section>
  );
}
