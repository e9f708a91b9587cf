// What an organisation's licence allows and costs, how it is used, and which policies apply to its people.
import { randomUUID } from 'node:crypto';
import { account, changePassword } from '@plumbline/core/features/account/contract';
import { registerDevice } from '@plumbline/core/features/account/devices-contract';
import {
  activate,
  askPasswordReset,
  checkActivation,
  checkPasswordReset,
} from '@plumbline/core/features/account/entry-contract';
import { changeSignInPolicy, readSignInPolicy } from '@plumbline/core/features/account/sign-in-policy-contract';
import { encryptionKey } from '@plumbline/core/features/auth/contract';
import {
  changeLicence,
  organisationStorage,
  organisationUse,
  readLicence,
} from '@plumbline/core/features/organisations/organisation-contract';
import { inviteUser } from '@plumbline/core/features/people/users-contract';
import { createProject } from '@plumbline/core/features/projects/contract';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { insertBlob } from '@plumbline/server/features/uploads/blob-rows';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Actor,
  createPerson,
  makeOrganisation,
  makeProject,
  PASSWORD,
  signIn,
  WEB_CLIENT,
  writeRows,
} from '../../actors.ts';
import { addressOf, Caller } from '../../calls.ts';
import { fileOf, pinRow, postRow } from '../../content.ts';
import { startTestCluster, type TestCluster } from '../../database.ts';
import { lastMail, tokenOf } from '../../mailbox.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let cluster: TestCluster;
let server: TestServer;
let strict: TestServer;
beforeAll(async () => {
  cluster = await startTestCluster();
  server = await startTestServer({ cluster });
  strict = await startTestServer({
    cluster,
    environment: { LICENCE_CHANGES: 'operator', LICENCE_LIMITS: 'pocket=1/5,multi=*/9', DEVICES_PER_PERSON: '1' },
  });
});
afterAll(async () => {
  await server.close();
  await strict.close();
  await cluster.stop();
});

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let organisationId: string;
let owner: Actor;
let admin: Actor;
async function found(on: TestServer): Promise<void> {
  organisationId = await makeOrganisation(on, 'Hochbau Huber');
  const enter = async (lastName: string, membership: object) =>
    signIn(on, await createPerson(on, { organisationId, firstName: 'Olga', lastName, ...membership }));
  owner = await enter('Huber', { owner: true });
  admin = await enter('Acker', { admin: true });
}
beforeEach(() => found(server));

const project = (title: string) => ({ id: randomUUID(), title, timezone: 'UTC', language: 'en' });

describe('the licence', () => {
  test('shows what it allows, what is used, and what the other plans cost', async () => {
    const expected = await admin.caller.call(readLicence, {});
    expect(expected).toMatchObject({
      licence: 'multi',
      billing: 'yearly',
      endsAt: null,
      quotas: { projects: null, plans: null },
      use: { projects: 0, plans: 0 },
      seats: { full: null, mobile: null },
      taken: { full: 2, mobile: 0 },
      devicesPerPerson: 2,
      changes: 'owner',
    });
    expect(
      expected.offers.map((offer) => [
        offer.licence,
        offer.quotas.projects,
        offer.quotas.plans,
        offer.monthly,
        offer.yearly,
      ]),
    ).toEqual([
      ['test', 2, 100, 0, 0],
      ['pocket', 2, 100, 59, 49],
      ['combo', 10, 800, 69, 59],
      ['multi', null, null, 89, 79],
    ]);
  });

  test('is changed by owners; an organisation above the new limits keeps what exists and adds nothing', async () => {
    expect((await admin.caller.send(changeLicence, { body: { licence: 'pocket' } })).status).toBe(403);
    for (const title of ['First house', 'Second house', 'Third house']) {
      await owner.caller.call(createProject, { body: project(title) });
    }
    const pocket = await owner.caller.call(changeLicence, {
      body: { licence: 'pocket', billing: 'monthly', fullLicences: 2 },
    });
    expect(pocket).toMatchObject({
      licence: 'pocket',
      billing: 'monthly',
      use: { projects: 3 },
      seats: { full: 2, mobile: null },
    });
    expect(pocket.offers.find((offer) => offer.licence === 'combo')?.upgrade).toBe(59);
    const fourth = await owner.caller.send(createProject, { body: project('Fourth house') });
    expect(fourth).toMatchObject({ status: 409, body: { code: 'project_limit', params: { limit: 2 } } });
    expect((await owner.caller.send(changeLicence, { body: { licence: 'test' } })).status).toBe(422);
    await owner.caller.call(changeLicence, { body: { licence: 'combo', fullLicences: null } });
    expect((await owner.caller.send(createProject, { body: project('Fourth house') })).status).toBe(200);
  });

  test('an expired trial ends all licences; choosing a plan starts again', async () => {
    await server.database.root.query(`UPDATE organisation SET licence = 'test', licence_ends_at = $2 WHERE id = $1`, [
      organisationId,
      server.clock.now(),
    ]);
    const refused = await owner.caller.send(createProject, { body: project('Late house') });
    expect(refused).toMatchObject({ status: 403, body: { code: 'licence_needed' } });
    expect(await owner.caller.call(changeLicence, { body: { licence: 'pocket' } })).toMatchObject({ endsAt: null });
    expect((await owner.caller.send(createProject, { body: project('Late house') })).status).toBe(200);
  });

  test("follows the operator's setting, and the operator can reserve changes", async () => {
    await found(strict);
    const expected = await owner.caller.call(readLicence, {});
    expect(expected).toMatchObject({ quotas: { projects: null, plans: 9 }, devicesPerPerson: 1, changes: 'operator' });
    expect(expected.offers[1]?.quotas).toEqual({ projects: 1, plans: 5 });
    expect((await owner.caller.send(changeLicence, { body: { licence: 'pocket' } })).status).toBe(403);
    await strict.database.root.query(`UPDATE organisation SET licence = 'pocket' WHERE id = $1`, [organisationId]);
    expect((await owner.caller.send(createProject, { body: project('Only house') })).status).toBe(200);
    expect(await owner.caller.send(createProject, { body: project('One too many') })).toMatchObject({
      body: { code: 'project_limit', params: { limit: 1 } },
    });
    const device = (fingerprint: string) =>
      owner.caller.send(registerDevice, { body: { fingerprint, name: 'Tablet', kind: 'TABLET' } });
    const prints = ['a'.repeat(20), 'b'.repeat(20)];
    for (const fingerprint of prints) await owner.caller.call(encryptionKey, { body: { fingerprint } });
    expect((await device(prints[0] ?? '')).status).toBe(200);
    expect(await device(prints[1] ?? '')).toMatchObject({ status: 409, body: { code: 'device_limit' } });
  });
});

test('usage contains only the own organisation, with activity by week', async () => {
  expect((await admin.caller.send(organisationUse, {})).status).toBe(200);
  await makeProject(server, { organisationId, title: 'Kita', by: owner, members: [[owner, 'administrator']] });
  const use = await admin.caller.call(organisationUse, {});
  expect(use).toMatchObject({
    name: 'Hochbau Huber',
    projects: { active: 1, inactive: 0 },
    plans: 0,
    storage: { used: 0, limit: null },
    devices: { registered: 0, limit: 4 },
    companies: 0,
    contacts: 0,
  });
  expect(use.states).toMatchObject({ active: 2, invited: 0 });
  expect(use.activity).toHaveLength(12);
  expect(use.activity.at(-1)).toEqual({ week: '2026-03-02', changes: 2, people: 1 });
  expect(use.activity.slice(0, -1).every((one) => one.changes === 0)).toBe(true);
});

test('storage is listed by project, counting a file once, and by the licence of its uploader', async () => {
  const make = (title: string) =>
    makeProject(server, { organisationId, title, by: owner, members: [[owner, 'administrator']] });
  const [full, empty] = [await make('Kita'), await make('Annexe')];
  const now = server.clock.now();
  const add = async (size: number, userId: string) => {
    const id = randomUUID();
    const file = { id, key: id, sha256: Buffer.alloc(32), size, mime: 'image/jpeg', name: 'a.jpg' };
    await tenantTransaction(server.services.pool, organisationId, (db) =>
      insertBlob(db, { organisationId, userId, now }, file),
    );
    return id;
  };
  const [photo, report] = [await add(3_000, owner.userId), await add(500, admin.userId)];
  const by = { projectId: full, createdBy: owner.userId };
  const pin = pinRow(by);
  await writeRows(server, { organisationId, projectId: full }, (tx) => {
    tx.put('pin', pin);
    tx.put('post', postRow(by, pin.id, [fileOf(photo)]));
    tx.put('post', postRow(by, pin.id, [fileOf(photo)]));
  });
  await server.database.root.query(
    `INSERT INTO report (organisation_id, id, project_id, title, template_id, template_title, format, language, request, state,
       blob_id, created_by, created_at) VALUES ($1, $2, $3, '', 'list', '', 'pdf', 'en', '{}', 'done', $4, $5, $6)`,
    [organisationId, randomUUID(), full, report, owner.userId, now],
  );
  await server.database.root.query("UPDATE organisation_member SET licence = 'mobile' WHERE user_id = $1", [
    admin.userId,
  ]);
  expect(await admin.caller.call(organisationStorage, {})).toEqual({
    projects: [
      { id: full, title: 'Kita', active: true, plans: 0, media: 3_000, reports: 500, total: 3_500 },
      { id: empty, title: 'Annexe', active: true, plans: 0, media: 0, reports: 0, total: 0 },
    ],
    licences: [
      { licence: 'full', people: 1, bytes: 3_000 },
      { licence: 'mobile', people: 1, bytes: 500 },
    ],
  });
});

describe('policies', () => {
  test('are read and set by administrators, within their bounds', async () => {
    const first = {
      forceMfa: false,
      requireSms: false,
      passwordMinLength: null,
      sessionDays: null,
      sessionIdleDays: null,
      networks: [],
    };
    expect(await admin.caller.call(readSignInPolicy, {})).toEqual(first);
    for (const body of [
      { passwordMinLength: 7 },
      { passwordMinLength: 65 },
      { sessionDays: 0 },
      { sessionIdleDays: 366 },
    ]) {
      expect((await admin.caller.send(changeSignInPolicy, { body })).status, JSON.stringify(body)).toBe(422);
    }
    const set = { passwordMinLength: 12, sessionDays: 7 };
    expect(await admin.caller.call(changeSignInPolicy, { body: set })).toEqual({ ...first, ...set });
    expect(await admin.caller.call(changeSignInPolicy, { body: { sessionDays: null } })).toEqual({
      ...first,
      passwordMinLength: 12,
    });
  });

  test('longer passwords are required wherever a password is set', async () => {
    await admin.caller.call(changeSignInPolicy, { body: { passwordMinLength: 20 } });
    const short = 'Wasserwaage-26!';
    const refused = { status: 422, body: { fields: [{ outcome: 'TOO_SHORT' }], params: { min: 20 } } };
    expect(await owner.caller.send(changePassword, { body: { password: PASSWORD, newPassword: short } })).toMatchObject(
      refused,
    );
    const email = `gast.${randomUUID().slice(0, 8)}@partner.example`;
    await admin.caller.call(inviteUser, { body: { email, firstName: 'Gesa', lastName: 'Gast', language: 'en' } });
    const link = { type: 'invited', token: tokenOf(await lastMail(server, email)), accepted: true } as const;
    const nobody = new Caller(server.app);
    const { type, token } = link;
    // The requirement is shown before anything is typed.
    expect(await nobody.call(checkActivation, { body: { type, token } })).toMatchObject({ passwordMinLength: 20 });
    expect(await owner.caller.call(account, {})).toMatchObject({ passwordMinLength: 20 });
    await nobody.call(askPasswordReset, { query: { email: owner.email } });
    const reset = { token: tokenOf(await lastMail(server, owner.email)) };
    expect(await nobody.call(checkPasswordReset, { body: reset })).toEqual({ passwordMinLength: 20 });
    const other = await nobody.send(checkPasswordReset, { body: { token } });
    expect(other.status).toBeGreaterThanOrEqual(400);
    expect(await nobody.send(activate, { body: { ...link, password: short } })).toMatchObject(refused);
    await nobody.call(activate, { body: { ...link, password: `${short}-und-lang` } });
  });

  test('a session ends after a configured number of days, and after a number of idle days', async () => {
    const refresh = (actor: Actor) =>
      new Caller(server.app).raw({
        method: 'POST',
        url: '/api/oauth/token',
        headers: { authorization: WEB_CLIENT, 'content-type': 'application/json', cookie: actor.cookie },
        payload: JSON.stringify({
          grant_type: 'refresh_token',
          refresh_token: actor.refreshToken,
          nonce: randomUUID(),
        }),
      });
    await admin.caller.call(changeSignInPolicy, { body: { sessionIdleDays: 2 } });
    const idle = await signIn(server, owner);
    const before = server.clock.now();
    server.clock.set(new Date(before.getTime() + 2 * 86_400_000));
    expect((await refresh(idle)).status).toBe(400);
    await found(server);
    await admin.caller.call(changeSignInPolicy, { body: { sessionDays: 1 } });
    const short = await signIn(server, owner);
    server.clock.set(new Date(server.clock.now().getTime() + 86_400_000 - 1_000));
    expect((await refresh(short)).status).toBe(200);
    const over = await signIn(server, owner);
    server.clock.set(new Date(server.clock.now().getTime() + 86_400_000));
    expect((await refresh(over)).status).toBe(400);
  });

  test('networks limit every call and signed link of members, and no one can lock themselves out', async () => {
    const from = (remoteAddress: string, url: string, token: string | undefined) =>
      new Caller(server.app, token).raw({ method: 'GET', url, remoteAddress });
    const policyPath = addressOf(readSignInPolicy, {});
    for (const networks of [['office'], ['10.0.0.0/33'], ['http://10.0.0.1'], Array<string>(51).fill('10.0.0.1')]) {
      expect((await admin.caller.send(changeSignInPolicy, { body: { networks } })).status, String(networks)).toBe(422);
    }
    // The call comes from 127.0.0.1.
    const foreign = await admin.caller.send(changeSignInPolicy, { body: { networks: ['203.0.113.0/24'] } });
    expect(foreign).toMatchObject({
      status: 422,
      body: { code: 'network_excludes_you', params: { address: '127.0.0.1' } },
    });
    const networks = ['127.0.0.0/8', '203.0.113.0/24', '2001:db8:1::/48', '198.51.100.7'];
    expect(await admin.caller.call(changeSignInPolicy, { body: { networks } })).toMatchObject({ networks });
    const put = {
      method: 'PUT',
      url: '/api/me/picture',
      headers: { 'content-type': 'image/png' },
      payload: PIXEL,
    } as const;
    const url = ((await owner.caller.raw(put)).body as { picture: string }).picture;
    for (const [address, status] of [
      ['127.0.0.1', 200],
      ['203.0.113.250', 200],
      ['::ffff:203.0.113.250', 200],
      ['2001:db8:1:2::3', 200],
      ['198.51.100.7', 200],
      ['203.0.114.1', 403],
      ['::ffff:203.0.114.1', 403],
      ['2001:db8:2::1', 403],
      ['198.51.100.8', 403],
    ] as const) {
      expect((await from(address, policyPath, owner.caller.token)).status, address).toBe(status);
      expect((await from(address, url, undefined)).status, `${address} ${url}`).toBe(status);
    }
    const refused = await from('203.0.114.1', policyPath, owner.caller.token);
    expect(refused.body).toMatchObject({ code: 'network_not_allowed' });
    await admin.caller.call(changeSignInPolicy, { body: { networks: [] } });
    expect((await from('203.0.114.1', policyPath, owner.caller.token)).status).toBe(200);
  });
});
