// An organisation's requirements for signing in.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';

const days = z.int().min(1).max(365).nullable();

export const signInPolicy = z.strictObject({
  forceMfa: z.boolean(),
  requireSms: z.boolean(),
  /** Minimum length of a new password; null: the default of the installation. */
  passwordMinLength: z.int().min(8).max(64).nullable(),
  /** Days until a session ends, in total and without use; null: 30 and 14. */
  sessionDays: days,
  sessionIdleDays: days,
});

export type SignInPolicy = z.infer<typeof signInPolicy>;

export const readSignInPolicy = endpoint({
  name: 'readSignInPolicy',
  summary: "Gets the organisation's sign-in policy",
  method: 'GET',
  path: '/api/organisation/signIn',
  guard: { kind: 'organisation' },
  reply: signInPolicy,
});

export const changeSignInPolicy = endpoint({
  name: 'changeSignInPolicy',
  summary: "Updates the organisation's sign-in policy",
  method: 'PATCH',
  path: '/api/organisation/signIn',
  guard: { kind: 'organisation' },
  personal: true,
  body: signInPolicy.partial(),
  reply: signInPolicy,
});
