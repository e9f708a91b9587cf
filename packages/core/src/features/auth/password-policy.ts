// What a new password must be like. Told to clients as data, so that screens and server say the same.
import type { z } from 'zod';
import type { passwordPolicy } from './contract.ts';

/** At least 8 characters of all four classes (upper, lower, digit, other), without the person's own names. */
export const PASSWORD_POLICY: z.infer<typeof passwordPolicy> = {
  minLength: 8,
  classes: 4,
  notContaining: ['firstName', 'lastName', 'username'],
};

const CLASSES = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{Lu}\p{Ll}\p{Nd}]/u];

/** Whether a new password of this person holds to the policy. */
export function fitsPolicy(
  password: string,
  person: { firstName: string; lastName: string; username: string },
): boolean {
  const low = password.toLowerCase();
  const names = [person.firstName, person.lastName, person.username.split('@')[0] ?? ''];
  return (
    [...password].length >= PASSWORD_POLICY.minLength &&
    CLASSES.filter((one) => one.test(password)).length >= PASSWORD_POLICY.classes &&
    names.every((name) => name.length < 3 || !low.includes(name.toLowerCase()))
  );
}
