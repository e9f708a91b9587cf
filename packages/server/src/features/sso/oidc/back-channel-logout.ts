// Logout tokens, which a provider sends without a browser when someone has signed out there (OpenID Connect
// Back-Channel Logout 1.0). They must be signed by the provider's own keys; nothing else in them or in the request is
// trusted.
import * as jose from 'jose';
import { z } from 'zod';
import type { Services } from '../../../platform/services.ts';
import { SignOnRejected } from '../rejected-response.ts';
import type { ProviderRow } from '../store.ts';
import { connected } from './client.ts';

/** Maximum length of a token, in characters. */
export const TOKEN_LENGTH = 16_384;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds of tolerated clock difference, and for which a token is accepted after it was issued. */
const CLOCK_TOLERANCE_S = 60;
export const TOKEN_AGE = 300;
/** Signatures with a private key that only the provider has. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

type Core = Pick<Services, 'config' | 'clock' | 'publicFetch'>;

const keySets = new WeakMap<Services['config'], Map<string, jose.RemoteJWKSet>>();

/** The keys of a provider: fetched on first use, and again for a key that is not among them. */
function keysAt({ config, publicFetch }: Core, address: string): jose.RemoteJWKSet {
  const known = keySets.get(config) ?? new Map<string, jose.RemoteJWKSet>();
  keySets.set(config, known);
  const keys =
    known.get(address) ??
    jose.createRemoteJWKSet(new URL(address), {
      [jose.customFetch]: (url, { headers, method, signal }) =>
        publicFetch(url, { headers: Object.fromEntries(headers), method, signal }),
    });
  known.set(address, keys);
  return keys;
}

const said = z.object({
  jti: z.string().min(1).max(300),
  sub: z.string().min(1).max(300).optional(),
  sid: z.string().min(1).max(300).optional(),
  events: z.object({ [EVENT]: z.object({}) }),
  nonce: z.undefined().optional(),
});

async function verify(
  token: string,
  keys: jose.RemoteJWKSet,
  options: jose.JWTVerifyOptions,
): Promise<jose.JWTPayload> {
  try {
    return (await jose.jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof jose.errors.JWKSMultipleMatchingKeys)) throw error;
    // The token does not say which key signed it.
    for await (const key of error) {
      try {
        return (await jose.jwtVerify(token, key, options)).payload;
      } catch (cause) {
        if (!(cause instanceof jose.errors.JWSSignatureVerificationFailed)) throw cause;
      }
    }
    throw new jose.errors.JWSSignatureVerificationFailed();
  }
}

const BY_CLAIM: Readonly<Record<string, 'issuer' | 'audience'>> = { iss: 'issuer', aud: 'audience' };

function problemOf(error: unknown): SignOnRejected {
  if (error instanceof SignOnRejected) return error;
  if (error instanceof jose.errors.JWTExpired) return new SignOnRejected('time');
  if (error instanceof jose.errors.JWTClaimValidationFailed) {
    return new SignOnRejected(BY_CLAIM[error.claim] ?? 'time', error.message.slice(0, 300));
  }
  if (error instanceof jose.errors.JOSEAlgNotAllowed || error instanceof jose.errors.JOSENotSupported) {
    return new SignOnRejected('algorithm', error.message.slice(0, 300));
  }
  if (error instanceof jose.errors.JWSInvalid || error instanceof jose.errors.JWTInvalid) {
    return new SignOnRejected('shape', 'it is not a logout token');
  }
  if (error instanceof jose.errors.JWSSignatureVerificationFailed || error instanceof jose.errors.JWKSNoMatchingKey) {
    return new SignOnRejected('signature');
  }
  return new SignOnRejected('provider', 'its keys cannot be read');
}

export type BackChannelLogout = { id: string; subject: string | undefined; sessionId: string | undefined };

/**
 * Throws `SignOnRejected` unless this is a recent logout token of this provider, addressed to us. The caller checks for
 * replays.
 */
export async function readLogoutToken(core: Core, provider: ProviderRow, token: string): Promise<BackChannelLogout> {
  if (token.length > TOKEN_LENGTH) throw new SignOnRejected('shape', 'no token');
  const metadata = (await connected(core, provider)).serverMetadata();
  if (metadata.jwks_uri === undefined) throw new SignOnRejected('provider', 'it names no keys');
  const payload = await verify(token, keysAt(core, metadata.jwks_uri), {
    algorithms: ALGORITHMS,
    issuer: metadata.issuer,
    audience: provider.clientId,
    maxTokenAge: TOKEN_AGE,
    clockTolerance: CLOCK_TOLERANCE_S,
    currentDate: core.clock.now(),
  }).catch((error: unknown) => {
    throw problemOf(error);
  });
  const claims = said.safeParse(payload);
  if (!claims.success) throw new SignOnRejected('shape', 'it is not a logout token');
  const { jti, sub, sid } = claims.data;
  if (sub === undefined && sid === undefined) throw new SignOnRejected('subject', 'it names no subject');
  return { id: jti, subject: sub, sessionId: sid };
}
