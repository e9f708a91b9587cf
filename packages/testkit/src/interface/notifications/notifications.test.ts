// Notifications from change to email: who is notified, once, in the list and by email, and how that is turned off.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  endMails,
  getNotificationSettings,
  listNotifications,
  markNotifications,
  putNotificationSettings,
} from '@plumbline/core/features/notifications/contract';
import { NOTIFICATION_KINDS } from '@plumbline/core/features/notifications/kinds';
import { EMAIL_TASK } from '@plumbline/server/features/notifications/notify';
import { readChanges } from '@plumbline/server/features/notifications/read-changes';
import { notificationTasks, sweepNotifications } from '@plumbline/server/features/notifications/sweep';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import type { Message } from '@plumbline/server/platform/mail/mail';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { fileOf, pinRow, planRow, postRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  await sweepNotifications(server.services);
  await clear();
});
afterAll(() => server.close());

/** Everything up to now is read and emailed. */
async function clear() {
  await server.database.root.query('UPDATE notification SET read_at = now(), mail_due = false');
  await server.database.root.query('DELETE FROM graphile_worker._private_jobs');
}

const projectKey = () => ({ organisationId: world.organisationId, projectId: world.projectId });

let number = 100;

/** A task on a pin, written by the application itself, and the resulting notifications. */
async function assign(over: Record<string, unknown> = {}, on: Parameters<typeof pinRow>[1] = {}) {
  number += 1;
  const by = { projectId: world.projectId, createdBy: world.roles.administrator.userId };
  const pin = pinRow(by, { number, title: 'Crack', ...on });
  const assigned = { assigneeType: 'User' as const, assigneeId: world.roles.subcontractor.userId };
  const task = taskRow(by, pin.id, { number, title: 'Close it', ...assigned, ...over });
  await writeRows(server, projectKey(), (tx) => {
    tx.put('pin', pin);
    tx.put('task', task);
  });
  await readChanges(server.services, projectKey());
  return { pin, task };
}

async function keepFile(bytes: Buffer, mime: string): Promise<string> {
  const id = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest();
  const { organisationId } = world;
  const key = `blobs/${organisationId}/${id}`;
  await server.services.files.put(key, Readable.from([bytes]));
  const by = { organisationId, userId: world.roles.administrator.userId };
  await recordBlob(server.services, by, { id, key, sha256, size: bytes.length, mime, name: 'photo.jpg' });
  return id;
}

const list = (by: Actor, query: Record<string, unknown> = {}) => by.caller.call(listNotifications, { query });

type Job = { payload: unknown; runAt: Date };

async function mailJobs(): Promise<Job[]> {
  const { rows } = await server.database.root.query<Job>(
    `SELECT j.payload, j.run_at AS "runAt" FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1 ORDER BY j.id`,
    [EMAIL_TASK],
  );
  return rows;
}

async function deliver(job: Job | undefined, id: string, send: (message: Message) => Promise<void>) {
  const task = notificationTasks({ ...server.services, mail: { send } })[EMAIL_TASK];
  const context = { id, attempt: 1, maxAttempts: 12, signal: new AbortController().signal };
  await task?.(job?.payload, context);
}

const set = (
  by: Actor,
  emailFrequency: 'Never' | 'Periodically' | 'Instantly',
  subscriptions = [...NOTIFICATION_KINDS],
) => by.caller.call(putNotificationSettings, { body: { emailFrequency, subscriptions } });

describe('the list', () => {
  test('omits issues that its reader can no longer see', async () => {
    await clear();
    const { task } = await assign();
    const { subcontractor } = world.roles;
    const issue = async () => (await list(subcontractor, { unread: 'true' })).content[0]?.issue;
    expect(await issue()).toMatchObject({ status: 'open', pinStatus: 'open', thumb: null, crop: null });
    await writeRows(server, projectKey(), (tx) => tx.put('task', { ...task, assigneeId: randomUUID() }));
    expect(await issue()).toBeNull();
  });

  test('shows a change once to those it concerns, however often and by how many workers it is read', async () => {
    await clear();
    const { task } = await assign();
    await Promise.all([1, 2, 3].map(() => readChanges(server.services, projectKey())));
    await server.database.root.query('UPDATE notification_cursor SET position = 0 WHERE project_id = $1', [
      world.projectId,
    ]);
    await readChanges(server.services, projectKey());
    const { subcontractor, contributor, administrator } = world.roles;
    const page = await list(subcontractor, { unread: 'true' });
    expect(page.content).toMatchObject([
      {
        kind: 'taskAssigned',
        projectId: world.projectId,
        read: false,
        detail: { title: 'Close it', number: task.number, taskId: task.id },
      },
    ]);
    expect(page.unread).toBe(1);
    expect((await list(administrator, { unread: 'true' })).unread).toBe(0);
    expect((await list(contributor, { unread: 'true' })).content).toEqual([]);
  });

  test('is paged from 0, marked as read one by one or all at once, by its owner only', async () => {
    await clear();
    for (const title of ['One', 'Two', 'Three']) await assign({ title });
    const { subcontractor, administrator } = world.roles;
    const page = await list(subcontractor, { page: 1, size: 2, unread: 'true' });
    expect(page).toMatchObject({ number: 1, totalElements: 3, totalPages: 2, unread: 3 });
    const id = page.content[0]?.id ?? '';
    expect(await administrator.caller.call(markNotifications, { body: { ids: [id] } })).toEqual({ unread: 0 });
    expect((await list(subcontractor)).unread).toBe(3);
    expect(await subcontractor.caller.call(markNotifications, { body: { ids: [id] } })).toEqual({ unread: 2 });
    expect(await subcontractor.caller.call(markNotifications, { body: { markAllAsRead: true } })).toEqual({
      unread: 0,
    });
    expect((await list(subcontractor, { unread: 'true' })).content).toEqual([]);
  });

  test('returns 304 when nothing is new', async () => {
    const { subcontractor } = world.roles;
    const first = await subcontractor.caller.send(listNotifications, { query: {} });
    const etag = String(first.headers.etag);
    expect((await subcontractor.caller.send(listNotifications, { query: {} }, { 'if-none-match': etag })).status).toBe(
      304,
    );
    expect((await subcontractor.caller.send(listNotifications, { query: { ifMatch: etag } })).status).toBe(304);
    await assign();
    const again = await subcontractor.caller.send(listNotifications, { query: {} }, { 'if-none-match': etag });
    expect(again.status).toBe(200);
    await subcontractor.caller.call(markNotifications, { body: { markAllAsRead: true } });
    const read = await subcontractor.caller.send(
      listNotifications,
      { query: {} },
      { 'if-none-match': String(again.headers.etag) },
    );
    expect(read.status).toBe(200);
  });

  test('shows nothing that a role hides, nor anything from projects the user has left', async () => {
    await clear();
    const { externalViewer, subcontractor } = world.roles;
    const { pin } = await assign();
    // Someone whom the comment mentions, but who does not see the pin.
    const comment = {
      ...{ id: randomUUID(), projectId: world.projectId, pinId: pin.id, taskId: null, text: 'Look' },
      attachments: [],
      mentions: [externalViewer.userId],
      edited: false,
      createdBy: world.roles.administrator.userId,
      createdAt: server.clock.now().toISOString(),
    };
    await writeRows(server, projectKey(), (tx) => tx.put('comment', comment));
    await readChanges(server.services, projectKey());
    expect((await list(externalViewer, { unread: 'true' })).content).toEqual([]);
    expect((await list(subcontractor, { unread: 'true' })).unread).toBe(1);
    const leave = 'UPDATE member SET state = $3 WHERE user_id = $1 AND project_id = $2';
    await server.database.root.query(leave, [subcontractor.userId, world.projectId, 'removed']);
    expect(await list(subcontractor)).toMatchObject({ content: [], unread: 0 });
    await server.database.root.query(leave, [subcontractor.userId, world.projectId, 'active']);
    expect((await list(subcontractor, { unread: 'true' })).unread).toBe(1);
  });

  test('requires a session', async () => {
    for (const endpoint of [listNotifications, getNotificationSettings]) {
      expect((await world.nobody.send(endpoint, { query: {} })).status).toBe(401);
    }
  });
});

describe('email', () => {
  test("arrives once a day at six in the user's time zone, unless configured otherwise", async () => {
    await clear();
    const { subcontractor } = world.roles;
    await server.database.root.query('UPDATE app_user SET time_zone = $2 WHERE id = $1', [
      subcontractor.userId,
      'Asia/Tokyo',
    ]);
    expect((await subcontractor.caller.call(getNotificationSettings, {})).emailFrequency).toBe('Periodically');
    await assign();
    await assign();
    const jobs = await mailJobs();
    expect(jobs).toHaveLength(1);
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'short' }).format(
      jobs[0]?.runAt,
    );
    expect(shown).toBe('06:00');
    await set(subcontractor, 'Instantly');
    const soon = (await mailJobs()).at(-1)?.runAt.getTime() ?? 0;
    expect(soon - server.clock.now().getTime()).toBe(60_000);
  });

  test("contains everything new in one message, in the user's language, and never twice", async () => {
    await clear();
    const { subcontractor } = world.roles;
    await server.database.root.query('UPDATE app_user SET language = $2 WHERE id = $1', [subcontractor.userId, 'de']);
    await set(subcontractor, 'Instantly');
    await assign({ title: 'Fuge schließen' });
    await assign({ title: 'Wand <b>streichen' });
    const [job] = await mailJobs();
    const sent: Message[] = [];
    const send = async (message: Message) => void sent.push(message);
    // Two workers at once, and one of them again.
    await Promise.all([deliver(job, '1', send), deliver(job, '2', send)]);
    await deliver(job, '1', send);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.subject).toBe('2 Benachrichtigungen');
    for (const word of ['Fuge schließen', 'zugewiesen', `/project/${world.projectId}/tasks?task=`])
      expect(sent[0]?.text).toContain(word);
    expect(sent[0]?.html).toContain('Wand &lt;b&gt;streichen');
  });

  test('shows the location, status and latest photo of an issue', async () => {
    await clear();
    const { subcontractor, administrator } = world.roles;
    await server.database.root.query('UPDATE app_user SET language = $2 WHERE id = $1', [subcontractor.userId, 'en']);
    await set(subcontractor, 'Instantly');
    const by = { projectId: world.projectId, createdBy: administrator.userId };
    const plan = planRow(by, { name: 'Level 2' });
    await writeRows(server, projectKey(), (tx) => tx.put('plan', plan));
    const on = { planId: plan.id, x: 0.5, y: 0.5, room: 'Kitchen' };
    const { pin, task } = await assign({ title: 'Mend', dueDate: '2026-04-02' }, on);
    const background = { r: 200, g: 30, b: 30 };
    const red = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const [photo, text] = [await keepFile(red, 'image/jpeg'), await keepFile(Buffer.from('text'), 'image/jpeg')];
    const other = taskRow(by, pin.id, { number: 900, title: 'Not theirs' });
    await writeRows(server, projectKey(), (tx) => {
      tx.put('task', other);
      tx.put('post', postRow(by, pin.id, [fileOf(photo)], { taskId: task.id, createdAt: '2026-02-01T08:00:00.000Z' }));
      // Newer, but of a task that the reader does not see.
      tx.put('post', postRow(by, pin.id, [fileOf(text)], { taskId: other.id }));
    });
    // A photo that cannot be read is left out.
    const second = await assign({ title: 'Paint' });
    await writeRows(server, projectKey(), (tx) =>
      tx.put('post', postRow(by, second.pin.id, [fileOf(text)], { taskId: second.task.id })),
    );
    const sent: Message[] = [];
    await deliver((await mailJobs())[0], '31', async (message) => void sent.push(message));
    const [mail] = sent;
    for (const words of [mail?.text ?? '', mail?.html ?? '']) {
      expect(words).toMatch(/Level 2 \u00b7 Kitchen \u00b7 Open \u00b7 Due .*2026/u);
    }
    // The same card, in the list.
    const { content } = await list(subcontractor, { unread: 'true' });
    expect(content.find(({ detail }) => detail.taskId === task.id)?.issue).toMatchObject({
      ...{ planName: 'Level 2', room: 'Kitchen', status: 'open', pinStatus: 'open', crop: null },
      thumb: expect.stringContaining(`/m/files/${photo}/thumb?`),
    });
    expect(mail?.attachments).toHaveLength(1);
    const [attached] = mail?.attachments ?? [];
    expect([...(mail?.html ?? '').matchAll(/src="cid:([^"]+)"/gu)].map(([, cid]) => cid)).toEqual([attached?.cid]);
    const { format, width, height } = await sharp(attached?.content).metadata();
    expect([format, width, height]).toEqual(['jpeg', 144, 144]);
    await server.database.root.query('UPDATE app_user SET language = $2 WHERE id = $1', [subcontractor.userId, 'de']);
  });

  test('has American dates in the time zones of the United States, European ones elsewhere', async () => {
    const { subcontractor } = world.roles;
    const { root } = server.database;
    const zoned = (language: string, zone: string) =>
      root.query('UPDATE app_user SET language = $2, time_zone = $3 WHERE id = $1', [
        subcontractor.userId,
        language,
        zone,
      ]);
    await set(subcontractor, 'Instantly');
    const dates: unknown[] = [];
    for (const [language, zone] of [
      ['en', 'America/Chicago'],
      ['en', 'Europe/London'],
      ['de', 'America/Chicago'],
    ] as const) {
      await clear();
      await zoned(language, zone);
      await assign({ title: 'Mend', dueDate: '2026-04-21' });
      await deliver((await mailJobs())[0], `zone ${dates.length}`, async ({ text }) => {
        dates.push(/\d\d[./]\d\d[./]2026/u.exec(text)?.[0]);
      });
    }
    expect(dates).toEqual(['04/21/2026', '21/04/2026', '21.04.2026']);
    await zoned('de', 'Asia/Tokyo');
  });

  test('that could not be delivered is the same message when retried', async () => {
    await clear();
    const { subcontractor } = world.roles;
    await assign({ title: 'First' });
    const [job] = await mailJobs();
    const tried: Message[] = [];
    const failing = (message: Message) => {
      tried.push(message);
      return Promise.reject(new Error('the line is cut'));
    };
    await expect(deliver(job, '7', failing)).rejects.toThrow('cut');
    await assign({ title: 'Meanwhile' });
    const sent: Message[] = [];
    await deliver(job, '7', async (message) => void sent.push(message));
    expect(sent).toEqual(tried);
    await deliver((await mailJobs()).at(-1), '8', async (message) => void sent.push(message));
    expect(sent[1]?.text).toContain('Meanwhile');
    expect(sent[1]?.messageId).not.toBe(sent[0]?.messageId);
    expect((await list(subcontractor, { unread: 'true' })).unread).toBe(2);
  });

  test('leaves out what was read and what is not subscribed, and is not sent to users who turned it off', async () => {
    await clear();
    const { subcontractor } = world.roles;
    const sent: Message[] = [];
    const send = async (message: Message) => void sent.push(message);
    await assign();
    const [job] = await mailJobs();
    await subcontractor.caller.call(markNotifications, { body: { markAllAsRead: true } });
    await deliver(job, '11', send);
    await clear();
    await set(subcontractor, 'Instantly', ['mention']);
    await assign();
    expect(await mailJobs()).toEqual([]);
    await set(subcontractor, 'Instantly');
    await assign();
    const [last] = await mailJobs();
    await set(subcontractor, 'Never');
    await deliver(last, '12', send);
    expect(sent).toEqual([]);
  });

  test('is turned off by the link in it, and by no other', async () => {
    await clear();
    const { subcontractor } = world.roles;
    await set(subcontractor, 'Instantly');
    await assign();
    const sent: Message[] = [];
    await deliver((await mailJobs())[0], '21', async (message) => void sent.push(message));
    const token = /endMails\/([\w-]+)/u.exec(sent[0]?.text ?? '')?.[1] ?? '';
    const forged = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    expect((await world.nobody.send(endMails, { body: { token: forged } })).status).toBe(204);
    expect((await subcontractor.caller.call(getNotificationSettings, {})).emailFrequency).toBe('Instantly');
    expect((await world.nobody.send(endMails, { body: { token } })).status).toBe(204);
    expect(await subcontractor.caller.call(getNotificationSettings, {})).toEqual({
      emailFrequency: 'Never',
      subscriptions: [...NOTIFICATION_KINDS],
      weeklyDigest: false,
    });
  });
});

test('notifications are removed after the days that the operator has set', async () => {
  await assign();
  const left = async () => (await server.database.root.query('SELECT FROM notification')).rowCount ?? 0;
  const all = await left();
  expect(all).toBeGreaterThan(0);
  const later = (days: number) => ({ now: () => new Date(server.clock.now().getTime() + days * 86_400_000) });
  const { config } = server.services;
  const keepDays = { ...config.keepDays, notifications: 30 };
  const swept = (days: number) =>
    sweepNotifications({ ...server.services, clock: later(days), config: { ...config, keepDays } });
  await swept(29);
  expect(await left()).toBe(all);
  await swept(31);
  expect(await left()).toBe(0);
});
