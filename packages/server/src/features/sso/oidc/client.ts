// OpenID Connect: the code flow with PKCE, nonce and state. Signatures of id tokens are checked although the tokens
// come directly from the provider.
import { AppError } from '@plumbline/core/kernel/errors';
import * as client from 'openid-client';
import { instanceKey, macOf } from '../../../http/security/instance-key.ts';
import { AddressRefused, NoResponse } from '../../../platform/public-fetch/public-fetch.ts';
import type { Services } from '../../../platform/services.ts';
import { unseal } from '../../auth/sealed-secret.ts';
import { type Claims, claimsOf } from '../claims.ts';
import { SignOnRejected } from '../rejected-response.ts';
import { ourSide, ownerOfSecret, type ProviderRow } from '../store.ts';

type Core = Pick<Services, 'config' | 'clock' | 'publicFetch'>;

/** Milliseconds for which a provider's metadata is cached; its keys are fetched again when one is unknown. */
const METADATA_TTL_MS = 600_000;
/** Seconds of tolerated clock difference. */
const CLOCK_TOLERANCE_S = 60;
const SCOPE = 'openid email profile';

type Connected = { made: client.Configuration; until: number };
const connections = new WeakMap<Services['config'], Map<string, Connected>>();

function secretOf({ config }: Core, { id, clientSecret }: ProviderRow): string {
  if (clientSecret === null) return '';
  return unseal(config.secretKey, 'sign-on', ownerOfSecret(id, 'secret'), clientSecret).toString('utf8');
}

/** Reads the provider's metadata. Throws `provider_unreachable` or `metadata_invalid`. */
export async function discover(core: Core, provider: ProviderRow): Promise<client.Configuration> {
  const { publicFetch } = core;
  const secret = secretOf(core, provider);
  try {
    const found = await client.discovery(
      new URL(provider.issuer),
      provider.clientId,
      {
        [client.clockTolerance]: CLOCK_TOLERANCE_S,
        [client.clockSkew]: Math.round((core.clock.now().getTime() - Date.now()) / 1_000),
      },
      secret === '' ? client.None() : client.ClientSecretBasic(secret),
      {
        [client.customFetch]: (url, { method, headers, body, signal }) =>
          publicFetch(url, {
            method,
            headers,
            body: body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined,
            signal,
          }),
        // Our own fetch decides whether an address without TLS is allowed.
        execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
        timeout: 10,
      },
    );
    for (const place of ['authorization_endpoint', 'end_session_endpoint'] as const) {
      // The browser is sent there, so only web pages are allowed.
      const address = found.serverMetadata()[place];
      if (address !== undefined && !/^https?:$/u.test(URL.parse(address)?.protocol ?? '')) throw new Error(place);
    }
    return found;
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    if (cause instanceof AddressRefused || error instanceof AddressRefused) {
      throw new AppError('metadata_invalid', { params: { reason: 'address' } });
    }
    if (cause instanceof NoResponse || error instanceof NoResponse) throw new AppError('provider_unreachable');
    throw new AppError('metadata_invalid', { params: { reason: 'issuer' } });
  }
}

/** The provider's metadata, cached for a while. Throws as `discover` does. */
export async function connected(core: Core, provider: ProviderRow): Promise<client.Configuration> {
  const known = connections.get(core.config) ?? new Map<string, Connected>();
  connections.set(core.config, known);
  const key = `${provider.id} ${provider.issuer} ${provider.clientId} ${provider.clientSecret?.toString('hex') ?? ''}`;
  const now = core.clock.now();
  let one = known.get(key);
  if (!one || one.until <= now.getTime()) {
    one = { made: await discover(core, provider), until: now.getTime() + METADATA_TTL_MS };
    known.set(key, one);
  }
  return one.made;
}

/** Derived from the request's id with the installation's key: a dump of the database does not reveal it. */
const drawn = ({ config }: Core, what: 'verifier' | 'nonce', requestId: string): string =>
  macOf(instanceKey(config.secretKey, 'sign-on'), what, requestId).toString('base64url');

export async function authorizationUrl(core: Core, provider: ProviderRow, requestId: string): Promise<string> {
  const connection = await connected(core, provider);
  const challenge = await client.calculatePKCECodeChallenge(drawn(core, 'verifier', requestId));
  return client.buildAuthorizationUrl(connection, {
    redirect_uri: ourSide(core.config, provider).answerUrl,
    scope: SCOPE,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: requestId,
    nonce: drawn(core, 'nonce', requestId),
  }).href;
}

/** `session`: the provider's identifier of the session, if it sends one. */
export type Identified = { claims: Claims; idToken: string; session: string };

function problemOf(error: unknown): SignOnRejected {
  // The library's error is general; its cause names the actual problem.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : '';
  const detail = message.slice(0, 300);
  if (error instanceof client.AuthorizationResponseError) {
    return new SignOnRejected('status', [error.error, error.error_description].filter(Boolean).join(' ').slice(0, 300));
  }
  if (error instanceof client.ResponseBodyError) {
    return new SignOnRejected(
      'request',
      [error.error, error.error_description].filter(Boolean).join(' ').slice(0, 300),
    );
  }
  if (/"iss"|issuer/u.test(message)) return new SignOnRejected('issuer', detail);
  if (/"aud"|"azp"/u.test(message)) return new SignOnRejected('audience', detail);
  if (/"exp"|"iat"|"nbf"|expired/u.test(message)) return new SignOnRejected('time', detail);
  if (/"sub"/u.test(message)) return new SignOnRejected('subject', detail);
  if (/nonce|state/u.test(message)) return new SignOnRejected('request', detail);
  if (/"alg"/u.test(message)) return new SignOnRejected('algorithm', detail);
  return new SignOnRejected('signature', detail);
}

/**
 * Exchanges the code and reads the person's identity. `answer`: the address the browser came back to. Throws
 * `SignOnRejected`.
 */
export async function identify(core: Core, provider: ProviderRow, requestId: string, answer: URL): Promise<Identified> {
  try {
    const connection = await connected(core, provider);
    const tokens = await client.authorizationCodeGrant(connection, answer, {
      pkceCodeVerifier: drawn(core, 'verifier', requestId),
      expectedState: requestId,
      expectedNonce: drawn(core, 'nonce', requestId),
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new SignOnRejected('shape', 'there is no id token');
    // Claims from beyond the token count only if they are about the same person.
    const info = connection.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(connection, tokens.access_token, claims.sub)
      : {};
    const all: Record<string, unknown> = { ...info, ...claims };
    // Many providers omit this; if one says the address is not verified, that is final.
    if (all.email_verified === false || all.email_verified === 'false')
      throw new SignOnRejected('noEmail', 'not verified');
    const given = Object.entries(all).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name.toLowerCase(), value.slice(0, 500)]] : [],
    );
    if (claims.sub.length > 300) throw new SignOnRejected('subject');
    // The subject of OpenID Connect is not an email address, even if it looks like one.
    const read = claimsOf(provider, '', new Map(given));
    const session = typeof claims.sid === 'string' ? claims.sid.slice(0, 300) : '';
    return { claims: { ...read, subject: claims.sub }, idToken: tokens.id_token ?? '', session };
  } catch (error) {
    if (error instanceof SignOnRejected) throw error;
    if (error instanceof AppError) throw new SignOnRejected('provider', error.code);
    throw problemOf(error);
  }
}

/** Where the browser signs out at the provider; null if the provider has no such endpoint. */
export async function logoutRequestUrl(core: Core, provider: ProviderRow, idToken: string): Promise<string | null> {
  const connection = await connected(core, provider);
  if (!connection.serverMetadata().end_session_endpoint) return null;
  return client.buildEndSessionUrl(connection, {
    post_logout_redirect_uri: ourSide(core.config, provider).logoutUrl,
    ...(idToken !== '' && { id_token_hint: idToken }),
  }).href;
}
