// What needs attention in a project: limited to what each reader sees; reminders reach the right people once a day.
import { randomUUID } from 'node:crypto';
import { projectAttention, remindAssignee } from '@plumbline/core/features/dashboard/attention';
import { listNotifications } from '@plumbline/core/features/notifications/contract';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, signIn, type World, writeRows } from '../../actors.ts';
import { pinRow, taskRow, teamRow } from '../../content.ts';
import { START, startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let params: { projectId: string };
const team = randomUUID();
const DAY_MS = 86_400_000;
const day = (after: number) => new Date(START.getTime() + after * DAY_MS).toISOString();
const due = (after: number) => day(after).slice(0, 10);

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { projectId, roles } = world;
  params = { projectId };
  const by = { projectId, createdBy: roles.administrator.userId };
  const toSusi: Partial<TaskRow> = {
    ...{ assigneeType: 'User', assigneeId: roles.subcontractor.userId, companyName: 'Stark' },
  };
  await writeRows(server, world, (tx) => {
    const old = pinRow(by, { title: 'Crack', createdAt: day(-30) });
    const fresh = pinRow(by, { createdAt: day(-1) });
    for (const pin of [old, fresh, pinRow(by, { createdAt: day(-30), status: 'closed' })]) tx.put('pin', pin);
    tx.put('team', teamRow(projectId, { id: team, title: 'Crew', memberIds: [roles.externalViewer.userId] }));
    const put = (set: Partial<TaskRow>) => tx.put('task', taskRow(by, old.id, set));
    put({ ...toSusi, title: 'Fill', dueDate: due(-3) });
    put({ ...toSusi, title: 'Sand', dueDate: due(-1) });
    put({ ...toSusi, dueDate: due(1) });
    put({ ...toSusi, status: 'done', dueDate: due(-9) });
    put({ assigneeType: 'TeamGroup', assigneeId: team, dueDate: due(-5) });
    put({ ...toSusi, dueDate: null });
  });
});
afterAll(() => server.close());

const attention = (who: Actor) => who.caller.call(projectAttention, { params });

test('lists assignees by overdue tasks, and counts undated tasks, pins without tasks and new pins', async () => {
  const { administrator, subcontractor } = world.roles;
  const shown = await attention(administrator);
  expect(shown.late).toEqual([
    {
      ...{ assigneeType: 'User', assigneeId: subcontractor.userId, assigneeName: 'Susi Stark', companyName: 'Stark' },
      ...{ tasks: 2, since: due(-3) },
    },
    { assigneeType: 'TeamGroup', assigneeId: team, assigneeName: 'Crew', companyName: '', tasks: 1, since: due(-5) },
  ]);
  expect([shown.undated, shown.untasked, shown.newPins]).toEqual([1, 1, 1]);
  const own = await attention(subcontractor);
  expect(own.late.map(({ tasks }) => tasks)).toEqual([2]);
  expect([own.undated, own.untasked, own.newPins]).toEqual([1, 0, 0]);
});

test('a reminder reaches the assignee or the members of a team, once a day for each task', async () => {
  const { administrator, contributor, subcontractor, externalViewer } = world.roles;
  const remind = (assigneeId: string) => contributor.caller.call(remindAssignee, { params, body: { assigneeId } });
  const unread = async (who: Actor) => {
    const { content } = await who.caller.call(listNotifications, { query: {} });
    return content
      .filter(({ kind }) => kind === 'taskReminder')
      .map(({ detail, actorName }) => [detail.title, actorName]);
  };
  expect(await remind(subcontractor.userId)).toEqual({ sent: 2 });
  expect(await remind(subcontractor.userId)).toEqual({ sent: 0 });
  expect((await unread(subcontractor)).sort()).toEqual([
    ['Fill', 'Carl Cerny'],
    ['Sand', 'Carl Cerny'],
  ]);
  expect(await remind(team)).toEqual({ sent: 1 });
  expect(await unread(externalViewer)).toHaveLength(1);
  expect(await remind(administrator.userId)).toEqual({ sent: 0 });
  server.clock.set(new Date(START.getTime() + DAY_MS));
  const nextDay = await signIn(server, contributor);
  const body = { assigneeId: subcontractor.userId };
  expect(await nextDay.caller.call(remindAssignee, { params, body })).toEqual({ sent: 2 });
  server.clock.set(START);
});

test('only users who assign tasks can send reminders', async () => {
  const { subcontractor, internalViewer } = world.roles;
  const answer = await internalViewer.caller.send(remindAssignee, {
    params,
    body: { assigneeId: subcontractor.userId },
  });
  expect(answer.status).toBe(403);
});
