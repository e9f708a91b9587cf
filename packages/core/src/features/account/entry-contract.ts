// Endpoints without a session: registration, and the links in emails.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { email, languageCode, password, passwordPolicy } from '../auth/contract.ts';
import { phone } from './contract.ts';
import { code } from './second-step-contract.ts';

/** How the user heard of the product. */
export const ORIGINATION_CODES = [
  'COMPANY',
  'SEEN',
  'WORKED_WITH_IT',
  'BY_PROJECT',
  'RECOMMENDED',
  'INVITATION',
  'SOCIAL',
  'WEB',
  'ADVERTISING',
] as const;

export type OriginationCode = (typeof ORIGINATION_CODES)[number];

/** ISO 3166-1, two capital letters. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/u);

/**
 * The token of an emailed link; valid once, for one purpose. Any shape is accepted, as it may be cut or altered in
 * transit: an unknown token is refused like a used one.
 */
export const linkToken = line(2_000, 1);

/** Lifetime of each link in hours. */
export const LINK_HOURS = {
  register: 168,
  invited: 336,
  passwordReset: 1,
  emailChange: 48,
  codes: 24,
  keep: 72,
} as const;

/** Hours after which a lost second factor is removed if no one objects. */
export const SECOND_STEP_HOURS = 72;

export const emailExists = endpoint({
  name: 'emailExists',
  summary: 'Checks whether an address has an account. Rate-limited, and takes the same time for both results',
  method: 'GET',
  path: '/api/users/email',
  guard: { kind: 'public' },
  query: z.strictObject({ email }),
  reply: z.strictObject({ exists: z.boolean() }),
});

export const emailSecondStep = endpoint({
  name: 'emailSecondStep',
  summary: 'Gets the second step of an address; for unknown addresses a stable decoy',
  method: 'GET',
  path: '/api/users/email/2fa',
  guard: { kind: 'public' },
  query: z.strictObject({ email }),
  reply: z.strictObject({ sms: z.boolean(), otp: z.boolean(), passwordPolicy }),
});

export const registration = z.strictObject({
  email,
  organisationName: line(200, 1),
  countryCode,
  firstName: line(100, 1),
  lastName: line(100, 1),
  language: languageCode,
  phone,
  originationCode: z.enum(ORIGINATION_CODES),
  termsAndConditionsAccepted: z.literal(true),
  privacyPolicyAccepted: z.literal(true),
});

export type Registration = z.infer<typeof registration>;

export const register = endpoint({
  name: 'register',
  summary:
    'Requests an account; the activation link is sent by email. The reply is the same whether or not the address has an account',
  method: 'POST',
  path: '/api/register',
  guard: { kind: 'public' },
  body: registration,
  reply: z.void(),
  bodyLimit: 16_384,
});

export const ACTIVATIONS = ['register', 'invited'] as const;

const activation = { type: z.enum(ACTIVATIONS), token: linkToken };

export const checkActivation = endpoint({
  name: 'checkActivation',
  summary: 'Gets the person a link activates; refused if the link has been used or has expired',
  method: 'POST',
  path: '/api/activate/check',
  guard: { kind: 'public' },
  body: z.strictObject(activation),
  reply: z.strictObject({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    organisationName: z.string(),
    /** Minimum password length, as required by the organisation. */
    passwordMinLength: z.int(),
  }),
});

export const activate = endpoint({
  name: 'activate',
  summary: 'Activates an account by its link and sets the password. An invited person also accepts the terms',
  method: 'POST',
  path: '/api/activate',
  guard: { kind: 'public' },
  body: z.strictObject({
    ...activation,
    password,
    firstName: line(100, 1).optional(),
    lastName: line(100, 1).optional(),
    accepted: z.literal(true),
    /** The browser's IANA time zone; UTC if missing or unknown. */
    timeZone: line(64).optional(),
  }),
  reply: z.void(),
  bodyLimit: 16_384,
});

export const askPasswordReset = endpoint({
  name: 'askPasswordReset',
  summary:
    'Sends a link to set a new password if the address has an account. The reply does not reveal whether it has; 400 for an invalid address',
  method: 'POST',
  path: '/api/me/passwordReset',
  guard: { kind: 'public' },
  query: z.strictObject({ email: line(1_000) }),
  reply: z.void(),
});

/** What happens to the second factor when a password is reset. */
export const LOST_STEP = ['keep', 'recovery', 'delay'] as const;

export const checkPasswordReset = endpoint({
  name: 'checkPasswordReset',
  summary: 'Gets the password policy for an emailed link; refused if the link has been used or has expired',
  method: 'POST',
  path: '/api/me/passwordReset/check',
  guard: { kind: 'public' },
  body: z.strictObject({ token: linkToken }),
  reply: z.strictObject({ passwordMinLength: z.int() }),
});

export const resetPassword = endpoint({
  name: 'resetPassword',
  summary:
    'Sets a new password by an emailed link. The second step stays, is removed with a recovery code, or is removed after 72 hours',
  method: 'POST',
  path: '/api/me/passwordReset/confirm',
  guard: { kind: 'public' },
  body: z.strictObject({
    token: linkToken,
    password,
    secondStep: z.enum(LOST_STEP).default('keep'),
    recoveryCode: code.optional(),
  }),
  reply: z.strictObject({ secondStepEndsAt: instant.nullable() }),
  bodyLimit: 16_384,
});

export const confirmByLink = endpoint({
  name: 'confirmByLink',
  summary: 'Cancels the removal of a second step, or unlocks codes after too many wrong ones',
  method: 'POST',
  path: '/api/me/secondStep/confirm',
  guard: { kind: 'public' },
  body: z.strictObject({ purpose: z.enum(['keep', 'codes']), token: linkToken }),
  reply: z.void(),
});

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  summary: 'Confirms a new email address by the link sent there; 400 for an invalid or expired link',
  method: 'POST',
  path: '/api/me/email/verify',
  guard: { kind: 'public' },
  body: z.strictObject({ token: linkToken }),
  reply: z.void(),
});

export const redeemTicket = endpoint({
  name: 'redeemTicket',
  summary: 'Resolves a ticket, once, for the service that received it',
  method: 'POST',
  path: '/api/oauth/ticket',
  guard: { kind: 'public' },
  body: z.strictObject({ ticket: linkToken }),
  reply: z.strictObject({ userId: id, email: z.string(), firstName: z.string(), lastName: z.string() }),
  idempotencyKey: false,
});
