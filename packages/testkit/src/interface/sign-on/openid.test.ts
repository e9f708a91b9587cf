// Sign-on with OpenID Connect: the valid flow, and altered, swapped or invented responses, against an independent
// provider implementation.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { me } from '@plumbline/core/features/auth/contract';
import { changeProvider, createProvider, type Provider, testProvider } from '@plumbline/core/features/sso/contract';
import { leaveSignOn } from '@plumbline/core/features/sso/sign-on-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { Caller } from '../../calls.ts';
import { startTestServer, type TestServer } from '../../server.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type Forging,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../sign-on/openid-provider.ts';
import { Browser, ownDomain } from '../../sign-on/sign-on.ts';

let server: TestServer;
let world: World;
let op: OpenIdProvider;
let provider: Provider;

beforeAll(async () => {
  server = await startTestServer({ now: new Date(), environment: { INSIDE_HOSTS: '127.0.0.1' } });
  world = await createWorld(server);
  op = await startOpenIdProvider();
  const { caller } = world.owner;
  const created = await caller.call(createProvider, {
    body: {
      kind: 'oidc',
      id: randomUUID(),
      name: 'Cloud',
      issuer: op.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
    },
  });
  await ownDomain(server, world.owner, created.id, 'cloud.example');
  provider = await caller.call(changeProvider, { params: { providerId: created.id }, body: { active: true } });
  op.allow(provider.ours.answerUrl, provider.ours.logoutUrl);
});
afterAll(async () => {
  await op?.close();
  await server?.close();
});
beforeEach(() => {
  op.forging = undefined;
  op.userinfo = undefined;
  op.person = {
    sub: randomUUID(),
    claims: { email: `${randomUUID()}@cloud.example`, email_verified: true, given_name: 'Otto', family_name: 'Oswald' },
  };
});

const FAILED = '/samlLogin?failed=1';
const noted = async () =>
  (
    await server.database.root.query<{ problem: string }>(
      `SELECT detail ->> 'problem' AS problem FROM security_event WHERE kind = 'sign_on.refused' ORDER BY id DESC LIMIT 1`,
    )
  ).rows[0]?.problem;
const counts = async () =>
  (
    await server.database.root.query<{ all: string }>(
      'SELECT (SELECT count(*) FROM app_user) || $1 || (SELECT count(*) FROM session) AS all',
      [' '],
    )
  ).rows[0]?.all;

async function signedOn(preferences = {}) {
  const browser = new Browser(server);
  const back = await op.proceed(await browser.begin(provider.id, '/project/2'));
  const ended = await browser.finish(await browser.get(back), preferences);
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
  const { token, returnTo } = ended.body as { token: { access_token: string }; returnTo: string };
  return { caller: new Caller(server.app, token.access_token), returnTo };
}

describe('a valid sign-on', () => {
  test('a new user is added, and recognised the next time', async () => {
    const { caller, returnTo } = await signedOn({ language: 'it', timeZone: 'Europe/Rome' });
    const user = await caller.call(me, {});
    expect(returnTo).toBe('/project/2');
    expect(user).toMatchObject({
      username: op.person.claims.email,
      firstName: 'Otto',
      lastName: 'Oswald',
      type: 'SAML',
      settings: { language: 'it', timeZone: 'Europe/Rome' },
    });
    op.person.claims.email = 'another@cloud.example';
    // Only a new account takes the language and time zone of the browser.
    const again = await signedOn({ language: 'fr', timeZone: 'Europe/Paris' });
    expect(await again.caller.call(me, {})).toMatchObject({ userId: user.userId, settings: user.settings });
    // The code is bound to the client that requested it (PKCE).
    expect(op.asked.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/u);
  });

  test('signing out ends the session at the provider too', async () => {
    const { caller } = await signedOn();
    const { location } = await caller.call(leaveSignOn, {});
    expect((await caller.send(me, {})).status).toBe(401);
    const { origin, searchParams } = new URL(location ?? '');
    expect(origin).toBe(op.issuer);
    expect(searchParams.get('post_logout_redirect_uri')).toBe(provider.ours.logoutUrl);
    expect(searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/u);
  });

  test('a test shows who the user is, or why it fails', async () => {
    const asked = async () => {
      const begun = await world.owner.caller.send(testProvider, { params: { providerId: provider.id } });
      const cookie = String([begun.headers['set-cookie'] ?? []].flat()[0]).split(';')[0] ?? '';
      const back = await op.proceed((begun.body as { location: string }).location);
      const ticket = (await new Browser(server).get(back)).split('#')[1];
      const ended = await new Caller(server.app).raw({
        method: 'POST',
        url: '/api/oauth/sso',
        headers: { cookie, 'content-type': 'application/json' },
        payload: JSON.stringify({ ticket }),
      });
      return (ended.body as { report: unknown }).report;
    };
    const before = await counts();
    expect(await asked()).toMatchObject({ problem: null, subject: op.person.sub, email: op.person.claims.email });
    op.forging = { claims: (claims) => ({ ...claims, aud: 'somebody-else' }) };
    expect(await asked()).toMatchObject({ problem: 'audience' });
    expect(await counts()).toBe(before);
  });
});

describe('a rejected response', () => {
  const outsider = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  const changed = (change: Record<string, unknown>): Forging => ({ claims: (claims) => ({ ...claims, ...change }) });
  const now = () => Math.floor(server.clock.now().getTime() / 1_000);
  const cases: [string, () => Forging, string][] = [
    ['another nonce', () => changed({ nonce: 'another' }), 'request'],
    ['no nonce', () => ({ claims: ({ nonce: _nonce, ...rest }) => rest }), 'request'],
    ['another issuer', () => changed({ iss: 'https://evil.example' }), 'issuer'],
    ['another audience', () => changed({ aud: 'somebody-else' }), 'audience'],
    ['several audiences, for another party', () => changed({ aud: [CLIENT_ID, 'x'], azp: 'x' }), 'audience'],
    ['expired', () => changed({ exp: now() - 120 }), 'time'],
    ['not yet valid', () => changed({ nbf: now() + 600 }), 'time'],
    ['no expiry', () => ({ claims: ({ exp: _exp, ...rest }) => rest }), 'time'],
    ['no signature', () => ({ alg: 'none' }), 'algorithm'],
    ['signed with the client secret', () => ({ alg: 'HS256' }), 'algorithm'],
    ['signed with another key', () => ({ key: outsider }), 'signature'],
    ['an unverified address', () => changed({ email: 'a@cloud.example', email_verified: false }), 'noEmail'],
    ['an address of another domain', () => changed({ email: 'a@other.example' }), 'domain'],
    ['nobody', () => ({ claims: ({ sub: _sub, ...rest }) => rest }), 'subject'],
  ];
  test.each(cases)('an id token with %s', async (_name, forging, problem) => {
    const before = await counts();
    op.forging = forging();
    const browser = new Browser(server);
    const back = await op.proceed(await browser.begin(provider.id));
    expect(await browser.get(back)).toBe(FAILED);
    expect(await noted()).toBe(problem);
    expect(await counts()).toBe(before);
  });

  test('user info of another person is refused', async () => {
    op.userinfo = { sub: 'somebody-else', email: world.owner.email };
    const browser = new Browser(server);
    expect(await browser.get(await op.proceed(await browser.begin(provider.id)))).toBe(FAILED);
  });

  test('a response works once, with its own state, and in its own browser', async () => {
    const browser = new Browser(server);
    const location = await browser.begin(provider.id);
    expect(new URL(location).searchParams.get('code_challenge_method')).toBe('S256');
    const back = await op.proceed(location);
    const with_ = (name: string, value: string | undefined) => {
      const url = new URL(back);
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      return url.href;
    };
    const foreign = new URL(await new Browser(server).begin(provider.id)).searchParams.get('state') ?? '';
    const requested = op.asked.length;
    for (const url of [with_('state', undefined), with_('state', 'made-up')]) {
      expect(await browser.get(url)).toBe(FAILED);
      expect(await noted()).toBe('request');
    }
    // The provider is not asked about a code without a pending request.
    expect(op.asked).toHaveLength(requested);
    // With the state of another attempt the code verifier does not match: the provider itself refuses it.
    expect(await browser.get(with_('state', foreign))).toBe(FAILED);
    const ticket = await browser.get(await op.proceed(await browser.begin(provider.id)));
    expect((await new Browser(server).finish(ticket)).status).toBe(400);
    expect((await browser.finish(ticket)).status).toBe(200);
    expect((await browser.finish(ticket)).status).toBe(400);
  });

  test('a response from another issuer is refused', async () => {
    const browser = new Browser(server);
    const url = new URL(await op.proceed(await browser.begin(provider.id)));
    url.searchParams.set('iss', 'https://evil.example');
    expect(await browser.get(url.href)).toBe(FAILED);
    expect(await noted()).toBe('issuer');
  });

  test('a refusal by the provider fails the sign-on, and is logged', async () => {
    const browser = new Browser(server);
    const state = new URL(await browser.begin(provider.id)).searchParams.get('state') ?? '';
    const url = `${provider.ours.answerUrl}?error=access_denied&state=${state}&iss=${encodeURIComponent(op.issuer)}`;
    expect(await browser.get(url)).toBe(FAILED);
    expect(await noted()).toBe('status');
  });
});

describe('back-channel logout', () => {
  const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const seconds = () => Math.round(server.clock.now().getTime() / 1_000);
  const leaving = (more: object = {}) => ({
    ...{ iss: op.issuer, aud: CLIENT_ID, iat: seconds(), exp: seconds() + 120 },
    ...{ jti: randomUUID(), sub: op.person.sub, events: EVENT, ...more },
  });
  const tell = (logout_token: string, at = provider.ours.backChannelUrl ?? '') =>
    world.nobody.raw({
      method: 'POST',
      url: new URL(at).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token }).toString(),
    });
  const live = async (caller: Caller) => (await caller.send(me, {})).status === 200;

  test('ends all sessions of the person and no others; a replayed token is refused', async () => {
    const { caller } = await signedOn();
    const again = await signedOn();
    const token = op.sign(leaving());
    op.person = {
      ...op.person,
      sub: randomUUID(),
      claims: { ...op.person.claims, email: `${randomUUID()}@cloud.example` },
    };
    const other = await signedOn();
    const expected = await tell(token);
    expect([expected.status, expected.headers['cache-control'], expected.headers['set-cookie']]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    expect([await live(caller), await live(again.caller), await live(other.caller)]).toEqual([false, false, true]);
    expect(await tell(token)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await noted()).toBe('replayed');
  });

  test('ends one session by its id, with or without the subject', async () => {
    const entering = async (sid: string) => {
      op.forging = { claims: (claims) => ({ ...claims, sid }) };
      return (await signedOn()).caller;
    };
    const names = [randomUUID(), randomUUID(), randomUUID()];
    const [one, two, three] = [
      await entering(names[0] ?? ''),
      await entering(names[1] ?? ''),
      await entering(names[2] ?? ''),
    ];
    const { sub: _, ...nameless } = leaving({ sid: names[0] });
    expect((await tell(op.sign(nameless))).status).toBe(200);
    expect([await live(one), await live(two), await live(three)]).toEqual([false, true, true]);
    expect((await tell(op.sign(leaving({ sid: names[1] })))).status).toBe(200);
    expect([await live(two), await live(three)]).toEqual([false, true]);
    const { sub: __, ...strange } = leaving({ sid: randomUUID() });
    expect((await tell(op.sign(strange))).status).toBe(200);
    expect(await live(three)).toBe(true);
  });

  test('ends nothing for a token that the provider did not sign recently for this installation', async () => {
    const { caller } = await signedOn();
    const outsider = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
    const { jti: _, ...nameless } = leaving();
    const { sub: __, ...nobody } = leaving();
    const good = op.sign(leaving());
    for (const [reason, token] of [
      ['shape', ''],
      ['shape', 'x'],
      ['shape', 'a.b.c.d'],
      ['shape', 'a'.repeat(20_000)],
      ['signature', `${good.slice(0, -6)}AAAAAA`],
      ['signature', op.sign(leaving(), { key: outsider })],
      ['algorithm', op.sign(leaving(), { alg: 'none' })],
      ['algorithm', `${op.sign(leaving(), { alg: 'none' })}x`],
      ['algorithm', op.sign(leaving(), { alg: 'HS256' })],
      ['issuer', op.sign(leaving({ iss: 'https://elsewhere.example' }))],
      ['audience', op.sign(leaving({ aud: 'another' }))],
      ['time', op.sign(leaving({ iat: seconds() - 3_600 }))],
      ['time', op.sign(leaving({ iat: seconds() + 3_600 }))],
      ['time', op.sign(leaving({ exp: seconds() - 600 }))],
      ['shape', op.sign(leaving({ events: {} }))],
      ['shape', op.sign(leaving({ nonce: 'of an id token' }))],
      ['shape', op.sign(nameless)],
      ['subject', op.sign(nobody)],
    ]) {
      expect(await tell(token ?? ''), `${reason} ${token}`).toMatchObject({ status: 400 });
      expect(await noted(), token).toBe(reason);
    }
    expect(await live(caller)).toBe(true);
    expect(
      (await tell(good, provider.ours.answerUrl.replace('callback', 'backchannel').replace(provider.id, randomUUID())))
        .status,
    ).toBe(404);
  });
});

test('internal providers are contacted only if the operator allows it; invalid ones get another error', async () => {
  const make = (issuer: string) =>
    world.owner.caller.send(createProvider, {
      body: { kind: 'oidc', id: randomUUID(), name: 'X', issuer, clientId: 'x', clientSecret: '' },
    });
  const reasonOf = async (issuer: string) =>
    ((await make(issuer)).body as { params?: { reason?: string } }).params?.reason;
  expect(await reasonOf('http://localhost:1/')).toBe('address');
  expect(await reasonOf('https://169.254.169.254/latest')).toBe('address');
  expect(await reasonOf('https://[::1]/')).toBe('address');
  // Its issuer does not match.
  expect(await reasonOf(`${op.issuer}/elsewhere`)).toBe('issuer');
  expect((await make('http://127.0.0.1:1/')).body).toMatchObject({ code: 'provider_unreachable' });
});
