// Validates sign-in input before it is sent, and maps a refusal to its text. No DOM, no network.
import { email } from '@plumbline/core/features/auth/contract';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import { Refusal } from '../../../api/failure.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';

export type Credentials = { username: string; password: string; code: string };
export type CredentialProblems = Partial<Record<keyof Credentials, TextKey>>;

/** Problems with the entries; empty when they may be submitted. The code is only checked in the second step. */
export function credentialProblems(entered: Credentials, step: 'password' | 'code'): CredentialProblems {
  const problems: CredentialProblems = {};
  if (!email.safeParse(entered.username.trim()).success) problems.username = 'registerForm_validEmail';
  if (entered.password === '') problems.password = 'registerForm_validPassword';
  if (step === 'code' && entered.code === '') problems.code = 'registerForm_validCode';
  return problems;
}

/** A password of this length or less may still be in the middle of being typed. */
const MAX_UNFINISHED_LENGTH = 7;

/** Problems to keep showing while the user types: each disappears once it is fixed, and no new ones appear. */
export function problemsLeft(
  reported: CredentialProblems,
  entered: Credentials,
  step: 'password' | 'code',
): CredentialProblems {
  const found = credentialProblems(entered, step);
  return {
    ...(reported.username && found.username && { username: found.username }),
    ...(reported.password && entered.password.length <= MAX_UNFINISHED_LENGTH && { password: reported.password }),
    ...(reported.code && found.code && { code: found.code }),
  };
}

/** The digits of a pasted code, at most twelve (the length of a recovery code); spaces and letters are dropped. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/gu, '').slice(0, 12);

/** Text key for a refused sign-in: the server's message with underscores, or wrong credentials. */
export function refusalKey(
  refusal: { status: number; code: string; description: string },
  has: (key: string) => key is TextKey,
): TextKey | undefined {
  const own = refusal.description.replaceAll(' ', '_');
  if (refusal.status === 400 && has(own)) return own;
  const known = `error.${refusal.code}`;
  if (refusal.code !== 'wrong_credentials' && refusal.code !== 'bad_request' && has(known)) return known;
  return refusal.status === 400 ? 'registerForm_wrongCredentials' : undefined;
}

/** Why a sign-in failed, for display. */
export function refusalText(t: Translator, error: unknown): string {
  // The browser's dialog was closed, or the device has no passkey for this address.
  if (error instanceof DOMException) return t('auth.passkeyUnused');
  const key = error instanceof Refusal ? refusalKey(error, t.has) : undefined;
  // Codes of the catalogue are described as everywhere else, such as with the time of the next attempt.
  return key === undefined || key.startsWith('error.') ? failureText(t, error) : t(key);
}
