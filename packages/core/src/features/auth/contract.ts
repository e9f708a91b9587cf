// Signing in, staying in, and who one is.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { DEVICE_KINDS } from './device-kind.ts';

/** E-mail addresses are compared in lower case. */
export const email = z.email().max(254).toLowerCase();
/** Taken exactly as typed; the length is checked before anything is hashed. */
export const password = z.string().min(1).max(1_024);

/** ISO 639-1, lower case. */
export const languageCode = z.string().regex(/^[a-z]{2}$/u);

export const passwordPolicy = z.strictObject({
  minLength: z.int(),
  maxLength: z.int(),
  classes: z.int(),
  notContaining: z.array(z.string()),
});

export const twoFactor = endpoint({
  name: 'twoFactor',
  summary: 'Which second step an address signs in with; for unknown addresses a stable decoy',
  method: 'GET',
  path: '/api/twoFactor',
  guard: { kind: 'public' },
  query: z.strictObject({ email }),
  reply: z.strictObject({ sms: z.boolean(), otp: z.boolean(), passwordPolicy }),
});

export const tokenReply = z.strictObject({
  token_type: z.literal('bearer'),
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds. */
  expires_in: z.int(),
});
export type TokenReply = z.infer<typeof tokenReply>;

/** Form- or JSON-encoded; errors come in OAuth form: `{error, error_description}`. */
export const token = endpoint({
  name: 'token',
  summary: 'Signs in by password, or refreshes a session. Basic client authorization with the client id `web`.',
  method: 'POST',
  path: '/api/oauth/token',
  guard: { kind: 'public' },
  body: z.discriminatedUnion('grant_type', [
    z.strictObject({
      grant_type: z.literal('password'),
      username: z.string().max(320),
      password: z.string().max(1_024),
      code: z.string().max(16).optional(),
    }),
    z.strictObject({
      grant_type: z.literal('refresh_token'),
      refresh_token: z.string().max(512),
      /** Made by the client; the same one gets the same answer again when the first was lost. Without one a lost answer stays lost. */
      nonce: z.string().min(8).max(64).optional(),
    }),
  ]),
  reply: tokenReply,
  bodyLimit: 16_384,
  idempotencyKey: false,
});

export const revoke = endpoint({
  name: 'revoke',
  summary: 'Ends this session on every server',
  method: 'POST',
  path: '/api/oauth/revoke',
  guard: { kind: 'user' },
  settingUp: true,
  reply: z.void(),
  idempotencyKey: false,
});

export const userReply = z.strictObject({
  userId: id,
  username: z.string(),
  type: z.enum(['PASSWORD', 'SAML']),
  firstName: z.string(),
  lastName: z.string(),
  organisationId: id,
  organisationName: z.string(),
  owner: z.boolean(),
  permissions: z.array(z.string()),
  settings: z.strictObject({ admin: z.boolean(), timeZone: z.string(), language: z.string() }),
  language: z.string(),
  /** The organisation asks for a second step. */
  forceMfa: z.boolean(),
  /** It asks for one, and there is none yet: nothing else can be called before. */
  secondStepMissing: z.boolean(),
  /** Signed in by a token that the user gave to a helper. */
  byToken: z.boolean(),
  /** A signed link for minutes; null without a picture. */
  picture: z.string().nullable(),
  photoSize: z.enum(['SMALL', 'MEDIUM', 'LARGE']),
  license: z.string().nullable(),
  noLicenseMessage: z.string().nullable(),
  privacyPolicyAccepted: z.boolean(),
  termsAndConditionsAccepted: z.boolean(),
});
export type UserReply = z.infer<typeof userReply>;

export const me = endpoint({
  name: 'me',
  summary: 'The signed-in user',
  method: 'GET',
  path: '/api/me',
  guard: { kind: 'user' },
  settingUp: true,
  reply: userReply,
});

export const patchMe = endpoint({
  name: 'patchMe',
  summary: 'Changes own settings',
  method: 'PATCH',
  path: '/api/me',
  guard: { kind: 'user' },
  settingUp: true,
  personal: true,
  body: z.strictObject({
    settings: z.strictObject({ language: languageCode.optional(), timeZone: line(64, 1).optional() }).optional(),
    /** Once accepted it stays so. */
    privacyPolicyAccepted: z.literal(true).optional(),
    termsAndConditionsAccepted: z.literal(true).optional(),
  }),
  reply: userReply,
  // Said twice it changes nothing more.
  idempotencyKey: false,
});

export const encryptionKey = endpoint({
  name: 'encryptionKey',
  summary: 'The key of this user on this device, by the random id the browser keeps',
  method: 'POST',
  path: '/api/encryptionKey',
  guard: { kind: 'user' },
  settingUp: true,
  personal: true,
  /** `kind`: what the browser runs on, as far as the program can tell. */
  body: z.strictObject({ fingerprint: z.string().regex(/^[\w-]{16,128}$/u), kind: z.enum(DEVICE_KINDS).optional() }),
  reply: z.strictObject({ key: z.string() }),
  idempotencyKey: false,
});

export const sessionReply = z.strictObject({
  id,
  current: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant,
  expiresAt: instant,
  userAgent: z.string(),
  kind: z.enum(['password', 'support', 'sso']),
});
export type SessionEntry = z.infer<typeof sessionReply>;
