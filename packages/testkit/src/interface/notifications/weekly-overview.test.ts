// The weekly overview by email: a subscription of its own, sent once a week to those in charge of a project.
import {
  endMails,
  getNotificationSettings,
  putNotificationSettings,
} from '@plumbline/core/features/notifications/contract';
import { NOTIFICATION_KINDS } from '@plumbline/core/features/notifications/kinds';
import { sweepWeekly, weeklyTasks } from '@plumbline/server/features/dashboard/weekly-digest';
import type { Message } from '@plumbline/server/platform/mail/mail';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, createWorld, makeProject, type World, writeRows } from '../../actors.ts';
import { pinRow, taskRow } from '../../content.ts';
import { START, startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
/** A Monday; members are in Europe/Vienna. */
const MONDAY = '2026-03-09';

const root = <Row>(sql: string, values: unknown[] = []) =>
  server.database.root.query(sql, values).then((found) => found.rows as Row[]);

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { administrator, subcontractor } = world.roles;
  const by = { projectId: world.projectId, createdBy: administrator.userId };
  const pin = pinRow(by, { number: 1, title: 'Crack' });
  const given = { assigneeType: 'User' as const, assigneeId: subcontractor.userId };
  await writeRows(server, world, (tx) => {
    tx.put('pin', pin);
    tx.put('pin', pinRow(by, { number: 2, title: 'Alone', createdAt: `${MONDAY}T02:00:00.000Z` }));
    tx.put('task', taskRow(by, pin.id, { ...given, dueDate: '2026-02-01', number: 1 }));
    tx.put('task', taskRow(by, pin.id, { ...given, dueDate: '2026-02-02', number: 2 }));
    tx.put('task', taskRow(by, pin.id, { ...given, number: 3 }));
    tx.put('task', taskRow(by, pin.id, { ...given, status: 'done', number: 4 }));
  });
  // Nothing needs attention in it.
  const members: [Actor, 'administrator'][] = [[administrator, 'administrator']];
  await makeProject(server, { organisationId: world.organisationId, title: 'Quiet site', by: administrator, members });
});
afterAll(() => server.close());

beforeEach(async () => {
  server.clock.set(START);
  await root('UPDATE app_user SET time_zone = $1, language = $2', ['Europe/Vienna', 'en']);
  await root('DELETE FROM notification_setting');
});

const turn = (who: Actor, weeklyDigest?: boolean, emailFrequency: 'Never' | 'Periodically' = 'Never') =>
  who.caller.call(putNotificationSettings, {
    body: {
      emailFrequency,
      subscriptions: [...NOTIFICATION_KINDS],
      ...(weeklyDigest !== undefined && { weeklyDigest }),
    },
  });
const settings = (who: Actor) => {
  server.clock.set(START);
  return who.caller.call(getNotificationSettings, {});
};

/** The emails that are sent at this time. Jobs run twice, as after a worker that was killed. */
async function sentAt(instant: string): Promise<Message[]> {
  server.clock.set(new Date(instant));
  await sweepWeekly(server.services);
  const jobs = await root<{ payload: unknown }>(
    `SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'dashboard.weekly.send' ORDER BY j.id`,
  );
  await root('DELETE FROM graphile_worker._private_jobs');
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const task = weeklyTasks({ ...server.services, mail })['dashboard.weekly.send'];
  const context = { id: '1', attempt: 1, maxAttempts: 12, signal: new AbortController().signal };
  for (const { payload } of [...jobs, ...jobs]) await task?.(payload, context);
  return sent;
}

test('is off until it is turned on, and independent of the emails about notifications', async () => {
  const { administrator } = world.roles;
  expect(await settings(administrator)).toMatchObject({ weeklyDigest: false });
  expect(await turn(administrator, true)).toMatchObject({ emailFrequency: 'Never', weeklyDigest: true });
  expect(await turn(administrator, undefined, 'Periodically')).toMatchObject({ weeklyDigest: true });
  expect(await turn(administrator, false)).toMatchObject({ emailFrequency: 'Never', weeklyDigest: false });
  expect(await sentAt(`${MONDAY}T05:00:00Z`)).toEqual([]);
});

test('is sent once a week, from Monday at six in the time zone of the reader, with what needs attention', async () => {
  const { administrator, subcontractor } = world.roles;
  await turn(administrator, true);
  // Turned on in the middle of a week: the next one is the first.
  expect(await sentAt('2026-03-09T04:59:00Z')).toEqual([]);
  const [mail, ...others] = await sentAt(`${MONDAY}T05:00:00Z`);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: administrator.email, subject: 'Your projects this week' });
  const [{ lastName } = { lastName: '' }] = await root<{ lastName: string }>(
    'SELECT last_name AS "lastName" FROM app_user WHERE id = $1',
    [subcontractor.userId],
  );
  for (const words of [mail?.text ?? '', mail?.html ?? '']) {
    expect(words).toContain(lastName);
    expect(words).toContain('2 overdue tasks');
    expect(words).toContain('1 open task without a due date');
    expect(words).toContain('Awaiting verification');
    expect(words).toContain('1 open pin without a task');
    expect(words).toContain('New in the last 7 days');
    expect(words).not.toContain('Quiet site');
    // A number leads to the list it counts.
    expect(words).toContain('/pins/list/-/-/-/-/-/-/status%3Dopen%26tasks%3Dnone');
    expect(words).toContain('/pins/list/-/-/-/-/-/-/createdFrom%3D2026-03-02');
  }
  expect(await sentAt('2026-03-11T05:00:00Z')).toEqual([]);
  expect(await sentAt('2026-03-16T05:00:00Z')).toHaveLength(1);
});

test('is not sent to users who are not in charge of any project', async () => {
  for (const role of ['internalViewer', 'externalViewer', 'subcontractor'] as const)
    await turn(world.roles[role], true);
  expect(await sentAt(`${MONDAY}T05:00:00Z`)).toEqual([]);
});

test('is turned off by the link in it, which leaves the other emails on', async () => {
  const { contributor } = world.roles;
  await turn(contributor, true, 'Periodically');
  const [mail] = await sentAt(`${MONDAY}T05:00:00Z`);
  const token = /endMails\/([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await world.nobody.send(endMails, { body: { token } })).status).toBe(204);
  expect(await settings(contributor)).toMatchObject({ emailFrequency: 'Periodically', weeklyDigest: false });
});

test('keeps right-to-left names of people and companies in order', async () => {
  const { administrator, subcontractor } = world.roles;
  await root('UPDATE member SET first_name = $2, last_name = $3 WHERE user_id = $1', [
    subcontractor.userId,
    ...['אבי', 'כהן'],
  ]);
  await root('UPDATE task SET company_name = $2 WHERE assignee_id = $1', [subcontractor.userId, 'בניין 7']);
  await turn(administrator, true);
  const [mail] = await sentAt(`${MONDAY}T05:00:00Z`);
  for (const words of [mail?.text, mail?.html]) expect(words).toContain('\u2068אבי כהן\u2069 · \u2068בניין 7\u2069');
});
