// Signing in and staying signed in: what is issued, what is refused and what ends a session.
import { randomBytes, randomUUID } from 'node:crypto';
import { changeAccount } from '@plumbline/core/features/account/contract';
import { encryptionKey, me, patchMe, revoke, twoFactor } from '@plumbline/core/features/auth/contract';
import { changeMember } from '@plumbline/core/features/people/contract';
import { systemTransaction } from '@plumbline/server/db/tx/transaction';
import { ACCOUNT_FAILURES, PAIR_FAILURES } from '@plumbline/server/features/auth/sign-in';
import { sweep } from '@plumbline/server/features/auth/sweep';
import { changeMembership, setPassword, setUserActive } from '@plumbline/server/features/organisations/store';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Actor,
  createPerson,
  createWorld,
  PASSWORD,
  type Person,
  signIn,
  WEB_CLIENT,
  type World,
} from '../../actors.ts';
import { Caller } from '../../calls.ts';
import { startTestServer, type TestServer } from '../../server.ts';

/** The password, hashed with the parameters recommended some years ago. */
const WEAK = '$argon2id$v=19$m=19456,t=2,p=1$SaxTjQdiL6GzhWVXnPD7xw$mC3mTR5uwBlxWNZ8WUVJqhAbLMNzEcSWdkWUdeOv+gA';

let server: TestServer;
let world: World;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
beforeEach(async () => {
  // Each test gets rate limits of its own.
  await server.database.root.query('DELETE FROM rate_limit');
  person = await createPerson(server, { organisationId: world.organisationId, firstName: 'Paula', lastName: 'Pech' });
});
afterAll(() => server.close());

type Tokens = { access_token: string; refresh_token: string; expires_in: number; token_type: string };
type Sent = { headers?: Record<string, string>; remoteAddress?: string };

/** As a browser does, which adds headers that no script can leave out. */
const token = (body: object, { headers = {}, remoteAddress = '192.0.2.1' }: Sent = {}) =>
  world.nobody.raw({
    method: 'POST',
    url: '/api/oauth/token',
    headers: {
      ...{ authorization: WEB_CLIENT, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      ...headers,
    },
    payload: JSON.stringify(body),
    remoteAddress,
  });
const withPassword = (username: string, password: string, sent: Sent = {}) =>
  token({ grant_type: 'password', username, password }, sent);
const cookiesOf = (response: { headers: Record<string, string | string[] | undefined> }) =>
  [response.headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ');
const isLive = async (accessToken: string) => (await new Caller(server.app, accessToken).send(me, {})).status === 200;

describe('by password', () => {
  test('issues a token pair, with half of the refresh token in a cookie that scripts cannot read', async () => {
    const response = await withPassword(` ${person.email.toUpperCase()} `, PASSWORD);
    expect(response.status).toBe(200);
    const tokens = response.body as Tokens;
    expect(tokens).toEqual({
      token_type: 'bearer',
      access_token: expect.stringMatching(/^[\w-]{43}$/u),
      refresh_token: expect.stringMatching(/^[0-9a-f-]{36}\.0$/u),
      expires_in: 900,
    });
    const [session] = [response.headers['set-cookie'] ?? []]
      .flat()
      .filter((one) => one.startsWith('plumbline_session='));
    expect(session).toMatch(/; HttpOnly; SameSite=Strict/u);
    expect(session).not.toContain(tokens.refresh_token);
    expect(response.headers['cache-control']).toBe('no-store');
    const user = await new Caller(server.app, tokens.access_token).call(me, {});
    expect(user).toMatchObject({
      username: person.email,
      organisationName: 'Bauhütte GmbH',
      type: 'PASSWORD',
      owner: false,
    });
  });

  test('accepts form encoding as well', async () => {
    const response = await world.nobody.raw({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { authorization: WEB_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'password', username: person.email, password: PASSWORD }).toString(),
    });
    expect(response.status).toBe(200);
  });

  test('a wrong password and an unknown address get the same response', async () => {
    const known = await withPassword(person.email, 'Wrong-2026!', { remoteAddress: '192.0.2.7' });
    const unknown = await withPassword('nobody@example.org', 'Wrong-2026!', { remoteAddress: '192.0.2.8' });
    const nonsense = await withPassword('not an address', 'Wrong-2026!', { remoteAddress: '192.0.2.9' });
    expect(known).toMatchObject({ status: 400, body: { code: 'wrong_credentials', error: 'invalid_grant' } });
    for (const other of [unknown, nonsense]) {
      expect(other.body).toEqual(known.body);
      const each = { date: '', 'x-request-id': '' };
      expect({ ...other.headers, ...each }).toEqual({ ...known.headers, ...each });
    }
    const noted = await server.database.root.query(
      `SELECT user_id, detail FROM security_event WHERE kind = 'signin.failed'`,
    );
    expect(JSON.stringify(noted.rows)).not.toMatch(/Wrong|nobody@/u);
  });

  test('accepts passwords unchanged, including long and unusual ones', async () => {
    const odd = ` 🏗️ ${'ä'.repeat(120)} `;
    await systemTransaction(server.services.pool, (db) =>
      setPassword(db, person.userId, { password: odd, now: server.clock.now() }),
    );
    expect((await withPassword(person.email, odd)).status).toBe(200);
    expect((await withPassword(person.email, odd.trim())).status).toBe(400);
    expect((await withPassword(person.email, odd.normalize('NFD'))).status).toBe(400);
  });

  test('refuses a megabyte before any work is done', async () => {
    const response = await withPassword(person.email, 'x'.repeat(1_048_576));
    expect(response).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect(await withPassword(person.email, 'x'.repeat(2_000))).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });

  test.each([
    ['without a client', {}, 'unauthenticated', 401, 'invalid_client'],
    ['as another client', { authorization: `Basic ${btoa('other:')}` }, 'unauthenticated', 401, 'invalid_client'],
    ['from another site', { origin: 'https://evil.example' }, 'forbidden', 403, 'access_denied'],
    ['from another site by its fetch metadata', { 'sec-fetch-site': 'cross-site' }, 'forbidden', 403, 'access_denied'],
    ['as plain text', { 'content-type': 'text/plain' }, 'unsupported_type', 415, 'invalid_request'],
  ])('is refused %s', async (name, headers, code, status, error) => {
    const sent = name === 'without a client' ? { authorization: '' } : headers;
    const response = await withPassword(person.email, PASSWORD, { headers: sent as Record<string, string> });
    expect(response).toMatchObject({ status, body: { code, error } });
  });

  test('an outdated hash is upgraded at sign-in', async () => {
    await server.database.root.query('UPDATE app_user SET password_hash = $2 WHERE id = $1', [person.userId, WEAK]);
    expect((await withPassword(person.email, PASSWORD)).status).toBe(200);
    const after = await server.database.root.query('SELECT password_hash FROM app_user WHERE id = $1', [person.userId]);
    expect(after.rows[0]?.password_hash).toContain('m=47104,t=1,p=1');
  });

  test('a locked account and one without an organisation get no session', async () => {
    await systemTransaction(server.services.pool, (db) => setUserActive(db, person.userId, false, server.clock.now()));
    expect(await withPassword(person.email, PASSWORD)).toMatchObject({
      status: 400,
      body: { code: 'wrong_credentials' },
    });
    await server.database.root.query('UPDATE app_user SET active = true WHERE id = $1', [person.userId]);
    await server.database.root.query('UPDATE organisation_member SET active = false WHERE user_id = $1', [
      person.userId,
    ]);
    expect(await withPassword(person.email, PASSWORD)).toMatchObject({
      status: 403,
      body: { code: 'account_inactive' },
    });
  });
});

describe('guessing', () => {
  test('from one IP address is stopped, even with the right password, until the window ends', async () => {
    for (let n = 0; n < PAIR_FAILURES; n += 1)
      expect((await withPassword(person.email, `Guess-${n}`)).status).toBe(400);
    const stopped = await withPassword(person.email, PASSWORD);
    expect(stopped).toMatchObject({ status: 429, body: { code: 'rate_limited', error: 'temporarily_unavailable' } });
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
    server.clock.advance(Number(stopped.headers['retry-after']) * 1_000);
    expect((await withPassword(person.email, PASSWORD)).status).toBe(200);
  });

  test('from many IP addresses is stopped for strangers; a device the owner has used can still sign in', async () => {
    const first = await withPassword(person.email, PASSWORD);
    const cookie = cookiesOf(first);
    const statuses: number[] = [];
    for (let n = 0; n < ACCOUNT_FAILURES + 5; n += 1) {
      statuses.push((await withPassword(person.email, `Guess-${n}`, { remoteAddress: `198.51.100.${n}` })).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(ACCOUNT_FAILURES);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await withPassword(person.email, PASSWORD, { remoteAddress: '203.0.113.5' })).status).toBe(429);
    expect((await withPassword(person.email, PASSWORD, { headers: { cookie } })).status).toBe(200);
  });

  test('concurrently is limited to the same number of attempts', async () => {
    const answers = await Promise.all(
      Array.from({ length: PAIR_FAILURES + 10 }, (_, n) => withPassword(person.email, `Guess-${n}`)),
    );
    expect(answers.filter((response) => response.status === 400)).toHaveLength(PAIR_FAILURES);
  });
});

describe('refreshing', () => {
  type Held = { tokens: Tokens; cookie: string };
  const begin = async (): Promise<Held> => {
    const response = await withPassword(person.email, PASSWORD);
    return { tokens: response.body as Tokens, cookie: cookiesOf(response) };
  };
  const refresh = (held: Held, nonce: string = randomUUID()) =>
    token(
      { grant_type: 'refresh_token', refresh_token: held.tokens.refresh_token, nonce },
      { headers: { cookie: held.cookie } },
    );
  const heldOf = (response: Awaited<ReturnType<typeof refresh>>): Held => ({
    tokens: response.body as Tokens,
    cookie: cookiesOf(response),
  });

  test('issues a new pair; the old access token is invalid', async () => {
    const first = await begin();
    const response = await refresh(first);
    expect(response.status).toBe(200);
    const second = heldOf(response);
    expect(second.tokens.refresh_token).toBe(first.tokens.refresh_token.replace(/\.0$/u, '.1'));
    expect(await isLive(second.tokens.access_token)).toBe(true);
    expect(await isLive(first.tokens.access_token)).toBe(false);
  });

  test('a lost response can be fetched again with the same nonce, and is the same pair', async () => {
    const first = await begin();
    const nonce = randomUUID();
    const [one, two] = [await refresh(first, nonce), await refresh(first, nonce)];
    expect(two.body).toEqual(one.body);
    expect(cookiesOf(two)).toBe(cookiesOf(one));
    expect(await isLive(heldOf(two).tokens.access_token)).toBe(true);
  });

  test('a lost response can be fetched again the next morning, and the session continues', async () => {
    const first = await begin();
    const nonce = randomUUID();
    const lost = await refresh(first, nonce);
    server.clock.advance(15 * 3_600_000);
    const found = await refresh(first, nonce);
    expect(found.status).toBe(200);
    expect(cookiesOf(found)).toBe(cookiesOf(lost));
    const next = heldOf(await refresh(heldOf(found)));
    expect(await isLive(next.tokens.access_token)).toBe(true);
    // A token whose successor has been used is a copy, whatever its nonce.
    expect(await refresh(first, nonce)).toMatchObject({ status: 400, body: { code: 'session_ended' } });
    expect(await isLive(next.tokens.access_token)).toBe(false);
  });

  test('two tabs refreshing concurrently leave one live session', async () => {
    const first = await begin();
    const nonce = randomUUID();
    const answers = await Promise.all([refresh(first, nonce), refresh(first, nonce)]);
    expect(answers.map((response) => response.status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  test('reusing an old token ends the whole session, and is recorded', async () => {
    const first = await begin();
    const second = heldOf(await refresh(first));
    const third = heldOf(await refresh(second));
    expect(await refresh(first)).toMatchObject({
      status: 400,
      body: { code: 'session_ended', error: 'invalid_grant' },
    });
    expect(await isLive(third.tokens.access_token)).toBe(false);
    expect(await refresh(third)).toMatchObject({ status: 400 });
    const noted = await server.database.root.query(
      `SELECT FROM security_event WHERE kind = 'session.reused' AND user_id = $1`,
      [person.userId],
    );
    expect(noted.rowCount).toBe(1);
  });

  test('half of a token is invalid, and guessed tokens do not end the session', async () => {
    const first = await begin();
    const without = { ...first, cookie: '' };
    expect(await refresh(without)).toMatchObject({ status: 400, body: { code: 'session_ended' } });
    expect(await refresh({ ...first, cookie: 'plumbline_session=guess.guess' })).toMatchObject({ status: 400 });
    expect(await refresh({ ...first, tokens: { ...first.tokens, refresh_token: `${randomUUID()}.0` } })).toMatchObject({
      status: 400,
    });
    expect(await isLive(first.tokens.access_token)).toBe(true);
    expect((await refresh(first)).status).toBe(200);
  });

  test('fails after two idle weeks, and always after thirty days', async () => {
    const idle = await begin();
    server.clock.advance(14 * 86_400_000);
    expect(await refresh(idle)).toMatchObject({ status: 400, body: { code: 'session_ended' } });
    let held = await begin();
    for (let week = 0; week < 4; week += 1) {
      server.clock.advance(7 * 86_400_000);
      held = heldOf(await refresh(held));
    }
    server.clock.advance(2 * 86_400_000);
    expect(await refresh(held)).toMatchObject({ status: 400, body: { code: 'session_ended' } });
  });
});

describe('an access token', () => {
  test('expires after 15 minutes and says so', async () => {
    const actor = await signIn(server, person);
    server.clock.advance(899_000);
    expect((await actor.caller.send(me, {})).status).toBe(200);
    server.clock.advance(1_000);
    const late = await actor.caller.send(me, {});
    expect(late).toMatchObject({
      status: 401,
      body: {
        code: 'invalid_token',
        error: 'invalid_token',
        error_description: expect.stringContaining('Access token expired'),
      },
      headers: { 'www-authenticate': expect.stringContaining('invalid_token') },
    });
  });

  test.each(['', 'Bearer', 'Bearer x', 'Basic d2ViOg==', `Bearer ${'a'.repeat(43)}`, `Bearer ${'a'.repeat(5_000)}`])(
    'is refused: %j',
    async (authorization) => {
      const response = await world.nobody.raw({ method: 'GET', url: '/api/me', headers: { authorization } });
      expect(response.status).toBe(401);
    },
  );

  test('is refused in a URL and never logged', async () => {
    const actor = await signIn(server, person);
    for (const name of ['access_token', 'user-encryption-key', 'ACCESS_TOKEN']) {
      const response = await actor.caller.raw({ method: 'GET', url: `/api/me?${name}=${actor.caller.token}` });
      expect(response).toMatchObject({ status: 400, body: { code: 'bad_request' } });
      expect(JSON.stringify(response.body)).not.toContain(actor.caller.token);
    }
    expect(JSON.stringify(server.logged)).not.toContain(actor.caller.token);
  });

  type Ending = (actor: Actor) => Promise<unknown>;
  const system = (work: Parameters<typeof systemTransaction>[1]) => systemTransaction(server.services.pool, work);
  const endings: [string, Ending][] = [
    ['signing out', (actor) => actor.caller.call(revoke, {})],
    [
      'another password',
      (actor) => system((db) => setPassword(db, actor.userId, { password: 'New-Word-2026', now: server.clock.now() })),
    ],
    [
      'a changed organisation membership',
      (actor) => system((db) => changeMembership(db, actor, { admin: true }, server.clock.now())),
    ],
    [
      'leaving the organisation',
      (actor) => system((db) => changeMembership(db, actor, { active: false }, server.clock.now())),
    ],
    ['deactivating the user', (actor) => system((db) => setUserActive(db, actor.userId, false, server.clock.now()))],
    [
      'a changed project role',
      async (actor) => {
        const found = await server.database.root.query('SELECT id FROM member WHERE user_id = $1', [actor.userId]);
        const admin = await signIn(server, world.roles.administrator);
        const params = { projectId: world.projectId, memberId: String(found.rows[0]?.id) };
        await admin.caller.call(changeMember, { params, body: { role: 'internalViewer' } });
      },
    ],
  ];
  test.each(endings)('ends with %s, together with the refresh token', async (name, end) => {
    const who = name === 'a changed project role' ? world.roles.contributor : person;
    const response = await withPassword(who.email, PASSWORD);
    const { access_token, refresh_token } = response.body as Tokens;
    await end({ ...who, caller: new Caller(server.app, access_token), refreshToken: refresh_token, cookie: '' });
    expect(await isLive(access_token)).toBe(false);
    const again = await token(
      { grant_type: 'refresh_token', refresh_token, nonce: randomUUID() },
      { headers: { cookie: cookiesOf(response) } },
    );
    expect(again).toMatchObject({ status: 400, body: { code: 'session_ended' } });
  });
});

describe('the current user', () => {
  test('language and time zone are changed and stored', async () => {
    const { caller } = await signIn(server, person);
    const changed = await caller.call(patchMe, { body: { settings: { language: 'de', timeZone: 'Europe/Vienna' } } });
    expect(changed).toMatchObject({
      language: 'de',
      settings: { language: 'de', timeZone: 'Europe/Vienna', admin: false },
    });
    expect(await caller.call(me, {})).toEqual(changed);
  });

  test.each([
    [{ settings: { language: 'xx' } }, 'settings.language', 'UNKNOWN'],
    [{ settings: { language: 'German' } }, 'settings.language', 'NOT_VALID'],
    [{ settings: { timeZone: 'Mars/Base' } }, 'settings.timeZone', 'UNKNOWN'],
    [{ settings: { admin: true } }, 'settings.admin', 'UNKNOWN'],
    [{ owner: true }, 'owner', 'UNKNOWN'],
    [{ privacyPolicyAccepted: false }, 'privacyPolicyAccepted', 'NOT_VALID'],
  ])('%j is refused', async (body, path, outcome) => {
    const { caller } = await signIn(server, person);
    const response = await caller.send(patchMe, { body });
    expect(response).toMatchObject({ status: 422, body: { code: 'invalid_input', fields: [{ path, outcome }] } });
  });

  test('a device key is stable for a person and a device, and differs from all others', async () => {
    const one = await signIn(server, person);
    const two = await signIn(server, world.colleague);
    const key = async (who: Actor, fingerprint: string) =>
      (await who.caller.call(encryptionKey, { body: { fingerprint } })).key;
    const [a, b] = ['device-aaaaaaaaaaaa', 'device-bbbbbbbbbbbb'];
    const first = await key(one, a);
    expect(Buffer.from(first, 'base64')).toHaveLength(32);
    expect(await key(one, a)).toBe(first);
    expect(new Set([first, await key(one, b), await key(two, a)]).size).toBe(3);
    const stored = await server.database.root.query('SELECT wrapped_key FROM device_key');
    for (const row of stored.rows) expect(row.wrapped_key.includes(Buffer.from(first, 'base64'))).toBe(false);
  });

  test('a device gets another key after a change of the secret key, and its own again after changing it back', async () => {
    const { caller } = await signIn(server, person);
    const { config } = server.services;
    const body = { fingerprint: 'device-dddddddddddd' };
    const { key } = await caller.call(encryptionKey, { body });
    server.services.config = { ...config, secretKey: randomBytes(32) };
    const again = await signIn(server, person);
    const other = await again.caller.send(encryptionKey, { body });
    expect(other.status).toBe(200);
    expect(other.body).not.toEqual({ key });
    server.services.config = config;
    const back = await signIn(server, person);
    expect(await back.caller.call(encryptionKey, { body })).toEqual({ key });
  });

  test('a device key needs the secret of the session beside its access token', async () => {
    const one = await signIn(server, person);
    const two = await signIn(server, person);
    const body = { fingerprint: 'device-cccccccccccc' };
    const bare = new Caller(server.app, one.caller.token);
    expect(await bare.send(encryptionKey, { body })).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    expect((await bare.send(encryptionKey, { body }, { cookie: two.cookie })).status).toBe(401);
    expect((await bare.send(encryptionKey, { body: { ...body, refresh_token: two.refreshToken } })).status).toBe(401);
    const { key } = await one.caller.call(encryptionKey, { body });
    // The refresh token of a client without a cookie jar contains the secret.
    const plain = await bare.send(encryptionKey, { body: { ...body, refresh_token: one.refreshToken } });
    expect(plain).toMatchObject({ status: 200, body: { key } });
  });

  test('the second step of an unknown address always gets the same answer', async () => {
    const ask = async (email: string) => (await world.nobody.call(twoFactor, { query: { email } })) as object;
    expect(await ask('stranger@example.org')).toEqual(await ask('stranger@example.org'));
    expect(Object.keys(await ask(person.email))).toEqual(Object.keys(await ask('stranger@example.org')));
  });
});

test('cleanup deletes only expired rows', async () => {
  const { caller, userId } = await signIn(server, person);
  await caller.call(changeAccount, { body: { phone: '+43 1 234567' } });
  const left = async () =>
    Promise.all(
      ['idempotency WHERE user_id = $1', 'session WHERE user_id = $1'].map(
        async (of) => (await server.database.root.query(`SELECT FROM ${of}`, [userId])).rowCount,
      ),
    );
  await sweep(server.services);
  expect(await left()).toEqual([1, 1]);
  server.clock.advance(25 * 3_600_000);
  await sweep(server.services);
  expect(await left()).toEqual([0, 1]);
  server.clock.advance(121 * 86_400_000);
  await sweep(server.services);
  expect(await left()).toEqual([0, 0]);
  // Security events are kept unless the operator has set a time.
  const events = async () => (await server.database.root.query('SELECT FROM security_event')).rowCount ?? 0;
  const all = await events();
  expect(all).toBeGreaterThan(0);
  await signIn(server, person);
  const keepDays = { ...server.services.config.keepDays, securityEvents: 100 };
  await sweep({ ...server.services, config: { ...server.services.config, keepDays } });
  expect(await events()).toBe(1);
});
