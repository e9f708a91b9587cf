// Two-step sign-in: each code works once, and guessing, replaying and forging fail.
import { randomBytes } from 'node:crypto';
import { account } from '@plumbline/core/features/account/contract';
import { listSessions } from '@plumbline/core/features/account/devices-contract';
import { askPasswordReset, confirmByLink, resetPassword } from '@plumbline/core/features/account/entry-contract';
import {
  beginOtp,
  beginSms,
  confirmOtp,
  confirmSms,
  endOtp,
  newRecoveryCodes,
} from '@plumbline/core/features/account/second-step-contract';
import { changeSignInPolicy } from '@plumbline/core/features/account/sign-in-policy-contract';
import { me } from '@plumbline/core/features/auth/contract';
import { sendSms } from '@plumbline/core/features/auth/instance-contract';
import { listProjects } from '@plumbline/core/features/projects/contract';
import { CODE_FAILURES } from '@plumbline/server/features/auth/second-step/second-step';
import { periodOfCode } from '@plumbline/server/features/auth/second-step/totp';
import { PAIR_FAILURES } from '@plumbline/server/features/auth/sign-in';
import { Secret, TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, createPerson, createWorld, PASSWORD, signIn, WEB_CLIENT, type World } from '../../actors.ts';
import { addressOf, Caller } from '../../calls.ts';
import { lastMail, mailsTo, messagesTo, tokenOf } from '../../mailbox.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let person: Actor;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
beforeEach(async () => {
  await server.database.root.query('DELETE FROM rate_limit');
  // Each test gets a time step of its own, so that no code has been used before.
  server.clock.advance(60_000);
  const { organisationId } = world;
  person = await signIn(server, await createPerson(server, { organisationId, firstName: 'Zoe', lastName: 'Zwei' }));
});
afterAll(() => server.close());

type Answer = Awaited<ReturnType<typeof withCode>>;
const cookiesOf = (response: Pick<Answer, 'headers'>) =>
  [response.headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ');

const withCode = (
  email: string,
  code?: string,
  { cookie = '', remoteAddress = '192.0.2.1', password = PASSWORD } = {},
) =>
  world.nobody.raw({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { authorization: WEB_CLIENT, 'content-type': 'application/json', ...(cookie && { cookie }) },
    payload: JSON.stringify({ grant_type: 'password', username: email, password, ...(code !== undefined && { code }) }),
    remoteAddress,
  });

/** An independent authenticator implementation. */
const appOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 });
const codeOf = (app: TOTP, shiftMs = 0) => app.generate({ timestamp: server.clock.now().getTime() + shiftMs });
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function setUpApp(actor = person): Promise<{ app: TOTP; recoveryCodes: string[] }> {
  const { secret } = await actor.caller.call(beginOtp, { body: { password: PASSWORD } });
  const app = appOf(secret);
  const { recoveryCodes } = await actor.caller.call(confirmOtp, { body: { code: codeOf(app) } });
  server.clock.advance(30_000);
  return { app, recoveryCodes };
}

test('the codes match RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890');
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const) {
    expect(periodOfCode(secret, code, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30));
    expect(periodOfCode(secret, other(code), new Date(seconds * 1_000))).toBeUndefined();
  }
});

describe('with an authenticator app', () => {
  test('setup needs the password and a valid code; the QR code contains what an app reads', async () => {
    const wrong = await person.caller.send(beginOtp, { body: { password: 'Not-this-1!' } });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
    const begun = await person.caller.call(beginOtp, { body: { password: PASSWORD } });
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\//u);
    const read = URI.parse(begun.uri);
    expect(read).toMatchObject({ issuer: 'Plumbline', label: person.email, algorithm: 'SHA1', digits: 6, period: 30 });
    expect(read.secret.base32).toBe(begun.secret);
    const code = codeOf(appOf(begun.secret));
    const refused = await person.caller.send(confirmOtp, { body: { code: other(code) } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
    expect((await withCode(person.email)).status).toBe(200);
    const { recoveryCodes } = await person.caller.call(confirmOtp, { body: { code } });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await person.caller.call(account, {})).toMatchObject({ otp: true, sms: false, recoveryCodesLeft: 10 });
    expect((await lastMail(server, person.email)).subject).toBe('Two-step sign-in is on');
  });

  test('a code that the current secret key cannot check is rejected, and causes no server error', async () => {
    const { app } = await setUpApp();
    const { config } = server.services;
    server.services.config = { ...config, secretKey: randomBytes(32) };
    await withCode(person.email);
    expect(await withCode(person.email, codeOf(app))).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
    server.services.config = config;
    await withCode(person.email);
    expect((await withCode(person.email, codeOf(app))).status).toBe(200);
  });

  test('the password alone does not sign in; the code does, once', async () => {
    const { app } = await setUpApp();
    const first = await withCode(person.email);
    expect(first).toMatchObject({
      status: 400,
      body: { code: 'second_step_needed', error: 'mfa_required', params: { otp: 1, sms: 0 } },
    });
    expect(first.body).not.toHaveProperty('access_token');
    expect(cookiesOf(first)).not.toContain('plumbline_session');
    const code = codeOf(app);
    const wrong = await withCode(person.email, other(code));
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'wrong_code', error: 'invalid_grant', error_description: 'Your E-mail, password or code is wrong' },
    });
    expect((await withCode(person.email, code)).status).toBe(200);
    expect(await withCode(person.email, code)).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
    expect(
      (await withCode(person.email, `${codeOf(app, 30_000).slice(0, 3)} ${codeOf(app, 30_000).slice(3)}`)).status,
    ).toBe(200);
  });

  test('a clock may be off by half a minute, no more; no code older than the last one is accepted', async () => {
    const { app } = await setUpApp();
    server.clock.advance(120_000);
    expect((await withCode(person.email, codeOf(app, -60_000))).status).toBe(400);
    expect((await withCode(person.email, codeOf(app, 60_000))).status).toBe(400);
    expect((await withCode(person.email, codeOf(app, -30_000))).status).toBe(200);
    expect((await withCode(person.email, codeOf(app, 30_000))).status).toBe(200);
    expect((await withCode(person.email, codeOf(app))).status).toBe(400);
  });

  test('two concurrent sign-ins with the same code give one session', async () => {
    const { app } = await setUpApp();
    const code = codeOf(app);
    const answers = await Promise.all(Array.from({ length: 4 }, () => withCode(person.email, code)));
    expect(answers.map((response) => response.status).sort()).toEqual([200, 400, 400, 400]);
  });

  test('a thousand guesses from many addresses lock the codes until the link sent by email is opened', async () => {
    const { app } = await setUpApp();
    const right = codeOf(app);
    const statuses: number[] = [];
    for (let n = 0; n < 1_000; n += 1) {
      const guess = String(n).padStart(6, '0');
      if (guess === right) continue;
      statuses.push((await withCode(person.email, guess, { remoteAddress: `198.51.${n % 250}.${n % 200}` })).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(CODE_FAILURES);
    expect(new Set(statuses)).toEqual(new Set([400, 403, 429]));
    await server.database.root.query('DELETE FROM rate_limit');
    expect(await withCode(person.email, right)).toMatchObject({ status: 403, body: { code: 'codes_locked' } });
    const mail = await lastMail(server, person.email);
    expect(mail.subject).toBe('Too many wrong codes');
    expect(mail.text).toContain('http://localhost:8420/home/codes/');
    const body = { purpose: 'codes', token: tokenOf(mail) } as const;
    await world.nobody.call(confirmByLink, { body });
    expect(await world.nobody.send(confirmByLink, { body })).toMatchObject({
      status: 400,
      body: { code: 'link_used' },
    });
    expect((await withCode(person.email, codeOf(app))).status).toBe(200);
  });

  test('wrong codes count like wrong passwords for their IP address', async () => {
    await setUpApp();
    for (let n = 0; n < PAIR_FAILURES - 1; n += 1) {
      expect((await withCode(person.email, undefined, { password: `Guess-${n}` })).status).toBe(400);
    }
    expect((await withCode(person.email, '000000')).status).toBe(400);
    expect((await withCode(person.email, '000000')).status).toBe(429);
  });

  test('setup ends the other sessions, and turning it off needs the password', async () => {
    const elsewhere = await signIn(server, person);
    await setUpApp();
    expect((await elsewhere.caller.send(me, {})).status).toBe(401);
    expect((await person.caller.send(endOtp, { body: { password: 'Not-this-1!' } })).status).toBe(400);
    await person.caller.call(endOtp, { body: { password: PASSWORD } });
    expect((await withCode(person.email)).status).toBe(200);
    expect((await person.caller.call(listSessions, {})).sessions).toHaveLength(2);
  });
});

describe('recovery codes', () => {
  test('work once each, and are not readable in a database dump', async () => {
    const { recoveryCodes } = await setUpApp();
    const [one = '', two = ''] = recoveryCodes;
    expect(one).toMatch(/^\d{12}$/u);
    expect((await withCode(person.email, `${one.slice(0, 4)} ${one.slice(4, 8)} ${one.slice(8)}`)).status).toBe(200);
    expect((await withCode(person.email, one)).status).toBe(400);
    expect((await withCode(person.email, two)).status).toBe(200);
    const mail = await lastMail(server, person.email);
    expect(mail.text).toContain('You have 8 codes left');
    const dump = await server.database.root.query(
      `SELECT (SELECT string_agg(r::text, ' ') FROM recovery_code r) || (SELECT string_agg(u::text, ' ') FROM app_user u)
       || coalesce((SELECT string_agg(e::text, ' ') FROM security_event e), '')
       || coalesce((SELECT string_agg(i::text, ' ') FROM idempotency i), '') AS all`,
    );
    for (const code of recoveryCodes) expect(dump.rows[0]?.all).not.toContain(code);
  });

  test('new codes invalidate the old ones', async () => {
    const { recoveryCodes } = await setUpApp();
    const renewed = await person.caller.call(newRecoveryCodes, { body: { password: PASSWORD } });
    expect((await withCode(person.email, recoveryCodes[0])).status).toBe(400);
    expect((await withCode(person.email, renewed.recoveryCodes[0])).status).toBe(200);
  });

  test('the app secret is stored encrypted', async () => {
    const { secret } = await person.caller.call(beginOtp, { body: { password: PASSWORD } });
    const found = await server.database.root.query<{ pending: Buffer }>(
      'SELECT otp_pending AS pending FROM app_user WHERE id = $1',
      [person.userId],
    );
    const bytes = Buffer.from(Secret.fromBase32(secret).buffer);
    expect(found.rows[0]?.pending.includes(bytes)).toBe(false);
    expect(found.rows[0]?.pending.length).toBeGreaterThan(bytes.length + 28);
  });
});

describe('by SMS', () => {
  const PHONE = '+43 660 1234567';
  const PLAIN = '+436601234567';
  const codeIn = (text = '') => /\d{6}/u.exec(text)?.[0] ?? '';
  const setUp = async () => {
    await person.caller.call(beginSms, { body: { password: PASSWORD, phone: PHONE } });
    const sent = await messagesTo(server, PLAIN);
    await person.caller.call(confirmSms, { body: { code: codeIn(sent.at(-1)?.text) } });
    server.clock.advance(61_000);
  };
  const askFor = (cookie: string, email = person.email) =>
    world.nobody.raw({ method: 'GET', url: addressOf(sendSms, { query: { email } }), headers: { cookie } });

  test('a code goes only to someone who has entered the password in this browser, and completes only that attempt', async () => {
    await setUp();
    const before = (await messagesTo(server, PLAIN)).length;
    expect((await askFor('')).status).toBe(204);
    expect((await askFor(`plumbline_signin=${person.userId}.${'x'.repeat(32)}`)).status).toBe(204);
    expect(await messagesTo(server, PLAIN)).toHaveLength(before);
    const first = await withCode(person.email);
    expect(first.body).toMatchObject({ code: 'second_step_needed', params: { otp: 0, sms: 1 } });
    const cookie = cookiesOf(first);
    expect((await askFor(cookie, world.owner.email)).status).toBe(204);
    expect(await messagesTo(server, PLAIN)).toHaveLength(before);
    expect((await askFor(cookie)).status).toBe(204);
    const sent = await messagesTo(server, PLAIN);
    expect(sent).toHaveLength(before + 1);
    const code = codeIn(sent.at(-1)?.text);
    const outsider = cookiesOf(await withCode(person.email));
    expect((await withCode(person.email, code, { cookie: outsider })).status).toBe(400);
    expect((await withCode(person.email, code)).status).toBe(400);
    expect((await withCode(person.email, code, { cookie })).status).toBe(200);
    expect((await withCode(person.email, code, { cookie })).status).toBe(400);
  });

  test('five codes an hour are sent; the response to a further one says when the next can be requested', async () => {
    await setUp();
    await server.database.root.query('DELETE FROM rate_limit');
    const before = (await messagesTo(server, PLAIN)).length;
    for (let n = 0; n < 5; n += 1) {
      const cookie = cookiesOf(await withCode(person.email));
      expect((await askFor(cookie)).status).toBe(204);
      const again = await askFor(cookie);
      // The limit per minute, and after the fifth code the one per hour.
      const wait = n < 4 ? 60 : 3_600 - 4 * 61;
      expect([again.status, again.headers['retry-after']]).toEqual([429, String(wait)]);
      server.clock.advance(61_000);
    }
    const refused = await askFor(cookiesOf(await withCode(person.email)));
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBe(3_600 - 5 * 61);
    expect(await messagesTo(server, PLAIN)).toHaveLength(before + 5);
  });

  test('a code allows five attempts and expires after five minutes', async () => {
    await setUp();
    const cookie = cookiesOf(await withCode(person.email));
    await askFor(cookie);
    const code = codeIn((await messagesTo(server, PLAIN)).at(-1)?.text);
    for (let n = 0; n < 5; n += 1) expect((await withCode(person.email, other(code), { cookie })).status).toBe(400);
    expect((await withCode(person.email, code, { cookie })).status).toBe(400);
    server.clock.advance(61_000);
    await askFor(cookie);
    const late = codeIn((await messagesTo(server, PLAIN)).at(-1)?.text);
    server.clock.advance(5 * 60_000 + 1);
    expect((await withCode(person.email, late, { cookie })).status).toBe(400);
  });
});

describe('required by the organisation', () => {
  test('nothing can be called before setup, and it cannot be turned off again', async () => {
    const admin = await signIn(server, world.other.administrator);
    await admin.caller.call(changeSignInPolicy, { body: { forceMfa: true } });
    expect(await admin.caller.call(me, {})).toMatchObject({ forceMfa: true, secondStepMissing: true });
    expect(await admin.caller.send(listProjects, { query: {} })).toMatchObject({
      status: 403,
      body: { code: 'second_step_required' },
    });
    expect((await admin.caller.send(changeSignInPolicy, { body: { forceMfa: false } })).status).toBe(403);
    const { app } = await setUpApp(admin);
    expect(await admin.caller.call(me, {})).toMatchObject({ forceMfa: true, secondStepMissing: false });
    await admin.caller.call(listProjects, { query: {} });
    expect(await admin.caller.send(endOtp, { body: { password: PASSWORD } })).toMatchObject({
      status: 403,
      body: { code: 'second_step_required' },
    });
    expect((await withCode(admin.email, codeOf(app))).status).toBe(200);
    await admin.caller.call(changeSignInPolicy, { body: { requireSms: true } });
    expect((await admin.caller.call(me, {})).secondStepMissing).toBe(true);
    const contributor = await signIn(server, world.roles.contributor);
    const refused = await contributor.caller.send(changeSignInPolicy, { body: { forceMfa: true } });
    expect(refused.status).toBe(403);
  });
});

describe('a password reset', () => {
  const NEW = 'Wasserwaage-2026!';
  const askReset = async () => {
    await world.nobody.call(askPasswordReset, { query: { email: person.email } });
    return tokenOf(await lastMail(server, person.email));
  };

  test('keeps the second step; a recovery code removes it immediately', async () => {
    const { recoveryCodes } = await setUpApp();
    await world.nobody.call(resetPassword, { body: { token: await askReset(), password: NEW } });
    expect((await withCode(person.email, undefined, { password: NEW })).body).toMatchObject({
      code: 'second_step_needed',
    });
    const token = await askReset();
    const wrong = { token, password: NEW, secondStep: 'recovery', recoveryCode: '000000000000' } as const;
    expect(await world.nobody.send(resetPassword, { body: wrong })).toMatchObject({
      status: 400,
      body: { code: 'wrong_code' },
    });
    await world.nobody.call(resetPassword, { body: { ...wrong, recoveryCode: recoveryCodes[3] } });
    expect((await withCode(person.email, undefined, { password: NEW })).status).toBe(200);
  });

  test('removes a lost second step after three days, unless someone objects', async () => {
    await setUpApp();
    const lost = async () =>
      world.nobody.call(resetPassword, { body: { token: await askReset(), password: NEW, secondStep: 'delay' } });
    const needsCode = async () => (await withCode(person.email, undefined, { password: NEW })).status === 400;
    expect((await lost()).secondStepEndsAt).not.toBeNull();
    const mail = (await mailsTo(server, person.email)).at(-1);
    expect(mail?.subject).toBe('Two-step sign-in is about to be turned off');
    await world.nobody.call(confirmByLink, {
      body: { purpose: 'keep', token: tokenOf(mail ?? (await lastMail(server, ''))) },
    });
    server.clock.advance(73 * 3_600_000);
    expect(await needsCode()).toBe(true);
    await lost();
    server.clock.advance(71 * 3_600_000);
    expect(await needsCode()).toBe(true);
    server.clock.advance(2 * 3_600_000);
    expect(await needsCode()).toBe(false);
  });
});

test('an altered or truncated token does not authenticate', async () => {
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const token of [`${none}.${none}.`, `${person.caller.token}x`, person.caller.token?.slice(1) ?? '', 'null']) {
    expect((await new Caller(server.app, token).send(me, {})).status).toBe(401);
  }
});
