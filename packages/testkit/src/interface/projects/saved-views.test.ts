// Saved views: private ones belong to their creator, shared ones to the project; both reach devices through sync.
import { randomUUID } from 'node:crypto';
import { ROLES } from '@plumbline/core/access/capabilities';
import { MAX_SAVED_VIEWS, type SavedViewRow } from '@plumbline/core/site/rows/saved-views';
import { syncPull } from '@plumbline/core/sync/contract';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { savedViewRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server?.close());

const act = (who: Actor, action: string, input: object) =>
  runSite(server.services, who, world.projectId, action, input);
const save = async (who: Actor, input: object = {}): Promise<string> => {
  const id = randomUUID();
  await act(who, 'savedView.create', { id, list: 'pins', title: 'View', query: { status: ['open'] }, ...input });
  return id;
};
const set = (who: Actor, id: string, change: object) => act(who, 'savedView.update', { id, set: change });

/** The views that a device of this person receives, by id. */
async function viewsOf(who: Actor): Promise<Map<string, SavedViewRow>> {
  const first = await who.caller.call(syncPull, { query: { projectId: world.projectId, from: 0, limit: 5_000 } });
  const rows = first.rows.filter((one) => one.entity === 'savedView').map((one) => one.row as SavedViewRow);
  return new Map(rows.map((row) => [row.id, row]));
}

const MEMBERS = ROLES.filter((role) => role !== 'none');

test('every role saves private views, which only their creator receives, renames, changes and deletes', async () => {
  for (const role of MEMBERS) {
    const who = world.roles[role];
    const id = await save(who, { title: `Of ${role}`, list: 'tasks', query: { mine: ['true'] } });
    for (const other of MEMBERS.filter((one) => one !== role)) {
      expect((await viewsOf(world.roles[other])).has(id), `${other} reads the view of ${role}`).toBe(false);
      await expect(set(world.roles[other], id, { title: 'Taken' })).rejects.toMatchObject({ code: 'not_found' });
    }
    await set(who, id, { title: 'Renamed', query: { status: ['overdue', 'open'] } });
    expect((await viewsOf(who)).get(id)).toMatchObject({
      ...{ title: 'Renamed', list: 'tasks', shared: false, active: true, createdBy: who.userId },
      query: { status: ['overdue', 'open'] },
    });
    await set(who, id, { active: false });
    expect((await viewsOf(who)).get(id)?.active).toBe(false);
  }
});

test('contributors share their own views, administrators change any shared one, the others only read them', async () => {
  const { administrator, contributor } = world.roles;
  const id = await save(contributor);
  await set(contributor, id, { shared: true });
  for (const role of MEMBERS) expect((await viewsOf(world.roles[role])).get(id)?.title).toBe('View');
  for (const role of ['internalViewer', 'externalViewer', 'subcontractor'] as const) {
    const who = world.roles[role];
    await expect(set(who, id, { title: 'Taken' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(save(who, { shared: true })).rejects.toMatchObject({ code: 'forbidden' });
    const own = await save(who);
    await expect(set(who, own, { shared: true })).rejects.toMatchObject({ code: 'forbidden' });
  }
  await set(administrator, id, { title: 'By the administrator' });
  const theirs = await save(administrator, { shared: true });
  await expect(set(contributor, theirs, { active: false })).rejects.toMatchObject({ code: 'forbidden' });
  expect((await viewsOf(contributor)).get(id)?.title).toBe('By the administrator');
});

test('a shared view never becomes private again, and needs a title and well-formed values', async () => {
  const { administrator } = world.roles;
  const id = await save(administrator, { shared: true });
  const odd = [{ shared: false }, { title: ' ' }, { title: 'x'.repeat(81) }, { query: { 'not-a-name': ['x'] } }];
  for (const change of [
    ...odd,
    { query: { status: [] } },
    { query: { search: ['x'.repeat(1_001)] } },
    { list: 'tasks' },
  ])
    await expect(set(administrator, id, change)).rejects.toMatchObject({ code: 'invalid_input' });
  await set(administrator, id, { title: ' \u{1f477} \u05d3\u05dc\u05ea ' });
  expect((await viewsOf(administrator)).get(id)?.title).toBe('\u{1f477} \u05d3\u05dc\u05ea');
});

test('one person has at most a hundred views in a project, deleted ones not counted', async () => {
  const who = world.roles.internalViewer;
  const by = { projectId: world.projectId, createdBy: who.userId };
  const made = Array.from({ length: MAX_SAVED_VIEWS }, (_, at) => savedViewRow(by, { shared: false, title: `${at}` }));
  await writeRows(server, world, async (tx) => {
    for (const view of await tx.find('savedView', 'projectId', world.projectId))
      if (view.createdBy === who.userId) tx.put('savedView', { ...view, active: false });
    for (const view of made) tx.put('savedView', view);
  });
  await expect(save(who)).rejects.toMatchObject({ code: 'invalid_input' });
  await set(who, made[0]?.id ?? '', { active: false });
  await save(who);
  await expect(set(who, made[0]?.id ?? '', { active: true })).rejects.toMatchObject({ code: 'invalid_input' });
});
