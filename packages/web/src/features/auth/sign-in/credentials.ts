// What a user types to sign in, judged before it is sent, and what a refusal means in words. No DOM, no network.
import { email } from '@plumbline/core/features/auth/contract';
import type { TextKey } from '@plumbline/locales/keys';

export type Credentials = { username: string; password: string; code: string };
export type CredentialProblems = Partial<Record<keyof Credentials, TextKey>>;

/** What is wrong with the entries; empty when they may be sent. The code counts only in the second step. */
export function credentialProblems(entered: Credentials, step: 'password' | 'code'): CredentialProblems {
  const problems: CredentialProblems = {};
  if (!email.safeParse(entered.username.trim()).success) problems.username = 'registerForm_validEmail';
  if (entered.password === '') problems.password = 'registerForm_validPassword';
  if (step === 'code' && entered.code === '') problems.code = 'registerForm_validCode';
  return problems;
}

/** A password of this length or less may be one that is still being typed. */
const BEGUN = 7;

/** What is left of the complaints while typing: one goes away as soon as it is answered, and none appears. */
export function problemsLeft(
  told: CredentialProblems,
  entered: Credentials,
  step: 'password' | 'code',
): CredentialProblems {
  const found = credentialProblems(entered, step);
  return {
    ...(told.username && found.username && { username: found.username }),
    ...(told.password && entered.password.length <= BEGUN && { password: told.password }),
    ...(told.code && found.code && { code: found.code }),
  };
}

/** The digits of a code, twelve at most as recovery codes have them; codes are pasted with spaces and letters around them. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/gu, '').slice(0, 12);

/** The key under which the text for a refused sign-in stands: the server's own words with underscores, else wrong credentials. */
export function refusalKey(
  refusal: { status: number; code: string; description: string },
  has: (key: string) => key is TextKey,
): TextKey | undefined {
  const known = `error.${refusal.code}`;
  if (refusal.code !== 'wrong_credentials' && refusal.code !== 'bad_request' && has(known)) return known;
  if (refusal.status !== 400) return undefined;
  const own = refusal.description.replaceAll(' ', '_');
  return has(own) ? own : 'registerForm_wrongCredentials';
}
