// The owner and the assistant of a project: what they may do, who may appoint them, and what is refused.
import { randomUUID } from 'node:crypto';
import { addMember, changeMember } from '@plumbline/core/features/people/contract';
import { getProject, leaveProject, listProjects, updateProject } from '@plumbline/core/features/projects/contract';
import { syncPull } from '@plumbline/core/sync/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Actor,
  createPerson,
  createWorld,
  makeProject,
  type Person,
  signIn,
  type World,
  writeRows,
} from '../../actors.ts';
import { pinRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const refusal = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];

/** A separate project with an administrator, a contributor and a subcontractor. */
async function site(title: string) {
  const { organisationId } = world;
  const [ada, carl, susi] = await Promise.all(
    ['Ada', 'Carl', 'Susi'].map((firstName) => createPerson(server, { organisationId, firstName, lastName: 'Bauer' })),
  );
  if (!ada || !carl || !susi) throw new TypeError('all three are made');
  const projectId = await makeProject(server, {
    organisationId,
    title,
    by: ada,
    members: [
      [ada, 'administrator'],
      [carl, 'contributor'],
      [susi, 'subcontractor'],
    ],
  });
  return { projectId, params: { projectId }, ada: await signIn(server, ada), carl, susi };
}

const name = (by: Actor, projectId: string, body: { ownerId?: string | null; assistantId?: string | null }) =>
  by.caller.send(updateProject, { params: { projectId }, body });
const enter = (person: Person) => signIn(server, person);
const permissionsOf = async (who: Actor, projectId: string) =>
  (await who.caller.call(getProject, { params: { projectId } })).permissions;

test('an owner has the permissions of an administrator, whatever their role; no one else gains any', async () => {
  const { projectId, params, ada, carl, susi } = await site('Owned by a contributor');
  const before = await enter(carl);
  expect(await permissionsOf(before, projectId)).not.toContain('member.manage');
  expect(refusal(await name(ada, projectId, { ownerId: carl.userId }))).toEqual([200, undefined]);
  // Changed permissions require signing in again.
  expect((await before.caller.send(getProject, { params })).status).toBe(401);
  const owner = await enter(carl);
  expect(await permissionsOf(owner, projectId)).toEqual(await permissionsOf(ada, projectId));
  expect(await owner.caller.call(getProject, { params })).toMatchObject({ role: 'contributor' });
  const body = { id: randomUUID(), email: world.colleague.email, role: 'internalViewer' as const };
  expect((await owner.caller.send(addMember, { params, body })).status).toBe(200);
  expect(await permissionsOf(await enter(susi), projectId)).not.toContain('plan.manage');
  const listed = await owner.caller.call(listProjects, { query: {} });
  expect(listed.content.find((one) => one.id === projectId)).toMatchObject({ mayChange: true });
  const others = await (await enter(susi)).caller.call(listProjects, { query: {} });
  expect(others.content.find((one) => one.id === projectId)).toMatchObject({ mayChange: false });
});

test('an assistant deputises for the owner, but appoints no one and changes no member', async () => {
  const { projectId, params, ada, carl, susi } = await site('With an assistant');
  await writeRows(server, { organisationId: world.organisationId, projectId }, (tx) => {
    tx.put('pin', pinRow({ projectId, createdBy: ada.userId }, { number: 1 }));
  });
  const pins = async (who: Actor) => {
    const response = await who.caller.call(syncPull, { query: { projectId, from: 0, limit: 500 } });
    return { pins: response.rows.filter((one) => one.entity === 'pin').length, scope: response.scope };
  };
  const before = await pins(await enter(susi));
  expect(before.pins).toBe(0);
  await name(ada, projectId, { ownerId: ada.userId, assistantId: susi.userId });
  const assistant = await enter(susi);
  const after = await pins(assistant);
  expect(after.pins).toBe(1);
  expect(after.scope).not.toBe(before.scope);
  expect((await assistant.caller.send(updateProject, { params, body: { notes: 'Gate code 4711' } })).status).toBe(200);
  for (const body of [{ ownerId: susi.userId }, { ownerId: null }, { assistantId: carl.userId }]) {
    expect(refusal(await name(assistant, projectId, body))).toEqual([403, 'forbidden']);
  }
  // Unchanged values may be sent along.
  expect(refusal(await name(assistant, projectId, { ownerId: ada.userId }))).toEqual([200, undefined]);
  const member = await server.database.root.query('SELECT id FROM member WHERE project_id = $1 AND user_id = $2', [
    projectId,
    susi.userId,
  ]);
  const memberId = String(member.rows[0]?.id);
  const promoted = await assistant.caller.send(changeMember, {
    params: { projectId, memberId },
    body: { role: 'administrator' },
  });
  expect(refusal(promoted)).toEqual([403, 'forbidden']);
});

test('an owner who is the only one managing members can neither leave nor be replaced', async () => {
  const { projectId, params, ada, carl } = await site('Last of all');
  await name(ada, projectId, { ownerId: carl.userId });
  // The administrator may leave: the owner remains.
  expect((await ada.caller.send(leaveProject, { params })).status).toBe(204);
  const owner = await enter(carl);
  expect(refusal(await owner.caller.send(leaveProject, { params }))).toEqual([409, 'last_administrator']);
  expect(refusal(await name(owner, projectId, { ownerId: null }))).toEqual([409, 'last_administrator']);
  const member = await server.database.root.query('SELECT id FROM member WHERE project_id = $1 AND user_id = $2', [
    projectId,
    carl.userId,
  ]);
  const memberId = String(member.rows[0]?.id);
  for (const body of [{ state: 'removed' as const }, { state: 'inactive' as const }, { role: 'none' as const }]) {
    const response = await owner.caller.send(changeMember, { params: { projectId, memberId }, body });
    expect(refusal(response)).toEqual([409, 'last_administrator']);
  }
});

test('a returning member gets the new role only, and is no longer owner or assistant', async () => {
  const { projectId, params, ada, carl, susi } = await site('Come back');
  await name(ada, projectId, { ownerId: carl.userId, assistantId: susi.userId });
  for (const [person, again] of [
    [carl, () => ada.caller.send(addMember, { params, body: takenIn(carl) })],
    [susi, () => change(susi, { state: 'active' as const })],
  ] as const) {
    expect((await change(person, { state: 'removed' })).status).toBe(200);
    expect((await again()).status).toBe(200);
    expect(await permissionsOf(await enter(person), projectId)).not.toContain('member.manage');
  }
  const known = await ada.caller.call(getProject, { params });
  expect([known.ownerId, known.assistantId]).toEqual([null, null]);

  function takenIn({ email }: Person) {
    return { id: randomUUID(), email, role: 'subcontractor' as const, companyName: '', craft: '' };
  }
  async function change({ userId }: Person, body: { state: 'removed' | 'active' }) {
    const found = await server.database.root.query('SELECT id FROM member WHERE project_id = $1 AND user_id = $2', [
      projectId,
      userId,
    ]);
    return ada.caller.send(changeMember, { params: { projectId, memberId: String(found.rows[0]?.id) }, body });
  }
});

test('two owners appointed at once: one succeeds, the other request is a conflict', async () => {
  const { params, ada, carl, susi } = await site('Named twice');
  const { version } = await ada.caller.call(getProject, { params });
  const answers = await Promise.all(
    [carl, susi].map(({ userId }) => ada.caller.send(updateProject, { params, body: { ownerId: userId, version } })),
  );
  expect(answers.map(refusal).sort()).toEqual([
    [200, undefined],
    [409, 'already_changed'],
  ]);
  const now = await ada.caller.call(getProject, { params });
  expect([carl.userId, susi.userId]).toContain(now.ownerId);
});

test('an owner without a licence keeps only permissions that need no licence', async () => {
  const { projectId, ada, carl } = await site('Unlicensed owner');
  await name(ada, projectId, { ownerId: carl.userId });
  await server.database.root.query('UPDATE organisation_member SET licence = NULL WHERE user_id = $1', [carl.userId]);
  const owner = await enter(carl);
  const permissions = await permissionsOf(owner, projectId);
  expect(permissions).toContain('pin.view');
  expect(permissions).not.toContain('pin.create');
  expect(permissions).not.toContain('member.manage');
});
