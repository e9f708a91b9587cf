// The users of an organisation: their state, who may change whom, and concurrent changes.
import { randomUUID } from 'node:crypto';
import {
  type Facts,
  LICENCE_KINDS,
  MEMBERSHIP_STATES,
  membershipStatusOf,
} from '@plumbline/core/access/membership-status';
import { activate } from '@plumbline/core/features/account/entry-contract';
import { me } from '@plumbline/core/features/auth/contract';
import { addMember, changeMember, listMembers } from '@plumbline/core/features/people/contract';
import {
  actOnUsers,
  changeUser,
  inviteUser,
  leaveOrganisation,
  listUsers,
  userFigures,
} from '@plumbline/core/features/people/users-contract';
import { createProject, getProject, updateProject } from '@plumbline/core/features/projects/contract';
import { listTasks } from '@plumbline/core/features/tasks/contract';
import { syncPush } from '@plumbline/core/sync/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Actor,
  createPerson,
  createWorld,
  makeOrganisation,
  makeProject,
  signIn,
  type World,
  writeRows,
} from '../../actors.ts';
import { pinRow, taskRow } from '../../content.ts';
import { deliver, lastMail, mailsTo, tokenOf } from '../../mailbox.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let organisationId: string;
let owner: Actor;
let admin: Actor;
let manager: Actor;
let plain: Actor;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  organisationId = await makeOrganisation(server, 'Hochbau Huber');
  const enter = async (firstName: string, lastName: string, membership: object) =>
    signIn(server, await createPerson(server, { organisationId, firstName, lastName, ...membership }));
  owner = await enter('Olga', 'Huber', { owner: true });
  admin = await enter('Adam', 'Acker', { admin: true });
  manager = await enter('Mona', 'Maurer', {});
  plain = await enter('Paul', 'Platz', {});
  await owner.caller.call(changeUser, { params: { userId: manager.userId }, body: { manageUsers: true } });
  manager = await signIn(server, manager);
});

const list = (query: object = {}, who = owner) => who.caller.call(listUsers, { query });
const act = (who: Actor, body: object) => who.caller.send(actOnUsers, { body });
const one = async (person: { userId: string; lastName: string }) =>
  (await list({ search: person.lastName })).content.find((entry) => entry.userId === person.userId);
const ended = async (person: Actor) => (await person.caller.send(me, {})).status === 401;

describe('the list', () => {
  test('searches, filters, sorts and counts', async () => {
    const names = async (query: object) => (await list(query)).content.map((entry) => entry.lastName);
    expect(await names({})).toEqual(['Acker', 'Huber', 'Maurer', 'Platz']);
    expect(await names({ reverse: 'true' })).toEqual(['Platz', 'Maurer', 'Huber', 'Acker']);
    expect(await names({ sort: 'role' })).toEqual(['Huber', 'Acker', 'Maurer', 'Platz']);
    expect(await names({ search: 'mau MONA' })).toEqual(['Maurer']);
    expect(await names({ role: 'manageUsers' })).toEqual(['Maurer']);
    expect(await names({ state: 'deactivated' })).toEqual([]);
    expect(await names({ licence: 'none' })).toEqual([]);
    expect(await names({ company: 'none' })).toHaveLength(4);
    expect(await list({ page: 3, size: 2 })).toMatchObject({ content: [], totalElements: 4, totalPages: 2 });
    const figures = await owner.caller.call(userFigures, {});
    expect(figures).toMatchObject({
      states: { active: 4, invited: 0 },
      licences: { full: 4, mobile: 0 },
      seats: { full: null },
    });
    expect((await one(plain))?.lastSeenAt).toBe(server.clock.now().toISOString());
  });

  test('is for those who manage users, and shows only their own organisation', async () => {
    expect((await plain.caller.send(listUsers, {})).status).toBe(403);
    expect((await list({}, manager)).totalElements).toBe(4);
    const theirs = await world.owner.caller.call(listUsers, { query: { size: 1_000 } });
    expect(theirs.content.map((entry) => entry.userId)).not.toContain(plain.userId);
    for (const endpoint of [changeUser, actOnUsers] as const) {
      const body = endpoint === changeUser ? { admin: true } : { userIds: [world.owner.userId], act: 'deactivate' };
      const response = await owner.caller.send(endpoint, { params: { userId: world.owner.userId }, body });
      if (endpoint === changeUser) expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
      else expect(response.body).toMatchObject({ done: [], skipped: [{ name: '', code: 'not_found' }] });
    }
    expect((await world.owner.caller.send(me, {})).status).toBe(200);
  });

  test('every organisation call is open to administrators, and to user managers only where declared', async () => {
    const calls = server.served.endpoints.filter((endpoint) => endpoint.guard.kind === 'organisation');
    expect(calls.length).toBeGreaterThan(15);
    for (const endpoint of calls) {
      if (endpoint.guard.kind !== 'organisation') continue;
      // A wrong shape or a missing key: nothing is done, but the guard answers first.
      const names = [...endpoint.path.matchAll(/:(\w+)/gu)].map(([, name]) => [name, randomUUID()]);
      const input = { params: Object.fromEntries(names), ...(endpoint.body && { body: [] }) };
      const status = async (who: Actor) => (await who.caller.send(endpoint, input, { 'idempotency-key': 'no' })).status;
      expect(await status(plain), endpoint.name).toBe(403);
      const asManager = await status(manager);
      if (endpoint.guard.privilege === 'users') expect(asManager, endpoint.name).not.toBe(403);
      else expect(asManager, endpoint.name).toBe(403);
      expect(await status(admin), endpoint.name).not.toBe(403);
    }
  });

  test('shows the status of each user by the rules in core', async () => {
    const now = server.clock.now();
    const person = await createPerson(server, { organisationId, firstName: 'Vera', lastName: 'Vielfach' });
    const { root } = server.database;
    const projectId = await makeProject(server, {
      organisationId,
      title: 'Reihenhaus',
      by: owner,
      members: [
        [owner, 'administrator'],
        [person, 'contributor'],
      ],
    });
    const ends = [null, new Date(now.getTime() + 1).toISOString(), now.toISOString()];
    for (const role of ['contributor', 'subcontractor']) {
      await root.query('UPDATE member SET role = $2 WHERE user_id = $1', [person.userId, role]);
      for (const state of MEMBERSHIP_STATES) {
        for (const open of [true, false]) {
          for (const licence of [...LICENCE_KINDS, null]) {
            for (const licenceEndsAt of ends) {
              await root.query(
                `UPDATE organisation_member SET state = $2, active = $3, licence = $4, licence_ends_at = $5 WHERE user_id = $1`,
                [person.userId, state, open, licence, licenceEndsAt],
              );
              const facts: Facts = { state, open, licence, licenceEndsAt, needsLicence: role === 'contributor' };
              const expected = membershipStatusOf(facts, now);
              const found = await list({ search: 'Vielfach', state: expected });
              expect(
                found.content.map((entry) => entry.state),
                JSON.stringify(facts),
              ).toEqual([expected]);
            }
          }
        }
      }
    }
    expect(projectId).toBeTruthy();
  }, 60_000);
});

describe('an invited user', () => {
  test('is pending until the link is opened, can be invited again, and is a member of projects meanwhile', async () => {
    const email = `gast.${randomUUID().slice(0, 8)}@partner.example`;
    await manager.caller.call(inviteUser, {
      body: { email, firstName: 'Gesa', lastName: 'Gast', language: 'en', licence: 'mobile' },
    });
    const first = tokenOf(await lastMail(server, email));
    const entry = (await list({ state: 'invited' })).content[0];
    expect(entry).toMatchObject({ email, state: 'invited', licence: 'mobile', lastSeenAt: null });
    const userId = entry?.userId ?? '';
    const projectId = await makeProject(server, {
      organisationId,
      title: 'Kita',
      by: owner,
      members: [[owner, 'administrator']],
    });
    const member = await owner.caller.call(addMember, {
      params: { projectId },
      body: { id: randomUUID(), email, role: 'subcontractor' },
    });
    expect(member.state).toBe('invited');
    // A task assigned before the link is opened, and one of another user.
    const by = { projectId, createdBy: owner.userId };
    const pin = pinRow(by);
    const own = taskRow(by, pin.id, { number: 1, status: 'open', assigneeType: 'User', assigneeId: userId });
    await writeRows(server, { organisationId, projectId }, (tx) => {
      tx.put('pin', pin);
      tx.put('task', own);
      tx.put(
        'task',
        taskRow(by, pin.id, { number: 2, status: 'open', assigneeType: 'User', assigneeId: owner.userId }),
      );
    });
    expect((await act(manager, { userIds: [userId], act: 'invite' })).body).toEqual({ done: [userId], skipped: [] });
    const mails = await mailsTo(server, email);
    const second = tokenOf(mails.at(-1) ?? (await lastMail(server, email)));
    const body = { type: 'invited', password: 'Wasserwaage-2026!', accepted: true } as const;
    const tokens = [first, second];
    const answers = [];
    for (const token of tokens) answers.push((await world.nobody.send(activate, { body: { ...body, token } })).status);
    expect(answers.toSorted()).toEqual([204, 400]);
    expect((await list({ search: 'Gast' })).content[0]).toMatchObject({ state: 'active' });
    await deliver(server);
    const members = await owner.caller.call(listMembers, { params: { projectId }, query: { search: 'Gast' } });
    expect(members.content[0]?.state).toBe('active');
    const guest = await signIn(server, { ...owner, userId, email }, body.password);
    // A mobile licence works on a phone.
    const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile' };
    const tasks = await guest.caller.send(listTasks, { params: { projectId } }, phone);
    expect(tasks).toMatchObject({ status: 200, body: { totalElements: 1, content: [{ id: own.id }] } });
    expect((await act(manager, { userIds: [userId], act: 'invite' })).body).toMatchObject({
      done: [],
      skipped: [{ name: 'Gesa Gast', code: 'state_unfit' }],
    });
  });

  test('joins the chosen projects with a role, only where the inviter manages the members', async () => {
    const email = `polier.${randomUUID().slice(0, 8)}@partner.example`;
    const site = (title: string, by: Actor) =>
      makeProject(server, { organisationId, title, by, members: [[by, 'administrator']] });
    const [first, second] = [await site('Kita', owner), await site('Schule', owner)];
    const foreign = await site('Halle', plain);
    const at = (...ids: string[]) => ({
      email,
      language: 'en' as const,
      projects: ids.map((projectId) => ({ projectId, role: 'contributor' as const })),
    });
    expect((await owner.caller.send(inviteUser, { body: at(first, foreign) })).status).toBe(404);
    expect(await mailsTo(server, email)).toEqual([]);
    await owner.caller.call(inviteUser, { body: at(first, second) });
    expect(await mailsTo(server, email)).toHaveLength(1);
    for (const projectId of [first, second]) {
      const { content } = await owner.caller.call(listMembers, { params: { projectId }, query: { search: email } });
      expect(content).toMatchObject([{ email, role: 'contributor', state: 'invited' }]);
    }
    // A contributor of a project adds no one to it.
    await owner.caller.call(addMember, {
      params: { projectId: first },
      body: { id: randomUUID(), email: manager.email, role: 'contributor' },
    });
    expect((await manager.caller.send(inviteUser, { body: at(first) })).status).toBe(403);
    // An account of another organisation is not disclosed, and not added.
    const other = world.owner.email;
    await owner.caller.call(inviteUser, { body: { ...at(first), email: other } });
    const members = await owner.caller.call(listMembers, { params: { projectId: first }, query: { search: other } });
    expect(members.content).toEqual([]);
  });

  test('one address receives only a few emails an hour, however they are triggered', async () => {
    const email = `voll.${randomUUID().slice(0, 8)}@partner.example`;
    const body = { email, firstName: 'Vera', lastName: 'Voll', language: 'en' } as const;
    await manager.caller.call(inviteUser, { body });
    const userId = (await list({ search: 'Voll' })).content[0]?.userId ?? '';
    const again = () => act(manager, { userIds: [userId], act: 'invite' });
    for (let sent = 1; sent < 5; sent += 1) expect((await again()).body).toMatchObject({ done: [userId] });
    expect((await again()).body).toMatchObject({ done: [], skipped: [{ code: 'rate_limited' }] });
    expect((await manager.caller.send(inviteUser, { body })).status).toBe(429);
    expect(await mailsTo(server, email)).toHaveLength(5);
    // Other addresses are not affected.
    await manager.caller.call(inviteUser, { body: { ...body, email: `x.${email}` } });
  });

  test('a removed person with a password is active immediately when invited again', async () => {
    await act(owner, { userIds: [plain.userId], act: 'remove' });
    expect((await list()).totalElements).toBe(3);
    expect(await one({ ...plain })).toBeUndefined();
    await act(owner, { userIds: [plain.userId], act: 'invite' });
    expect(await one(plain)).toMatchObject({ state: 'active' });
    expect((await signIn(server, plain)).userId).toBe(plain.userId);
  });
});

describe('a deactivated user', () => {
  test('loses every session immediately, is shown as deactivated in projects, and can be reactivated', async () => {
    const projectId = await makeProject(server, {
      organisationId,
      title: 'Halle',
      by: owner,
      members: [
        [owner, 'administrator'],
        [plain, 'contributor'],
      ],
    });
    expect(await ended(plain)).toBe(false);
    expect((await act(manager, { userIds: [plain.userId], act: 'deactivate' })).body).toEqual({
      done: [plain.userId],
      skipped: [],
    });
    expect(await ended(plain)).toBe(true);
    await expect(signIn(server, plain)).rejects.toThrow('account_inactive');
    const state = async () => {
      await deliver(server);
      const found = await owner.caller.call(listMembers, { params: { projectId }, query: { search: 'Platz' } });
      return found.content[0]?.state;
    };
    expect(await state()).toBe('deactivated');
    await act(manager, { userIds: [plain.userId], act: 'reactivate' });
    expect(await state()).toBe('active');
    const again = await signIn(server, plain);
    expect((await again.caller.send(getProject, { params: { projectId } })).status).toBe(200);
  });

  test('users who may not be changed are skipped with a reason in a batch', async () => {
    const outsider = randomUUID();
    const { body } = await act(manager, {
      userIds: [plain.userId, owner.userId, admin.userId, manager.userId, outsider, plain.userId],
      act: 'deactivate',
    });
    expect(body).toEqual({
      done: [plain.userId],
      skipped: [
        { userId: owner.userId, name: 'Olga Huber', code: 'forbidden' },
        { userId: admin.userId, name: 'Adam Acker', code: 'forbidden' },
        { userId: manager.userId, name: 'Mona Maurer', code: 'forbidden' },
        { userId: outsider, name: '', code: 'not_found' },
      ],
    });
    expect((await act(admin, { userIds: [admin.userId], act: 'remove' })).body).toMatchObject({
      skipped: [{ code: 'own_account' }],
    });
  });
});

describe('permissions', () => {
  const change = (who: Actor, person: Actor, body: object) =>
    who.caller.send(changeUser, { params: { userId: person.userId }, body });

  test('no one grants more than they have or changes someone above them; changed permissions require signing in again', async () => {
    expect((await change(manager, plain, { manageUsers: true })).status).toBe(403);
    expect((await change(manager, plain, { jobTitle: 'Polier' })).body).toMatchObject({ jobTitle: 'Polier' });
    expect(await ended(plain)).toBe(false);
    expect(await change(manager, plain, { phone: '0664 123' })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'phone', outcome: 'NOT_VALID' }] },
    });
    expect((await change(admin, plain, { owner: true })).status).toBe(403);
    expect((await change(admin, owner, { admin: true })).status).toBe(403);
    expect((await change(admin, plain, { createProjects: true })).body).toMatchObject({ createProjects: true });
    expect(await ended(plain)).toBe(true);
    expect(await change(admin, plain, { state: 'active' })).toMatchObject({ status: 422 });
    expect(await change(admin, plain, { companyId: randomUUID() })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'companyId', outcome: 'UNKNOWN' }] },
    });
  });

  test('the last owner cannot be removed by any route', async () => {
    expect(await change(owner, owner, { owner: false })).toMatchObject({ status: 409, body: { code: 'last_owner' } });
    expect(await owner.caller.send(leaveOrganisation, {})).toMatchObject({ status: 409, body: { code: 'last_owner' } });
    expect((await change(owner, plain, { owner: true })).status).toBe(200);
    expect((await owner.caller.send(leaveOrganisation, {})).status).toBe(204);
    const next = await signIn(server, plain);
    expect(await next.caller.send(leaveOrganisation, {})).toMatchObject({ body: { code: 'last_owner' } });
  });

  test('if two administrators demote each other at once, one remains administrator', async () => {
    for (let round = 0; round < 8; round += 1) {
      const pair = await Promise.all(
        ['Eins', 'Zwei'].map(async (lastName) =>
          signIn(server, await createPerson(server, { organisationId, firstName: 'Kain', lastName, admin: true })),
        ),
      );
      const [a, b] = pair;
      if (!a || !b) throw new Error('a pair');
      const answers = await Promise.all([change(a, b, { admin: false }), change(b, a, { admin: false })]);
      expect(answers.map((response) => response.status).filter((status) => status === 200)).toHaveLength(1);
      expect([401, 403]).toContain(answers.find((response) => response.status !== 200)?.status);
      const left = await Promise.all(pair.map(one));
      expect(left.filter((entry) => entry?.admin)).toHaveLength(1);
      await act(owner, { userIds: [a.userId, b.userId], act: 'remove' });
    }
  });

  test('if two project administrators demote each other at once, one remains administrator', async () => {
    for (let round = 0; round < 4; round += 1) {
      const members: [Actor, 'administrator'][] = [
        [admin, 'administrator'],
        [plain, 'administrator'],
      ];
      const projectId = await makeProject(server, { organisationId, title: `Haus ${round}`, by: owner, members });
      const found = await admin.caller.call(listMembers, { params: { projectId }, query: {} });
      const demote = (by: Actor, whom: Actor) =>
        by.caller.send(changeMember, {
          params: { projectId, memberId: found.content.find((one) => one.userId === whom.userId)?.id ?? '' },
          body: { role: 'internalViewer' },
        });
      const answers = await Promise.all([demote(admin, plain), demote(plain, admin)]);
      expect(answers.filter((response) => response.status === 200)).toHaveLength(1);
      const left = await server.database.root.query(
        `SELECT FROM member WHERE project_id = $1 AND role = 'administrator' AND state = 'active'`,
        [projectId],
      );
      expect(left.rowCount).toBe(1);
      // A user who lost the role has to sign in again.
      [admin, plain] = await Promise.all([signIn(server, admin), signIn(server, plain)]);
    }
  });

  test('if two owners deactivate each other or leave at once, one remains owner', async () => {
    for (const way of ['deactivate', 'leave'] as const) {
      const id = await makeOrganisation(server, `Zu zweit ${way}`);
      const pair = await Promise.all(
        ['Eins', 'Zwei'].map(async (lastName) =>
          signIn(server, await createPerson(server, { organisationId: id, firstName: 'Otto', lastName, owner: true })),
        ),
      );
      const [a, b] = pair;
      if (!a || !b) throw new Error('a pair');
      await Promise.all(
        pair.map((who) =>
          way === 'leave'
            ? who.caller.send(leaveOrganisation, {})
            : act(who, { userIds: [who === a ? b.userId : a.userId], act: 'deactivate' }),
        ),
      );
      const left = await server.database.root.query(
        `SELECT FROM organisation_member WHERE organisation_id = $1 AND owner AND active AND state = 'active'`,
        [id],
      );
      expect(left.rowCount, way).toBe(1);
    }
  });
});

describe('personal licences', () => {
  const license = (who: Actor, userIds: string[], licence: string | null, licenceEndsAt: string | null = null) =>
    act(who, { userIds, act: 'licence', licence, licenceEndsAt });
  const seats = (full: number | null, mobile: number | null) =>
    server.database.root.query('UPDATE organisation SET full_licences = $2, mobile_licences = $3 WHERE id = $1', [
      organisationId,
      full,
      mobile,
    ]);

  test('a preview reports what an action would do, and changes nothing', async () => {
    await seats(null, 1);
    const wanted = { userIds: [owner.userId, plain.userId, manager.userId, randomUUID()], preview: true };
    const reply = await act(owner, { ...wanted, act: 'licence', licence: 'mobile' });
    expect(reply.body).toMatchObject({
      done: [plain.userId],
      skipped: [
        { userId: owner.userId, code: 'own_account' },
        // The licence that the person before would take is the last one.
        { userId: manager.userId, code: 'licence_limit', params: { limit: 1 } },
        { code: 'not_found' },
      ],
    });
    const before = (await list()).content;
    const leaving = await act(owner, { ...wanted, act: 'remove' });
    expect(leaving.body).toMatchObject({ done: [plain.userId, manager.userId] });
    expect((await list()).content).toEqual(before);
    expect(await ended(plain)).toBe(false);
    expect((await act(plain, { ...wanted, act: 'remove' })).status).toBe(403);
    expect((await act(owner, { ...wanted, act: 'remove', preview: false })).body).toEqual(leaving.body);
    expect(await ended(plain)).toBe(true);
  });

  test('no more are assigned than exist, even with two concurrent requests', async () => {
    await seats(4, 1);
    expect((await license(manager, [plain.userId], 'mobile')).body).toMatchObject({ done: [plain.userId] });
    const extra = await createPerson(server, { organisationId, firstName: 'Ulf', lastName: 'Uber' });
    expect((await license(owner, [extra.userId], 'mobile')).body).toMatchObject({
      skipped: [{ name: 'Ulf Uber', code: 'licence_limit', params: { limit: 1 } }],
    });
    await license(owner, [extra.userId, plain.userId], null);
    const answers = await Promise.all([
      license(owner, [extra.userId], 'mobile'),
      license(admin, [plain.userId], 'mobile'),
    ]);
    const done = answers.flatMap((response) => (response.body as { done: string[] }).done);
    expect(done).toHaveLength(1);
    const body = { email: 'neu@partner.example', language: 'en', licence: 'mobile' };
    expect(await owner.caller.send(inviteUser, { body })).toMatchObject({
      status: 409,
      body: { code: 'licence_limit' },
    });
  });

  test('users without one are told so and can no longer edit, and subcontractors lose nothing', async () => {
    const projectId = await makeProject(server, {
      organisationId,
      title: 'Schule',
      by: owner,
      members: [
        [owner, 'administrator'],
        [plain, 'administrator'],
        [manager, 'subcontractor'],
      ],
    });
    const edit = () => plain.caller.send(updateProject, { params: { projectId }, body: { notes: 'x' } });
    expect((await edit()).status).toBe(200);
    await license(owner, [plain.userId, manager.userId], null);
    expect(await plain.caller.call(me, {})).toMatchObject({
      license: null,
      noLicenseMessage: expect.stringContaining("don't have a licence"),
    });
    expect(await manager.caller.call(me, {})).toMatchObject({ license: null, noLicenseMessage: null });
    expect([(await one(plain))?.state, (await one(manager))?.state]).toEqual(['unlicensed', 'activeFree']);
    expect(await edit()).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const details = await plain.caller.call(getProject, { params: { projectId } });
    expect(details.permissions).toContain('comment.create');
    expect(details.permissions).not.toContain('pin.create');
    const deviceId = randomUUID();
    const input = { id: randomUUID(), planId: null, x: null, y: null };
    const push = (n: number) =>
      plain.caller.send(syncPush, {
        body: {
          deviceId,
          mutations: [{ n, projectId, name: 'pin.create', input, at: server.clock.now().toISOString() }],
        },
      });
    expect((await push(1)).body).toMatchObject({ results: [{ outcome: 'rejected', code: 'forbidden' }] });
    const created = { id: randomUUID(), title: 'Own house', timezone: 'UTC', language: 'en' };
    expect((await plain.caller.send(createProject, { body: created })).status).toBe(403);

    // An expired licence: the push is refused, and nothing is lost.
    await license(owner, [plain.userId], 'full', server.clock.now().toISOString());
    expect(await push(2)).toMatchObject({ status: 403, body: { code: 'licence_expired' } });
    expect((await one(plain))?.state).toBe('licenceExpired');
    expect((await plain.caller.call(me, {})).noLicenseMessage).toContain('expired');
    await license(owner, [plain.userId], 'full');
    expect((await push(2)).body).toMatchObject({ results: [{ outcome: 'applied' }] });
    expect((await edit()).status).toBe(200);
  });

  test('no one can remove their own licence, alone or with others', async () => {
    await seats(null, null);
    const own = { name: expect.any(String), userId: admin.userId, code: 'own_account' };
    const ended = server.clock.now().toISOString();
    for (const [licence, endsAt] of [
      [null, null],
      ['mobile', null],
      ['full', ended],
    ] as const) {
      expect((await license(admin, [plain.userId, admin.userId], licence, endsAt)).body).toEqual({
        done: [plain.userId],
        skipped: [own],
      });
    }
    expect((await license(admin, [plain.userId, admin.userId], 'full')).body).toMatchObject({ skipped: [] });
  });

  test('a returning user has no licence if it was assigned to someone else', async () => {
    await seats(4, null);
    await act(owner, { userIds: [plain.userId], act: 'deactivate' });
    const extra = await createPerson(server, { organisationId, firstName: 'Ulf', lastName: 'Uber' });
    await license(owner, [extra.userId], 'full');
    await act(owner, { userIds: [plain.userId], act: 'reactivate' });
    expect(await one(plain)).toMatchObject({ licence: null, state: 'activeFree' });
  });
});
