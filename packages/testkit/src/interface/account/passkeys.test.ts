// Passkeys: they sign in without a password, are a second step for the password, and nothing else is accepted in their place.
import { account } from '@plumbline/core/features/account/contract';
import { endOtp, newRecoveryCodes } from '@plumbline/core/features/account/second-step-contract';
import { changeSignInPolicy } from '@plumbline/core/features/account/sign-in-policy-contract';
import { me } from '@plumbline/core/features/auth/contract';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  passkeyOptions,
  removePasskey,
} from '@plumbline/core/features/auth/passkey-contract';
import { dropSteps } from '@plumbline/server/features/auth/second-step/second-step';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Actor, createPerson, createWorld, PASSWORD, signIn, WEB_CLIENT, type World } from '../../actors.ts';
import { Caller } from '../../calls.ts';
import { mailsTo } from '../../mailbox.ts';
import { startTestServer, type TestServer } from '../../server.ts';
import { type PasskeyDevice, passkeyDevice } from './passkey-device.ts';

let server: TestServer;
let world: World;
let person: Actor;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
beforeEach(async () => {
  await server.database.root.query('DELETE FROM rate_limit');
  const { organisationId } = world;
  person = await signIn(server, await createPerson(server, { organisationId, firstName: 'Paula', lastName: 'Pass' }));
});
afterAll(() => server.close());

const token = (body: object) =>
  world.nobody.raw({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { authorization: WEB_CLIENT, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });

async function add(device: PasskeyDevice, actor = person, name = 'Phone') {
  const options = await actor.caller.call(beginPasskey, { body: { password: PASSWORD } });
  return actor.caller.call(addPasskey, { body: { name, credential: device.create(options) } });
}

const challenge = () => world.nobody.call(passkeyOptions, {});
const signInBy = async (device: PasskeyDevice) =>
  token({ grant_type: 'passkey', credential: device.get(await challenge()) });
const byPassword = (code?: string) =>
  token({ grant_type: 'password', username: person.email, password: PASSWORD, ...(code && { code }) });

const REFUSED = { status: 400, body: { code: 'passkey_refused', error: 'invalid_grant' } };

it('signs in without a password, and is listed with its last use', async () => {
  const device = passkeyDevice();
  const { recoveryCodes } = await add(device);
  expect(recoveryCodes).toHaveLength(10);
  const answer = await signInBy(device);
  expect(answer.status).toBe(200);
  const { access_token } = answer.body as { access_token: string };
  expect((await new Caller(server.app, access_token).call(me, {})).username).toBe(person.email);
  const { passkeys } = await person.caller.call(listPasskeys, {});
  expect(passkeys).toEqual([
    expect.objectContaining({ name: 'Phone', synced: false, lastUsedAt: server.clock.now().toISOString() }),
  ]);
  expect((await mailsTo(server, person.email)).map(({ subject }) => subject)).toContain('A passkey was added');
});

it('is a second step for the password, and a recovery code replaces it once', async () => {
  const { recoveryCodes } = await add(passkeyDevice());
  const first = await byPassword();
  expect(first).toMatchObject({ status: 400, body: { code: 'second_step_needed', error: 'mfa_required' } });
  expect(JSON.stringify(first.body)).toContain('"passkey":1');
  expect((await byPassword(recoveryCodes[0])).status).toBe(200);
  expect((await byPassword(recoveryCodes[0])).status).toBe(400);
  // A lost passkey is removed with the password; the account then needs no second step.
  const [passkey] = (await person.caller.call(listPasskeys, {})).passkeys;
  const passkeyId = passkey?.id ?? '';
  const wrong = await person.caller.send(removePasskey, { params: { passkeyId }, body: { password: 'wrong' } });
  expect(wrong.body).toMatchObject({ code: 'wrong_password' });
  await person.caller.call(removePasskey, { params: { passkeyId }, body: { password: PASSWORD } });
  expect((await byPassword()).status).toBe(200);
  expect((await person.caller.call(account, {})).passkey).toBe(false);
});

it('the operator removes the passkeys of someone who has lost all of them', async () => {
  const device = passkeyDevice();
  await add(device);
  await dropSteps(server.services.pool, person.userId);
  expect((await byPassword()).status).toBe(200);
  expect(await signInBy(device)).toMatchObject(REFUSED);
});

it('accepts each challenge and each signature once', async () => {
  const device = passkeyDevice();
  await add(device);
  const options = await challenge();
  const credential = device.get(options);
  expect((await token({ grant_type: 'passkey', credential })).status).toBe(200);
  expect(await token({ grant_type: 'passkey', credential })).toMatchObject(REFUSED);
  const old = await challenge();
  server.clock.advance(301_000);
  expect(await token({ grant_type: 'passkey', credential: device.get(old) })).toMatchObject(REFUSED);
  const own = { challenge: Buffer.alloc(32, 1).toString('base64url') };
  expect(await token({ grant_type: 'passkey', credential: device.get(own) })).toMatchObject(REFUSED);
  expect((await signInBy(device)).status).toBe(200);
  // A copy of the key that has not counted along.
  const copied = device.get(await challenge(), { count: false });
  expect(await token({ grant_type: 'passkey', credential: copied })).toMatchObject(REFUSED);
});

it('refuses another origin, an unverified user, unknown keys and altered signatures', async () => {
  const device = passkeyDevice();
  await add(device);
  const elsewhere = device.get(await challenge(), { at: 'http://plumb1ine.example' });
  expect(await token({ grant_type: 'passkey', credential: elsewhere })).toMatchObject(REFUSED);
  expect(await signInBy(passkeyDevice())).toMatchObject(REFUSED);
  const other = passkeyDevice();
  const foreign = { ...other.get(await challenge()), id: device.id, rawId: device.id };
  expect(await token({ grant_type: 'passkey', credential: foreign })).toMatchObject(REFUSED);
  const options = await person.caller.call(beginPasskey, { body: { password: PASSWORD } });
  for (const wrong of [
    passkeyDevice({ verifies: false }),
    passkeyDevice({ origin: 'http://plumb1ine.example' }),
    passkeyDevice({ rpId: 'plumb1ine.example' }),
  ]) {
    const body = { name: 'Wrong', credential: wrong.create(options) };
    expect((await person.caller.send(addPasskey, { body })).body).toMatchObject({ code: 'passkey_refused' });
  }
  expect((await signInBy(device)).status).toBe(200);
});

it('belongs only to the account whose challenge was signed', async () => {
  const { organisationId } = world;
  const other = await signIn(
    server,
    await createPerson(server, { organisationId, firstName: 'Otto', lastName: 'Other' }),
  );
  const device = passkeyDevice();
  const options = await other.caller.call(beginPasskey, { body: { password: PASSWORD } });
  const body = { name: 'Phone', credential: device.create(options) };
  expect((await person.caller.send(addPasskey, { body })).body).toMatchObject({ code: 'passkey_refused' });
  await add(device, other);
  const again = await person.caller.call(beginPasskey, { body: { password: PASSWORD } });
  const taken = { name: 'Phone', credential: device.create(again) };
  expect((await person.caller.send(addPasskey, { body: taken })).body).toMatchObject({ code: 'passkey_refused' });
});

it('satisfies a required second step, and the last one cannot be removed', async () => {
  const owner = world.owner;
  await owner.caller.call(changeSignInPolicy, { body: { forceMfa: true } });
  try {
    expect((await person.caller.call(me, {})).secondStepMissing).toBe(true);
    await add(passkeyDevice());
    expect((await person.caller.call(me, {})).secondStepMissing).toBe(false);
    await person.caller.call(newRecoveryCodes, { body: { password: PASSWORD } });
    await person.caller.call(endOtp, { body: { password: PASSWORD } });
    const [passkey] = (await person.caller.call(listPasskeys, {})).passkeys;
    const params = { passkeyId: passkey?.id ?? '' };
    const refused = await person.caller.send(removePasskey, { params, body: { password: PASSWORD } });
    expect(refused.body).toMatchObject({ code: 'second_step_required' });
  } finally {
    // The owner has no second step, so the policy cannot be changed by a request.
    await server.database.root.query('UPDATE organisation SET force_mfa = false');
  }
});

it('does not sign in someone who is disabled', async () => {
  const device = passkeyDevice();
  await add(device);
  await server.database.root.query('UPDATE app_user SET active = false WHERE id = $1', [person.userId]);
  expect(await signInBy(device)).toMatchObject(REFUSED);
});

it('resumes only the session of its own account', async () => {
  const device = passkeyDevice();
  await add(device);
  const signInAs = async (username: string) =>
    token({ grant_type: 'passkey', credential: device.get(await challenge()), username });
  expect(await signInAs(world.owner.email)).toMatchObject(REFUSED);
  expect((await signInAs(` ${person.email.toUpperCase()}`)).status).toBe(200);
});

it('is refused after the waiting period if it was reported lost', async () => {
  const device = passkeyDevice();
  await add(device);
  const endsAt = new Date(server.clock.now().getTime() + 60_000);
  await server.database.root.query('UPDATE app_user SET second_step_ends_at = $2 WHERE id = $1', [
    person.userId,
    endsAt,
  ]);
  expect((await signInBy(device)).status).toBe(200);
  server.clock.advance(60_000);
  expect(await signInBy(device)).toMatchObject(REFUSED);
});
