// What every response says to browsers on an installation with TLS: headers, cookies, types and caching.
import { me } from '@plumbline/core/features/auth/contract';
import { contentPolicy } from '@plumbline/server/http/security/headers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, PASSWORD, WEB_CLIENT, type World } from '../../actors.ts';
import { type Answer, addressOf } from '../../calls.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer({ environment: { PUBLIC_URL: 'https://plans.example.org' } });
  world = await createWorld(server);
});
afterAll(() => server.close());

const signIn = (headers: Record<string, string> = {}) =>
  world.nobody.raw({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { authorization: WEB_CLIENT, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ grant_type: 'password', username: world.owner.email, password: PASSWORD }),
  });

const ANSWERS: [string, () => Promise<Answer>][] = [
  ['the start page', () => world.nobody.raw({ method: 'GET', url: '/' })],
  ['a missing file', () => world.nobody.raw({ method: 'GET', url: '/assets/none.js' })],
  ['a reply', () => world.owner.caller.raw({ method: 'GET', url: addressOf(me, {}) })],
  ['a refusal', () => world.nobody.raw({ method: 'GET', url: addressOf(me, {}) })],
  ['an unknown call', () => world.nobody.raw({ method: 'GET', url: '/api/none' })],
  ['a file', () => world.nobody.raw({ method: 'GET', url: '/m/files/none/full' })],
  ['a session', () => signIn()],
  ['the API description', () => world.nobody.raw({ method: 'GET', url: '/api/openapi.json' })],
];

describe.each(ANSWERS)('%s', (_name, ask) => {
  test('requires TLS for a year, forbids sniffing, framing and referrers, and names type and encoding', async () => {
    const { headers, raw } = await ask();
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'/u);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(raw.length > 0 && headers['content-type']).toMatch(/^[\w/+.-]+; charset=utf-8$/iu);
  });
});

test('replies of the API are stored by no cache', async () => {
  for (const [name, ask] of ANSWERS.filter(([name]) => /reply|refusal|session/u.test(name)))
    expect((await ask()).headers['cache-control'], name).toBe('no-store');
});

test('cookies belong to this host, TLS and this site alone, and scripts cannot read them', async () => {
  const { headers } = await signIn({ origin: 'https://plans.example.org' });
  const cookies = [headers['set-cookie'] ?? []].flat();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-/u);
    for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict']) expect(cookie).toContain(part);
    expect(cookie).not.toContain('Domain');
  }
});

test('the page loads nothing but its own files, and no plugins', () => {
  const policy = contentPolicy('nonce');
  for (const part of [
    "default-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/'unsafe-|\*|https?:/u);
});

test.each(['/.git/config', '/.env', '/package.json', '/assets/', '/assets', '/../package.json'])(
  '%s is not served',
  async (url) => {
    const { status, headers } = await world.nobody.raw({ method: 'GET', url });
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  },
);

test('a preflight of another site and TRACE get nothing', async () => {
  const preflight = await world.nobody.raw({
    method: 'OPTIONS',
    url: addressOf(me, {}),
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
  });
  expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  const trace = await server.app.inject({ method: 'TRACE' as 'GET', url: '/api/me' });
  expect(trace.statusCode).toBeGreaterThanOrEqual(400);
});
