import { randomUUID } from 'node:crypto';
import { createImport } from '@plumbline/core/features/imports/contract';
import {
  copyProject,
  createProject,
  getProject,
  joinProject,
  leaveProject,
  listProjects,
  updateProject,
} from '@plumbline/core/features/projects/contract';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, createWorld, memberOf, signIn, type World, writeRows } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const refusal = (response: { status: number; body: unknown }) => {
  const { code, fields } = response.body as { code: string; fields?: unknown };
  return { status: response.status, code, ...(fields !== undefined && { fields }) };
};

describe('creating a project', () => {
  test('its creator is its administrator and finds it ready for use', async () => {
    const id = randomUUID();
    const { owner } = world;
    const created = await owner.caller.call(createProject, { body: { id, title: 'Mill lane 4', language: 'de' } });
    expect(created).toMatchObject({
      id,
      title: 'Mill lane 4',
      role: 'administrator',
      active: true,
      plans: 0,
      openPins: 0,
    });
    expect(created.ratings.map((rating) => [rating.title, rating.levels.length])).toEqual([
      ['Kosten', 5],
      ['Priorität', 5],
    ]);
    expect(created.permissions).toContain('member.manage');
    const categories = await server.database.root.query(
      'SELECT title FROM category WHERE project_id = $1 ORDER BY sort',
      [id],
    );
    expect(categories.rows.map((row) => row.title)).toEqual(['Mangel', 'Restarbeit', 'Notiz']);
    const audit = await server.database.root.query('SELECT action, actor_id FROM change WHERE project_id = $1', [id]);
    expect(new Set(audit.rows.map((row) => `${row.action} ${row.actor_id}`))).toEqual(
      new Set([`project.create ${owner.userId}`]),
    );
  });

  test('the same id creates one project, whatever the idempotency key', async () => {
    const id = randomUUID();
    const { owner } = world;
    const body = { id, title: 'Once only' };
    await owner.caller.call(createProject, { body });
    const again = await owner.caller.send(createProject, { body: { ...body, title: 'Once more' } });
    expect(refusal(again)).toEqual({ status: 409, code: 'already_exists' });
  });

  test.each([
    [{ title: 'Hof' }, 422, 'invalid_input', [{ path: 'title', outcome: 'TOO_SHORT' }]],
    [{ title: '  ' }, 422, 'invalid_input', [{ path: 'title', outcome: 'TOO_SHORT' }]],
    [{ title: 'x'.repeat(201) }, 422, 'invalid_input', [{ path: 'title', outcome: 'TOO_LONG' }]],
    [{ title: 'x'.repeat(10_000) }, 422, 'invalid_input', [{ path: 'title', outcome: 'TOO_LONG' }]],
    [{ title: undefined }, 422, 'invalid_input', [{ path: 'title', outcome: 'REQUIRED' }]],
    [{ title: ' harbour HOUSE ' }, 409, 'title_taken', [{ path: 'title', outcome: 'ALREADY_IN_USE' }]],
    [{ start: '2026-05-02', end: '2026-05-02' }, 422, 'invalid_input', [{ path: 'end', outcome: 'BEFORE_START' }]],
    [{ start: '2026-05-02', end: '2026-05-01' }, 422, 'invalid_input', [{ path: 'end', outcome: 'BEFORE_START' }]],
    [{ timezone: 'Mars/Base' }, 422, 'invalid_input', [{ path: 'timezone', outcome: 'UNKNOWN' }]],
    [{ language: 'xx' }, 422, 'invalid_input', [{ path: 'language', outcome: 'UNKNOWN' }]],
    [{ managerPhone: '030 12' }, 422, 'invalid_input', [{ path: 'managerPhone', outcome: 'NOT_VALID' }]],
    [{ latitude: 48.2 }, 422, 'invalid_input', [{ path: 'longitude', outcome: 'REQUIRED' }]],
    [{ latitude: 91, longitude: 0 }, 422, 'invalid_input', [{ path: 'latitude', outcome: 'TOO_BIG' }]],
    [{ ownerId: randomUUID() }, 422, 'invalid_input', [{ path: 'ownerId', outcome: 'UNKNOWN' }]],
    [{ pictureBlobId: randomUUID() }, 422, 'invalid_input', [{ path: 'pictureBlobId', outcome: 'UNKNOWN' }]],
    [{ createdBy: randomUUID() }, 422, 'invalid_input', [{ path: 'createdBy', outcome: 'UNKNOWN' }]],
  ])('%j is refused by its field', async (change, status, code, fields) => {
    const id = randomUUID();
    const response = await world.owner.caller.send(createProject, { body: { id, title: 'Good title', ...change } });
    expect(refusal(response)).toEqual({ status, code, fields });
    expect((await server.database.root.query('SELECT FROM project WHERE id = $1', [id])).rowCount).toBe(0);
  });

  test('two concurrent requests with one title create one project', async () => {
    const titles = await Promise.all(
      [1, 2, 3].map(() => world.owner.caller.send(createProject, { body: { id: randomUUID(), title: 'Race house' } })),
    );
    expect(titles.map((title) => title.status).sort()).toEqual([200, 409, 409]);
  });

  test('a title is free in another organisation', async () => {
    const { caller } = world.other.administrator;
    expect(await caller.send(createProject, { body: { id: randomUUID(), title: 'Harbour house' } })).toMatchObject({
      status: 200,
    });
  });

  test('only those permitted by the organisation can', async () => {
    const body = { id: randomUUID(), title: 'Not mine to make' };
    const response = await world.roles.administrator.caller.send(createProject, { body });
    expect(refusal(response)).toEqual({ status: 403, code: 'forbidden' });
    const builder = await signIn(
      server,
      await createPerson(server, {
        organisationId: world.organisationId,
        firstName: 'Bea',
        lastName: 'Bau',
        createProjects: true,
      }),
    );
    expect(await builder.caller.send(createProject, { body })).toMatchObject({ status: 200 });
  });
});

describe('the list', () => {
  const titles = async (who: World['owner'], query: object = {}) =>
    (await who.caller.call(listProjects, { query })).content.map((one) => one.title);

  test("all users see their own projects, and no one else's", async () => {
    expect(await titles(world.roles.subcontractor)).toEqual(['Harbour house']);
    expect(await titles(world.roles.none)).toEqual([]);
    expect(await titles(world.colleague)).toEqual([]);
    expect(await titles(world.colleague, { whose: 'other' })).toEqual([]);
    expect(await titles(world.colleague, { whose: 'all' })).toEqual([]);
    expect(await titles(world.owner, { whose: 'other' })).toContain('Harbour house');
    expect(await titles(world.owner)).not.toContain('Harbour house');
    expect(await titles(world.other.administrator, { whose: 'all' })).not.toContain('Mill lane 4');
  });

  test('is searched, sorted and paged', async () => {
    for (const title of ['Block 10', 'Block 2', 'Block 1']) {
      await world.owner.caller.call(createProject, {
        body: { id: randomUUID(), title, address: `100% ${title} street` },
      });
    }
    expect(await titles(world.owner, { search: 'block', sort: 'name' })).toEqual(['Block 1', 'Block 2', 'Block 10']);
    expect(await titles(world.owner, { search: 'block', sort: 'name', reverse: 'true' })).toEqual([
      'Block 10',
      'Block 2',
      'Block 1',
    ]);
    expect(await titles(world.owner, { search: '100% 2 STREET' })).toEqual(['Block 2']);
    expect(await titles(world.owner, { search: '_lock' })).toEqual([]);
    const second = await world.owner.caller.call(listProjects, {
      query: { search: 'block', sort: 'name', page: 1, size: 2 },
    });
    expect(second).toMatchObject({ number: 1, size: 2, totalElements: 3, totalPages: 2 });
    expect(second.content.map((one) => one.title)).toEqual(['Block 10']);
  });

  test('is sorted by company and by start date, with missing values last and then by creation', async () => {
    for (const [title, company, year] of [
      ['Pier 1', 'Zimmer', 2090],
      ['Pier 2', 'Abel', 2091],
      ['Pier 3', '', undefined],
    ] as const) {
      const projectId = randomUUID();
      await world.owner.caller.call(createProject, { body: { id: projectId, title } });
      const dates = year === undefined ? {} : { start: `${year}-01-01`, end: `${year}-12-31` };
      await world.owner.caller.call(updateProject, { params: { projectId }, body: { company, ...dates } });
    }
    const order = async (query: object) =>
      (await titles(world.owner, { search: 'pier', ...query })).map((title) => title.at(-1)).join('');
    expect(await order({ sort: 'organisationName' })).toBe('213');
    expect(await order({ sort: 'organisationName', reverse: 'true' })).toBe('123');
    expect(await order({ sort: 'date' })).toBe('213');
    expect(await order({ sort: 'date', reverse: 'true' })).toBe('312');
  });

  test('the latest change comes first, and inactive projects are separate', async () => {
    const [older, newer] = [randomUUID(), randomUUID()];
    await world.owner.caller.call(createProject, { body: { id: older, title: 'Time old' } });
    server.clock.advance(60_000);
    await world.owner.caller.call(createProject, { body: { id: newer, title: 'Time new' } });
    expect(await titles(world.owner, { search: 'time' })).toEqual(['Time new', 'Time old']);
    server.clock.advance(60_000);
    await world.owner.caller.call(updateProject, { params: { projectId: older }, body: { notes: 'changed' } });
    expect(await titles(world.owner, { search: 'time' })).toEqual(['Time old', 'Time new']);
    await world.owner.caller.call(updateProject, { params: { projectId: older }, body: { active: false } });
    expect(await titles(world.owner, { search: 'time' })).toEqual(['Time new']);
    expect(await titles(world.owner, { search: 'time', state: 'inactive' })).toEqual(['Time old']);
  });

  test('new members count as a change of a project, and a new pin only as activity', async () => {
    const { owner, organisationId } = world;
    const [older, newer] = [randomUUID(), randomUUID()];
    await owner.caller.call(createProject, { body: { id: older, title: 'Quay old' } });
    server.clock.advance(60_000);
    await owner.caller.call(createProject, { body: { id: newer, title: 'Quay new' } });
    server.clock.advance(60_000);
    await runSite(server.services, owner, older, 'pin.create', { id: randomUUID(), planId: null, x: null, y: null });
    expect(await titles(owner, { search: 'quay' })).toEqual(['Quay new', 'Quay old']);
    expect(await titles(owner, { search: 'quay', sort: 'lastActivity' })).toEqual(['Quay old', 'Quay new']);
    await writeRows(server, { organisationId, projectId: older }, (tx) => {
      tx.put('member', memberOf(world.colleague, older, 'contributor'));
    });
    expect(await titles(owner, { search: 'quay' })).toEqual(['Quay old', 'Quay new']);
  });
});

describe('changing a project', () => {
  test('only sent fields change, and the audit log has the old and new values', async () => {
    const { projectId, roles } = world;
    const before = await roles.administrator.caller.call(getProject, { params: { projectId } });
    const after = await roles.administrator.caller.call(updateProject, {
      params: { projectId },
      body: { company: 'Hafenbau', start: '2026-01-05', end: '2027-01-05' },
    });
    expect(after).toEqual({
      ...before,
      company: 'Hafenbau',
      start: '2026-01-05',
      end: '2027-01-05',
      lastActivity: after.lastActivity,
      lastModified: after.lastModified,
      version: after.version,
    });
    expect(after.version).toBeGreaterThan(before.version);
    const audit = await server.database.root.query(
      `SELECT before, after FROM change WHERE project_id = $1 AND action = 'project.update'`,
      [projectId],
    );
    expect(audit.rows).toEqual([
      {
        before: { company: '', start: null, end: null },
        after: { company: 'Hafenbau', start: '2026-01-05', end: '2027-01-05' },
      },
    ]);
    const end = await roles.administrator.caller.send(updateProject, {
      params: { projectId },
      body: { end: '2025-12-31' },
    });
    expect(refusal(end)).toMatchObject({ status: 422, fields: [{ path: 'end', outcome: 'BEFORE_START' }] });
  });

  test('a save based on an outdated version is refused, and nothing is overwritten', async () => {
    const { projectId, roles } = world;
    const { caller } = roles.administrator;
    const params = { projectId };
    const { version } = await caller.call(getProject, { params });
    const save = (notes: string) => caller.send(updateProject, { params, body: { notes, version } });
    const [first, second] = await Promise.all([save('One of two'), save('The other')]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const refused = first.status === 409 ? first : second;
    expect(refusal(refused)).toEqual({ status: 409, code: 'already_changed' });
    const kept = await caller.call(getProject, { params });
    expect(kept.notes).toBe(first.status === 200 ? 'One of two' : 'The other');
    expect(await caller.send(updateProject, { params, body: { notes: '', version: kept.version } })).toMatchObject({
      status: 200,
    });
  });

  test.each(['ownerId', 'assistantId'] as const)('%s must be a member', async (field) => {
    const { projectId, roles, colleague } = world;
    const save = (userId: string | null) =>
      roles.administrator.caller.send(updateProject, { params: { projectId }, body: { [field]: userId } });
    expect(refusal(await save(colleague.userId))).toEqual({
      status: 422,
      code: 'invalid_input',
      fields: [{ path: field, outcome: 'UNKNOWN' }],
    });
    expect(refusal(await save(roles.none.userId))).toMatchObject({ status: 422 });
    expect(await save(roles.contributor.userId)).toMatchObject({ body: { [field]: roles.contributor.userId } });
    expect(await save(null)).toMatchObject({ body: { [field]: null } });
  });

  test('the title of another project is refused, its own is not', async () => {
    const { projectId, roles } = world;
    const change = (title: string) =>
      roles.administrator.caller.send(updateProject, { params: { projectId }, body: { title } });
    expect(refusal(await change('mill LANE 4'))).toMatchObject({ status: 409, code: 'title_taken' });
    expect(await change('Harbour House')).toMatchObject({ status: 200 });
    expect(await change('Harbour house')).toMatchObject({ status: 200 });
  });
});

test('a copy has details and categories, and members on request', async () => {
  const { owner } = world;
  const [source, alone, together] = [randomUUID(), randomUUID(), randomUUID()];
  await owner.caller.call(createProject, { body: { id: source, title: 'Pattern', company: 'Muster' } });
  await writeRows(server, { organisationId: world.organisationId, projectId: source }, (tx) => {
    tx.put('member', memberOf(world.colleague, source, 'contributor'));
  });
  const copy = (id: string, title: string, members: boolean) =>
    owner.caller.call(copyProject, { params: { projectId: source }, body: { id, title, members } });
  expect(await copy(alone, 'Copied alone', false)).toMatchObject({ title: 'Copied alone', company: 'Muster' });
  await copy(together, 'Copied together', true);
  const count = async (table: string, id: string) =>
    (await server.database.root.query(`SELECT FROM ${table} WHERE project_id = $1`, [id])).rowCount;
  expect([await count('category', alone), await count('member', alone)]).toEqual([3, 1]);
  expect([await count('category', together), await count('member', together)]).toEqual([3, 2]);
});

test('members can leave and rejoin, except the last administrator', async () => {
  const { owner, colleague, organisationId } = world;
  const projectId = randomUUID();
  const params = { projectId };
  await owner.caller.call(createProject, { body: { id: projectId, title: 'Come and go' } });
  expect(refusal(await owner.caller.send(leaveProject, { params }))).toEqual({
    status: 409,
    code: 'last_administrator',
  });
  await writeRows(server, { organisationId, projectId }, (tx) => {
    tx.put('member', memberOf(colleague, projectId, 'administrator'));
  });
  expect(await owner.caller.send(leaveProject, { params })).toMatchObject({ status: 204 });
  expect(refusal(await owner.caller.send(getProject, { params }))).toEqual({ status: 404, code: 'not_found' });
  expect(refusal(await colleague.caller.send(joinProject, { params, body: { id: randomUUID() } }))).toMatchObject({
    status: 403,
  });
  expect(await owner.caller.call(joinProject, { params, body: { id: randomUUID() } })).toMatchObject({
    role: 'administrator',
  });
  const foreign = { projectId: world.other.projectId };
  expect(refusal(await owner.caller.send(joinProject, { params: foreign, body: { id: randomUUID() } }))).toEqual({
    status: 404,
    code: 'not_found',
  });
});

describe('an inactive project', () => {
  test('is read-only until it is reactivated', async () => {
    const { owner } = world;
    const params = { projectId: randomUUID() };
    await owner.caller.call(createProject, { body: { id: params.projectId, title: 'Old mill' } });
    const createPin = () =>
      runSite(server.services, owner, params.projectId, 'pin.create', {
        id: randomUUID(),
        planId: null,
        x: null,
        y: null,
      });
    await createPin();
    await owner.caller.call(updateProject, { params, body: { active: false } });
    await expect(createPin()).rejects.toMatchObject({ code: 'project_inactive' });
    const body = { id: randomUUID(), blobId: randomUUID(), parentId: null, planId: null };
    expect(refusal(await owner.caller.send(createImport, { params, body }))).toMatchObject({
      status: 409,
      code: 'project_inactive',
    });
    expect((await owner.caller.call(getProject, { params })).openPins).toBe(1);
    await owner.caller.call(updateProject, { params, body: { active: true } });
    await createPin();
    expect((await owner.caller.call(getProject, { params })).openPins).toBe(2);
  });
});
