// Passkeys: keys in a device, a password manager or a security key that sign in without a password. The forms are those of the
// WebAuthn standard as JSON.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';

const MAX_BASE64URL_LENGTH = 10_000;
const base64url = z
  .string()
  .max(MAX_BASE64URL_LENGTH)
  .regex(/^[\w-]*$/u);

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish().catch(null),
};

/** What a browser returns when it has created a passkey. */
export const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[\w-]{1,20}$/u))
      .max(10)
      .optional(),
  }),
});
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;

/** What a browser returns when a passkey has signed the challenge. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

const known = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** PublicKeyCredentialCreationOptionsJSON. */
const creationOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** PublicKeyCredentialRequestOptionsJSON. */
const requestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

export const passkeyReply = z.strictObject({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** Whether the passkey is stored in an account of its provider, so that it outlives the device. */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof passkeyReply>;

/** Of one account. */
export const MAX_PASSKEYS = 20;

const own = { kind: 'user' } as const;

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  summary: "Gets the caller's passkeys",
  method: 'GET',
  path: '/api/me/passkeys',
  guard: own,
  personal: true,
  settingUp: true,
  reply: z.strictObject({ passkeys: z.array(passkeyReply) }),
});

export const beginPasskey = endpoint({
  name: 'beginPasskey',
  summary: 'Gets the options with which the browser creates a passkey; requires the password',
  method: 'POST',
  path: '/api/me/passkeys/options',
  guard: own,
  personal: true,
  settingUp: true,
  body: z.strictObject({ password: z.string().min(1).max(1_024) }),
  reply: creationOptions,
  idempotencyKey: false,
});

export const addPasskey = endpoint({
  name: 'addPasskey',
  summary: 'Adds the passkey that the browser has created; the first second step also returns the recovery codes, once',
  method: 'POST',
  path: '/api/me/passkeys',
  guard: own,
  personal: true,
  settingUp: true,
  body: z.strictObject({ name: line(60, 1), credential: passkeyAttestation }),
  reply: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  bodyLimit: 32_768,
  idempotencyKey: false,
});

export const removePasskey = endpoint({
  name: 'removePasskey',
  summary: 'Removes a passkey; requires the password',
  method: 'POST',
  path: '/api/me/passkeys/:passkeyId/remove',
  guard: own,
  personal: true,
  params: z.strictObject({ passkeyId: id }),
  body: z.strictObject({ password: z.string().min(1).max(1_024) }),
  reply: z.void(),
  idempotencyKey: false,
});

export const passkeyOptions = endpoint({
  name: 'passkeyOptions',
  summary:
    'Gets a challenge for signing in with a passkey; the response is sent to `/api/oauth/token` with the `grant_type` `passkey`',
  method: 'POST',
  path: '/api/oauth/passkey',
  guard: { kind: 'public' },
  reply: requestOptions,
  idempotencyKey: false,
});
