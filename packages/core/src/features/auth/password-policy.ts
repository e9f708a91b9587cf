// What a new password must be like. Told to clients as data, so that screens and server say the same.
import type { z } from 'zod';
import type { passwordPolicy } from './contract.ts';

/** At least 8 characters of all four classes (upper, lower, digit, other), without the person's own names. */
export const PASSWORD_POLICY: z.infer<typeof passwordPolicy> = {
  minLength: 8,
  classes: 4,
  notContaining: ['firstName', 'lastName', 'username'],
};
