// Content that a role may not see stays hidden on every channel: another user's draft, another user's pin and tasks
// assigned to others do not appear in lists, counts, search, sync, reports, email, push, media, activity or exports.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { projectActivity, projectFigures } from '@plumbline/core/features/dashboard/contract';
import { exportPins, exportTasks } from '@plumbline/core/features/exports/contract';
import { fileLinks, listPosts } from '@plumbline/core/features/media/contract';
import { listNotifications, putNotificationSettings } from '@plumbline/core/features/notifications/contract';
import { NOTIFICATION_KINDS } from '@plumbline/core/features/notifications/kinds';
import { addPushDevice, putPush } from '@plumbline/core/features/notifications/push-contract';
import { getPin, listPins, pinHistory, recentPinTitles } from '@plumbline/core/features/pins/contract';
import { getProject, listProjects } from '@plumbline/core/features/projects/contract';
import { createReport, downloadReport, listReports } from '@plumbline/core/features/reports/contract';
import { getTask, listTasks, taskHistory } from '@plumbline/core/features/tasks/contract';
import type { Endpoint } from '@plumbline/core/kernel/endpoint';
import { syncPull } from '@plumbline/core/sync/contract';
import { EMAIL_TASK, PUSH_TASK } from '@plumbline/server/features/notifications/notify';
import { readChanges } from '@plumbline/server/features/notifications/read-changes';
import { notificationTasks, sweepNotifications } from '@plumbline/server/features/notifications/sweep';
import { openWord } from '@plumbline/server/features/reports/fixtures/word';
import { reportTasks } from '@plumbline/server/features/reports/make-report';
import { REPORT_TASK } from '@plumbline/server/features/reports/service';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import type { Message } from '@plumbline/server/platform/mail/mail';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { commentRow, fileOf, pinRow, postRow, taskRow } from '../../content.ts';
import { type PushService, startPushService } from '../../push-service.ts';
import { startTestServer, type TestServer } from '../../server.ts';

/**
 * Marker words in content that only some may see: pins and tasks of others, and a draft, which only its author sees.
 */
const FOREIGN = 'Verborgen';
const DRAFT = 'Entwurf';
const SHOWN = 'Sichtbar';

let server: TestServer;
let browsers: PushService;
let world: World;
let ids: { shownPin: string; foreignPin: string; shownTask: string; foreignTask: string; draft: string };
let blobs: { foreign: string; draft: string; shown: string };
const mails: Message[] = [];
/** Push endpoint of each person's browser, by user id. */
const endpoints = new Map<string, string>();
const signal = new AbortController().signal;

async function photo(colour: string, name: string): Promise<string> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
  const id = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest();
  const key = `blobs/${world.organisationId}/${sha256.toString('hex')}`;
  await server.services.files.put(key, Readable.from([bytes]));
  const owner = { organisationId: world.organisationId, userId: world.roles.contributor.userId };
  await recordBlob(server.services, owner, { id, key, sha256, size: bytes.length, mime: 'image/jpeg', name });
  return id;
}

async function makeSite(): Promise<void> {
  const { projectId, roles } = world;
  const by = { projectId, createdBy: roles.contributor.userId };
  const to = (who: Actor) => ({ assigneeType: 'User' as const, assigneeId: who.userId });
  const shown = pinRow(by, { number: 1, title: `${SHOWN} pin` });
  const foreign = pinRow(by, { number: 2, title: `${FOREIGN} pin`, notes: `${FOREIGN} notes`, tags: [FOREIGN] });
  const given = taskRow(by, shown.id, { number: 1, title: `${SHOWN} task`, ...to(roles.subcontractor) });
  const viewed = taskRow(by, shown.id, { number: 2, title: `${SHOWN} too`, ...to(roles.externalViewer) });
  const beside = taskRow(by, shown.id, { number: 3, title: `${FOREIGN} beside`, ...to(roles.internalViewer) });
  const away = taskRow(by, foreign.id, { number: 4, title: `${FOREIGN} task`, ...to(roles.administrator) });
  const draft = taskRow(by, shown.id, { title: `${DRAFT} task`, status: 'draft', ...to(roles.subcontractor) });
  const named = [roles.subcontractor.userId, roles.externalViewer.userId, roles.administrator.userId];
  await writeRows(server, world, (tx) => {
    for (const pin of [shown, foreign]) tx.put('pin', pin);
    for (const task of [given, viewed, beside, away, draft]) tx.put('task', task);
    tx.put('post', postRow(by, shown.id, [fileOf(blobs.shown, { name: `${SHOWN}.jpg` })], { taskId: given.id }));
    tx.put('post', postRow(by, foreign.id, [fileOf(blobs.foreign, { name: `${FOREIGN}.jpg` })], { caption: FOREIGN }));
    tx.put('post', postRow(by, shown.id, [fileOf(blobs.draft, { name: `${DRAFT}.jpg` })], { taskId: draft.id }));
    tx.put('comment', commentRow(by, foreign.id, { text: `${FOREIGN} word`, mentions: named }));
    tx.put('comment', commentRow(by, shown.id, { taskId: draft.id, text: `${DRAFT} word`, mentions: named }));
    tx.put(
      'comment',
      commentRow(by, shown.id, { taskId: beside.id, text: `${FOREIGN} talk`, mentions: named.slice(0, 2) }),
    );
  });
  ids = { shownPin: shown.id, foreignPin: foreign.id, shownTask: given.id, foreignTask: away.id, draft: draft.id };
}

beforeAll(async () => {
  browsers = await startPushService();
  server = await startTestServer({ environment: { PUSH_SERVICES: browsers.origin } });
  world = await createWorld(server);
  await sweepNotifications(server.services);
  blobs = {
    foreign: await photo('#f00', `${FOREIGN}.jpg`),
    draft: await photo('#0f0', `${DRAFT}.jpg`),
    shown: await photo('#00f', `${SHOWN}.jpg`),
  };
  for (const who of Object.values(world.roles)) {
    await who.caller.call(putNotificationSettings, {
      body: { emailFrequency: 'Instantly', subscriptions: [...NOTIFICATION_KINDS] },
    });
    await who.caller.call(putPush, { body: { kinds: [...NOTIFICATION_KINDS], muted: [] } });
    const subscription = browsers.subscribe();
    endpoints.set(who.userId, subscription.endpoint);
    await who.caller.call(addPushDevice, { body: { ...subscription, name: who.firstName } });
  }
  await server.database.root.query('DELETE FROM graphile_worker._private_jobs');
  await makeSite();
  await readChanges(server.services, world);
  await tell();
});
afterAll(async () => {
  await server?.close();
  await browsers?.close();
});

/** Emails and push messages for everything that has happened. */
async function tell(): Promise<void> {
  const tasks = notificationTasks({ ...server.services, mail: { send: async (message) => void mails.push(message) } });
  const waiting = await server.database.root.query<{ id: string; task: string; payload: unknown }>(
    `SELECT j.id::text, t.identifier AS task, j.payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = ANY ($1) ORDER BY j.id`,
    [[EMAIL_TASK, PUSH_TASK]],
  );
  for (const { id, task, payload } of waiting.rows) {
    await tasks[task]?.(payload, { id, attempt: 1, maxAttempts: 12, signal });
  }
}

const inProject = () => ({ projectId: world.projectId });
/** Everything a response contains, body and headers. */
const read = async (
  who: Actor,
  endpoint: Endpoint,
  input: { params?: object; query?: object; body?: unknown } = {},
) => {
  const response = await who.caller.send(endpoint, { ...input, params: { ...inProject(), ...input.params } } as never);
  return `${response.status} ${JSON.stringify(response.headers)} ${response.raw.toString('utf8')}`;
};
const joined = async (...answers: Promise<string>[]) => (await Promise.all(answers)).join('\n');

async function report(by: Actor): Promise<string> {
  const id = randomUUID();
  const title = `${FOREIGN} walk`;
  const body = {
    ...{ id, title, templateId: 'builtin:siteReport', format: 'docx', language: 'en', attendees: [], weather: null },
    pinIds: [ids.shownPin, ids.foreignPin],
  };
  await by.caller.call(createReport, { params: inProject(), body: body as never });
  const payload = { organisationId: world.organisationId, reportId: id };
  await reportTasks(server.services)[REPORT_TASK]?.(payload, { id: '1', attempt: 1, maxAttempts: 6, signal });
  const file = await by.caller.send(downloadReport, { params: { ...inProject(), reportId: id } });
  return (await openWord(file.raw)).lines().join('\n');
}

const CHANNELS: Record<string, (who: Actor) => Promise<string>> = {
  list: (who) => joined(read(who, listPins), read(who, listTasks)),
  'one by one': (who) =>
    joined(
      read(who, getPin, { params: { pinId: ids.shownPin } }),
      read(who, getPin, { params: { pinId: ids.foreignPin } }),
      read(who, getTask, { params: { taskId: ids.draft } }),
      read(who, getTask, { params: { taskId: ids.foreignTask } }),
    ),
  search: (who) =>
    joined(
      ...[FOREIGN, DRAFT, SHOWN].flatMap((search) => [
        read(who, listPins, { query: { search } }),
        read(who, listTasks, { query: { search } }),
      ]),
      read(who, recentPinTitles),
    ),
  sync: (who) => read(who, syncPull, { query: { projectId: world.projectId, from: 0, list: 'true' } }),
  media: (who) => read(who, listPosts, { query: { state: 'all', size: 100 } }),
  activity: (who) =>
    joined(
      read(who, projectActivity),
      read(who, pinHistory, { params: { pinId: ids.shownPin } }),
      read(who, pinHistory, { params: { pinId: ids.foreignPin } }),
      read(who, taskHistory, { params: { taskId: ids.draft } }),
      read(who, taskHistory, { params: { taskId: ids.foreignTask } }),
      read(who, listNotifications),
    ),
  export: (who) =>
    joined(read(who, exportPins, { query: { format: 'csv' } }), read(who, exportTasks, { query: { format: 'csv' } })),
  mail: async (who) =>
    mails
      .filter((mail) => mail.to === who.email)
      .map(({ subject, text, html }) => `${subject} ${text} ${html}`)
      .join('\n'),
};

describe('hides content in every channel', () => {
  test.each(Object.keys(CHANNELS))('%s', async (name) => {
    const channel = CHANNELS[name];
    if (!channel) throw new TypeError('a channel of the table');
    const { subcontractor, externalViewer, administrator, internalViewer, contributor } = world.roles;
    for (const who of [subcontractor, externalViewer]) {
      const expected = await channel(who);
      expect(expected, who.firstName).not.toContain(FOREIGN);
      expect(expected, who.firstName).not.toContain(DRAFT);
    }
    for (const who of [administrator, internalViewer]) expect(await channel(who), who.firstName).not.toContain(DRAFT);
    // Visible content is present, so the absence above is meaningful.
    expect(await channel(subcontractor)).toContain(SHOWN);
    expect(await channel(administrator)).toContain(FOREIGN);
    if (name !== 'mail') expect(await channel(contributor)).toContain(DRAFT);
  });

  test('push notifications', () => {
    const { subcontractor, externalViewer, administrator } = world.roles;
    const pushedTo = (who: Actor) =>
      browsers.pushed
        .filter((one) => one.endpoint === endpoints.get(who.userId))
        .map((one) => one.text)
        .join('\n');
    for (const who of [subcontractor, externalViewer]) {
      expect(pushedTo(who), who.firstName).toContain(SHOWN);
      expect(pushedTo(who), who.firstName).not.toContain(FOREIGN);
    }
    expect(pushedTo(administrator)).toContain(FOREIGN);
    for (const one of browsers.pushed) expect(one.text).not.toContain(DRAFT);
  });

  test('counts', async () => {
    const expected = {
      subcontractor: [1, 1],
      externalViewer: [1, 1],
      administrator: [2, 4],
      contributor: [2, 4],
    } as const;
    for (const [role, [pins, tasks]] of Object.entries(expected)) {
      const who = world.roles[role as keyof typeof expected];
      const one = await who.caller.call(getProject, { params: inProject() });
      const listed = (await who.caller.call(listProjects, { query: {} })).content.find(
        (row) => row.id === world.projectId,
      );
      const figures = await who.caller.call(projectFigures, { params: inProject(), query: {} });
      const open = figures.pins.status.find((row) => row.status === 'open')?.count;
      const found = await who.caller.call(listPins, { params: inProject(), query: {} });
      expect([role, one.openPins, one.openTasks]).toEqual([role, pins, tasks]);
      expect([role, listed?.openPins, listed?.openTasks]).toEqual([role, pins, tasks]);
      expect([role, open, found.totalElements]).toEqual([role, pins, pins]);
    }
  });

  test('reports', async () => {
    const { administrator, subcontractor, externalViewer } = world.roles;
    const lines = await report(administrator);
    expect(lines).toContain(`${SHOWN} task`);
    expect(lines).toContain(`${FOREIGN} task`);
    expect(lines).not.toContain(DRAFT);
    for (const who of [subcontractor, externalViewer]) {
      expect(await read(who, listReports), who.firstName).not.toContain(FOREIGN);
    }
  });

  test('file links', async () => {
    const { subcontractor, externalViewer, administrator, contributor } = world.roles;
    const linked = async (who: Actor) => {
      const body = { projectId: world.projectId, blobIds: Object.values(blobs), sizes: ['original' as const] };
      const { links } = await who.caller.call(fileLinks, { body });
      return new Set(links.map((link) => link.blobId));
    };
    expect(await linked(subcontractor)).toEqual(new Set([blobs.shown]));
    expect(await linked(externalViewer)).toEqual(new Set());
    expect(await linked(administrator)).toEqual(new Set([blobs.shown, blobs.foreign]));
    expect(await linked(contributor)).toEqual(new Set(Object.values(blobs)));
  });
});

test('no read endpoint of a project reveals hidden content, whichever hidden id is requested', async () => {
  const reading = server.served.endpoints.filter(
    (endpoint) => endpoint.method === 'GET' && endpoint.guard.kind === 'project',
  );
  expect(reading.length).toBeGreaterThan(30);
  for (const endpoint of reading) {
    for (const [pinId, taskId] of [
      [ids.foreignPin, ids.foreignTask],
      [ids.shownPin, ids.draft],
    ]) {
      const names = [...endpoint.path.matchAll(/:(\w+)/gu)].map(([, name]) => name ?? '');
      const params = Object.fromEntries(names.map((name) => [name, randomUUID()]));
      const input = {
        params: { ...params, ...('pinId' in params && { pinId }), ...('taskId' in params && { taskId }) },
      };
      for (const who of [world.roles.subcontractor, world.roles.externalViewer]) {
        const expected = await read(who, endpoint, { params: { ...input.params, ...inProject() } });
        expect(expected, endpoint.name).not.toContain(FOREIGN);
        expect(expected, endpoint.name).not.toContain(DRAFT);
      }
    }
  }
});
