// What an organisation asks of everybody who signs in.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';

const days = z.int().min(1).max(365).nullable();

export const signInPolicy = z.strictObject({
  forceMfa: z.boolean(),
  requireSms: z.boolean(),
  /** Characters a new password needs; null: as many as the program asks for. */
  passwordMinLength: z.int().min(8).max(64).nullable(),
  /** Days after which, and days without use after which, one signs in anew; null: 30 and 14. */
  sessionDays: days,
  sessionIdleDays: days,
});

export type SignInPolicy = z.infer<typeof signInPolicy>;

export const readSignInPolicy = endpoint({
  name: 'readSignInPolicy',
  summary: 'What the organisation asks of everybody who signs in',
  method: 'GET',
  path: '/api/organisation/signIn',
  guard: { kind: 'organisation' },
  reply: signInPolicy,
});

export const changeSignInPolicy = endpoint({
  name: 'changeSignInPolicy',
  summary: 'Sets what the organisation asks of everybody who signs in',
  method: 'PATCH',
  path: '/api/organisation/signIn',
  guard: { kind: 'organisation' },
  personal: true,
  body: signInPolicy.partial(),
  reply: signInPolicy,
});
