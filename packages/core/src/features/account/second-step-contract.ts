// Two-factor authentication: an authenticator app, SMS, and recovery codes for when both are lost.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { password } from '../auth/contract.ts';
import { phone } from './contract.ts';

const own = { kind: 'user' } as const;

/** Digits only: six for an app or SMS code, twelve for a recovery code. */
export const code = z.string().regex(/^\d{6,12}$/u);

const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

export const beginOtp = endpoint({
  name: 'beginOtp',
  summary: 'Creates a secret for an authenticator app; it takes effect once confirmed with a code',
  method: 'POST',
  path: '/api/me/otp',
  guard: own,
  personal: true,
  settingUp: true,
  body: z.strictObject({ password }),
  reply: z.strictObject({
    /** Base32, for manual entry. */
    secret: z.string(),
    /** For the QR code. */
    uri: z.string(),
  }),
  idempotencyKey: false,
});

export const confirmOtp = endpoint({
  name: 'confirmOtp',
  summary: 'Enables the authenticator app with its first code; returns the recovery codes once',
  method: 'POST',
  path: '/api/me/otp/confirm',
  guard: own,
  personal: true,
  settingUp: true,
  body: z.strictObject({ code }),
  reply: recoveryCodes,
  idempotencyKey: false,
});

export const endOtp = endpoint({
  name: 'endOtp',
  summary: 'Disables the authenticator app',
  method: 'POST',
  path: '/api/me/otp/end',
  guard: own,
  personal: true,
  body: z.strictObject({ password }),
  reply: z.void(),
  idempotencyKey: false,
});

export const beginSms = endpoint({
  name: 'beginSms',
  summary: 'Sends a code to a phone to set it up as the second step',
  method: 'POST',
  path: '/api/me/sms',
  guard: own,
  personal: true,
  settingUp: true,
  body: z.strictObject({ password, phone }),
  reply: z.void(),
  idempotencyKey: false,
});

export const confirmSms = endpoint({
  name: 'confirmSms',
  summary: 'Enables codes by SMS with the code that was sent; returns the recovery codes once',
  method: 'POST',
  path: '/api/me/sms/confirm',
  guard: own,
  personal: true,
  settingUp: true,
  body: z.strictObject({ code }),
  reply: recoveryCodes,
  idempotencyKey: false,
});

export const endSms = endpoint({
  name: 'endSms',
  summary: 'Disables codes by SMS',
  method: 'POST',
  path: '/api/me/sms/end',
  guard: own,
  personal: true,
  body: z.strictObject({ password }),
  reply: z.void(),
  idempotencyKey: false,
});

export const newRecoveryCodes = endpoint({
  name: 'newRecoveryCodes',
  summary: 'Creates new recovery codes; the old ones become invalid',
  method: 'POST',
  path: '/api/me/recoveryCodes',
  guard: own,
  personal: true,
  body: z.strictObject({ password }),
  reply: recoveryCodes,
  idempotencyKey: false,
});
