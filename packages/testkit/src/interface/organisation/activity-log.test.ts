// The activity log of an organisation: who did what to whom, page by page, filtered, exported, and for administrators only.
import { randomUUID } from 'node:crypto';
import { changeAccount } from '@plumbline/core/features/account/contract';
import { changeSignInPolicy } from '@plumbline/core/features/account/sign-in-policy-contract';
import { exportActivityLog } from '@plumbline/core/features/exports/contract';
import { organisationActivity } from '@plumbline/core/features/organisations/activity-log';
import { changeMember, listMembers } from '@plumbline/core/features/people/contract';
import { actOnUsers, changeUser, inviteUser } from '@plumbline/core/features/people/users-contract';
import { createProject, updateProject } from '@plumbline/core/features/projects/contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, createWorld, type Person, signIn, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let person: Person;
const MINUTE_MS = 60_000;

/** What is done in the tests, a minute apart. */
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { owner, organisationId, projectId, roles } = world;
  const params = { projectId };
  const { content: members } = await roles.administrator.caller.call(listMembers, { params, query: {} });
  const memberId = members.find(({ userId }) => userId === roles.contributor.userId)?.id ?? '';
  person = await createPerson(server, { organisationId, firstName: 'Paul', lastName: 'Person' });
  const steps: (() => Promise<unknown>)[] = [
    () => signIn(server, person),
    () => roles.contributor.caller.call(changeAccount, { body: { firstName: 'Clara' } }),
    () => owner.caller.call(inviteUser, { body: { email: 'new@example.org', language: 'en' } }),
    () =>
      owner.caller.call(changeUser, { params: { userId: person.userId }, body: { admin: true, createProjects: true } }),
    () => owner.caller.call(actOnUsers, { body: { userIds: [person.userId], act: 'licence', licence: 'mobile' } }),
    () => owner.caller.call(actOnUsers, { body: { userIds: [person.userId], act: 'deactivate' } }),
    () => owner.caller.call(changeSignInPolicy, { body: { passwordMinLength: 12 } }),
    () => owner.caller.call(createProject, { body: { id: randomUUID(), title: 'Annexe' } }),
    () => roles.administrator.caller.call(changeMember, { params: { ...params, memberId }, body: { role: 'none' } }),
    () => roles.administrator.caller.call(updateProject, { params, body: { active: false } }),
    () => world.other.administrator.caller.call(changeSignInPolicy, { body: { passwordMinLength: 13 } }),
  ];
  for (const step of steps) {
    server.clock.advance(MINUTE_MS);
    await step();
  }
});
afterAll(() => server?.close());

const log = (query: CallOf<typeof organisationActivity>['query'] = {}) =>
  world.owner.caller.call(organisationActivity, { query });

test('lists who did what to whom, newest first, without the events of other organisations', async () => {
  const { entries } = await log();
  const shown = entries
    .slice(0, entries.findIndex(({ kind }) => kind === 'signin.done') + 1)
    .map(({ kind, actor, subject, project, detail }) => [kind, actor?.name, subject?.name, project?.title, detail]);
  const none = undefined;
  expect(shown).toEqual([
    ['project.deactivated', 'Ada Amann', none, 'Harbour house', {}],
    ['member.changed', 'Ada Amann', expect.stringContaining('Clara'), 'Harbour house', { role: 'none' }],
    ['member.added', 'Olga Ortner', none, 'Annexe', { role: 'administrator' }],
    ['project.created', 'Olga Ortner', none, 'Annexe', {}],
    ['policy.changed', 'Olga Ortner', none, none, {}],
    ['membership.changed', 'Olga Ortner', 'Paul Person', none, { state: 'deactivated' }],
    ['membership.changed', 'Olga Ortner', 'Paul Person', none, { licence: 'mobile' }],
    ['membership.changed', 'Olga Ortner', 'Paul Person', none, { rights: { admin: true, createProjects: true } }],
    ['membership.changed', 'Olga Ortner', 'new@example.org', none, { state: 'invited' }],
    ['account.changed', expect.stringContaining('Clara'), none, none, {}],
    ['signin.done', 'Paul Person', none, none, {}],
  ]);
});

test('returns each entry once across pages, even if several have the same time', async () => {
  const { entries: all } = await log();
  const paged: string[] = [];
  for (let after: string | undefined; ; ) {
    const { entries, next } = await log({ size: 3, ...(after && { after }) });
    paged.push(...entries.map(({ cursor }) => cursor));
    if (next === null) break;
    after = next;
  }
  expect(paged).toEqual(all.map(({ cursor }) => cursor));
  expect(new Set(paged).size).toBe(paged.length);
});

test('filters by kind, person and day', async () => {
  const kinds = async (query: CallOf<typeof organisationActivity>['query']) =>
    (await log(query)).entries.map(({ kind }) => kind);
  expect(await kinds({ group: 'organisation' })).toEqual(['policy.changed']);
  expect(await kinds({ person: person.userId })).toEqual([
    'membership.changed',
    'membership.changed',
    'membership.changed',
    'signin.done',
  ]);
  expect(await kinds({ group: 'users', to: '2026-03-01' })).toEqual([]);
  expect(await kinds({ group: 'users', from: '2026-03-02', to: '2026-03-02' })).toHaveLength(4);
});

test('is exported with the same filter, in the language of the reader', async () => {
  const query = { format: 'csv', language: 'de', group: 'users' } as const;
  const { status, raw } = await world.owner.caller.send(exportActivityLog, { query });
  expect(status).toBe(200);
  const lines = raw.toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/Olga Ortner.*Benutzer geändert · Deaktiviert.*Paul Person/u);
});

test('is only for administrators of the organisation', async () => {
  for (const caller of [world.roles.administrator.caller, world.colleague.caller]) {
    expect((await caller.send(organisationActivity, { query: {} })).status).toBe(403);
    expect((await caller.send(exportActivityLog, { query: {} })).status).toBe(403);
  }
});
