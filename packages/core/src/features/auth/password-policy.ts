// The rules for a new password. Sent to clients as data, so that client and server agree.
import type { z } from 'zod';
import type { FieldOutcome } from '../../kernel/errors.ts';
import type { passwordPolicy } from './contract.ts';

/** At least 8 characters of all four classes (upper, lower, digit, other), without the person's own names. */
export const PASSWORD_POLICY: z.infer<typeof passwordPolicy> = {
  minLength: 8,
  maxLength: 256,
  classes: 4,
  notContaining: ['firstName', 'lastName', 'username'],
};

export type PasswordOwner = { firstName: string; lastName: string; username: string };

/** The character classes a password needs, each with a pattern that detects it. */
const PASSWORD_CLASSES = {
  upper: /\p{Lu}/u,
  lower: /\p{Ll}/u,
  digit: /\p{Nd}/u,
  special: /[^\p{Lu}\p{Ll}\p{Nd}]/u,
} as const;

export type PasswordClass = keyof typeof PASSWORD_CLASSES;

/** The character classes that the password lacks. */
export const missingClasses = (password: string): PasswordClass[] =>
  (Object.keys(PASSWORD_CLASSES) as PasswordClass[]).filter((name) => !PASSWORD_CLASSES[name].test(password));

/** Words whose variants top every list of password guesses. */
const COMMON = new Set([
  'password',
  'passwort',
  'kennwort',
  'passwd',
  'welcome',
  'willkommen',
  'qwerty',
  'qwertz',
  'qwertyuiop',
  'asdfgh',
  'asdfghjkl',
  'letmein',
  'admin',
  'administrator',
  'iloveyou',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'master',
  'sunshine',
  'princess',
  'shadow',
  'superman',
  'michael',
  'changeme',
  'secret',
  'geheim',
  'login',
  'test',
  'testing',
  'summer',
  'sommer',
  'winter',
  'spring',
  'autumn',
  'herbst',
  'hello',
  'hallo',
  'computer',
  'internet',
  'company',
  'firma',
  'baustelle',
  'bauleitung',
  'abc',
  'abcd',
  'abcdef',
  'abcdefg',
  'start',
  'default',
  'system',
  'service',
  'support',
  'manager',
  'guest',
  'user',
  'root',
]);
const OWN_NAME = 'plumbline';
const DISGUISE: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * The word that a password consists of apart from digits and symbols before and after it, as typed and with
 * substitutions such as 0 for o undone.
 */
export function wordsIn(password: string): [string, string] {
  const low = password.toLowerCase();
  const trimmed = (word: string) => word.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const bare = trimmed(low);
  // Trailing symbols are decoration rather than letters: "P@ssw0rd1!" ends with "1!".
  const plain = trimmed([...low.replaceAll(/[\d\W]+$/gu, '')].map((sign) => DISGUISE[sign] ?? sign).join(''));
  return [bare, plain];
}

/** Steps between neighbouring characters: repetitions and sequences such as 1234 count once. */
const MIN_STEPS = 4;

function isRepetitive(password: string): boolean {
  const codes = [...password.toLowerCase()].map((sign) => sign.codePointAt(0) ?? 0);
  const steps = codes.filter((code, index) => Math.abs(code - (codes[index - 1] ?? -2)) > 1);
  return steps.length < MIN_STEPS;
}

/** A listed word, the name of the program, or mostly repetition. The server also knows a long list. */
const isCommon = (password: string): boolean =>
  password.toLowerCase().includes(OWN_NAME) ||
  isRepetitive(password) ||
  wordsIn(password).some((word) => COMMON.has(word));

const namesOf = (person: PasswordOwner): string[] =>
  [person.firstName, person.lastName, person.username.split('@')[0] ?? ''].flatMap((name) => [
    name,
    ...name.split(/[\s.-]+/u),
  ]);

/**
 * The outcome code of a new password's problem for this person; undefined if it is accepted. Some organisations require
 * more characters.
 */
export function passwordProblem(
  password: string,
  person: PasswordOwner,
  minLength = PASSWORD_POLICY.minLength,
): FieldOutcome | undefined {
  if (password === '') return 'REQUIRED';
  if (!password.isWellFormed()) return 'NOT_VALID';
  const length = [...password].length;
  if (length < Math.max(minLength, PASSWORD_POLICY.minLength)) return 'TOO_SHORT';
  if (length > PASSWORD_POLICY.maxLength) return 'TOO_LONG';
  const low = password.toLowerCase();
  if (namesOf(person).some((name) => name.length >= 3 && low.includes(name.toLowerCase()))) return 'CONTAINS_NAME';
  if (missingClasses(password).length > 0) return 'NOT_CONTAINING_REQUIRED_VALUES';
  return isCommon(password) ? 'TOO_COMMON' : undefined;
}

/** Whether this person's new password meets the policy. */
export const fitsPolicy = (password: string, person: PasswordOwner): boolean =>
  passwordProblem(password, person) === undefined;

/** Strength of a password being typed: from 0, empty, to 4, all requirements met and long as well. */
export function passwordStrength(password: string, person: PasswordOwner): number {
  if (password === '') return 0;
  if (passwordProblem(password, person) !== undefined)
    return missingClasses(password).length <= 1 && [...password].length >= 6 ? 2 : 1;
  return [...password].length >= 14 ? 4 : 3;
}
