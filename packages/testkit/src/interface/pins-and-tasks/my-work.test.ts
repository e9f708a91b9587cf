// My work: the tasks of all projects that wait for a person, for every role, in order, and read from indexes.
import { randomUUID } from 'node:crypto';
import { listMyWork, MAX_WORK } from '@plumbline/core/features/tasks/my-work';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, createWorld, makeProject, type World, writeRows } from '../../actors.ts';
import { categoryRow, contactRow, insertContact, pinRow, taskRow, teamRow } from '../../content.ts';
import { START, startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let second: string;
const team = randomUUID();

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { administrator, subcontractor, contributor } = world.roles;
  second = await makeProject(server, {
    organisationId: world.organisationId,
    title: 'Quay office',
    by: administrator,
    members: [
      [administrator, 'internalViewer'],
      [contributor, 'administrator'],
      [subcontractor, 'subcontractor'],
    ],
  });
  await writeRows(server, world, (tx) =>
    tx.put('team', teamRow(world.projectId, { id: team, memberIds: [subcontractor.userId] })),
  );
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(START);
  await server.database.root.query('DELETE FROM task');
});

const day = (after: number) => new Date(START.getTime() + after * 86_400_000).toISOString().slice(0, 10);
const toUser = (who: Actor) => ({ assigneeType: 'User' as const, assigneeId: who.userId });

type Given = Partial<TaskRow> & { in?: string; by?: Actor; pin?: Partial<PinRow> };

async function give({ in: projectId = world.projectId, by = world.roles.administrator, pin, ...task }: Given) {
  const created = { projectId, createdBy: by.userId };
  const id = randomUUID();
  await writeRows(server, { organisationId: world.organisationId, projectId }, async (tx) => {
    const category = categoryRow(projectId, { title: 'Fire', colour: 'Red' });
    const on = pinRow(created, { number: await tx.nextNumber('pin'), title: 'Door', categoryId: category.id, ...pin });
    tx.put('category', category);
    tx.put('pin', on);
    tx.put('task', taskRow(created, on.id, { id, ...task }));
  });
  return id;
}

type Work = ReplyOf<typeof listMyWork>;
async function work(who: Actor, query: Record<string, unknown> = {}): Promise<Work> {
  const answer = await who.caller.send(listMyWork, { query });
  expect(answer.status).toBe(200);
  return answer.body as Work;
}
const titles = ({ content }: Work['assigned']) => content.map(({ title }) => title);

test('assigned tasks of all projects come in one list, the next due first, also through a team', async () => {
  const { subcontractor, externalViewer } = world.roles;
  await give({ title: 'no date', ...toUser(subcontractor) });
  await give({ title: 'next week', dueDate: day(7), ...toUser(subcontractor), in: second });
  await give({ title: 'late', dueDate: day(-2), ...toUser(subcontractor) });
  await give({ title: 'team', dueDate: day(1), assigneeType: 'TeamGroup', assigneeId: team, status: 'rejected' });
  await give({ title: 'done', ...toUser(subcontractor), status: 'done' });
  await give({ title: 'draft', ...toUser(subcontractor), status: 'draft' });
  await give({ title: 'other', ...toUser(externalViewer) });
  const { assigned, verify } = await work(subcontractor);
  expect(titles(assigned)).toEqual(['late', 'team', 'next week', 'no date']);
  expect(assigned.more).toBe(false);
  expect(verify.content).toEqual([]);
  expect(assigned.content[0]).toMatchObject({
    ...{ projectTitle: 'Harbour house', shownStatus: 'overdue', pinTitle: 'Door', today: day(0) },
    ...{ categoryTitle: 'Fire', categoryColour: 'Red', move: 'markDone', thumb: null, crop: null },
  });
  expect(titles((await work(externalViewer)).assigned)).toEqual(['other']);
});

test('done tasks await verification: by administrators for all tasks, by contributors for their own', async () => {
  const { administrator, contributor, internalViewer } = world.roles;
  const done = { status: 'done' as const, ...toUser(internalViewer) };
  await give({ title: 'second', ...done, doneAt: '2026-03-02T08:00:00.000Z' });
  await give({ title: 'first', ...done, doneAt: '2026-03-01T08:00:00.000Z', by: contributor });
  await give({ title: 'elsewhere', ...done, doneAt: '2026-03-03T08:00:00.000Z', in: second });
  expect(titles((await work(administrator)).verify)).toEqual(['first', 'second']);
  expect(titles((await work(contributor)).verify)).toEqual(['first', 'elsewhere']);
  expect((await work(contributor)).verify.content[0]).toMatchObject({ move: 'close' });
  expect((await work(internalViewer)).verify.content).toEqual([]);
});

test('users who verify tasks see the phone number of the assignee, if they may see contact data', async () => {
  const { administrator, contributor, subcontractor } = world.roles;
  const contact = contactRow(world.projectId, { phone: '+43 1 234567' });
  await insertContact(server.database.root, world.organisationId, contact);
  await writeRows(server, world, (tx) => tx.put('contact', contact));
  const setPhone = `UPDATE member SET phone = $3 WHERE project_id = $1 AND user_id = $2`;
  for (const [{ userId }, phone] of [
    [subcontractor, '+43 664 7654321'],
    [administrator, '+43 664 1111111'],
  ] as const) {
    await server.database.root.query(setPhone, [world.projectId, userId, phone]);
  }
  const done = { status: 'done', by: contributor } as const;
  await give({ title: 'member', ...done, ...toUser(subcontractor), doneAt: '2026-03-01T08:00:00.000Z' });
  await give({
    title: 'contact',
    ...done,
    assigneeType: 'Contact',
    assigneeId: contact.contactId,
    doneAt: '2026-03-02T08:00:00.000Z',
  });
  await give({ title: 'own', ...done, ...toUser(administrator), doneAt: '2026-03-03T08:00:00.000Z' });
  await give({ title: 'mine', ...toUser(subcontractor) });
  const phones = ({ content }: Work['verify']) => content.map(({ assigneePhone }) => assigneePhone);
  expect(phones((await work(administrator)).verify)).toEqual(['+43 664 7654321', '+43 1 234567', '']);
  expect(phones((await work(contributor)).verify)).toEqual(['+43 664 7654321', '+43 1 234567', '+43 664 1111111']);
  expect(phones((await work(subcontractor)).assigned)).toEqual(['']);
});

test('the list is limited, and filtered by project and trade', async () => {
  const { subcontractor } = world.roles;
  await give({ title: 'a', dueDate: day(1), craft: 'Drywall', ...toUser(subcontractor) });
  await give({ title: 'b', dueDate: day(2), craft: 'Paint', ...toUser(subcontractor), in: second });
  const first = await work(subcontractor, { size: 1 });
  expect([titles(first.assigned), first.assigned.more]).toEqual([['a'], true]);
  expect(titles((await work(subcontractor, { project: second })).assigned)).toEqual(['b']);
  expect(titles((await work(subcontractor, { craft: ['Drywall', 'Steel'] })).assigned)).toEqual(['a']);
  expect(titles((await work(subcontractor, { project: world.other.projectId })).assigned)).toEqual([]);
});

test('tasks on closed pins offer no move; former members and archived projects are left out', async () => {
  const { subcontractor, contributor, none } = world.roles;
  await give({ title: 'locked', ...toUser(subcontractor), pin: { status: 'closed' } });
  await give({ title: 'gone', ...toUser(none) });
  expect((await work(subcontractor)).assigned.content[0]).toMatchObject({ title: 'locked', move: null });
  expect((await work(none)).assigned.content).toEqual([]);
  await give({ title: 'there', ...toUser(contributor), in: second });
  expect(titles((await work(contributor)).assigned)).toEqual(['there']);
  const inSecond = { organisationId: world.organisationId, projectId: second };
  const set = (state: 'active' | 'removed') =>
    server.database.root.query('UPDATE member SET state = $1 WHERE project_id = $2 AND user_id = $3', [
      state,
      inSecond.projectId,
      contributor.userId,
    ]);
  await set('removed');
  expect((await work(contributor)).assigned.content).toEqual([]);
  await set('active');
  await server.database.root.query('UPDATE project SET active = false WHERE id = $1', [second]);
  expect((await work(contributor)).assigned.content).toEqual([]);
  await server.database.root.query('UPDATE project SET active = true WHERE id = $1', [second]);
});

test('the owner of a project and their assistant verify all of its tasks, but only with a licence', async () => {
  const { administrator, contributor } = world.roles;
  const ofAdministrator = { status: 'done' as const, ...toUser(administrator) };
  await give({ title: 'of another person', ...ofAdministrator, doneAt: '2026-03-02T08:00:00.000Z' });
  const root = server.database.root;
  const verified = async () => titles((await work(contributor)).verify);
  expect(await verified()).toEqual([]);
  for (const column of ['owner_id', 'assistant_id']) {
    await root.query(`UPDATE project SET ${column} = $1 WHERE id = $2`, [contributor.userId, world.projectId]);
    expect(await verified()).toEqual(['of another person']);
    const licence = 'UPDATE organisation_member SET licence = $1 WHERE user_id = $2';
    await root.query(licence, [null, contributor.userId]);
    expect(await verified()).toEqual([]);
    await root.query(licence, ['full', contributor.userId]);
    await root.query(`UPDATE project SET ${column} = NULL WHERE id = $1`, [world.projectId]);
  }
});

test('a person removed from a project can no longer change tasks that are still on their list', async () => {
  const { contributor } = world.roles;
  const id = await give({ title: 'still shown', ...toUser(contributor), in: second });
  expect(titles((await work(contributor)).assigned)).toEqual(['still shown']);
  const set = (state: 'active' | 'removed') =>
    server.database.root.query('UPDATE member SET state = $1 WHERE project_id = $2 AND user_id = $3', [
      state,
      second,
      contributor.userId,
    ]);
  await set('removed');
  const moving = runSite(server.services, contributor, second, 'task.setStatus', { id, move: 'markDone' });
  await expect(moving).rejects.toMatchObject({ code: 'not_entitled' });
  await set('active');
  expect((await work(contributor)).assigned.content[0]).toMatchObject({ title: 'still shown', status: 'open' });
});

test('of hundreds of overdue tasks the longest overdue come first, up to the limit', async () => {
  const { subcontractor, administrator } = world.roles;
  const created = { projectId: world.projectId, createdBy: administrator.userId };
  await writeRows(server, { organisationId: world.organisationId, projectId: world.projectId }, async (tx) => {
    const pin = pinRow(created, { number: await tx.nextNumber('pin'), title: 'Door' });
    tx.put('pin', pin);
    for (let n = 1; n <= MAX_WORK + 50; n += 1) {
      tx.put('task', taskRow(created, pin.id, { title: `${n} late`, dueDate: day(-n), ...toUser(subcontractor) }));
    }
  });
  const { assigned } = await work(subcontractor, { size: MAX_WORK });
  expect([assigned.content.length, assigned.more]).toEqual([MAX_WORK, true]);
  expect(titles(assigned)[0]).toBe(`${MAX_WORK + 50} late`);
  expect(assigned.content.every(({ shownStatus }) => shownStatus === 'overdue')).toBe(true);
});

test.each(['x', 'ü'.repeat(200), '🚧👷🏽‍♀️ 🧱', 'بلاط مكسور #4', 'قبل "after" بعد'])(
  'the title %j is listed as it was written',
  async (title) => {
    await give({ title, ...toUser(world.roles.subcontractor) });
    expect(titles((await work(world.roles.subcontractor)).assigned)).toEqual([title]);
  },
);
