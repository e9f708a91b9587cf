// Making an account and keeping it: registration, links sent by mail, second steps, own data, devices and sessions.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { email, languageCode, password, passwordPolicy, sessionReply } from '../auth/contract.ts';

/** How somebody heard of the program. */
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

/** Begins with a plus and has more than three characters. */
export const phone = line(40).regex(/^\+[\d\s()/.-]{3,}$/u);

/** ISO 3166-1, two capitals. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/u);

/** What a link sent by mail holds; it opens its one purpose, once. */
export const linkToken = z.string().regex(/^[\w-]{20,128}$/u);
/** Digits only: six of an app or an SMS, twelve of a recovery code. */
export const code = z.string().regex(/^\d{6,12}$/u);

export const PHOTO_SIZES = ['SMALL', 'MEDIUM', 'LARGE'] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];
/** Bytes a photo may have before it is sent; null for the photo as it is. */
export const PHOTO_BYTES: Record<PhotoSize, number | null> = { SMALL: 500_000, MEDIUM: 1_000_000, LARGE: null };

/** Devices of one user that may be registered. */
export const DEVICE_LIMIT = 2;
export const DEVICE_KINDS = ['PHONE', 'TABLET', 'DESKTOP'] as const;

/** Bytes of a profile picture: the limit, and from where on a smaller one is advised. */
export const PICTURE_BYTES = 10 * 1_048_576;
export const PICTURE_ADVICE = 1_048_576;

/** Hours for which each link lives. */
export const LINK_HOURS = {
  register: 168,
  invited: 336,
  passwordReset: 1,
  emailChange: 48,
  codes: 24,
  keep: 72,
} as const;
/** Hours after which a lost second step falls away when nobody objects. */
export const SECOND_STEP_HOURS = 72;

export const emailExists = endpoint({
  name: 'emailExists',
  summary: 'Whether an address has an account. The one call that tells; it is limited and takes the same time for both',
  method: 'GET',
  path: '/api/users/email',
  guard: { kind: 'public' },
  query: z.strictObject({ email }),
  reply: z.strictObject({ exists: z.boolean() }),
});

export const emailSecondStep = endpoint({
  name: 'emailSecondStep',
  summary: 'Which second step an address signs in with; for unknown addresses a stable decoy',
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
    'Asks for an account; the link to activate it comes by mail. Answers the same whether or not the address has one',
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
  summary: 'Whom a link activates; refused once it has been used or is too old',
  method: 'POST',
  path: '/api/activate/check',
  guard: { kind: 'public' },
  body: z.strictObject(activation),
  reply: z.strictObject({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    organisationName: z.string(),
  }),
});

export const activate = endpoint({
  name: 'activate',
  summary: 'Activates an account by its link and sets the password. An invited person accepts the terms with it',
  method: 'POST',
  path: '/api/activate',
  guard: { kind: 'public' },
  body: z.strictObject({
    ...activation,
    password,
    firstName: line(100, 1).optional(),
    lastName: line(100, 1).optional(),
    accepted: z.literal(true),
  }),
  reply: z.void(),
  bodyLimit: 16_384,
});

export const askPasswordReset = endpoint({
  name: 'askPasswordReset',
  summary: 'Sends a link to set a new password, where the address has an account; answers the same to everybody',
  method: 'POST',
  path: '/api/me/passwordReset',
  guard: { kind: 'public' },
  query: z.strictObject({ email }),
  reply: z.void(),
});

/** What becomes of the second step when a password is reset. */
export const LOST_STEP = ['keep', 'recovery', 'delay'] as const;

export const resetPassword = endpoint({
  name: 'resetPassword',
  summary:
    'Sets a new password by a mailed link. The second step stays, or falls by a recovery code at once, or after 72 hours',
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
  summary: 'Keeps a second step that was to fall, or accepts codes again after too many wrong ones',
  method: 'POST',
  path: '/api/me/secondStep/confirm',
  guard: { kind: 'public' },
  body: z.strictObject({ purpose: z.enum(['keep', 'codes']), token: linkToken }),
  reply: z.void(),
});

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  summary: 'Takes over a new e-mail address by the link sent there; 400 for a link that is not valid any more',
  method: 'POST',
  path: '/api/me/email/verify',
  guard: { kind: 'public' },
  body: z.strictObject({ token: linkToken }),
  reply: z.void(),
});

export const accountReply = z.strictObject({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  photoSize: z.enum(PHOTO_SIZES),
  language: z.string(),
  timeZone: z.string(),
  /** A signed link for minutes; null without a picture. */
  picture: z.string().nullable(),
  /** The address a mailed link waits to confirm. */
  newEmail: z.string().nullable(),
  otp: z.boolean(),
  sms: z.boolean(),
  /** The last digits only. */
  smsPhone: z.string(),
  recoveryCodesLeft: z.int(),
  secondStepEndsAt: instant.nullable(),
  forceMfa: z.boolean(),
  requireSms: z.boolean(),
});
export type Account = z.infer<typeof accountReply>;

const own = { kind: 'user' } as const;

export const account = endpoint({
  name: 'account',
  summary: 'The own account as its settings show it',
  method: 'GET',
  path: '/api/me/account',
  guard: own,
  settingUp: true,
  reply: accountReply,
});

export const changeAccount = endpoint({
  name: 'changeAccount',
  summary: 'Changes names, phone, time zone and photo size',
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
  summary: 'Sets a new password by the present one; every other session ends',
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
  summary: 'Sends a link to a new address, valid 48 hours, and tells the old one',
  method: 'POST',
  path: '/api/me/email',
  guard: own,
  personal: true,
  body: z.strictObject({ password, email }),
  reply: z.void(),
  idempotencyKey: false,
});

const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

export const beginOtp = endpoint({
  name: 'beginOtp',
  summary: 'Makes a secret for an authenticator app; it counts once a code of it was shown',
  method: 'POST',
  path: '/api/me/otp',
  guard: own,
  personal: true,
  settingUp: true,
  body: z.strictObject({ password }),
  reply: z.strictObject({
    /** Base32, for typing in by hand. */
    secret: z.string(),
    /** For the QR code. */
    uri: z.string(),
  }),
  idempotencyKey: false,
});

export const confirmOtp = endpoint({
  name: 'confirmOtp',
  summary: 'Turns the authenticator app on by its first code; gives the recovery codes, this once',
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
  summary: 'Turns the authenticator app off',
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
  summary: 'Sends a code to a phone that is to be the second step',
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
  summary: 'Turns codes by SMS on by the code that was sent; gives the recovery codes, this once',
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
  summary: 'Turns codes by SMS off',
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
  summary: 'Makes new recovery codes; the old ones are worth nothing any more',
  method: 'POST',
  path: '/api/me/recoveryCodes',
  guard: own,
  personal: true,
  body: z.strictObject({ password }),
  reply: recoveryCodes,
  idempotencyKey: false,
});

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Where the user is signed in, the newest use first',
  method: 'GET',
  path: '/api/me/sessions',
  guard: own,
  settingUp: true,
  reply: z.strictObject({ sessions: z.array(sessionReply) }),
});

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  summary: 'Ends one session of the user',
  method: 'DELETE',
  path: '/api/me/sessions/:sessionId',
  guard: own,
  personal: true,
  params: z.strictObject({ sessionId: id }),
  reply: z.void(),
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Ends all sessions of the user but this one',
  method: 'POST',
  path: '/api/me/sessions/endOthers',
  guard: own,
  personal: true,
  reply: z.void(),
});

export const makeSupportToken = endpoint({
  name: 'makeSupportToken',
  summary:
    'Makes a token that shows this account to a helper, for six hours at most; it changes nothing of the account',
  method: 'POST',
  path: '/api/me/supportTokens',
  guard: own,
  personal: true,
  body: z.strictObject({ password, hours: z.int().min(1).max(6).default(6) }),
  reply: z.strictObject({ token: z.string(), expiresAt: instant }),
  idempotencyKey: false,
});

const fingerprint = z.string().regex(/^[\w-]{16,128}$/u);

export const deviceReply = z.strictObject({
  id,
  name: z.string(),
  kind: z.enum(DEVICE_KINDS),
  registeredAt: instant,
  lastSeenAt: instant,
});
export const devicesReply = z.strictObject({ devices: z.array(deviceReply), deviceLimit: z.int() });

export const listDevices = endpoint({
  name: 'listDevices',
  summary: 'The registered devices of the user, and how many there may be',
  method: 'GET',
  path: '/api/limited-devices',
  guard: own,
  reply: devicesReply,
});

export const registerDevice = endpoint({
  name: 'registerDevice',
  summary: 'Takes one of the places for devices; `device_limit` when all are taken',
  method: 'POST',
  path: '/api/limited-devices',
  guard: own,
  personal: true,
  body: z.strictObject({ fingerprint, name: line(100, 1), kind: z.enum(DEVICE_KINDS) }),
  reply: deviceReply,
});

export const unregisterDevice = endpoint({
  name: 'unregisterDevice',
  summary: 'Gives a place free: the key of the device is gone, what it has kept cannot be read, its sessions end',
  method: 'DELETE',
  path: '/api/limited-devices/:deviceId',
  guard: own,
  personal: true,
  params: z.strictObject({ deviceId: id }),
  reply: z.void(),
});

export const removePicture = endpoint({
  name: 'removePicture',
  summary: 'Takes the own profile picture away',
  method: 'DELETE',
  path: '/api/me/picture',
  guard: own,
  personal: true,
  reply: accountReply,
});

export const redeemTicket = endpoint({
  name: 'redeemTicket',
  summary: 'Tells a service that was returned to who stands behind a ticket, once',
  method: 'POST',
  path: '/api/oauth/ticket',
  guard: { kind: 'public' },
  body: z.strictObject({ ticket: linkToken }),
  reply: z.strictObject({ userId: id, email: z.string(), firstName: z.string(), lastName: z.string() }),
  idempotencyKey: false,
});

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

export const keptMessage = z.strictObject({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  at: instant,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
});

export const operatorMailbox = endpoint({
  name: 'operatorMailbox',
  summary: 'Mails and messages that an installation without mail server keeps; for who holds the key of the operator',
  method: 'POST',
  path: '/api/operator/messages',
  guard: { kind: 'public' },
  body: z.strictObject({ key: z.string().min(8).max(128) }),
  reply: z.strictObject({ messages: z.array(keptMessage) }),
  idempotencyKey: false,
});
