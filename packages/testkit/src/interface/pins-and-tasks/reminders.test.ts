// Task reminders: sent once, to the right people, at six in the morning in their time zone and language, and only
// while useful.
import { randomUUID } from 'node:crypto';
import { listNotifications, putNotificationSettings } from '@plumbline/core/features/notifications/contract';
import { type EmailFrequency, NOTIFICATION_KINDS } from '@plumbline/core/features/notifications/kinds';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { EMAIL_TASK } from '@plumbline/server/features/notifications/notify';
import { notificationTasks, sweepNotifications } from '@plumbline/server/features/notifications/sweep';
import { remind, reminderTasks } from '@plumbline/server/features/tasks/reminders';
import type { Message } from '@plumbline/server/platform/mail/mail';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { pinRow, taskRow } from '../../content.ts';
import { START, startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let susi: Actor;
const teamId = randomUUID();

const at = (instant: string) => server.clock.set(new Date(instant));
const root = <Row>(sql: string, values: unknown[] = []) =>
  server.database.root.query(sql, values).then((found) => found.rows as Row[]);
const projectKey = () => ({ organisationId: world.organisationId, projectId: world.projectId });

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  susi = world.roles.subcontractor;
  const members = [susi.userId, world.roles.contributor.userId, world.roles.none.userId];
  await writeRows(server, projectKey(), (tx) =>
    tx.put('team', {
      ...{ id: teamId, projectId: world.projectId, title: 'Crew', purpose: '', companyName: '', craft: '' },
      ...{ role: 'subcontractor', memberIds: members, active: true },
    }),
  );
});
afterAll(() => server.close());

beforeEach(async () => {
  server.clock.set(START);
  await root('UPDATE task SET reminder_days = NULL');
  await root('UPDATE app_user SET time_zone = $1, language = $2', ['Europe/Vienna', 'en']);
  await sweepNotifications(server.services);
  await root('DELETE FROM notification');
  await root('DELETE FROM graphile_worker._private_jobs');
});

let number = 500;

/** A task due on 5 March with a reminder one day before, assigned to Susi by default. */
async function give(change: Partial<TaskRow> = {}, pin: Parameters<typeof pinRow>[1] = {}): Promise<TaskRow> {
  number += 1;
  const by = { projectId: world.projectId, createdBy: world.roles.administrator.userId };
  const on = pinRow(by, { number, title: 'Crack', ...pin });
  const task = taskRow(by, on.id, {
    ...{ number, title: 'Close it', assigneeType: 'User', assigneeId: susi.userId },
    ...{ dueDate: '2026-03-05', reminderDays: 1, ...change },
  });
  await writeRows(server, projectKey(), (tx) => {
    tx.put('pin', on);
    tx.put('task', task);
  });
  return task;
}

/** Read at the time of sign-in, because tokens expire sooner than tasks fall due. */
async function reminders(who: Actor = susi) {
  const now = server.clock.now();
  server.clock.set(START);
  const page = await who.caller.call(listNotifications, { query: {} });
  server.clock.set(now);
  return page.content.filter((one) => one.kind === 'taskReminder');
}
const set = (who: Actor, emailFrequency: EmailFrequency) =>
  who.caller.call(putNotificationSettings, { body: { emailFrequency, subscriptions: [...NOTIFICATION_KINDS] } });

describe('a reminder', () => {
  test('is sent once at six in the morning of its reader, however often and by how many workers it is checked', async () => {
    const task = await give();
    at('2026-03-04T04:59:00Z');
    expect(await remind(server.services)).toBe(0);
    at('2026-03-04T05:00:00Z');
    const reported = await Promise.all([1, 2, 3].map(() => remind(server.services)));
    expect(reported.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await remind(server.services)).toBe(0);
    at('2026-03-05T12:00:00Z');
    expect(await remind(server.services)).toBe(0);
    expect(await reminders()).toMatchObject([
      {
        projectId: world.projectId,
        actorName: null,
        detail: { taskId: task.id, number: task.number, title: 'Close it', to: '2026-03-05' },
      },
    ]);
  });

  test('comes later in a later time zone', async () => {
    await root('UPDATE app_user SET time_zone = $2 WHERE id = $1', [susi.userId, 'America/New_York']);
    await give();
    at('2026-03-04T05:00:00Z');
    expect(await remind(server.services)).toBe(0);
    at('2026-03-04T11:00:00Z');
    expect(await remind(server.services)).toBe(1);
  });

  test('goes to each team member who still has a role, and to no one for a contact', async () => {
    await give({ assigneeType: 'TeamGroup', assigneeId: teamId });
    await give({ assigneeType: 'Contact', assigneeId: susi.userId });
    at('2026-03-04T09:00:00Z');
    expect(await remind(server.services)).toBe(2);
    expect(
      [await reminders(), await reminders(world.roles.contributor), await reminders(world.roles.none)].map(
        (one) => one.length,
      ),
    ).toEqual([1, 1, 0]);
  });

  test('comes at once for a task created offline that arrives on its due date', async () => {
    at('2026-03-05T15:00:00Z');
    await give({ createdAt: '2026-02-20T08:00:00.000Z', changedAt: '2026-02-20T08:00:00.000Z' });
    expect(await remind(server.services)).toBe(1);
    at('2026-03-06T09:00:00Z');
    await give({ createdAt: '2026-02-20T08:00:00.000Z' });
    expect(await remind(server.services)).toBe(0);
  });

  test('comes again for a new due date, and not for the old one', async () => {
    const task = await give();
    at('2026-03-04T09:00:00Z');
    expect(await remind(server.services)).toBe(1);
    const change = (dueDate: string) =>
      runSite(server.services, world.roles.administrator, world.projectId, 'task.update', {
        id: task.id,
        set: { dueDate },
      });
    await change('2026-03-12');
    expect(await remind(server.services)).toBe(0);
    at('2026-03-11T09:00:00Z');
    expect(await remind(server.services)).toBe(1);
    expect((await reminders()).map((one) => one.detail.to).sort()).toEqual(['2026-03-05', '2026-03-12']);
  });

  test.each<[string, Partial<TaskRow>, Parameters<typeof pinRow>[1]]>([
    ['done', { status: 'done' }, {}],
    ['closed', { status: 'closed' }, {}],
    ['inactive', { status: 'inactive' }, {}],
    ['a draft', { status: 'draft' }, {}],
    ['without a due date', { dueDate: null }, {}],
    ['without a reminder', { reminderDays: null }, {}],
    ['on a closed pin', {}, { status: 'closed' }],
  ])('is not sent for a task that is %s', async (_what, task, pin) => {
    await give(task, pin);
    at('2026-03-04T09:00:00Z');
    expect(await remind(server.services)).toBe(0);
  });

  test('is dropped when the task is done earlier, and comes for the next task of its series', async () => {
    const task = await give({ dueDate: '2026-03-05', repeat: { every: 1, unit: 'week' } });
    await runSite(server.services, susi, world.projectId, 'task.setStatus', { id: task.id, move: 'markDone' });
    at('2026-03-04T09:00:00Z');
    expect(await remind(server.services)).toBe(0);
    at('2026-03-11T09:00:00Z');
    expect(await remind(server.services)).toBe(1);
    expect((await reminders())[0]?.detail).toMatchObject({ to: '2026-03-12', title: 'Close it' });
  });

  test('is created by a job, which runs again a minute later', async () => {
    await give();
    at('2026-03-04T09:00:00Z');
    const context = { id: '1', attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
    await reminderTasks(server.services)['tasks.remind']?.({}, context);
    await reminderTasks(server.services)['tasks.remind']?.({}, context);
    const jobs = await root<{ runAt: Date }>(
      `SELECT j.run_at AS "runAt" FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'tasks.remind'`,
    );
    expect(jobs.map((job) => job.runAt.toISOString())).toEqual(['2026-03-04T09:01:00.000Z']);
    expect(await reminders()).toHaveLength(1);
  });
});

describe('the email of a reminder', () => {
  const mailJobs = () =>
    root<{ payload: unknown; runAt: Date }>(
      `SELECT j.payload, j.run_at AS "runAt" FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1 ORDER BY j.id`,
      [EMAIL_TASK],
    );

  test("is sent at once, even to users with a morning digest, in the reader's language", async () => {
    await set(susi, 'Periodically');
    await root('UPDATE app_user SET language = $2 WHERE id = $1', [susi.userId, 'de']);
    await give({ title: 'Fuge schließen' });
    at('2026-03-04T05:00:00Z');
    await remind(server.services);
    const [job] = await mailJobs();
    expect(job?.runAt.toISOString()).toBe('2026-03-04T05:01:00.000Z');
    const sent: Message[] = [];
    const send = async (message: Message) => void sent.push(message);
    const context = { id: '1', attempt: 1, maxAttempts: 12, signal: new AbortController().signal };
    const deliver = notificationTasks({ ...server.services, mail: { send } })[EMAIL_TASK];
    await deliver?.(job?.payload, context);
    await deliver?.(job?.payload, context);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.subject).toContain('Fuge schließen ist am 05.03.2026 fällig');
  });

  test('is not sent to users who turned it off', async () => {
    await set(susi, 'Never');
    await give();
    at('2026-03-04T05:00:00Z');
    expect(await remind(server.services)).toBe(1);
    expect(await mailJobs()).toEqual([]);
  });
});
