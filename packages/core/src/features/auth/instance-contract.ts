// What the sign-in screen needs besides signing in.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { email } from './contract.ts';

/** Shown on the sign-in screen and to support staff. */
export const PROGRAM_VERSION = '0.1.0';

export const instance = endpoint({
  name: 'instance',
  summary: 'Gets the public settings of this installation',
  method: 'GET',
  path: '/api/instance',
  guard: { kind: 'public' },
  reply: z.strictObject({
    version: z.string(),
    /** Contact for support; null if the operator has set none. */
    supportEmail: z.string().nullable(),
    supportPhone: z.string().nullable(),
    /** Whether external help and support pages are configured; their URLs are built per user. */
    help: z.boolean(),
    support: z.boolean(),
    /** Whether browsers may request the beta version. */
    beta: z.boolean(),
    /** Null: the built-in texts. */
    termsUrl: z.string().nullable(),
    privacyUrl: z.string().nullable(),
    /** Whether SMS are delivered to phones; otherwise the operator reads them. */
    sms: z.boolean(),
    registration: z.boolean(),
  }),
});

export const sendSms = endpoint({
  name: 'sendSms',
  summary:
    'Sends a code to the phone of the user who has just entered the correct password in this browser. The reply is always the same',
  method: 'GET',
  path: '/api/mfa-api/sms',
  guard: { kind: 'public' },
  query: z.strictObject({ email }),
  reply: z.void(),
});

export const helpLink = endpoint({
  name: 'helpLink',
  summary: 'Gets the help or support URL for the caller, with a ticket valid for one minute and a return URL',
  method: 'POST',
  path: '/api/support/link',
  guard: { kind: 'user' },
  personal: true,
  body: z.strictObject({
    kind: z.enum(['help', 'support']),
    /** The page of the app the user is on. */
    from: z.string().max(2_000),
  }),
  reply: z.strictObject({ location: z.string() }),
  idempotencyKey: false,
});

export const redirectTicket = endpoint({
  name: 'redirectTicket',
  summary:
    'Gets the URL to continue at after signing in with `return_to`: only targets the operator allows, with a ticket valid for one minute',
  method: 'POST',
  path: '/api/oauth/redirect',
  guard: { kind: 'user' },
  personal: true,
  body: z.strictObject({ return_to: z.string().max(2_000) }),
  reply: z.strictObject({
    redirect_token: z.strictObject({ access_token: z.string() }).nullable(),
    location: z.string(),
  }),
  idempotencyKey: false,
});
