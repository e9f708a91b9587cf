// Two-step sign-in: setup with an authenticator app or SMS, recovery codes for a lost phone, and turning it off.
import { type Account, phone as phoneSchema } from '@plumbline/core/features/account/contract';
import {
  beginOtp,
  beginSms,
  confirmOtp,
  confirmSms,
  endOtp,
  endSms,
  newRecoveryCodes,
} from '@plumbline/core/features/account/second-step-contract';
import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { call } from '../../../api/client.ts';
import { Refusal } from '../../../api/failure.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { useCopyText } from '../../../ui/actions/copy-text.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { CopyIcon, DownloadIcon } from '../../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { digitsOf } from '../../auth/sign-in/credentials.ts';
import { useKeepAccount } from '../queries.ts';
import { useInstance } from '../terms.tsx';
import { PresentPassword } from './credentials-sections.tsx';
import '../../../ui/layout/settings-section.css';

const QrCode = lazy(() => import('../../../ui/marks/qr-code.tsx').then((module) => ({ default: module.QrCode })));

export type StepAction = 'otp' | 'sms' | 'endOtp' | 'endSms' | 'codes';

type FormProps = {
  onSubmit: () => void;
  error: unknown;
  busy: boolean;
  next: string;
  isDisabled?: boolean;
  children: ReactNode;
};

export function StepForm({ onSubmit, error, busy, next, isDisabled = false, children }: FormProps) {
  const t = useT();
  const beside = error instanceof Refusal && (error.code === 'wrong_password' || error.code === 'wrong_code');
  return (
    <Form
      className="account-form"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !isDisabled) onSubmit();
      }}
    >
      {children}
      {error !== null && error !== undefined && !beside && <Notice kind="error">{failureText(t, error)}</Notice>}
      <Button type="submit" kind="next" wide isPending={busy} isDisabled={isDisabled}>
        {next}
      </Button>
    </Form>
  );
}

export const refusedBy = (error: unknown, code: 'wrong_password' | 'wrong_code'): boolean =>
  error instanceof Refusal && error.code === code;

function CodeField({ value, onChange, error }: { value: string; onChange: (code: string) => void; error: unknown }) {
  const t = useT();
  return (
    <TextField
      label={t('auth.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      value={value}
      onChange={(text) => onChange(digitsOf(text))}
      problem={refusedBy(error, 'wrong_code') ? t('error.wrong_code') : undefined}
    />
  );
}

/** Groups of four digits are easier to read from paper. */
const grouped = (code: string): string => code.replaceAll(/(\d{4})(?=\d)/gu, '$1 ');

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT();
  const copyText = useCopyText();
  const text = codes.map(grouped).join('\n');
  // The previously focused element is gone with its step; focus the text that must be read now.
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Plumbline\n\n${text}\n`)}`;
  return (
    <div className="account-form">
      <p ref={words} tabIndex={-1} className="account-told">
        {t('account.recoveryText')}
      </p>
      <Grid as="ol" gap="1 6" columns={2} pad={4} figures surface="sunken" corner="m">
        {codes.map((code) => (
          <Text as="li" nowrap key={code}>
            {grouped(code)}
          </Text>
        ))}
      </Grid>
      <Row gap="control" wrap>
        <Button icon={CopyIcon} onPress={() => void copyText(text)}>
          {t('account.copyCodes')}
        </Button>
        <a className="ui-button" data-kind="default" data-size="m" href={file} download="plumbline-codes.txt">
          <DownloadIcon className="ui-icon" aria-hidden="true" />
          <span>{t('account.saveCodes')}</span>
        </a>
      </Row>
      <Button kind="next" wide onPress={onDone}>
        {t('account.codesKept')}
      </Button>
    </div>
  );
}

function OtpSteps({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useMutation({ mutationFn: () => call(beginOtp, { body: { password } }) });
  const confirm = useMutation({
    mutationFn: () => call(confirmOtp, { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  if (!begin.data) {
    return (
      <StepForm
        onSubmit={begin.mutate}
        error={begin.error}
        busy={begin.isPending}
        next={t('account.goOn')}
        isDisabled={password === ''}
      >
        <PresentPassword
          value={password}
          onChange={setPassword}
          problem={refusedBy(begin.error, 'wrong_password') ? t('error.wrong_password') : undefined}
        />
      </StepForm>
    );
  }
  const { secret, uri } = begin.data;
  return (
    <StepForm
      onSubmit={confirm.mutate}
      error={confirm.error}
      busy={confirm.isPending}
      next={t('account.turnOn')}
      isDisabled={code.length < 6}
    >
      <p>{t('account.scan')}</p>
      <Stack gap={0} center least={216}>
        <Suspense fallback={null}>
          <QrCode text={uri} label={t('account.qrLabel')} />
        </Suspense>
      </Stack>
      <details>
        <summary>{t('account.cannotScan')}</summary>
        <p className="account-secret">{secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')}</p>
        <a href={uri}>{t('account.openApp')}</a>
      </details>
      <CodeField value={code} onChange={setCode} error={confirm.error} />
    </StepForm>
  );
}

function SmsSteps({ phone: known, onCodes }: { phone: string; onCodes: (codes: string[]) => void }) {
  const t = useT();
  const about = useInstance();
  const [password, setPassword] = useState('');
  const [phone, setPhone] = useState(known);
  const [code, setCode] = useState('');
  const fits = phoneSchema.safeParse(phone).success;
  const begin = useMutation({ mutationFn: () => call(beginSms, { body: { password, phone: phone.trim() } }) });
  const confirm = useMutation({
    mutationFn: () => call(confirmSms, { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  if (!begin.isSuccess) {
    return (
      <StepForm
        onSubmit={begin.mutate}
        error={begin.error}
        busy={begin.isPending}
        next={t('auth.smsSend')}
        isDisabled={password === '' || !fits}
      >
        {about.data?.sms === false && <Notice kind="warning">{t('account.smsKept')}</Notice>}
        <TextField
          label={t('account.phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          autoFocus
          value={phone}
          onChange={setPhone}
          help={t('account.phoneRule')}
        />
        <PresentPassword
          value={password}
          onChange={setPassword}
          problem={refusedBy(begin.error, 'wrong_password') ? t('error.wrong_password') : undefined}
        />
      </StepForm>
    );
  }
  return (
    <StepForm
      onSubmit={confirm.mutate}
      error={confirm.error}
      busy={confirm.isPending}
      next={t('account.turnOn')}
      isDisabled={code.length < 6}
    >
      <p>{t('account.smsSentTo', { phone })}</p>
      <CodeField value={code} onChange={setCode} error={confirm.error} />
      <Button kind="quiet" onPress={() => begin.reset()}>
        {t('account.otherPhone')}
      </Button>
    </StepForm>
  );
}

export function WithPassword({
  text,
  next,
  run,
}: {
  text: string;
  next: string;
  run: (password: string) => Promise<void>;
}) {
  const t = useT();
  const [password, setPassword] = useState('');
  const submission = useMutation({ mutationFn: () => run(password) });
  return (
    <StepForm
      onSubmit={submission.mutate}
      error={submission.error}
      busy={submission.isPending}
      next={next}
      isDisabled={password === ''}
    >
      <p>{text}</p>
      <PresentPassword
        value={password}
        onChange={setPassword}
        problem={refusedBy(submission.error, 'wrong_password') ? t('error.wrong_password') : undefined}
      />
    </StepForm>
  );
}

/** Dialog content of an action on the second step, from the password prompt to the recovery codes. */
export function StepContent({ action, phone, onDone }: { action: StepAction; phone: string; onDone: () => void }) {
  const t = useT();
  const keep = useKeepAccount();
  const [codes, setCodes] = useState<readonly string[]>();
  const done = () => {
    keep();
    onDone();
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={done} />;
  if (action === 'otp') return <OtpSteps onCodes={setCodes} />;
  if (action === 'sms') return <SmsSteps phone={phone} onCodes={setCodes} />;
  if (action === 'codes') {
    const run = async (password: string) =>
      setCodes((await call(newRecoveryCodes, { body: { password } })).recoveryCodes);
    return <WithPassword text={t('account.newCodesText')} next={t('account.newCodes')} run={run} />;
  }
  const endpoint = action === 'endOtp' ? endOtp : endSms;
  const run = async (password: string) => {
    await call(endpoint, { body: { password } });
    done();
  };
  return <WithPassword text={t('account.turnOffText')} next={t('account.turnOff')} run={run} />;
}

export function StepDialog({
  action,
  account,
  onClose,
}: {
  action: StepAction;
  account: Account;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <Dialog title={t(`account.step.${action}`)} size={action === 'otp' ? 'code' : 'small'} isOpen onClose={onClose}>
      <StepContent action={action} phone={account.phone} onDone={onClose} />
    </Dialog>
  );
}
