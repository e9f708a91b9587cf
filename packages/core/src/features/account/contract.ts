// The user's own account: what its settings show and change.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { instant, line } from '../../kernel/text.ts';
import { email, password } from '../auth/contract.ts';

/** Starts with a plus sign and has more than three characters. */
export const phone = line(40).regex(/^\+[\d\s()/.-]{3,}$/u);

export const PHOTO_SIZES = ['SMALL', 'MEDIUM', 'LARGE'] as const;

export const accountReply = z.strictObject({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  photoSize: z.enum(PHOTO_SIZES),
  language: z.string(),
  timeZone: z.string(),
  /** A signed link valid for minutes; null without a picture. */
  picture: z.string().nullable(),
  /** The address waiting for confirmation through an emailed link. */
  newEmail: z.string().nullable(),
  otp: z.boolean(),
  sms: z.boolean(),
  /** Whether there is at least one. */
  passkey: z.boolean(),
  /** The last digits only. */
  smsPhone: z.string(),
  recoveryCodesLeft: z.int(),
  secondStepEndsAt: instant.nullable(),
  forceMfa: z.boolean(),
  requireSms: z.boolean(),
  /** Minimum length of a new password, as required by the user's organisations. */
  passwordMinLength: z.int(),
});

export type Account = z.infer<typeof accountReply>;

const own = { kind: 'user' } as const;

export const account = endpoint({
  name: 'account',
  summary: "Gets the caller's account for the settings",
  method: 'GET',
  path: '/api/me/account',
  guard: own,
  settingUp: true,
  reply: accountReply,
});

export const changeAccount = endpoint({
  name: 'changeAccount',
  summary: "Updates the caller's name, phone, time zone and photo size",
  method: 'PATCH',
  path: '/api/me/account',
  guard: own,
  personal: true,
  body: z.strictObject({
    firstName: line(100, 1).optional(),
    lastName: line(100, 1).optional(),
    phone: z.union([z.literal(''), phone]).optional(),
    photoSize: z.enum(PHOTO_SIZES).optional(),
  }),
  reply: accountReply,
});

export const changePassword = endpoint({
  name: 'changePassword',
  summary: 'Changes the password, given the current one; ends all other sessions',
  method: 'POST',
  path: '/api/me/password',
  guard: own,
  personal: true,
  body: z.strictObject({ password, newPassword: password }),
  reply: z.void(),
  idempotencyKey: false,
});

export const changeEmail = endpoint({
  name: 'changeEmail',
  summary: 'Sends a confirmation link, valid for 48 hours, to a new address and notifies the old one',
  method: 'POST',
  path: '/api/me/email',
  guard: own,
  personal: true,
  body: z.strictObject({ password, email }),
  reply: z.void(),
  idempotencyKey: false,
});
