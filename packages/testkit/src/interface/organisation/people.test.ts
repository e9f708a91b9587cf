// Members, teams and assignees: adding people and changing their roles and state.
import { randomUUID } from 'node:crypto';
import { changeAccount, changeEmail } from '@plumbline/core/features/account/contract';
import { verifyEmail } from '@plumbline/core/features/account/entry-contract';
import {
  addMember,
  addMembers,
  changeMember,
  changeMembers,
  listAssignees,
  listMemberChoices,
  listMembers,
  listTeams,
} from '@plumbline/core/features/people/contract';
import { changeUser } from '@plumbline/core/features/people/users-contract';
import { listProjects } from '@plumbline/core/features/projects/contract';
import { listTasks } from '@plumbline/core/features/tasks/contract';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPerson,
  createWorld,
  makeProject,
  memberOf,
  PASSWORD,
  signIn,
  type World,
  writeRows,
} from '../../actors.ts';
import { contactRow, insertContact, pinRow, teamRow } from '../../content.ts';
import { deliver, lastMail, tokenOf } from '../../mailbox.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  await writeRows(server, { organisationId, projectId }, async (tx) => {
    tx.put(
      'team',
      teamRow(projectId, { title: 'Painters', companyName: 'Farbe GmbH', memberIds: [roles.subcontractor.userId] }),
    );
    tx.put('team', teamRow(projectId, { title: 'Gone', active: false }));
    const [nora] = await tx.find('member', 'userId', roles.none.userId);
    if (nora) tx.put('member', { ...nora, state: 'removed' });
  });
});
afterAll(() => server.close());

const params = () => ({ projectId: world.projectId });
const admin = () => world.roles.administrator.caller;

test('members are sorted by last name; former members appear only on request', async () => {
  const names = async (query: object) =>
    (await admin().call(listMembers, { params: params(), query })).content.map((one) => one.lastName);
  expect(await names({})).toEqual(['Amann', 'Cerny', 'Egger', 'Ilg', 'Stark']);
  expect(await names({ state: 'all' })).toContain('Nagl');
  expect(await names({ search: 'egg emil' })).toEqual(['Egger']);
});

test('the work phone of a member, or else the account phone, is shown to those who see contact data', async () => {
  const { contributor } = world.roles;
  const phoneFor = async (reader: 'administrator' | 'externalViewer') => {
    const { content } = await world.roles[reader].caller.call(listMembers, { params: params(), query: {} });
    return content.find((one) => one.userId === contributor.userId)?.phone;
  };
  await contributor.caller.call(changeAccount, { body: { phone: '+43 1 5550 17' } });
  await deliver(server);
  expect(await phoneFor('administrator')).toBe('+43 1 5550 17');
  await world.owner.caller.call(changeUser, {
    params: { userId: contributor.userId },
    body: { phone: '+43 1 5550 99' },
  });
  await deliver(server);
  expect(await phoneFor('administrator')).toBe('+43 1 5550 99');
  expect(await phoneFor('externalViewer')).toBe('');
  const other = await makeProject(server, {
    organisationId: world.organisationId,
    title: 'Annexe',
    by: world.roles.administrator,
    members: [[world.roles.administrator, 'administrator']],
  });
  const added = await admin().call(addMember, {
    params: { projectId: other },
    body: { id: randomUUID(), email: contributor.email, role: 'contributor' },
  });
  expect(added.phone).toBe('+43 1 5550 99');
});

test('a new name or address of an account also applies in its projects', async () => {
  const { organisationId, roles } = world;
  const { administrator } = roles;
  const person = await createPerson(server, { organisationId, firstName: 'Nora', lastName: 'Alt' });
  const projectId = await makeProject(server, {
    ...{ organisationId, title: 'Renamed', by: administrator },
    members: [
      [administrator, 'administrator'],
      [person, 'contributor'],
    ],
  });
  const { caller } = await signIn(server, person);
  await caller.call(changeAccount, { body: { lastName: 'Neu' } });
  const email = 'nora.neu@bau.example';
  await caller.call(changeEmail, { body: { password: PASSWORD, email } });
  await world.nobody.call(verifyEmail, { body: { token: tokenOf(await lastMail(server, email)) } });
  await deliver(server);
  const { content } = await admin().call(listMembers, { params: { projectId }, query: {} });
  expect(content.find(({ userId }) => userId === person.userId)).toMatchObject({
    ...{ firstName: 'Nora', lastName: 'Neu', email, role: 'contributor', state: 'active' },
  });
});

test('teams and people can be assigned tasks; removed ones are returned when requested by id', async () => {
  const list = (query: object) => admin().call(listAssignees, { params: params(), query });
  const all = await list({});
  expect(all.content[0]).toMatchObject({
    type: 'TeamGroup',
    name: 'Painters',
    companyName: 'Farbe GmbH',
    memberCount: 1,
    state: 'Active',
  });
  expect(all.content.slice(1).map((one) => [one.type, one.name])).toEqual([
    ['User', 'Ada Amann'],
    ['User', 'Carl Cerny'],
    ['User', 'Emil Egger'],
    ['User', 'Ina Ilg'],
    ['User', 'Susi Stark'],
    ['Various', ''],
  ]);
  expect((await list({ search: 'farbe' })).content.map((one) => one.name)).toEqual(['Painters']);
  const gone = await list({ id: [world.roles.none.userId, world.roles.contributor.userId] });
  expect(gone.content.map((one) => [one.name, one.state])).toEqual([
    ['Carl Cerny', 'Active'],
    ['Nora Nagl', 'Removed'],
  ]);
  expect((await admin().call(listTeams, { params: params(), query: {} })).content.map((one) => one.title)).toEqual([
    'Painters',
  ]);
});

test('members without a role or membership, and inactive contacts, cannot be assigned tasks', async () => {
  const { organisationId, projectId } = world;
  const people = await Promise.all(
    (['inactive', 'deactivated', 'active'] as const).map(async (state, at) => {
      const person = await createPerson(server, { organisationId, firstName: `Off${at}`, lastName: 'Duty' });
      return { ...memberOf(person, projectId, state === 'active' ? 'none' : 'contributor'), state };
    }),
  );
  const contacts = (['active', 'inactive'] as const).map((state) => contactRow(projectId, { lastName: 'Duty', state }));
  for (const row of contacts) await insertContact(server.database.root, organisationId, row);
  await writeRows(server, world, (tx) => {
    for (const row of people) tx.put('member', row);
    for (const row of contacts) tx.put('contact', row);
  });
  const list = async (query: object) =>
    (await admin().call(listAssignees, { params: params(), query })).content.map((one) => [one.id, one.state]);
  expect(await list({ search: 'duty' })).toEqual([[contacts[0]?.contactId, 'Active']]);
  const ids = [...people.map((one) => one.userId), contacts[1]?.contactId ?? ''];
  expect(new Map((await list({ id: ids })) as [string, string][])).toEqual(new Map(ids.map((id) => [id, 'Inactive'])));
  const pin = pinRow({ projectId, createdBy: world.roles.administrator.userId }, { number: 1 });
  await writeRows(server, world, (tx) => tx.put('pin', pin));
  const create = (assigneeType: string, assigneeId: string) =>
    runSite(server.services, world.roles.administrator, projectId, 'task.create', {
      ...{ id: randomUUID(), pinId: pin.id, assigneeType, assigneeId },
    });
  const refused = { code: 'invalid_input', details: { fields: [{ path: 'assigneeId', outcome: 'UNKNOWN' }] } };
  for (const { userId } of people) await expect(create('User', userId)).rejects.toMatchObject(refused);
  await expect(create('Contact', contacts[1]?.contactId ?? '')).rejects.toMatchObject(refused);
  await expect(create('Various', randomUUID())).rejects.toMatchObject(refused);
  await create('Contact', contacts[0]?.contactId ?? '');
  await create('Various', projectId);
  const tasks = (await admin().call(listTasks, { params: params(), query: {} })).content;
  expect(tasks.map((one) => [one.assigneeType, one.assigneeState])).toEqual([
    ['Contact', 'Active'],
    ['Various', 'Active'],
  ]);
});

test('subcontractors and external viewers read names and companies, but no email addresses', async () => {
  const read = async (who: 'subcontractor' | 'externalViewer' | 'internalViewer', query: object) =>
    (await world.roles[who].caller.call(listMembers, { params: params(), query })).content;
  for (const who of ['subcontractor', 'externalViewer'] as const) {
    const members = await read(who, {});
    expect(members.map((one) => one.lastName)).toContain('Cerny');
    expect(members.filter((one) => one.email !== '')).toEqual([]);
    // A search must not confirm a guessed address either.
    expect(await read(who, { search: 'carl.cerny.' })).toEqual([]);
  }
  expect((await read('internalViewer', { search: 'carl.cerny.' })).map((one) => one.email)).toEqual([
    world.roles.contributor.email,
  ]);
});

test('a colleague is added by address, and sees the project from then on', async () => {
  const { colleague } = world;
  const seen = async () => (await colleague.caller.call(listProjects, { query: {} })).totalElements;
  expect(await seen()).toBe(0);
  const body = { id: randomUUID(), email: colleague.email.toUpperCase(), role: 'contributor' as const };
  const row = await admin().call(addMember, { params: params(), body });
  expect(row).toMatchObject({ userId: colleague.userId, role: 'contributor', state: 'active', lastName: 'Kern' });
  expect(await seen()).toBe(1);
  const again = await admin().send(addMember, { params: params(), body: { ...body, id: randomUUID() } });
  expect(again).toMatchObject({ status: 409, body: { code: 'already_exists' } });
});

test('several people are chosen from the organisation and added with one role', async () => {
  const { organisationId, roles } = world;
  const people = await Promise.all(
    ['Pia', 'Per'].map((firstName) => createPerson(server, { organisationId, firstName, lastName: 'Picked' })),
  );
  const choices = async () =>
    (await admin().call(listMemberChoices, { params: params(), query: { search: 'picked' } })).content;
  expect((await choices()).map((one) => one.firstName)).toEqual(['Per', 'Pia']);
  const all = (await admin().call(listMemberChoices, { params: params(), query: {} })).content.map((one) => one.userId);
  expect(all).not.toContain(roles.contributor.userId);
  expect(all).not.toContain(world.other.administrator.userId);
  const members = [...people, roles.contributor].map(({ userId }) => ({ id: randomUUID(), userId }));
  const body = { members, role: 'internalViewer' as const };
  const added = await admin().call(addMembers, { params: params(), body });
  expect(added.members.map((one) => [one.userId, one.role])).toEqual(
    people.map(({ userId }) => [userId, 'internalViewer']),
  );
  expect(await choices()).toEqual([]);
  // A retry adds nobody twice, and current members keep their role.
  expect((await admin().call(addMembers, { params: params(), body })).members).toEqual([]);
  const stranger = { id: randomUUID(), userId: world.other.administrator.userId };
  expect(await admin().send(addMembers, { params: params(), body: { ...body, members: [stranger] } })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'members', outcome: 'UNKNOWN' }] },
  });
  const { contributor } = roles;
  expect((await contributor.caller.send(addMembers, { params: params(), body })).status).toBe(403);
  expect((await contributor.caller.send(listMemberChoices, { params: params(), query: {} })).status).toBe(403);
  const ids = added.members.map((one) => one.id);
  await admin().call(changeMembers, { params: params(), body: { memberIds: ids, state: 'removed' } });
});

test('the existence of an account elsewhere is not revealed', async () => {
  const stranger = world.other.administrator.email;
  const answers = await Promise.all(
    [stranger, 'no.such@example.org'].map((email) =>
      admin().send(addMember, { params: params(), body: { id: randomUUID(), email, role: 'contributor' } }),
    ),
  );
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'email', outcome: 'UNKNOWN' }] } });
  }
  expect(answers[0]?.body).toEqual(answers[1]?.body);
});

test('a person who left returns as the same member', async () => {
  const person = await createPerson(server, {
    organisationId: world.organisationId,
    firstName: 'Rita',
    lastName: 'Rast',
  });
  const add = (id: string, role: 'contributor' | 'internalViewer') =>
    admin().call(addMember, { params: params(), body: { id, email: person.email, role } });
  const first = await add(randomUUID(), 'contributor');
  await admin().call(changeMember, { params: { ...params(), memberId: first.id }, body: { state: 'removed' } });
  const second = await add(randomUUID(), 'internalViewer');
  expect(second).toEqual({ ...first, role: 'internalViewer' });
});

test('the last administrator stays administrator', async () => {
  const found = await admin().call(listMembers, { params: params(), query: { search: 'Amann' } });
  const memberId = found.content[0]?.id ?? '';
  for (const body of [
    { role: 'contributor' as const },
    { state: 'removed' as const },
    { state: 'inactive' as const },
  ]) {
    const answer = await admin().send(changeMember, { params: { ...params(), memberId }, body });
    expect(answer).toMatchObject({ status: 409, body: { code: 'last_administrator' } });
  }
  const kept = await admin().call(changeMember, {
    params: { ...params(), memberId },
    body: { craft: 'Site management' },
  });
  expect(kept).toMatchObject({ role: 'administrator', craft: 'Site management' });
});

test('a batch makes all permitted changes at once, and returns the rest with the reason', async () => {
  const { organisationId, projectId, roles } = world;
  const team = teamRow(projectId, { title: 'Batch' });
  const rows = await Promise.all(
    ['Bea', 'Ben', 'Bo'].map(async (firstName) =>
      memberOf(
        await createPerson(server, { organisationId, firstName, lastName: 'Batch' }),
        projectId,
        'subcontractor',
      ),
    ),
  );
  await writeRows(server, world, (tx) => {
    for (const row of rows) tx.put('member', row);
    tx.put('team', { ...team, memberIds: rows.map((row) => row.userId) });
  });
  const ada = (await admin().call(listMembers, { params: params(), query: { search: 'Amann' } })).content[0]?.id ?? '';
  const ids = rows.map((row) => row.id);
  const unknown = randomUUID();
  const before = await server.database.root.query('SELECT head FROM project_log WHERE project_id = $1', [projectId]);
  const result = await admin().call(changeMembers, {
    params: params(),
    body: { memberIds: [...ids, ada, unknown, ...ids], role: 'contributor' },
  });
  expect(result).toEqual({
    done: ids,
    skipped: [
      { id: ada, name: 'Ada Amann', code: 'last_administrator' },
      { id: unknown, name: '', code: 'not_found' },
    ],
  });
  const audit = await server.database.root.query(
    'SELECT DISTINCT action FROM change WHERE project_id = $1 AND position > $2',
    [projectId, before.rows[0]?.head],
  );
  expect(audit.rows).toEqual([{ action: 'member.change' }]);
  // Members are removed from a team when they no longer have its role.
  const kept = await server.database.root.query('SELECT member_ids FROM team WHERE id = $1', [team.id]);
  expect(kept.rows[0]?.member_ids).toEqual([]);
  await admin().call(changeMembers, { params: params(), body: { memberIds: ids, state: 'removed' } });
  const { content } = await admin().call(listMembers, { params: params(), query: { search: 'Batch' } });
  expect(content).toEqual([]);
  const refused = await roles.contributor.caller.send(changeMembers, {
    params: params(),
    body: { memberIds: ids, role: 'administrator' },
  });
  expect(refused.status).toBe(403);
});

test('if one step would remove both administrators, the second one stays', async () => {
  const { organisationId } = world;
  const two = await Promise.all(
    ['Eva', 'Edi'].map((firstName) => createPerson(server, { organisationId, firstName, lastName: 'Eins' })),
  );
  const [eva] = two;
  if (!eva) throw new TypeError('both are made');
  const members = two.map((one): [typeof one, 'administrator'] => [one, 'administrator']);
  const projectId = await makeProject(server, { organisationId, title: 'Two at once', by: eva, members });
  const { caller } = await signIn(server, eva);
  const { content } = await caller.call(listMembers, { params: { projectId }, query: {} });
  const result = await caller.call(changeMembers, {
    params: { projectId },
    body: { memberIds: content.map((one) => one.id), state: 'inactive' },
  });
  expect(result.done).toHaveLength(1);
  expect(result.skipped).toMatchObject([{ code: 'last_administrator' }]);
});

test('fields that decide permissions are refused', async () => {
  const found = await admin().call(listMembers, { params: params(), query: { search: 'Cerny' } });
  const member = found.content[0];
  for (const extra of [
    { userId: randomUUID() },
    { projectId: world.other.projectId },
    { id: randomUUID() },
    { email: 'x@example.org' },
    { owner: true },
  ]) {
    const answer = await admin().send(changeMember, {
      params: { ...params(), memberId: member?.id },
      body: { craft: 'x', ...extra },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: [{ path: Object.keys(extra)[0], outcome: 'UNKNOWN' }] },
    });
  }
  const after = await admin().call(listMembers, { params: params(), query: { search: 'Cerny' } });
  expect(after.content[0]).toEqual(member);
});

test('a member who can read the members cannot change them', async () => {
  const carl = await signIn(server, world.roles.contributor);
  const found = await carl.caller.call(listMembers, { params: params(), query: { search: 'Cerny' } });
  const memberId = found.content[0]?.id ?? '';
  const answer = await carl.caller.send(changeMember, {
    params: { ...params(), memberId },
    body: { role: 'administrator' },
  });
  expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});
