// Teams: unique titles, one team per person, one role per team; members who change role or leave are removed.
import { randomUUID } from 'node:crypto';
import { ROLES } from '@plumbline/core/access/capabilities';
import { changeMember, listMembers, listTeams } from '@plumbline/core/features/people/contract';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let admin: Actor;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  admin = world.roles.administrator;
});
afterAll(() => server.close());

const act = (who: Actor, action: string, input: object) =>
  runSite(server.services, who, world.projectId, action, input);
const contentOf = (title: string, role = 'subcontractor') => ({ title, purpose: '', companyName: '', craft: '', role });
const params = () => ({ projectId: world.projectId });

async function makeTeam(title: string, role?: string): Promise<string> {
  const id = randomUUID();
  await act(admin, 'team.create', { id, ...contentOf(title, role) });
  return id;
}
const membersOf = async (id: string) =>
  (await admin.caller.call(listTeams, { params: params(), query: { size: 1_000 } })).content.find(
    (team) => team.id === id,
  )?.memberIds;
const join = (id: string, ...add: string[]) => act(admin, 'team.members', { id, add, remove: [] });
const leave = (id: string, ...remove: string[]) => act(admin, 'team.members', { id, add: [], remove });

test.each(ROLES)('only administrators manage teams: %s', async (role) => {
  const id = await makeTeam(`For ${role}`);
  const tries = [
    ['team.create', { id: randomUUID(), ...contentOf(`By ${role}`) }],
    ['team.update', { id, set: { craft: 'Paint' } }],
    ['team.members', { id, add: [], remove: [] }],
  ] as const;
  for (const [action, input] of tries) {
    const done = act(world.roles[role], action, input);
    if (role === 'administrator') await expect(done).resolves.toBeUndefined();
    else await expect(done, action).rejects.toMatchObject({ code: role === 'none' ? 'not_entitled' : 'forbidden' });
  }
});

test('a title is taken regardless of case, even by an inactive team', async () => {
  const id = await makeTeam('Plasterers');
  await act(admin, 'team.update', { id, set: { active: false } });
  await expect(act(admin, 'team.create', { id: randomUUID(), ...contentOf(' PLASTERERS') })).rejects.toMatchObject({
    details: { fields: [{ path: 'title', outcome: 'ALREADY_IN_USE' }] },
  });
});

test('only members with its role join a team, and only one team', async () => {
  const { subcontractor, contributor } = world.roles;
  const [first, second] = [await makeTeam('First'), await makeTeam('Second')];
  await join(first, subcontractor.userId);
  expect(await membersOf(first)).toEqual([subcontractor.userId]);
  await join(first, subcontractor.userId);
  expect(await membersOf(first)).toEqual([subcontractor.userId]);
  await expect(join(second, subcontractor.userId)).rejects.toMatchObject({ code: 'team_unfit' });
  await expect(join(second, contributor.userId)).rejects.toMatchObject({ code: 'team_unfit' });
  await expect(join(second, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  await leave(first, subcontractor.userId);
  await join(second, subcontractor.userId);
  await act(admin, 'team.update', { id: second, set: { active: false } });
  await join(first, subcontractor.userId);
  await leave(first, subcontractor.userId);
});

test('the role of a team changes only while the team is empty', async () => {
  const { subcontractor } = world.roles;
  const id = await makeTeam('Changing');
  await join(id, subcontractor.userId);
  await expect(act(admin, 'team.update', { id, set: { role: 'contributor' } })).rejects.toMatchObject({
    code: 'team_occupied',
  });
  await leave(id, subcontractor.userId);
  await act(admin, 'team.update', { id, set: { role: 'contributor' } });
});

test('members who get another role or are set inactive leave the team', async () => {
  const { contributor } = world.roles;
  const id = await makeTeam('Leaving', 'contributor');
  const found = await admin.caller.call(listMembers, { params: params(), query: { search: 'Cerny' } });
  const memberId = found.content[0]?.id ?? '';
  for (const body of [{ role: 'internalViewer' as const }, { state: 'inactive' as const }]) {
    await join(id, contributor.userId);
    await admin.caller.call(changeMember, { params: { ...params(), memberId }, body: { craft: 'Doors' } });
    expect(await membersOf(id)).toEqual([contributor.userId]);
    await admin.caller.call(changeMember, { params: { ...params(), memberId }, body });
    expect(await membersOf(id)).toEqual([]);
    await admin.caller.call(changeMember, {
      params: { ...params(), memberId },
      body: { role: 'contributor', state: 'active' },
    });
  }
});
