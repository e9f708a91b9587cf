// Companies and contacts: people without accounts who are added to projects and assigned tasks there.
import { randomUUID } from 'node:crypto';
import {
  changeCompanies,
  changeCompany,
  changeContact,
  changeContacts,
  createCompany,
  createContact,
  listCompanies,
  listContacts,
  mergeCompany,
} from '@plumbline/core/features/organisations/companies-contract';
import {
  addContacts,
  changeProjectContact,
  changeProjectContacts,
  listAssignees,
  listContactChoices,
} from '@plumbline/core/features/people/contract';
import { changeUser, listUsers } from '@plumbline/core/features/people/users-contract';
import { listTaskCompanies, listTasks } from '@plumbline/core/features/tasks/contract';
import { tasksOf } from '@plumbline/server/app/features';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, signIn, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const owner = () => world.owner.caller;
const lead = () => world.roles.administrator.caller;
const params = () => ({ projectId: world.projectId });

const COMPANY = { craft: '', street: '', zip: '', city: '', country: '', phone: '', email: '', notes: '' };
const PERSON = {
  ...{
    firstName: '',
    email: '',
    phone: '',
    fax: '',
    jobTitle: '',
    department: '',
    internalId: '',
    craft: '',
    notes: '',
  },
};
const company = (name: string, more: object = {}) =>
  owner().call(createCompany, { body: { id: randomUUID(), ...COMPANY, name, ...more } });
const contact = (companyId: string, lastName: string, more: object = {}) =>
  owner().call(createContact, { body: { id: randomUUID(), ...PERSON, companyId, lastName, ...more } });

/** Runs the queued jobs that copy changes into projects. */
async function work(): Promise<void> {
  const jobs = await server.database.root.query<{ payload: unknown }>(
    `SELECT payload FROM graphile_worker.jobs j JOIN graphile_worker._private_jobs p USING (id)
     WHERE task_identifier = 'organisations.contact' ORDER BY id`,
  );
  for (const { payload } of jobs.rows) {
    await tasksOf(server.services)['organisations.contact']?.(payload, {
      id: randomUUID(),
      attempt: 1,
      maxAttempts: 1,
      signal: new AbortController().signal,
    });
  }
}

test('a company has a unique name, and is set inactive instead of deleted', async () => {
  const one = await company('Keller Haustechnik', { craft: 'Heating', phone: '+43 1 234' });
  const again = await owner().send(createCompany, {
    body: { id: randomUUID(), ...COMPANY, name: ' keller HAUSTECHNIK ' },
  });
  expect(again).toMatchObject({ status: 422, body: { fields: [{ path: 'name', outcome: 'ALREADY_IN_USE' }] } });
  for (const bad of [{ name: '' }, { phone: '0664 123' }, { phone: '+1' }, { email: 'nobody' }, { active: true }]) {
    const response = await owner().send(createCompany, { body: { id: randomUUID(), ...COMPANY, name: 'Bad', ...bad } });
    expect(response.status, JSON.stringify(bad)).toBe(422);
  }
  await owner().call(changeCompany, { params: { companyId: one.id }, body: { active: false } });
  const names = async (query: object) =>
    (await owner().call(listCompanies, { query })).content.map((entry) => entry.name);
  expect(await names({})).toEqual([]);
  expect(await names({ state: 'inactive', search: 'heat' })).toEqual(['Keller Haustechnik']);
  expect(
    await owner().send(changeUser, { params: { userId: world.colleague.userId }, body: { companyId: one.id } }),
  ).toMatchObject({ status: 422 });
  await owner().call(changeCompany, { params: { companyId: one.id }, body: { active: true } });
  await owner().call(changeUser, { params: { userId: world.colleague.userId }, body: { companyId: one.id } });
  expect(
    (await owner().call(listUsers, { query: { company: one.id } })).content.map((entry) => entry.companyName),
  ).toEqual(['Keller Haustechnik']);
  expect((await owner().call(listCompanies, { query: {} })).content[0]).toMatchObject({ users: 1, contacts: 0 });
});

test('a contact needs a company; it is not a user', async () => {
  const one = await company('Rossi Fenster');
  const created = await contact(one.id, 'Rossi', { firstName: 'Sofia', email: 'Sofia@Rossi.example' });
  expect(created).toMatchObject({ companyName: 'Rossi Fenster', email: 'sofia@rossi.example', projects: 0 });
  for (const bad of [{ companyId: randomUUID() }, { companyId: null }, { lastName: '' }]) {
    const body = { id: randomUUID(), ...PERSON, companyId: one.id, lastName: 'X', ...bad };
    expect((await owner().send(createContact, { body })).status, JSON.stringify(bad)).toBe(422);
  }
  expect((await owner().call(listUsers, { query: { search: 'Rossi' } })).totalElements).toBe(0);
  expect(
    (await owner().call(listContacts, { query: { company: one.id } })).content.map((entry) => entry.lastName),
  ).toEqual(['Rossi']);
});

test('two duplicate companies are merged: all contacts move to one of them', async () => {
  const [one, two] = [await company('Yildiz Trockenbau'), await company('Yıldız Trockenbau GmbH')];
  const created = await contact(two.id, 'Yıldız');
  const merged = await owner().call(mergeCompany, { params: { companyId: two.id }, body: { into: one.id } });
  expect(merged).toMatchObject({ id: one.id, contacts: 1 });
  expect((await owner().call(listContacts, { query: { search: 'Yıldız' } })).content[0]).toMatchObject({
    id: created.id,
    companyId: one.id,
  });
  expect((await owner().send(changeCompany, { params: { companyId: two.id }, body: {} })).status).toBe(404);
  expect((await owner().send(mergeCompany, { params: { companyId: one.id }, body: { into: one.id } })).status).toBe(
    422,
  );
});

test('companies of another organisation cannot be seen, changed or referenced', async () => {
  const one = await company('Only ours');
  const created = await contact(one.id, 'Unser');
  const theirs = world.other.administrator.caller;
  expect((await theirs.call(listCompanies, { query: { state: 'all' } })).totalElements).toBe(0);
  expect((await theirs.call(listContacts, { query: { state: 'all' } })).totalElements).toBe(0);
  for (const [endpoint, input] of [
    [changeCompany, { params: { companyId: one.id }, body: { name: 'Theirs' } }],
    [mergeCompany, { params: { companyId: one.id }, body: { into: randomUUID() } }],
    [changeContact, { params: { contactId: created.id }, body: { lastName: 'Theirs' } }],
  ] as const) {
    expect((await theirs.send(endpoint, input)).status, endpoint.name).toBe(404);
  }
  const body = { contacts: [{ id: randomUUID(), contactId: created.id }] };
  const named = await theirs.send(addContacts, { params: { projectId: world.other.projectId }, body });
  expect(named).toMatchObject({ status: 422, body: { fields: [{ path: 'contacts', outcome: 'UNKNOWN' }] } });
});

test('a contact is assigned tasks, follows changes in the organisation, and stays on its tasks when removed', async () => {
  const one = await company('Elektro Dvorak', { craft: 'Electrical' });
  const created = await contact(one.id, 'Dvorak', { firstName: 'Marek' });
  const choices = async () =>
    (await lead().call(listContactChoices, { params: params(), query: { search: 'dvorak' } })).content;
  expect(await choices()).toMatchObject([
    { contactId: created.id, companyName: 'Elektro Dvorak', craft: 'Electrical' },
  ]);
  const body = { contacts: [{ id: randomUUID(), contactId: created.id }] };
  expect((await world.roles.contributor.caller.send(addContacts, { params: params(), body })).status).toBe(403);
  const { contacts } = await lead().call(addContacts, { params: params(), body });
  const row = contacts[0];
  expect(row).toMatchObject({ state: 'active', lastName: 'Dvorak', companyName: 'Elektro Dvorak' });
  expect((await lead().call(addContacts, { params: params(), body })).contacts).toEqual([]);
  expect(await choices()).toEqual([]);

  const pinId = randomUUID();
  const act = (name: string, input: object) =>
    runSite(server.services, world.roles.administrator, world.projectId, name, input);
  await act('pin.create', { id: pinId, planId: null, x: null, y: null });
  const task = (assigneeId: string) => ({
    ...{ id: randomUUID(), pinId, assigneeType: 'Contact', assigneeId },
    content: { title: 'Cable' },
  });
  await act('task.create', task(created.id));
  await expect(act('task.create', task(randomUUID()))).rejects.toMatchObject({ code: 'invalid_input' });
  const given = async () => (await lead().call(listTasks, { params: params(), query: {} })).content[0];
  expect(await given()).toMatchObject({ assigneeName: 'Marek Dvorak', assigneeState: 'Active' });

  await owner().call(changeContact, { params: { contactId: created.id }, body: { lastName: 'Dvořák' } });
  await work();
  expect(await given()).toMatchObject({ assigneeName: 'Marek Dvořák' });
  await owner().call(changeContact, { params: { contactId: created.id }, body: { active: false } });
  await work();
  const assignee = async () =>
    (await lead().call(listAssignees, { params: params(), query: { id: [created.id] } })).content[0];
  expect(await assignee()).toMatchObject({ type: 'Contact', companyName: 'Elektro Dvorak', state: 'Inactive' });
  const place = { ...params(), contactRowId: row?.id ?? '' };
  await lead().call(changeProjectContact, { params: place, body: { state: 'removed' } });
  expect(await assignee()).toMatchObject({ name: 'Marek Dvořák', state: 'Removed' });
  expect(await given()).toMatchObject({ assigneeName: 'Marek Dvořák', assigneeState: 'Removed' });
  await expect(act('task.create', task(created.id))).rejects.toMatchObject({ code: 'invalid_input' });
});

test('people who assign tasks can search active companies by name and craft; no one else can', async () => {
  const kept = await company('Zinc & Sons', { craft: 'Roofer' });
  const gone = await company('Zinc gone', { craft: 'Roofer' });
  await owner().call(changeCompany, { params: { companyId: gone.id }, body: { active: false } });
  const ask = (who: { caller: ReturnType<typeof lead> }, query: object) =>
    who.caller.call(listTaskCompanies, { params: params(), query });
  for (const who of [world.roles.administrator, world.roles.contributor]) {
    expect(await ask(who, { search: 'roofer zinc' })).toEqual({ companies: [{ name: kept.name, craft: 'Roofer' }] });
    expect((await ask(who, {})).companies.length).toBeGreaterThan(0);
  }
  for (const who of [world.roles.internalViewer, world.roles.subcontractor])
    expect((await who.caller.send(listTaskCompanies, { params: params(), query: {} })).status).toBe(403);
  const other = await world.other.administrator.caller.send(listTaskCompanies, { params: params(), query: {} });
  expect([403, 404]).toContain(other.status);
});

/** A company and a contact of the other organisation. */
async function others(): Promise<{ companyId: string; contactId: string }> {
  const { caller } = await signIn(server, world.other.administrator);
  await server.database.root.query('UPDATE organisation_member SET admin = true WHERE user_id = $1', [
    world.other.administrator.userId,
  ]);
  const { id: companyId } = await caller.call(createCompany, {
    body: { id: randomUUID(), ...COMPANY, name: 'Theirs' },
  });
  const body = { id: randomUUID(), ...PERSON, companyId, lastName: 'Theirs' };
  return { companyId, contactId: (await caller.call(createContact, { body })).id };
}

test('a batch sets own companies and contacts inactive, and reports all others as unknown', async () => {
  const [one, two] = [await company('Batch one'), await company('Batch two')];
  const pia = await contact(one.id, 'Batch');
  const theirs = await others();
  const unknown = (id: string) => ({ id, name: '', code: 'not_found' });
  const companies = await owner().call(changeCompanies, {
    body: { ids: [one.id, theirs.companyId, two.id, one.id], active: false },
  });
  expect(companies.done.toSorted()).toEqual([one.id, two.id].toSorted());
  expect(companies.skipped).toEqual([unknown(theirs.companyId)]);
  const contacts = await owner().call(changeContacts, { body: { ids: [pia.id, theirs.contactId], active: false } });
  expect(contacts).toEqual({ done: [pia.id], skipped: [unknown(theirs.contactId)] });
  const listed = await owner().call(listCompanies, { query: { search: 'Batch', state: 'inactive' } });
  expect(listed.content.map((row) => row.name)).toEqual(['Batch one', 'Batch two']);
  const kept = await server.database.root.query(
    `SELECT active FROM company WHERE id = $1 UNION ALL SELECT active FROM company_contact WHERE id = $2`,
    [theirs.companyId, theirs.contactId],
  );
  expect(kept.rows).toEqual([{ active: true }, { active: true }]);
  const refused = await lead().send(changeCompanies, { body: { ids: [one.id], active: true } });
  expect(refused.status).toBe(403);
});

test('a project batch reports contacts set inactive by the organisation instead of reactivating them', async () => {
  const { id: companyId } = await company('Crew of many');
  const [ida, ivo] = [await contact(companyId, 'Ida'), await contact(companyId, 'Ivo')];
  const body = { contacts: [ida, ivo].map((one) => ({ id: randomUUID(), contactId: one.id })) };
  const rows = (await lead().call(addContacts, { params: params(), body })).contacts.map((row) => row.id);
  const set = (state: 'active' | 'inactive' | 'removed', contactRowIds = rows) =>
    lead().call(changeProjectContacts, { params: params(), body: { contactRowIds, state } });
  const unknown = randomUUID();
  expect(await set('inactive', [...rows, unknown, ...rows])).toEqual({
    done: rows,
    skipped: [{ id: unknown, name: '', code: 'not_found' }],
  });
  await owner().call(changeContact, { params: { contactId: ivo.id }, body: { active: false } });
  expect(await set('active')).toEqual({
    done: [rows[0]],
    skipped: [{ id: rows[1], name: 'Ivo', code: 'state_unfit' }],
  });
  const alone = await lead().send(changeProjectContact, {
    params: { ...params(), contactRowId: rows[1] },
    body: { state: 'active' },
  });
  expect(alone).toMatchObject({ status: 409, body: { code: 'state_unfit' } });
  expect((await set('removed')).done).toEqual(rows);
  const refused = await world.roles.contributor.caller.send(changeProjectContacts, {
    params: params(),
    body: { contactRowIds: rows, state: 'active' },
  });
  expect(refused.status).toBe(403);
});
