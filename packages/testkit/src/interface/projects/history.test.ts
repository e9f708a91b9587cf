// The history of pins and tasks, limited to what each reader sees.
import { randomUUID } from 'node:crypto';
import { projectActivity } from '@plumbline/core/features/dashboard/contract';
import { getPin, pinHistory, recentPinTitles } from '@plumbline/core/features/pins/contract';
import { getTask, listTasks, taskHistory } from '@plumbline/core/features/tasks/contract';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
const pinId = randomUUID();
const [taskId, draftId] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { administrator, contributor, subcontractor } = world.roles;
  const act = async (who: Actor, action: string, input: object) => {
    server.clock.advance(60_000);
    await runSite(server.services, who, world.projectId, action, input);
  };
  const unplaced = { planId: null, x: null, y: null };
  await act(contributor, 'pin.create', { id: pinId, ...unplaced, content: { title: 'Crack' } });
  await act(administrator, 'pin.update', { id: pinId, set: { title: 'Crack in the wall', tags: ['wall'] } });
  const assigned = { assigneeType: 'User', assigneeId: subcontractor.userId };
  await act(administrator, 'task.create', {
    id: taskId,
    pinId,
    ...assigned,
    content: { title: 'Fill it', dueDate: '2026-03-01' },
  });
  await act(contributor, 'task.create', { id: draftId, pinId, draft: true, assigneeType: null, assigneeId: null });
  await act(subcontractor, 'task.setStatus', {
    id: taskId,
    move: 'markDone',
    comment: { id: randomUUID(), text: 'Filled' },
  });
  await act(contributor, 'comment.create', { id: randomUUID(), pinId, taskId: null, text: 'For members only' });
});
afterAll(() => server.close());

const ofPin = (who: Actor, query: object = {}) =>
  who.caller.call(pinHistory, { params: { projectId: world.projectId, pinId }, query });
const actions = async (who: Actor) => (await ofPin(who)).content.map((one) => `${one.action} ${one.entity}`);

test('changes are listed newest first, with the author and the old and new values', async () => {
  const { content, totalElements } = await ofPin(world.roles.administrator);
  expect(content.map((one) => one.action)).toEqual([
    'comment.create',
    'task.setStatus',
    'task.setStatus',
    'task.create',
    'pin.update',
    'pin.create',
  ]);
  expect(totalElements).toBe(6);
  expect(content.find((one) => one.action === 'pin.update')).toMatchObject({
    actorName: 'Ada Amann',
    entity: 'pin',
    before: { title: 'Crack', tags: [] },
    after: { title: 'Crack in the wall', tags: ['wall'] },
  });
  expect(content.at(-1)).toMatchObject({ before: null, after: { title: 'Crack', status: 'open' } });
});

test('drafts appear to their author only', async () => {
  expect((await actions(world.roles.contributor)).filter((one) => one === 'task.create task')).toHaveLength(2);
  for (const role of ['administrator', 'internalViewer', 'subcontractor'] as const) {
    expect((await actions(world.roles[role])).filter((one) => one === 'task.create task')).toHaveLength(1);
    const response = await world.roles[role].caller.send(taskHistory, {
      params: { projectId: world.projectId, taskId: draftId },
      query: {},
    });
    expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});

test('an assignee sees the history of the task, not that of the whole pin', async () => {
  expect(await actions(world.roles.subcontractor)).toEqual(expect.not.arrayContaining(['comment.create comment']));
  expect(JSON.stringify(await ofPin(world.roles.subcontractor))).not.toContain('For members only');
});

test('a reader who does not see the pin gets no history', async () => {
  for (const who of [world.roles.externalViewer, world.colleague, world.other.administrator]) {
    for (const declaration of [pinHistory, getPin]) {
      const response = await who.caller.send(declaration, { params: { projectId: world.projectId, pinId }, query: {} });
      expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  }
});

test('the history is paged', async () => {
  const page = await ofPin(world.roles.administrator, { page: 1, size: 4 });
  expect(page).toMatchObject({ totalElements: 6, totalPages: 2 });
  expect(page.content.map((one) => one.action)).toEqual(['pin.update', 'pin.create']);
});

test('a task has its own history', async () => {
  const response = await world.roles.subcontractor.caller.call(taskHistory, {
    params: { projectId: world.projectId, taskId },
    query: {},
  });
  expect(response.content.map((one) => [one.action, one.entity, one.actorName])).toEqual([
    ['task.setStatus', 'comment', 'Susi Stark'],
    ['task.setStatus', 'task', 'Susi Stark'],
    ['task.create', 'task', 'Ada Amann'],
  ]);
  expect(response.content[1]).toMatchObject({
    before: { status: 'open', doneBy: null },
    after: { status: 'done', doneBy: world.roles.subcontractor.userId },
  });
});

test('a task shows the names of related items', async () => {
  const task = await world.roles.internalViewer.caller.call(getTask, {
    params: { projectId: world.projectId, taskId },
  });
  expect(task).toMatchObject({
    title: 'Fill it',
    shownStatus: 'done',
    assigneeName: 'Susi Stark',
    assigneeState: 'Active',
    createdByName: 'Ada Amann',
    pinTitle: 'Crack in the wall',
    pinNumber: 1,
  });
  await runSite(server.services, world.roles.administrator, world.projectId, 'task.setStatus', {
    id: taskId,
    move: 'reopen',
  });
  const late = await world.roles.internalViewer.caller.call(listTasks, {
    params: { projectId: world.projectId },
    query: { status: 'overdue' },
  });
  expect(late.content.map((one) => [one.title, one.shownStatus])).toEqual([['Fill it', 'overdue']]);
});

test("a user's earlier titles are suggested, newest first", async () => {
  const { contributor } = world.roles;
  for (const title of ['Tap drips', 'Crack', 'Tap drips', '']) {
    server.clock.advance(1_000);
    const input = { id: randomUUID(), planId: null, x: null, y: null, content: { title } };
    await runSite(server.services, contributor, world.projectId, 'pin.create', input);
  }
  const { titles } = await contributor.caller.call(recentPinTitles, { params: { projectId: world.projectId } });
  expect(titles.map((one) => one.title)).toEqual(['Tap drips', 'Crack', 'Crack in the wall']);
  const none = await world.roles.externalViewer.caller.call(recentPinTitles, {
    params: { projectId: world.projectId },
  });
  expect(none.titles).toEqual([]);
});

test('edits made to a draft stay private to its author after publication', async () => {
  const { contributor, subcontractor, administrator } = world.roles;
  const id = randomUUID();
  const act = (action: string, input: object) => {
    server.clock.advance(60_000);
    return runSite(server.services, contributor, world.projectId, action, input);
  };
  const to = { assigneeType: 'User', assigneeId: subcontractor.userId };
  await act('task.create', {
    id,
    pinId,
    draft: true,
    ...to,
    content: { title: 'They botched it', dueDate: '2026-05-01' },
  });
  await act('task.update', { id, set: { title: 'Make it good', dueDate: '2026-06-01' } });
  await act('task.setStatus', { id, move: 'publish' });
  await act('task.update', { id, set: { title: 'Make it good again' } });
  for (const who of [subcontractor, administrator]) {
    const { content, totalElements } = await who.caller.call(taskHistory, {
      params: { projectId: world.projectId, taskId: id },
      query: {},
    });
    expect(content.map((one) => one.action)).toEqual(['task.update', 'task.setStatus']);
    expect(totalElements).toBe(2);
    const activity = await who.caller.call(projectActivity, { params: { projectId: world.projectId }, query: {} });
    expect(activity.entries.filter((entry) => entry.task?.id === id).map((entry) => entry.kind)).toEqual([
      'taskChanged',
      'taskGiven',
    ]);
    expect(JSON.stringify([content, activity, await ofPin(who)])).not.toContain('botched');
  }
  const own = await contributor.caller.call(taskHistory, {
    params: { projectId: world.projectId, taskId: id },
    query: {},
  });
  expect(own.content).toHaveLength(4);
});
