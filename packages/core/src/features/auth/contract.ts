// Signing in, refreshing the session, and the current user.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { DEVICE_KINDS } from './device-kind.ts';
import { passkeyAssertion } from './passkey-contract.ts';

/** Email addresses are compared in lower case. */
export const email = z.email().max(254).toLowerCase();
/** Used exactly as typed; the length is checked before anything is hashed. */
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
  summary: 'Gets the second step of an address; for unknown addresses a stable decoy',
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

/** Form- or JSON-encoded; errors use the OAuth form: `{error, error_description}`. */
export const token = endpoint({
  name: 'token',
  summary:
    'Signs in by password or passkey, or refreshes a session. Basic client authorization with the client id `web`',
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
      grant_type: z.literal('passkey'),
      credential: passkeyAssertion,
      /** Refuses passkeys of other accounts. */
      username: z.string().max(254).optional(),
    }),
    z.strictObject({
      grant_type: z.literal('refresh_token'),
      refresh_token: z.string().max(512),
      /**
       * Created by the client; the same nonce gets the same reply again if the first was lost. Without one a lost reply
       * cannot be recovered.
       */
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
  /** The organisation requires a second factor. */
  forceMfa: z.boolean(),
  /** A second factor is required but not set up: nothing else can be called until then. */
  secondStepMissing: z.boolean(),
  /** Signed in with a support access token created by the user. */
  byToken: z.boolean(),
  /** A signed link valid for minutes; null without a picture. */
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
  summary: 'Gets the signed-in user',
  method: 'GET',
  path: '/api/me',
  guard: { kind: 'user' },
  settingUp: true,
  reply: userReply,
});

export const patchMe = endpoint({
  name: 'patchMe',
  summary: "Updates the caller's settings",
  method: 'PATCH',
  path: '/api/me',
  guard: { kind: 'user' },
  settingUp: true,
  personal: true,
  body: z.strictObject({
    settings: z.strictObject({ language: languageCode.optional(), timeZone: line(64, 1).optional() }).optional(),
    /** Cannot be withdrawn once accepted. */
    privacyPolicyAccepted: z.literal(true).optional(),
    termsAndConditionsAccepted: z.literal(true).optional(),
  }),
  reply: userReply,
  // Repeating the call changes nothing.
  idempotencyKey: false,
});

export const encryptionKey = endpoint({
  name: 'encryptionKey',
  summary: "Gets the user's encryption key for this device, by the browser's device id",
  method: 'POST',
  path: '/api/encryptionKey',
  guard: { kind: 'user' },
  settingUp: true,
  personal: true,
  /**
   * `kind`: the device the browser runs on, as far as the client can tell. An access token alone is not enough: browsers
   * also send the cookie of their session, other clients their `refresh_token`.
   */
  body: z.strictObject({
    fingerprint: z.string().regex(/^[\w-]{16,128}$/u),
    kind: z.enum(DEVICE_KINDS).optional(),
    refresh_token: z.string().max(512).optional(),
  }),
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
