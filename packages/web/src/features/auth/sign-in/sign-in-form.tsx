// Sign-in fields, shared by the sign-in screen and the dialog that renews an expired session.
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { BackIcon, PhoneIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useOnline } from '../../../ui/use-online.ts';
import type { SignIn } from './use-sign-in.ts';

/** An alternative to the password for the email address that was entered. */
export type AlternativeSignIn = { label: string; go: () => void; busy: boolean; problem: string | undefined };

export type SignInFormProps = {
  signIn: SignIn;
  elsewhere?: AlternativeSignIn | undefined;
  /** The email address is preset and cannot be changed. */
  fixedUser?: boolean | undefined;
  /** Rendered below the button. */
  children?: ReactNode;
};

function PasswordStep({ signIn, fixedUser, hidden }: { signIn: SignIn; fixedUser: boolean; hidden: boolean }) {
  const t = useT();
  const [capsLock, setCapsLock] = useState(false);
  const { entered, problems, enter, busy } = signIn;
  const watchKeys = (event: { getModifierState: (key: 'CapsLock') => boolean }) =>
    setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <TextField
        label={t('auth.email')}
        type="email"
        name="username"
        autoComplete="username"
        inputMode="email"
        autoFocus={!fixedUser}
        isReadOnly={fixedUser || busy}
        value={entered.username}
        onChange={(username) => enter({ username })}
        problem={problems.username}
      />
      {!hidden && (
        <PasswordField
          label={t('auth.password')}
          name="password"
          autoComplete="current-password"
          autoFocus={fixedUser}
          isReadOnly={busy}
          value={entered.password}
          onChange={(password) => enter({ password })}
          onKeyUp={watchKeys}
          onBlur={() => setCapsLock(false)}
          problem={problems.password}
          help={capsLock ? t('auth.capsLock') : undefined}
        />
      )}
    </>
  );
}

function CodeStep({ signIn }: { signIn: SignIn }) {
  const t = useT();
  const { kinds, sms, busy } = signIn;
  const bySms = kinds.sms ? 'auth.codeHintSms' : 'auth.codeHintPasskey';
  const hint = kinds.otp ? (kinds.sms ? 'auth.codeHint' : 'auth.codeHintApp') : bySms;
  return (
    <>
      <TextField
        label={t('auth.code')}
        help={t(hint)}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        isReadOnly={busy}
        value={signIn.entered.code}
        onChange={(code) => signIn.enter({ code })}
        problem={signIn.problems.code}
      />
      {sms.sent && <Notice kind="success">{t('auth.smsSent')}</Notice>}
      {sms.problem && <Notice kind="warning">{sms.problem}</Notice>}
      {kinds.sms && (
        <Button kind="quiet" icon={PhoneIcon} isPending={sms.busy} isDisabled={busy} onPress={sms.send}>
          {t(sms.sent ? 'auth.smsAgain' : 'auth.smsSend')}
        </Button>
      )}
    </>
  );
}

export function SignInForm({ signIn, elsewhere, fixedUser = false, children }: SignInFormProps) {
  const t = useT();
  const online = useOnline();
  const { step, entered } = signIn;
  const refusal = elsewhere ? elsewhere.problem : signIn.refusal;
  const passkey = (step === 'password' ? !elsewhere : signIn.kinds.passkey) ? signIn.passkey : undefined;
  return (
    <Form
      className="sign-in-form"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        if (online) (elsewhere?.go ?? signIn.submit)();
      }}
    >
      {refusal !== undefined && <Notice kind="error">{refusal}</Notice>}
      {!online && <Notice kind="offline">{t('auth.offline')}</Notice>}
      {step === 'password' ? (
        <PasswordStep signIn={signIn} fixedUser={fixedUser} hidden={elsewhere !== undefined} />
      ) : (
        <CodeStep signIn={signIn} />
      )}
      <Button
        type="submit"
        kind="next"
        size="l"
        wide
        isPending={elsewhere?.busy ?? signIn.busy}
        isDisabled={!online || (step === 'code' && entered.code === '')}
      >
        {elsewhere?.label ?? t('auth.signIn')}
      </Button>
      {passkey && (
        <Button size="l" wide isPending={passkey.busy} isDisabled={!online} onPress={passkey.use}>
          {t('auth.passkey')}
        </Button>
      )}
      {step === 'code' && (
        <Button kind="quiet" icon={BackIcon} wide onPress={signIn.back}>
          {t('auth.back')}
        </Button>
      )}
      {children}
    </Form>
  );
}
