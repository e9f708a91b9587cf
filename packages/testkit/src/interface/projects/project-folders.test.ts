import { randomUUID } from 'node:crypto';
import { copyProject, createProject, listProjects, setFavourite } from '@plumbline/core/features/projects/contract';
import {
  createProjectFolder,
  deleteProjectFolder,
  listFolders,
  moveProjects,
  renameProjectFolder,
} from '@plumbline/core/features/projects/folders-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Actor,
  createPerson,
  createWorld,
  makeProject,
  memberOf,
  signIn,
  type World,
  writeRows,
} from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let builder: Actor;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId } = world;
  const person = { organisationId, firstName: 'Bea', lastName: 'Bau', createProjects: true };
  builder = await signIn(server, await createPerson(server, person));
});
afterAll(() => server.close());

const refusal = (response: { status: number; body: unknown }) => [
  response.status,
  (response.body as { code: string }).code,
];
const folder = async (who: Actor, name: string, parentId: string | null = null) => {
  const id = randomUUID();
  await who.caller.call(createProjectFolder, { body: { id, name, parentId } });
  return id;
};
const project = async (title: string, parentId: string | null = null, who: Actor = world.owner) => {
  const id = randomUUID();
  await who.caller.call(createProject, { body: { id, title, parentId } });
  return id;
};
const move = (who: Actor, parentId: string | null, projectIds: string[], folderIds: string[] = []) =>
  who.caller.call(moveProjects, { body: { projectIds, folderIds, parentId } });
const folders = async (who: Actor, query: object = {}) =>
  (await who.caller.call(listFolders, { query: { size: 1_000, ...query } })).content;
const names = async (who: Actor, query: object = {}) => (await folders(who, query)).map((one) => one.name);
const titlesIn = async (who: Actor, id: string) =>
  (await who.caller.call(listProjects, { query: { folder: id, whose: 'all', sort: 'name' } })).content.map(
    (one) => one.title,
  );

describe('creating folders', () => {
  test('administrators and those who may create projects can, others cannot', async () => {
    const body = { id: randomUUID(), name: 'Mine', parentId: null };
    for (const who of [world.colleague, world.roles.administrator, world.roles.contributor]) {
      expect(refusal(await who.caller.send(createProjectFolder, { body }))).toEqual([403, 'forbidden']);
    }
    expect(await builder.caller.send(createProjectFolder, { body })).toMatchObject({ status: 204 });
    expect(refusal(await world.owner.caller.send(createProjectFolder, { body }))).toEqual([409, 'already_exists']);
    expect(
      refusal(await world.other.administrator.caller.send(deleteProjectFolder, { params: { folderId: body.id } })),
    ).toEqual([404, 'not_found']);
    await builder.caller.call(deleteProjectFolder, { params: { folderId: body.id } });
  });

  test.each([
    [{ name: '  ' }, 422],
    [{ name: 'x'.repeat(201) }, 422],
    [{ name: 'a\nb' }, 422],
    [{ parentId: randomUUID() }, 404],
    [{ createdBy: randomUUID() }, 422],
  ])('%j is refused', async (change, status) => {
    const body = { id: randomUUID(), name: 'Good name', parentId: null, ...change };
    expect((await world.owner.caller.send(createProjectFolder, { body })).status).toBe(status);
  });

  test('folder names are unique within a folder', async () => {
    const outer = await folder(world.owner, 'Phase 1');
    const inner = await folder(world.owner, 'Phase 1', outer);
    const other = await folder(world.owner, 'Phase 2');
    const body = { id: randomUUID(), name: ' phase 1', parentId: null };
    const taken = [409, 'title_taken'];
    expect(refusal(await world.owner.caller.send(createProjectFolder, { body }))).toEqual(taken);
    const rename = (name: string) =>
      world.owner.caller.send(renameProjectFolder, { params: { folderId: other }, body: { name } });
    expect(refusal(await rename('PHASE 1'))).toEqual(taken);
    expect(await rename('phase 2')).toMatchObject({ status: 204 });
    expect(await move(world.owner, null, [], [inner])).toEqual({
      moved: [],
      skipped: [{ id: inner, code: 'title_taken' }],
    });
    // A folder that someone else cannot see does not keep its name from them.
    const own = await folder(builder, 'Phase 1');
    for (const folderId of [inner, outer, other, own])
      await world.owner.caller.call(deleteProjectFolder, { params: { folderId } });
  });

  test('a name is stored as written, in any script', async () => {
    const id = await folder(world.owner, 'מגדל 7 – „Süd“');
    expect((await folders(world.owner)).find((one) => one.id === id)?.name).toBe('מגדל 7 – „Süd“');
    await world.owner.caller.call(deleteProjectFolder, { params: { folderId: id } });
  });
});

describe('visibility', () => {
  test('a folder is visible with a visible project in it, at any depth, and to its creator', async () => {
    const outer = await folder(world.owner, 'Outer');
    const inner = await folder(world.owner, 'Inner', outer);
    const beside = await folder(world.owner, 'Beside');
    await move(world.owner, inner, [world.projectId]);
    expect(await names(world.roles.subcontractor)).toEqual(['Inner', 'Outer']);
    expect(await names(world.roles.none)).toEqual([]);
    expect(await names(world.colleague)).toEqual([]);
    expect(await names(world.owner)).toEqual(['Beside', 'Inner', 'Outer']);
    expect(await names(world.other.administrator)).toEqual([]);
    const own = await folder(builder, 'Own');
    expect(await names(builder)).toEqual(['Own']);
    expect(
      refusal(
        await builder.caller.send(createProjectFolder, { body: { id: randomUUID(), name: 'X', parentId: beside } }),
      ),
    ).toEqual([404, 'not_found']);
    await move(world.owner, null, [world.projectId]);
    expect(await names(world.roles.subcontractor)).toEqual([]);
    for (const folderId of [inner, outer, beside, own])
      await world.owner.caller.call(deleteProjectFolder, { params: { folderId } });
  });

  test('invisible content is not counted', async () => {
    const place = await folder(world.owner, 'Counted');
    await move(world.owner, place, [world.projectId, await project('Unseen house', place)]);
    const [seen] = await folders(world.roles.contributor);
    expect(seen).toMatchObject({ name: 'Counted', projects: 1, within: 1, total: 1, empty: false, mayChange: false });
    const [all] = await folders(world.owner, { whose: 'all', search: 'counted' });
    expect(all).toMatchObject({ projects: 2, within: 2, total: 2, mayChange: true });
    const [mine] = await folders(world.owner, { whose: 'mine', search: 'counted' });
    expect(mine).toMatchObject({ projects: 1, within: 1, total: 2 });
    expect((await folders(world.owner, { state: 'inactive', whose: 'all', search: 'counted' }))[0]).toMatchObject({
      projects: 0,
      total: 2,
    });
    expect(await titlesIn(world.roles.contributor, place)).toEqual(['Harbour house']);
    expect(await titlesIn(world.owner, place)).toEqual(['Harbour house', 'Unseen house']);
    expect(await titlesIn(world.other.administrator, place)).toEqual([]);
    await move(world.owner, null, [world.projectId]);
  });

  test('the levels are paged, searched and listed by their parent', async () => {
    const top = await folder(world.owner, 'Level');
    for (const n of [10, 2, 1]) await folder(world.owner, `Block ${n}`, top);
    expect(await names(world.owner, { parent: top })).toEqual(['Block 1', 'Block 2', 'Block 10']);
    const second = await world.owner.caller.call(listFolders, { query: { parent: top, page: 1, size: 2 } });
    expect(second).toMatchObject({ number: 1, totalElements: 3, totalPages: 2 });
    expect(second.content.map((one) => one.name)).toEqual(['Block 10']);
    expect(await names(world.owner, { search: '10 BLO' })).toEqual(['Block 10']);
    expect(await names(world.owner, { search: 'level', parent: 'root' })).toEqual(['Level']);
    expect((await folders(world.owner, { search: 'level' }))[0]).toMatchObject({
      folders: 3,
      projects: 0,
      empty: false,
    });
  });
});

describe('moving', () => {
  test('a batch moves what may be moved and reports the rest', async () => {
    const [from, to] = [await folder(builder, 'From'), await folder(builder, 'To')];
    const foreignFolder = await folder(world.owner, 'Not hers');
    const mine = await project('Her house', from, builder);
    const theirs = await project('Not her house');
    await writeRows(server, { organisationId: world.organisationId, projectId: theirs }, (tx) => {
      tx.put('member', memberOf(builder, theirs, 'contributor'));
    });
    const expected = await move(
      builder,
      to,
      [mine, theirs, world.other.projectId, world.projectId],
      [from, foreignFolder],
    );
    expect(new Set(expected.moved)).toEqual(new Set([mine, from]));
    expect(expected.skipped.map((one) => one.code).sort()).toEqual([
      'forbidden',
      'not_found',
      'not_found',
      'not_found',
    ]);
    expect(await titlesIn(builder, to)).toEqual(['Her house']);
    expect(await names(builder, { parent: to })).toEqual(['From']);
  });

  test('a folder into itself is refused, and two concurrent moves create no cycle', async () => {
    const [a, b] = [await folder(world.owner, 'A circle'), await folder(world.owner, 'B circle')];
    const inA = await folder(world.owner, 'In A', a);
    expect(await move(world.owner, inA, [], [a])).toEqual({ moved: [], skipped: [{ id: a, code: 'invalid_input' }] });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([move(world.owner, b, [], [a]), move(world.owner, a, [], [b])]);
      const tree = new Map((await folders(world.owner)).map((one) => [one.id, one.parentId]));
      expect([tree.get(a), tree.get(b)].filter((parent) => parent === null)).toHaveLength(1);
      await move(world.owner, null, [], [a, b]);
    }
    // A batch whose second move would close a cycle with the first.
    const both = await move(world.owner, inA, [], [b, a]);
    expect(both).toEqual({ moved: [b], skipped: [{ id: a, code: 'invalid_input' }] });
  });

  test('a project into a folder that is being deleted leaves no orphan', async () => {
    for (let round = 0; round < 5; round += 1) {
      const place = await folder(world.owner, `Vanishing ${round}`);
      const id = await project(`Racing house ${round}`);
      const [moved, gone] = await Promise.all([
        world.owner.caller.send(moveProjects, { body: { projectIds: [id], folderIds: [], parentId: place } }),
        world.owner.caller.send(deleteProjectFolder, { params: { folderId: place } }),
      ]);
      expect([moved.status, gone.status]).toEqual(gone.status === 204 ? [404, 204] : [200, 409]);
    }
  });

  test('a move changes nothing in the project itself', async () => {
    const place = await folder(world.owner, 'Quiet');
    const id = await project('Quiet house');
    const changes = async () =>
      (await server.database.root.query('SELECT FROM change WHERE project_id = $1', [id])).rowCount;
    const before = await changes();
    await move(world.owner, place, [id]);
    expect(await changes()).toBe(before);
  });
});

describe('renaming and deleting', () => {
  test('is permitted only to users who may change the folder', async () => {
    const folderId = await folder(world.owner, 'Owned');
    await move(world.owner, folderId, [world.projectId]);
    const rename = (who: Actor) =>
      who.caller.send(renameProjectFolder, { params: { folderId }, body: { name: 'Taken' } });
    expect(refusal(await rename(world.roles.administrator))).toEqual([403, 'forbidden']);
    expect(refusal(await rename(world.colleague))).toEqual([404, 'not_found']);
    expect((await rename(world.owner)).status).toBe(204);
    expect(await names(world.roles.contributor)).toEqual(['Taken']);
    const remove = (who: Actor) => who.caller.send(deleteProjectFolder, { params: { folderId } });
    expect(refusal(await remove(world.roles.administrator))).toEqual([403, 'forbidden']);
    expect(refusal(await remove(world.owner))).toEqual([409, 'folder_not_empty']);
    await move(world.owner, null, [world.projectId]);
    expect((await remove(world.owner)).status).toBe(204);
  });

  test('a folder with an inactive or invisible project is not deleted', async () => {
    const folderId = await folder(builder, 'Seems empty');
    const id = await project('Hidden house');
    await writeRows(server, { organisationId: world.organisationId, projectId: id }, async (tx) => {
      const row = await tx.get('project', id);
      if (row) tx.put('project', { ...row, active: false });
    });
    await move(world.owner, folderId, [id]);
    expect((await folders(builder)).find((one) => one.id === folderId)).toMatchObject({ total: 0, empty: false });
    expect(refusal(await builder.caller.send(deleteProjectFolder, { params: { folderId } }))).toEqual([
      409,
      'folder_not_empty',
    ]);
  });
});

test('a new project and a copy are in the folder where they were created', async () => {
  const place = await folder(world.owner, 'Beginnings');
  const id = await project('Begun here', place);
  await world.owner.caller.call(copyProject, {
    params: { projectId: id },
    body: { id: randomUUID(), title: 'Copied here' },
  });
  await world.owner.caller.call(copyProject, {
    params: { projectId: id },
    body: { id: randomUUID(), title: 'Copied to the top', parentId: null },
  });
  expect(await titlesIn(world.owner, place)).toEqual(['Begun here', 'Copied here']);
  const response = await builder.caller.send(createProject, {
    body: { id: randomUUID(), title: 'Intruder', parentId: place },
  });
  expect(response).toMatchObject({ status: 422, body: { fields: [{ path: 'parentId', outcome: 'UNKNOWN' }] } });
});

test('favourites are personal, and can be sorted by', async () => {
  const { administrator, contributor } = world.roles;
  const { organisationId } = world;
  const second = await makeProject(server, {
    organisationId,
    title: 'A first by name',
    by: administrator,
    members: [[administrator, 'administrator']],
  });
  const star = (who: Actor, projectId: string, favourite: boolean) =>
    who.caller.send(setFavourite, { params: { projectId }, body: { favourite } });
  const listed = async (who: Actor, query: object) =>
    (await who.caller.call(listProjects, { query })).content.map((one) => [one.title, one.favourite]);
  for (let twice = 0; twice < 2; twice += 1)
    expect((await star(administrator, world.projectId, true)).status).toBe(204);
  expect(await listed(administrator, { sort: 'favourites' })).toEqual([
    ['Harbour house', true],
    ['A first by name', false],
  ]);
  expect(await listed(administrator, { sort: 'offlineOnline', first: [world.projectId] })).toEqual([
    ['Harbour house', true],
    ['A first by name', false],
  ]);
  expect(await listed(administrator, { sort: 'offlineOnline', first: [second], reverse: 'true' })).toEqual([
    ['Harbour house', true],
    ['A first by name', false],
  ]);
  expect(await listed(administrator, { sort: 'type' })).toEqual([
    ['A first by name', false],
    ['Harbour house', true],
  ]);
  expect(await listed(contributor, {})).toEqual([['Harbour house', false]]);
  expect((await star(world.colleague, world.projectId, true)).status).toBe(404);
  await star(administrator, world.projectId, false);
  expect(await listed(administrator, { sort: 'favorites' })).toEqual([
    ['A first by name', false],
    ['Harbour house', false],
  ]);
});
