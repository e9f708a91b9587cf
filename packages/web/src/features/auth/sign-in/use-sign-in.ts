// Sign-in state: email and password, then a code if the account requires one.
import { sendSms } from '@plumbline/core/features/auth/instance-contract';
import type { Translator } from '@plumbline/locales/translate';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { Refusal } from '../../../api/failure.ts';
import { signIn } from '../../../api/token.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useT } from '../../../ui/translation.tsx';
import {
  type CredentialProblems,
  type Credentials,
  credentialProblems,
  digitsOf,
  problemsLeft,
  refusalText,
} from './credentials.ts';

export type StepKinds = { otp: boolean; sms: boolean; passkey: boolean };

const IP_ADDRESS = /^[\d.]+$|^\[/u;

/** Whether this browser can use passkeys here: they belong to a host name. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !IP_ADDRESS.test(location.hostname);

export type SignIn = {
  step: 'password' | 'code';
  /** The account's second-step methods; known once the second step is reached. */
  kinds: StepKinds;
  /** `problem`: why no code was sent. */
  sms: { send: () => void; sent: boolean; busy: boolean; problem: string | undefined };
  /** Undefined if this browser has no passkeys. */
  passkey: { use: () => void; busy: boolean } | undefined;
  entered: Credentials;
  problems: Partial<Record<keyof Credentials, string>>;
  /** Why the last attempt was refused, as display text. */
  refusal: string | undefined;
  busy: boolean;
  enter: (change: Partial<Credentials>) => void;
  submit: () => void;
  back: () => void;
};

const smsRefusal = (t: Translator, error: unknown): string =>
  error instanceof Refusal && error.retryAfter !== undefined
    ? t('auth.smsNotSent', { when: t.fromNow(error.retryAfter) })
    : failureText(t, error);

/** `again`: renews the session of the user who was signed in. */
export function useSignIn(username = '', again = false): SignIn {
  const t = useT();
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [entered, setEntered] = useState<Credentials>({ username, password: '', code: '' });
  const [problems, setProblems] = useState<CredentialProblems>({});

  const [kinds, setKinds] = useState<StepKinds>({ otp: false, sms: false, passkey: false });

  const attempt = useMutation({
    mutationFn: async ({ username: typed, password, code }: Credentials) => {
      try {
        await signIn({ username: typed.trim(), password, code: step === 'code' ? code : undefined }, again);
        return undefined;
      } catch (error) {
        // The password was correct: the server requires the second step and reports the available methods.
        if (error instanceof Refusal && error.code === 'second_step_needed') return error.params;
        throw error;
      }
    },
    onSuccess: (needs) => {
      if (!needs) return setEntered((now) => ({ ...now, password: '', code: '' }));
      const found = { otp: needs.otp === 1, sms: needs.sms === 1, passkey: needs.passkey === 1 };
      setKinds(found);
      setStep('code');
      if (found.sms && !found.otp) sms.mutate();
    },
  });
  const sms = useMutation({ mutationFn: () => call(sendSms, { query: { email: entered.username.trim() } }) });

  const passkey = useMutation({
    mutationFn: async () => {
      const { signInWithPasskey } = await import('./passkey.ts');
      // Before anyone is named, the passkey says who signs in.
      return signInWithPasskey(again || step === 'code' ? entered.username.trim() : undefined, again);
    },
    onMutate: () => attempt.reset(),
  });

  const enter = (change: Partial<Credentials>) => {
    const next = { ...entered, ...change, ...(change.code !== undefined && { code: digitsOf(change.code) }) };
    setEntered(next);
    setProblems((now) => problemsLeft(now, next, step));
    if (attempt.isError) attempt.reset();
    if (passkey.isError) passkey.reset();
  };

  const submit = () => {
    const found = credentialProblems(entered, step);
    setProblems(found);
    if (Object.keys(found).length === 0 && !attempt.isPending) attempt.mutate(entered);
  };

  const refused = attempt.error ?? passkey.error;
  const smsProblem = sms.isError ? smsRefusal(t, sms.error) : undefined;
  const worded = Object.entries(problems).map(([field, key]) => [field, t(key)]);
  return {
    step,
    kinds,
    sms: { send: () => sms.mutate(), sent: sms.isSuccess, busy: sms.isPending, problem: smsProblem },
    entered,
    problems: Object.fromEntries(worded) as SignIn['problems'],
    refusal: refused ? refusalText(t, refused) : undefined,
    passkey: hasPasskeys() ? { use: () => passkey.mutate(), busy: passkey.isPending } : undefined,
    busy: attempt.isPending,
    enter,
    submit,
    back: () => {
      attempt.reset();
      passkey.reset();
      sms.reset();
      setEntered((now) => ({ ...now, code: '' }));
      setStep('password');
    },
  };
}
