// Creating and maintaining an account: each link works once and in time, the existence of an account is not revealed,
// and input is made harmless.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { account, changeAccount, changeEmail, changePassword } from '@plumbline/core/features/account/contract';
import {
  endOtherSessions,
  endOwnSession,
  listDevices,
  listSessions,
  makeSupportToken,
  registerDevice,
  renameDevice,
  unregisterDevice,
} from '@plumbline/core/features/account/devices-contract';
import {
  activate,
  askPasswordReset,
  checkActivation,
  emailExists,
  redeemTicket,
  register,
  resetPassword,
  verifyEmail,
} from '@plumbline/core/features/account/entry-contract';
import { operatorMailbox } from '@plumbline/core/features/account/operator-contract';
import { encryptionKey, me, patchMe } from '@plumbline/core/features/auth/contract';
import { redirectTicket } from '@plumbline/core/features/auth/instance-contract';
import { putNotificationSettings } from '@plumbline/core/features/notifications/contract';
import { putPush, removePushDevice } from '@plumbline/core/features/notifications/push-contract';
import { memberImports, userImports } from '@plumbline/core/features/people/import/contract';
import { inviteUser } from '@plumbline/core/features/people/users-contract';
import { mailReport, shareReport } from '@plumbline/core/features/reports/contract';
import { changeReportDefinition, createReportDefinition } from '@plumbline/core/features/reports/definitions';
import { changeReportShare } from '@plumbline/core/features/reports/sharing';
import { syncPull, syncPush } from '@plumbline/core/sync/contract';
import { writeOperatorKey } from '@plumbline/server/features/account/operator';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Actor, createPerson, createWorld, PASSWORD, signIn, WEB_CLIENT, type World } from '../../actors.ts';
import { addressOf, Caller } from '../../calls.ts';
import { deliver, lastMail, mailsTo, tokenOf } from '../../mailbox.ts';
import { startTestServer, type TestServer } from '../../server.ts';

const NEW = 'Wasserwaage-2026!';
let server: TestServer;
let world: World;
let person: Actor;
beforeAll(async () => {
  server = await startTestServer({ environment: { RETURN_TO: 'https://help.example.org' } });
  world = await createWorld(server);
});
let made = 0;
beforeEach(async () => {
  await server.database.root.query('DELETE FROM rate_limit');
  const { organisationId } = world;
  made += 1;
  person = await signIn(
    server,
    await createPerson(server, { organisationId, firstName: 'Paul', lastName: `P${made}` }),
  );
});
afterAll(() => server.close());

const isLive = async (actor: { caller: Caller }) => (await actor.caller.send(me, {})).status === 200;
const canEnter = async (email: string, password: string): Promise<number> => {
  const response = await world.nobody.raw({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { authorization: WEB_CLIENT, 'content-type': 'application/json' },
    payload: JSON.stringify({ grant_type: 'password', username: email, password }),
  });
  return response.status;
};

describe('registering', () => {
  const wanted = (email: string) => ({
    email,
    organisationName: 'Neubau & Söhne',
    countryCode: 'AT',
    firstName: 'Nina',
    lastName: 'Neu',
    language: 'de',
    phone: '+43 1 234567',
    originationCode: 'SEEN' as const,
    termsAndConditionsAccepted: true as const,
    privacyPolicyAccepted: true as const,
  });

  test('sends a link in the requested language; the account exists once the link is opened with a password', async () => {
    const email = 'nina@neubau.example';
    await world.nobody.call(register, { body: wanted(email) });
    const mail = await lastMail(server, email);
    expect(mail.subject).toBe('Aktivieren Sie Ihr Konto');
    expect(mail.html).toContain('lang="de"');
    expect(mail.text).toContain('http://localhost:8420/activate/register/');
    const link = { type: 'register', token: tokenOf(mail) } as const;
    expect((await server.database.root.query('SELECT FROM app_user WHERE email = $1', [email])).rowCount).toBe(0);
    expect(await world.nobody.call(checkActivation, { body: link })).toEqual({
      email,
      firstName: 'Nina',
      lastName: 'Neu',
      organisationName: 'Neubau & Söhne',
      passwordMinLength: 8,
    });
    for (const [password, outcome] of [
      ['kurz', 'TOO_SHORT'],
      ['Ich-bin-Nina-1', 'CONTAINS_NAME'],
      ['alles klein hier', 'NOT_CONTAINING_REQUIRED_VALUES'],
      ['P@ssw0rd1!', 'TOO_COMMON'],
    ]) {
      const refused = await world.nobody.send(activate, { body: { ...link, password, accepted: true } });
      expect(refused).toMatchObject({ status: 422, body: { fields: [{ path: 'password', outcome }] } });
    }
    await world.nobody.call(activate, { body: { ...link, password: NEW, accepted: true, timeZone: 'Europe/Lisbon' } });
    const nina = await signIn(server, { userId: '', organisationId: '', email, firstName: '', lastName: '' }, NEW);
    expect(await nina.caller.call(me, {})).toMatchObject({
      owner: true,
      language: 'de',
      settings: { timeZone: 'Europe/Lisbon' },
      organisationName: 'Neubau & Söhne',
      termsAndConditionsAccepted: true,
      privacyPolicyAccepted: true,
    });
    for (const body of [link, { ...link, token: `${link.token.slice(1)}A` }, { ...link, type: 'invited' as const }]) {
      const again = await world.nobody.send(activate, { body: { ...body, password: NEW, accepted: true } });
      expect(again).toMatchObject({ status: 400, body: { code: 'link_used' } });
    }
  });

  test('an existing account is reported by email only, and registering twice creates one account', async () => {
    const known = await world.nobody.send(register, { body: wanted(person.email) });
    const unknown = await world.nobody.send(register, { body: wanted('somebody@neubau.example') });
    expect([known.status, known.raw.toString()]).toEqual([unknown.status, unknown.raw.toString()]);
    expect((await lastMail(server, person.email)).subject).toBe('You already have an account');
    const first = tokenOf(await lastMail(server, 'somebody@neubau.example'));
    await world.nobody.call(register, { body: wanted('somebody@neubau.example') });
    const second = tokenOf(await lastMail(server, 'somebody@neubau.example'));
    const open = (token: string) =>
      world.nobody.send(activate, { body: { type: 'register', token, password: NEW, accepted: true } });
    expect((await open(first)).status).toBe(400);
    const answers = await Promise.all([open(second), open(second)]);
    expect(answers.map((response) => response.status).sort()).toEqual([204, 400]);
  });

  test('a link expires after seven days', async () => {
    const email = 'late@neubau.example';
    await world.nobody.call(register, { body: wanted(email) });
    const token = tokenOf(await lastMail(server, email));
    server.clock.advance(7 * 86_400_000 + 1);
    const response = await world.nobody.send(checkActivation, { body: { type: 'register', token } });
    expect(response).toMatchObject({ status: 400, body: { code: 'link_used' } });
  });

  test.each([
    ['email', 'no address'],
    ['email', 'a@b'],
    ['email', `${'x'.repeat(255)}@example.org`],
    ['email', 'a b@example.org'],
    ['email', 'a@exa\u0000mple.org'],
    ['phone', '0660 123456'],
    ['phone', '+12'],
    ['firstName', ' '],
    ['firstName', 'x'.repeat(101)],
    ['lastName', 'a\u0007b'],
    ['organisationName', ''],
    ['countryCode', 'Austria'],
    ['originationCode', 'HEARSAY'],
    ['language', 'xx'],
    ['termsAndConditionsAccepted', false],
    ['privacyPolicyAccepted', null],
  ])('refuses %s = %j', async (field, value) => {
    const response = await world.nobody.send(register, { body: { ...wanted('x@neubau.example'), [field]: value } });
    expect(response).toMatchObject({ status: 422, body: { fields: [{ path: field }] } });
  });

  test('script in any name stays text, in emails too', async () => {
    const email = 'script@neubau.example';
    const evil = '<script>alert(1)</script>';
    const names = {
      firstName: evil,
      lastName: '"><img src=x onerror=1>',
      organisationName: `{${evil}} https://evil.example`,
    };
    await world.nobody.call(register, { body: { ...wanted(email), ...names } });
    const mail = await lastMail(server, email);
    expect(mail.html).not.toContain('<script');
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.text).not.toContain('https://evil');
  });

  test('registrations per IP address and emails per mailbox are limited', async () => {
    for (let n = 0; n < 20; n += 1) await world.nobody.call(register, { body: wanted('flood@neubau.example') });
    expect((await world.nobody.send(register, { body: wanted('flood@neubau.example') })).status).toBe(429);
    expect(await mailsTo(server, 'flood@neubau.example')).toHaveLength(5);
  });
});

test('a dedicated call says whether an address has an account, at most ten times a minute', async () => {
  expect(await world.nobody.call(emailExists, { query: { email: person.email.toUpperCase() } })).toEqual({
    exists: true,
  });
  expect(await world.nobody.call(emailExists, { query: { email: 'none@example.org' } })).toEqual({ exists: false });
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => world.nobody.send(emailExists, { query: { email: 'none@example.org' } })),
  );
  expect(answers.map((response) => response.status).sort()).toEqual([...Array(8).fill(200), 429]);
});

describe('an invitation', () => {
  test('by an administrator lets the invitee set the first password through the link', async () => {
    const owner = await signIn(server, world.owner);
    const email = 'guest@partner.example';
    const body = { email, firstName: 'Gesa', lastName: '', language: 'en' };
    expect((await person.caller.send(inviteUser, { body })).status).toBe(403);
    await owner.caller.call(inviteUser, { body });
    const mail = await lastMail(server, email);
    expect(mail.subject).toBe("You're invited to Bauhütte GmbH");
    expect(mail.text).toContain('Olga Ortner');
    expect(await canEnter(email, NEW)).toBe(400);
    await world.nobody.call(askPasswordReset, { query: { email } });
    expect(await mailsTo(server, email)).toHaveLength(1);
    const link = { type: 'invited', token: tokenOf(mail), password: NEW, accepted: true } as const;
    expect(await world.nobody.send(activate, { body: link })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'lastName', outcome: 'REQUIRED' }] },
    });
    await world.nobody.call(activate, { body: { ...link, lastName: 'Gast', timeZone: 'Nowhere/Else' } });
    expect(await canEnter(email, NEW)).toBe(200);
    expect((await world.nobody.send(activate, { body: { ...link, lastName: 'Gast' } })).status).toBe(400);
  });

  test('an address with an account elsewhere: its owner is notified, the caller is not', async () => {
    const owner = await signIn(server, world.owner);
    const foreign = world.other.administrator.email;
    const response = await owner.caller.send(inviteUser, { body: { email: foreign, language: 'en' } });
    expect(response.status).toBe(204);
    expect((await lastMail(server, foreign)).subject).toBe('You already have an account');
  });
});

describe('a forgotten password', () => {
  const ask = (email: string, headers = {}) => world.nobody.send(askPasswordReset, { query: { email } }, headers);

  test('the link works once, for an hour, and leads to the configured host', async () => {
    await ask(person.email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    const mail = await lastMail(server, person.email);
    expect(mail.text).toContain('http://localhost:8420/forgotPassword#');
    expect(mail.text + mail.html).not.toContain('evil');
    const body = { token: tokenOf(mail), password: NEW };
    await world.nobody.call(resetPassword, { body });
    expect(await isLive(person)).toBe(false);
    expect(await canEnter(person.email, PASSWORD)).toBe(400);
    expect(await canEnter(person.email, NEW)).toBe(200);
    expect(await world.nobody.send(resetPassword, { body })).toMatchObject({
      status: 400,
      body: { code: 'link_used' },
    });
    await ask(person.email);
    const late = tokenOf(await lastMail(server, person.email));
    server.clock.advance(3_600_000);
    expect((await world.nobody.send(resetPassword, { body: { token: late, password: NEW } })).status).toBe(400);
  });

  test('an unknown address gets the same response and no email', async () => {
    const [known, unknown] = [await ask(person.email), await ask('none@example.org')];
    expect([known.status, known.raw.toString()]).toEqual([unknown.status, unknown.raw.toString()]);
    expect(await mailsTo(server, 'none@example.org')).toEqual([]);
  });

  test('a password change invalidates pending links', async () => {
    await ask(person.email);
    const token = tokenOf(await lastMail(server, person.email));
    await ask(person.email);
    const newer = tokenOf(await lastMail(server, person.email));
    expect((await world.nobody.send(resetPassword, { body: { token, password: NEW } })).status).toBe(400);
    await world.nobody.call(resetPassword, { body: { token: newer, password: NEW } });
  });
});

describe('own account data', () => {
  test('a new password requires the current one, must differ from it, and ends the other sessions', async () => {
    const elsewhere = await signIn(server, person);
    const change = (password: string, newPassword: string) =>
      person.caller.send(changePassword, { body: { password, newPassword } });
    expect(await change('Not-this-1!', NEW)).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
    expect(await change(PASSWORD, PASSWORD)).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'newPassword', outcome: 'SAME_AS_BEFORE' }] },
    });
    expect((await change(PASSWORD, 'Too-weak')).status).toBe(422);
    expect((await change(PASSWORD, NEW)).status).toBe(204);
    expect([await isLive(person), await isLive(elsewhere)]).toEqual([true, false]);
    expect((await lastMail(server, person.email)).subject).toBe('Your password was changed');
  });

  test('the password cannot be guessed from an unlocked session', async () => {
    const guess = (n: number) =>
      person.caller.send(changePassword, { body: { password: `No-${n}`, newPassword: NEW } });
    for (let n = 0; n < 10; n += 1) expect((await guess(n)).status).toBe(400);
    const right = { body: { password: PASSWORD, newPassword: NEW } };
    expect((await person.caller.send(changePassword, right)).status).toBe(429);
  });

  test('a new email address applies once its link is opened within 48 hours; the old address is notified', async () => {
    const email = `new-${person.email}`;
    expect((await person.caller.send(changeEmail, { body: { password: 'Not-1!', email } })).status).toBe(400);
    await person.caller.call(changeEmail, { body: { password: PASSWORD, email } });
    expect((await lastMail(server, person.email)).subject).toBe('Your email address is about to change');
    const first = tokenOf(await lastMail(server, email));
    expect((await person.caller.call(account, {})).newEmail).toBe(email);
    await person.caller.call(changeEmail, { body: { password: PASSWORD, email } });
    expect(await world.nobody.send(verifyEmail, { body: { token: first } })).toMatchObject({ status: 400 });
    const elsewhere = await signIn(server, person);
    await world.nobody.call(verifyEmail, { body: { token: tokenOf(await lastMail(server, email)) } });
    expect((await lastMail(server, person.email)).subject).toBe('Your email address was changed');
    expect([await isLive(person), await isLive(elsewhere)]).toEqual([true, false]);
    expect(await canEnter(person.email, PASSWORD)).toBe(400);
    expect(await canEnter(email, PASSWORD)).toBe(200);
  });

  test('an email link is invalid after 48 hours or once the address is taken', async () => {
    const email = `late-${person.email}`;
    await person.caller.call(changeEmail, { body: { password: PASSWORD, email } });
    const token = tokenOf(await lastMail(server, email));
    server.clock.advance(48 * 3_600_000);
    expect((await world.nobody.send(verifyEmail, { body: { token } })).status).toBe(400);
    const again = await signIn(server, person);
    const taken = await again.caller.send(changeEmail, { body: { password: PASSWORD, email: world.owner.email } });
    expect(taken.status).toBe(204);
    expect((await lastMail(server, world.owner.email)).subject).toBe('You already have an account');
  });

  test('phone and photo size are stored; terms must be accepted again when they change', async () => {
    const phone = '+43 660 765432';
    await person.caller.call(changeAccount, { body: { phone, photoSize: 'SMALL' } });
    expect(await person.caller.call(account, {})).toMatchObject({ phone, photoSize: 'SMALL' });
    expect((await person.caller.send(changeAccount, { body: { phone: '0660' } })).status).toBe(422);
    Object.assign(server.services, { config: { ...server.services.config, terms: { version: 2, url: null } } });
    expect(await person.caller.call(me, {})).toMatchObject({
      termsAndConditionsAccepted: false,
      privacyPolicyAccepted: true,
    });
    await person.caller.call(patchMe, { body: { termsAndConditionsAccepted: true } });
    expect(await person.caller.call(me, {})).toMatchObject({ termsAndConditionsAccepted: true });
  });
});

describe('devices', () => {
  const device = (n: number) => ({
    fingerprint: `browser-${made}-${n}-`.padEnd(24, 'x'),
    name: `Device ${n}`,
    kind: 'TABLET' as const,
  });

  test('two concurrent requests for the last device slot register one device, and removal frees a slot', async () => {
    const first = await person.caller.call(registerDevice, { body: device(1) });
    const [two, three] = await Promise.all([signIn(server, person), signIn(server, person)]);
    const answers = await Promise.all([
      two.caller.send(registerDevice, { body: device(2) }),
      three.caller.send(registerDevice, { body: device(3) }),
    ]);
    expect(answers.map((response) => response.status).sort()).toEqual([200, 409]);
    expect(answers.find((response) => response.status === 409)?.body).toMatchObject({ code: 'device_limit' });
    const { devices, deviceLimit } = await person.caller.call(listDevices, {});
    expect([devices.length, deviceLimit]).toEqual([2, 2]);
    expect(devices.map((one) => one.id)).toContain(first.id);
    const outsider = await signIn(server, world.owner);
    expect((await outsider.caller.send(unregisterDevice, { params: { deviceId: first.id } })).status).toBe(404);
    await two.caller.call(unregisterDevice, { params: { deviceId: first.id } });
    expect(await isLive(person)).toBe(false);
    await three.caller.call(registerDevice, { body: device(3) });
  });

  test('two devices of one model have different names, and a device keeps the name its user gave it', async () => {
    const register = (n: number) =>
      person.caller.call(registerDevice, { body: { ...device(n), name: 'Chrome, Android' } });
    const [first, second] = [await register(1), await register(2)];
    expect([first.name, second.name]).toEqual(['Chrome, Android', 'Chrome, Android 2']);
    const params = { deviceId: first.id };
    const rename = (name: string) => person.caller.call(renameDevice, { params, body: { name } });
    expect((await rename('Chrome, Android 2')).name).toBe('Chrome, Android 2 2');
    expect((await rename('Site phone')).name).toBe('Site phone');
    expect((await register(1)).name).toBe('Site phone');
    const outsider = await signIn(server, world.owner);
    expect((await outsider.caller.send(renameDevice, { params, body: { name: 'Mine' } })).status).toBe(404);
  });

  test('nothing syncs without the device key; a removed device gets it back only by signing in again', async () => {
    const { fingerprint } = device(1);
    const query = { projectId: world.projectId, from: 0 };
    const pulled = (who: Actor, key: string) => who.caller.send(syncPull, { query }, { 'user-encryption-key': key });
    const none = { 'user-encryption-key': 'nokey' };
    const pushed = await person.caller.send(syncPush, { body: { deviceId: randomUUID(), mutations: [] } }, none);
    for (const response of [await pulled(person, 'nokey'), pushed])
      expect(response).toMatchObject({ status: 403, body: { code: 'device_key_required' } });
    const bare = { authorization: `Bearer ${person.caller.token}` };
    const url = `/api/v2/sync/pull?projectId=${world.projectId}&from=0`;
    expect((await world.nobody.raw({ method: 'GET', url, headers: bare })).status).toBe(403);
    expect((await world.nobody.raw({ method: 'GET', url: '/api/v2/sync/live', headers: bare })).status).toBe(403);
    const { id } = await person.caller.call(registerDevice, { body: device(1) });
    const { key } = await person.caller.call(encryptionKey, { body: { fingerprint } });
    // Not a member of the project: the key was accepted.
    expect(await pulled(person, key)).toMatchObject({ status: 403, body: { code: 'not_entitled' } });
    const other = await signIn(server, person);
    await other.caller.call(unregisterDevice, { params: { deviceId: id } });
    expect((await pulled(person, key)).status).toBe(401);
    expect(await pulled(other, key)).toMatchObject({ status: 403, body: { code: 'device_revoked' } });
    const back = await signIn(server, person);
    expect((await back.caller.call(encryptionKey, { body: { fingerprint } })).key).toBe(key);
    // A server restored from a backup that lacks the device issues the same key.
    await server.database.root.query('DELETE FROM device_key WHERE user_id = $1', [person.userId]);
    const again = await signIn(server, person);
    expect((await again.caller.call(encryptionKey, { body: { fingerprint } })).key).toBe(key);
    const { token } = await again.caller.call(makeSupportToken, { body: { password: PASSWORD, hours: 1 } });
    const helper = await new Caller(server.app, token).send(syncPull, { query });
    expect(helper).toMatchObject({ status: 403, body: { code: 'not_entitled' } });
  });

  test('a session is bound to the key of its browser; another key is refused', async () => {
    const { fingerprint } = device(1);
    const { key } = await person.caller.call(encryptionKey, { body: { fingerprint } });
    const other = await signIn(server, person);
    const { key: foreign } = await other.caller.call(encryptionKey, { body: { fingerprint: device(2).fingerprint } });
    expect(foreign).not.toBe(key);
    const asked = async (value: string) => person.caller.send(me, {}, { 'user-encryption-key': value });
    expect((await asked(key)).status).toBe(200);
    expect((await asked('nokey')).status).toBe(200);
    for (const wrong of [foreign, `${key}x`, '', `${key}, ${key}`]) {
      expect(await asked(wrong)).toMatchObject({ status: 403, body: { code: 'device_revoked' } });
    }
    expect((await person.caller.call(encryptionKey, { body: { fingerprint } })).key).toBe(key);
    // After signing in again the browser still holds its key; requesting the key binds the new session to it.
    const again = await signIn(server, person);
    expect((await again.caller.send(me, {}, { 'user-encryption-key': key })).status).toBe(200);
    expect((await again.caller.send(me, {}, { 'user-encryption-key': `${key}x` })).status).toBe(403);
    expect((await world.owner.caller.send(me, {}, { 'user-encryption-key': key })).status).not.toBe(200);
  });
});

describe('sessions', () => {
  test('are listed and ended, one at a time or all others; another person cannot end them', async () => {
    const [two, three] = [await signIn(server, person), await signIn(server, person)];
    const { sessions } = await person.caller.call(listSessions, {});
    expect(sessions).toHaveLength(3);
    expect(sessions.filter((session) => session.current)).toHaveLength(1);
    const second = (await two.caller.call(listSessions, {})).sessions.find((session) => session.current)?.id ?? '';
    const outsider = await signIn(server, world.owner);
    expect((await outsider.caller.send(endOwnSession, { params: { sessionId: second } })).status).toBe(404);
    await person.caller.call(endOwnSession, { params: { sessionId: second } });
    expect([await isLive(two), await isLive(three)]).toEqual([false, true]);
    await person.caller.call(endOtherSessions, {});
    expect([await isLive(person), await isLive(three)]).toEqual([true, false]);
  });

  test('are read once for a write, and again when its body arrives later', async () => {
    const { caller } = await signIn(server, person);
    const url = new URL(addressOf(patchMe, {}), await server.listen());
    const body = JSON.stringify({ settings: { language: 'de' } });
    const queries = vi.spyOn(server.services.pool, 'query');
    const lookUps = () => queries.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('access_hash'));
    const patch = () => {
      const sent = request(url, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${caller.token}`,
          'content-type': 'application/json',
          'content-length': body.length,
        },
      });
      const answered = once(sent, 'response').then(([{ statusCode }]) => statusCode as number);
      return { sent, answered };
    };
    const whole = patch();
    whole.sent.end(body);
    expect(await whole.answered).toBe(200);
    expect(lookUps()).toHaveLength(1);

    const late = patch();
    late.sent.write(body.slice(0, 5));
    await expect.poll(lookUps).toHaveLength(2);
    await Promise.all(queries.mock.results.map(({ value }) => value));
    await server.database.root.query('UPDATE session SET ended_at = now() WHERE user_id = $1', [person.userId]);
    late.sent.end(body.slice(5));
    expect(await late.answered).toBe(401);
    queries.mockRestore();
  });

  test('a support token shows the account, cannot change it, and expires after the chosen hours', async () => {
    const { token } = await person.caller.call(makeSupportToken, { body: { password: PASSWORD, hours: 2 } });
    expect(token).toMatch(/^pls_/u);
    const helper = new Caller(server.app, token);
    expect(await helper.call(me, {})).toMatchObject({ userId: person.userId, byToken: true });
    for (const [endpoint, body] of [
      [changeAccount, { firstName: 'Mallory' }],
      [changePassword, { password: PASSWORD, newPassword: NEW }],
      [changeEmail, { password: PASSWORD, email: 'mallory@example.org' }],
      [makeSupportToken, { password: PASSWORD }],
      [encryptionKey, { fingerprint: 'x'.repeat(24) }],
    ] as const) {
      expect(await helper.send(endpoint, { body }), endpoint.name).toMatchObject({
        status: 403,
        body: { code: 'not_by_token' },
      });
    }
    server.clock.advance(2 * 3_600_000);
    expect((await helper.send(me, {})).status).toBe(401);
  });

  test('a support token of an owner cannot grant lasting access, share reports or change notifications', async () => {
    const { caller } = await signIn(server, world.owner);
    const { token } = await caller.call(makeSupportToken, { body: { password: PASSWORD } });
    const helper = new Caller(server.app, token);
    const [importId, deviceId, reportId, definitionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const params = { projectId: world.projectId, importId, deviceId, reportId, definitionId };
    const sharing = [shareReport, changeReportShare, mailReport, createReportDefinition, changeReportDefinition];
    const own = [removePushDevice, putPush, putNotificationSettings];
    for (const endpoint of [userImports.run, memberImports.run, ...own, ...sharing])
      expect(await helper.send(endpoint, { params, query: {}, body: {} } as never), endpoint.name).toMatchObject({
        status: 403,
        body: { code: 'not_by_token' },
      });
  });
});

test.each([
  ['/project/x?tab=1#a', '/project/x?tab=1#a'],
  ['http://localhost:8420/reports', '/reports'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['/.//evil.example/x', '/evil.example/x'],
  ['./\\/evil.example', '/evil.example'],
  ['http://localhost:8420//evil.example', '/evil.example'],
  ['https://evil.example', '/'],
  ['https://help.example.org.evil.example/', '/'],
  ['https://help.example.org@evil.example/', '/'],
  ['http://help.example.org/', '/'],
  ['javascript:alert(1)', '/'],
  ['data:text/html,x', '/'],
  ['\u0000', '/'],
])('after sign-in, return_to %j leads to %s', async (target, location) => {
  expect(await person.caller.call(redirectTicket, { body: { return_to: target } })).toMatchObject({
    redirect_token: null,
    location,
  });
});

test('an allowed target gets a one-time ticket that identifies the user for a minute, never a token', async () => {
  const ask = () => person.caller.call(redirectTicket, { body: { return_to: 'https://help.example.org/in?x=1' } });
  const { location, redirect_token: token } = await ask();
  const ticket = token?.access_token ?? '';
  expect(location).toBe(`https://help.example.org/in?x=1&access_token=${ticket}`);
  expect(location).not.toContain(person.caller.token);
  expect((await new Caller(server.app, ticket).send(me, {})).status).toBe(401);
  expect(await world.nobody.call(redeemTicket, { body: { ticket } })).toMatchObject({ email: person.email });
  expect((await world.nobody.send(redeemTicket, { body: { ticket } })).status).toBe(400);
  const late = (await ask()).redirect_token?.access_token ?? '';
  server.clock.advance(60_000);
  expect((await world.nobody.send(redeemTicket, { body: { ticket: late } })).status).toBe(400);
});

test('stored emails are shown only with the operator key', async () => {
  await world.nobody.call(askPasswordReset, { query: { email: person.email } });
  await deliver(server);
  const key = (await readFile(writeOperatorKey(server.services.config), 'utf8')).trim();
  const { messages } = await world.nobody.call(operatorMailbox, { body: { key } });
  expect(messages.find((message) => message.to === person.email)).toMatchObject({
    kind: 'mail',
    subject: 'Set a new password',
  });
  for (const wrong of [`${key}x`, key.slice(1), 'password']) {
    expect((await world.owner.caller.send(operatorMailbox, { body: { key: wrong } })).status).toBe(403);
  }
});

test('queued messages are sealed: neither links nor addresses are readable in the queue', async () => {
  await world.nobody.call(askPasswordReset, { query: { email: person.email } });
  const waiting = await server.database.root.query<{ all: string }>(
    `SELECT coalesce(string_agg(payload::text, ' '), '') AS all FROM graphile_worker._private_jobs`,
  );
  expect(waiting.rows[0]?.all).toContain('sealed');
  expect(waiting.rows[0]?.all).not.toContain(person.email);
});

test('pages and responses cannot be framed, and another site cannot sign anyone in', async () => {
  const response = await world.nobody.raw({ method: 'GET', url: '/api/instance' });
  expect(response.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  const forged = await world.nobody.raw({
    method: 'POST',
    url: '/api/oauth/token',
    headers: {
      authorization: WEB_CLIENT,
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    },
    payload: new URLSearchParams({ grant_type: 'password', username: person.email, password: PASSWORD }).toString(),
  });
  expect(forged.status).toBe(403);
  expect(forged.headers['set-cookie']).toBeUndefined();
  const plain = await person.caller.raw({
    method: 'POST',
    url: '/api/me/password',
    headers: { 'content-type': 'text/plain' },
    payload: '{}',
  });
  expect(plain.status).toBe(415);
});
