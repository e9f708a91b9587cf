// Push from a change to a device: immediate, in the person's language, readable by that device only; and how it ends.
import { randomUUID } from 'node:crypto';
import { markNotifications } from '@plumbline/core/features/notifications/contract';
import { NOTIFICATION_KINDS } from '@plumbline/core/features/notifications/kinds';
import {
  addPushDevice,
  getPush,
  MAX_PUSH_DEVICES,
  putPush,
  removePushDevice,
  tryPushDevice,
} from '@plumbline/core/features/notifications/push-contract';
import { pushMessage } from '@plumbline/core/features/notifications/push-message';
import { PUSH_TASK } from '@plumbline/server/features/notifications/notify';
import { readChanges } from '@plumbline/server/features/notifications/read-changes';
import { notificationTasks, sweepNotifications } from '@plumbline/server/features/notifications/sweep';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { pinRow, taskRow } from '../../content.ts';
import { checkVapid, type PushService, type Subscription, startPushService } from '../../push-service.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let browsers: PushService;
let server: TestServer;
let world: World;
let me: Actor;

beforeAll(async () => {
  browsers = await startPushService();
  server = await startTestServer({ environment: { PUSH_SERVICES: browsers.origin } });
  world = await createWorld(server);
  me = world.roles.subcontractor;
  await sweepNotifications(server.services);
});
afterAll(async () => {
  await server.close();
  await browsers.close();
});
beforeEach(async () => {
  await server.database.root.query('UPDATE notification SET read_at = now(), mail_due = false');
  await server.database.root.query('DELETE FROM graphile_worker._private_jobs');
  await server.database.root.query('DELETE FROM push_device');
  await server.database.root.query('UPDATE session SET ended_at = NULL');
  await me.caller.call(putPush, { body: { kinds: [...NOTIFICATION_KINDS], muted: [] } });
  browsers.pushed.length = 0;
});

const projectKey = () => ({ organisationId: world.organisationId, projectId: world.projectId });
const add = async (by: Actor, name = 'Chrome, Android'): Promise<Subscription & { id: string }> => {
  const subscription = browsers.subscribe();
  const { id } = await by.caller.call(addPushDevice, { body: { ...subscription, name } });
  return { ...subscription, id };
};
const devices = async (by: Actor) => (await by.caller.call(getPush, {})).devices;

let number = 500;

/** Tasks on a pin, written by the application itself and assigned to `me`, and the resulting recipients. */
async function assign(titles: readonly string[] = ['Close it']) {
  const by = { projectId: world.projectId, createdBy: world.roles.administrator.userId };
  number += 1;
  const pin = pinRow(by, { number, title: 'Crack', room: 'Kitchen' });
  const assigned = { assigneeType: 'User' as const, assigneeId: me.userId };
  const tasks = titles.map((title, index) => taskRow(by, pin.id, { number: number + index, title, ...assigned }));
  number += titles.length;
  await writeRows(server, projectKey(), (tx) => {
    tx.put('pin', pin);
    for (const task of tasks) tx.put('task', task);
  });
  await readChanges(server.services, projectKey());
  return tasks;
}

type Job = { id: string; payload: unknown };
const jobs = async (): Promise<Job[]> =>
  (
    await server.database.root.query<Job>(
      `SELECT j.id::text, j.payload FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1 ORDER BY j.id`,
      [PUSH_TASK],
    )
  ).rows;
async function work(): Promise<void> {
  const context = { id: '1', attempt: 1, maxAttempts: 6, signal: new AbortController().signal };
  for (const { payload } of await jobs()) await notificationTasks(server.services)[PUSH_TASK]?.(payload, context);
}
const received = () => browsers.pushed.map(({ text }) => pushMessage.parse(JSON.parse(text)));

describe('a push message', () => {
  test("is in the person's language and links to its target, with nothing else in it", async () => {
    await server.database.root.query('UPDATE app_user SET language = $2 WHERE id = $1', [me.userId, 'de']);
    await add(me);
    const [task] = await assign(['Fuge schließen']);
    await work();
    const [message] = received();
    expect(message?.title).toMatch(/zugewiesen/u);
    expect(message?.title).toContain('Fuge schließen');
    expect(message?.body).toBe('Kitchen · Harbour house');
    expect(message).toMatchObject({ lang: 'de', path: expect.stringMatching(/^\/notifications\/[\w-]{36}\?to=/u) });
    expect(decodeURIComponent(message?.path ?? '')).toContain(`/project/${world.projectId}/tasks?task=${task?.id}`);
    await server.database.root.query('UPDATE app_user SET language = $2 WHERE id = $1', [me.userId, 'en']);
  });

  test('is readable by the device only, and signed by this installation', async () => {
    await add(me);
    await assign(['Secret of the house']);
    await work();
    const [came] = browsers.pushed;
    expect(came?.body.includes('Secret')).toBe(false);
    expect(came?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
    expect(Number(came?.headers.ttl)).toBe(12 * 3_600);
    const { key, sub } = checkVapid(String(came?.headers.authorization), browsers.origin);
    expect(key).toBe((await me.caller.call(getPush, {})).publicKey);
    expect(sub).toMatch(/^(mailto|https):/u);
  });

  test('goes to each device of the people it concerns and to no other', async () => {
    const [phone, tablet] = [await add(me, 'Phone'), await add(me, 'Tablet')];
    await add(world.roles.contributor);
    await assign();
    await work();
    expect(browsers.pushed.map((one) => one.endpoint).sort()).toEqual([phone.endpoint, tablet.endpoint].sort());
    expect((await devices(me)).map((one) => one.toldAt)).not.toContain(null);
  });

  test('is one message for many changes at once', async () => {
    await add(me);
    await assign(['One', 'Two', 'Three', 'Four', 'Five']);
    await work();
    expect(received()).toMatchObject([{ title: '5 notifications', path: '/notifications', tag: 'several' }]);
  });

  test('has the same tag when the job is repeated, and omits what was read meanwhile', async () => {
    await add(me);
    await assign();
    await work();
    await work();
    expect(new Set(received().map((one) => one.tag)).size).toBe(1);
    browsers.pushed.length = 0;
    await me.caller.call(markNotifications, { body: { markAllAsRead: true } });
    await work();
    expect(browsers.pushed).toEqual([]);
  });

  test('respects the chosen kinds and muted projects', async () => {
    await add(me);
    await me.caller.call(putPush, { body: { kinds: ['mention'], muted: [] } });
    await assign();
    expect(await jobs()).toEqual([]);
    const muted = await me.caller.call(putPush, {
      body: { kinds: [...NOTIFICATION_KINDS], muted: [world.projectId] },
    });
    expect(muted.projects).toMatchObject([{ id: world.projectId, on: false }]);
    await assign();
    expect(await jobs()).toEqual([]);
    await me.caller.call(putPush, { body: { kinds: [...NOTIFICATION_KINDS], muted: [] } });
    await assign();
    expect(await jobs()).toHaveLength(1);
  });
});

describe('a device', () => {
  test('that is gone is removed; one that is only busy is retried', async () => {
    const [phone, tablet] = [await add(me, 'Phone'), await add(me, 'Tablet')];
    browsers.answer(phone.endpoint, 410);
    await assign();
    await work();
    expect((await devices(me)).map((one) => one.id)).toEqual([tablet.id]);
    browsers.answer(tablet.endpoint, 503);
    await expect(work()).rejects.toThrow('503');
    expect((await devices(me)).map((one) => one.id)).toEqual([tablet.id]);
    browsers.answer(tablet.endpoint, 201);
    await work();
    expect(browsers.pushed.at(-1)?.endpoint).toBe(tablet.endpoint);
  });

  test('receives nothing once its session has ended, and is swept', async () => {
    await add(me);
    await assign();
    await server.database.root.query('UPDATE session SET ended_at = now() WHERE user_id = $1', [me.userId]);
    await work();
    await assign();
    expect(await jobs()).toHaveLength(1);
    expect(browsers.pushed).toEqual([]);
    await sweepNotifications(server.services);
    const left = await server.database.root.query('SELECT FROM push_device');
    expect(left.rowCount).toBe(0);
  });

  test('is registered once, and belongs to the last user who registered its endpoint', async () => {
    const subscription = browsers.subscribe();
    const body = { ...subscription, name: 'Tablet of the site' };
    const first = await me.caller.call(addPushDevice, { body });
    expect(await me.caller.call(addPushDevice, { body })).toEqual(first);
    await world.roles.contributor.caller.call(addPushDevice, { body });
    expect(await devices(me)).toEqual([]);
    expect(await devices(world.roles.contributor)).toHaveLength(1);
  });

  test('is tested, and turned off by its owner only', async () => {
    const { id, endpoint } = await add(me);
    const params = { deviceId: id };
    expect(await me.caller.call(tryPushDevice, { params })).toEqual({ outcome: 'sent' });
    expect(received()).toMatchObject([{ title: 'Notifications work on this device', path: '/notifications' }]);
    for (const other of [tryPushDevice, removePushDevice]) {
      expect((await world.roles.contributor.caller.send(other, { params })).status).toBe(404);
    }
    browsers.answer(endpoint, 500);
    expect(await me.caller.call(tryPushDevice, { params })).toEqual({ outcome: 'failed' });
    browsers.answer(endpoint, 404);
    expect(await me.caller.call(tryPushDevice, { params })).toEqual({ outcome: 'gone' });
    expect(await devices(me)).toEqual([]);
    const again = await add(me);
    await me.caller.call(removePushDevice, { params: { deviceId: again.id } });
    expect(await devices(me)).toEqual([]);
    server.logged.length = 0;
  });

  test('of a person is replaced by newer ones', async () => {
    for (let created = 0; created < MAX_PUSH_DEVICES + 2; created += 1) {
      server.clock.advance(1_000);
      await add(me, `Device ${created}`);
    }
    const names = (await devices(me)).map((one) => one.name);
    expect(names).toHaveLength(MAX_PUSH_DEVICES);
    expect(names).not.toContain('Device 1');
  });

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:5432/',
    'https://fcm.googleapis.com.example.org/x',
    'http://fcm.googleapis.com/fcm/send/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
  ])('cannot make this server call another host: %s', async (endpoint) => {
    const { p256dh, auth } = browsers.subscribe();
    const response = await me.caller.send(addPushDevice, { body: { endpoint, p256dh, auth, name: 'x' } });
    expect(response.status).toBe(422);
  });

  test('registers an endpoint of a known browser push service', async () => {
    const { p256dh, auth } = browsers.subscribe();
    for (const host of ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']) {
      const body = { endpoint: `https://${host}/send/${randomUUID()}`, p256dh, auth, name: host };
      expect((await me.caller.send(addPushDevice, { body })).status).toBe(200);
    }
  });
});

test('an installation without push has no key and accepts no device', async () => {
  const silent = await startTestServer({ environment: { PUSH: 'off' } });
  try {
    const there = await createWorld(silent);
    const { caller } = there.roles.administrator;
    expect(await caller.call(getPush, {})).toMatchObject({ publicKey: null, devices: [] });
    const body = { ...browsers.subscribe(), name: 'x' };
    expect((await caller.send(addPushDevice, { body })).status).toBe(422);
  } finally {
    await silent.close();
  }
});

test('the key is the same at each start, and differs if the operator configures one', async () => {
  const keyOf = async (environment: Record<string, string>) => {
    const another = await startTestServer({ environment });
    try {
      return another.services.push?.publicKey;
    } finally {
      await another.close();
    }
  };
  const mine = (await me.caller.call(getPush, {})).publicKey;
  expect(await keyOf({})).toBe(mine);
  expect(await keyOf({ PUSH_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url') })).not.toBe(mine);
});
