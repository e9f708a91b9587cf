// An independent OpenID provider for tests: the certified library over real HTTP, whose responses a test can alter.
/// <reference path="./oidc-provider.d.ts" />
import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export type OpenIdPerson = { sub: string; claims: Record<string, unknown> };

export const CLIENT_ID = 'plumbline';
export const CLIENT_SECRET = 'a secret of forty letters at the very least';

type Claims = Record<string, unknown>;
/** How to forge an id token: different claims, another algorithm or another key. */
export type Forging = { claims?: (claims: Claims) => Claims; alg?: 'RS256' | 'none' | 'HS256'; key?: KeyObject };

export type OpenIdProvider = {
  issuer: string;
  person: OpenIdPerson;
  /** Applied to the id tokens it issues; undefined leaves them unchanged. */
  forging: Forging | undefined;
  /** Returned by the userinfo endpoint instead of the real claims. */
  userinfo: Claims | undefined;
  /** The bodies of the token requests received. */
  asked: URLSearchParams[];
  /** Signs a token with these claims, e.g. one the provider sends on its own initiative. */
  sign(claims: Claims, forging?: Omit<Forging, 'claims'>): string;
  /** Registers the URLs to which the program returns the browser, after sign-in and after logout. */
  allow(redirectUri: string, afterLeaving: string): void;
  /** Follows redirects like a browser whose user continues at every step; returns the program's URL where they end. */
  proceed(location: string): Promise<string>;
  close(): Promise<void>;
};

const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function forge(
  token: string,
  { claims = (one) => one, alg = 'RS256', key }: Forging,
  own: KeyObject,
  kid: string,
): string {
  const given = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Claims;
  const body = `${b64({ alg, typ: 'JWT', kid })}.${b64(claims(given))}`;
  if (alg === 'none') return `${body}.`;
  if (alg === 'HS256') return `${body}.${createHmac('sha256', CLIENT_SECRET).update(body).digest('base64url')}`;
  return `${body}.${createSign('sha256')
    .update(body)
    .sign(key ?? own, 'base64url')}`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' };
  const uris = { redirect: [] as string[], leaving: [] as string[] };
  let real: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  let provider: Provider;
  const server = createServer((request, response) => {
    front(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const created: OpenIdProvider = {
    issuer,
    person: { sub: 's-1', claims: {} },
    forging: undefined,
    userinfo: undefined,
    asked: [],
    sign: (claims, forging = {}) => forge(`.${b64(claims)}.`, forging, privateKey, 'k1'),
    allow(redirectUri, afterLeaving) {
      uris.redirect.push(redirectUri);
      uris.leaving.push(afterLeaving);
      real = undefined;
    },
    async proceed(location) {
      const cookies = new Map<string, string>();
      let at = new URL(location);
      for (let steps = 0; at.origin === issuer && steps < 12; steps += 1) {
        const response = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const one of response.headers.getSetCookie()) {
          const [pair = ''] = one.split(';');
          cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        const next = response.headers.get('location');
        // The sign-in page: its only button continues.
        if (next === null) {
          const page = await response.text();
          const button = /href="([^"]+)"/u.exec(page)?.[1];
          if (button === undefined) throw new Error(`the provider shows: ${page.slice(0, 300)}`);
          at = new URL(button, at);
        } else at = new URL(next, at);
      }
      return at.href;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  function build(): (request: IncomingMessage, response: ServerResponse) => void {
    provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: uris.redirect,
          post_logout_redirect_uris: uris.leaving,
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: ['a key for the cookies of a test'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...created.person.claims }),
      }),
    });
    return provider.callback();
  }

  async function interact(request: IncomingMessage, response: ServerResponse, on: boolean): Promise<void> {
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login' && !on) {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          `<!doctype html><html lang="en"><title>Provider</title><a href="${request.url}/on">Go on as ${created.person.sub}</a></html>`,
        );
      return;
    }
    if (prompt.name === 'login') {
      const result = { login: { accountId: created.person.sub } };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    const grant = new provider.Grant({ accountId: created.person.sub, clientId: params.client_id });
    grant.addOIDCScope('openid email profile');
    const result = { consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  }

  /** Passes the request to the library, and alters the response if the test asks for it. */
  async function altered(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const answer = await fetch(`${issuer}${request.url}`, {
      method: 'POST',
      headers: {
        'content-type': request.headers['content-type'] ?? '',
        authorization: request.headers.authorization ?? '',
        'x-passed': '1',
      },
      body: new Uint8Array(body),
    });
    const said = (await answer.json()) as { id_token?: string };
    if (said.id_token && created.forging) said.id_token = forge(said.id_token, created.forging, privateKey, 'k1');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  }

  async function front(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', issuer);
    real ??= build();
    if (pathname.startsWith('/interaction/')) return interact(request, response, pathname.endsWith('/on'));
    if (pathname === '/me' && created.userinfo) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(created.userinfo));
      return;
    }
    if (pathname === '/token' && request.headers['x-passed'] === undefined) {
      const body = await bodyOf(request);
      created.asked.push(new URLSearchParams(body.toString('utf8')));
      return altered(request, response, body);
    }
    real(request, response);
  }
  return created;
}
