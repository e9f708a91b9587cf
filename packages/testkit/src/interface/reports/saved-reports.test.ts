import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { listNotifications, type Notification } from '@plumbline/core/features/notifications/contract';
import { notificationWords } from '@plumbline/core/features/notifications/texts';
import {
  createReport,
  createTemplate,
  getReport,
  removeReport,
  removeTemplate,
  repeatReport,
  shareReport,
} from '@plumbline/core/features/reports/contract';
import {
  changeReportDefinition,
  createReportDefinition,
  listReportDefinitions,
  type ReportDefinition,
  removeReportDefinition,
  runReportDefinition,
} from '@plumbline/core/features/reports/definitions';
import { DEFAULT_REPORT_OPTIONS } from '@plumbline/core/features/reports/options';
import { sharedReport } from '@plumbline/core/features/reports/sharing';
import type { Rows } from '@plumbline/core/site/entities';
import { examplePin, exampleTask } from '@plumbline/core/testing/rows';
import { wordsIn } from '@plumbline/server/features/reports/content/report-texts';
import { p, wordFile } from '@plumbline/server/features/reports/fixtures/word';
import { reportTasks } from '@plumbline/server/features/reports/make-report';
import { enqueueDue, runScheduled } from '@plumbline/server/features/reports/saved/scheduled';
import { REPORT_TASK } from '@plumbline/server/features/reports/service';
import { mailReportTasks } from '@plumbline/server/features/reports/sharing/email-report';
import { REPORT_EMAIL_TASK } from '@plumbline/server/features/reports/sharing/share-link';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { setClock } from '@plumbline/server/platform/clock/clock';
import type { Message } from '@plumbline/server/platform/mail/mail';
import type { Services } from '@plumbline/server/platform/services';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, memberOf, type World, writeRows } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

let server: TestServer;
let world: World;
let pins: Rows['pin'][];

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { projectId } = world;
  const createdBy = world.roles.administrator.userId;
  pins = ['Crack', 'Socket', 'Stain'].map((title, place) =>
    examplePin({
      id: randomUUID(),
      projectId,
      createdBy,
      number: place + 1,
      title,
      changedAt: '2026-03-01T08:00:00.000Z',
    }),
  );
  await writeRows(server, world, (tx) => {
    for (const pin of pins) tx.put('pin', pin);
  });
});
afterAll(() => server.close());

const params = () => ({ projectId: world.projectId });
const content = (over: Record<string, unknown> = {}) => ({
  title: 'Weekly',
  source: { kind: 'filter', filter: { status: ['open'] } },
  templateId: 'builtin:siteReport',
  format: 'docx',
  language: 'en',
  recipients: [],
  schedule: null,
  ...over,
});

const save = (by: Actor, over: Record<string, unknown> = {}): Promise<ReportDefinition> =>
  by.caller.call(createReportDefinition, { params: params(), body: { id: randomUUID(), ...content(over) } as never });

const at = ({ id }: Pick<ReportDefinition, 'id'>) => ({ projectId: world.projectId, definitionId: id });
const run = (by: Actor, definition: ReportDefinition) =>
  by.caller.call(runReportDefinition, { params: at(definition), body: { reportId: randomUUID() } });
const seen = async (by: Actor, { id }: ReportDefinition) =>
  (await by.caller.call(listReportDefinitions, { params: params(), query: {} })).content.find((one) => one.id === id);

async function requestOf(reportId: string) {
  const found = await server.database.root.query<{
    request: { pinIds: string[]; recipients: string[]; options: unknown };
  }>('SELECT request FROM report WHERE id = $1', [reportId]);
  return found.rows[0]?.request;
}

const change = (pin: Rows['pin'] | undefined, set: Partial<Rows['pin']>) =>
  writeRows(server, world, (tx) => {
    if (pin) tx.put('pin', { ...pin, ...set });
  });

test('a saved report contains the pins that match when it is created', async () => {
  const { contributor } = world.roles;
  const definition = await save(contributor);
  expect(definition).toMatchObject({ own: true, nextRunAt: null, lastRunAt: null, problem: null });
  const first = await run(contributor, definition);
  expect(first.report).toMatchObject({ title: 'Weekly', pinCount: 3, state: 'pending' });
  expect(first.definition.lastRunAt).not.toBeNull();
  await change(pins[1], { status: 'closed' });
  const second = await run(contributor, definition);
  expect(second.report).toMatchObject({ pinCount: 2 });
  // Each run keeps what it was made of.
  expect((await requestOf(first.report?.id ?? ''))?.pinIds).toHaveLength(3);
  await change(pins[1], {});
});

test('a saved report keeps its options and creates its reports with them', async () => {
  const { contributor } = world.roles;
  const options = {
    ...{ order: 'plan', thenBy: ['number'], group: 'plan', photos: 'small', without: ['tasks'] },
    ...{ extra: ['cover', 'overviews'], paper: 'letter', crop: 'wide', region: 'en-US' },
    signers: [{ role: 'Site manager', name: '' }],
  };
  const definition = await save(contributor, { options });
  expect((await seen(contributor, definition))?.options).toEqual(options);
  const { report } = await run(contributor, definition);
  expect(await requestOf(report?.id ?? '')).toMatchObject({ options });
  const body = { ...content(), options: { ...options, photos: 'none' } } as never;
  await contributor.caller.call(changeReportDefinition, { params: at(definition), body });
  expect((await seen(contributor, definition))?.options).toMatchObject({ photos: 'none' });
});

test('a saved report uses the default of options that did not exist when it was saved', async () => {
  const { contributor } = world.roles;
  const definition = await save(contributor, {});
  await server.database.root.query('UPDATE report_definition SET options = $2 WHERE id = $1', [
    definition.id,
    { order: 'number' },
  ]);
  expect((await seen(contributor, definition))?.options).toEqual({ ...DEFAULT_REPORT_OPTIONS, order: 'number' });
});

test('a region that is no language tag is refused', async () => {
  const saving = save(world.roles.contributor, { options: { region: 'en_US!' } });
  await expect(saving).rejects.toThrow('"path":"options.region","outcome":"NOT_VALID"');
});

test('a report of changes contains what changed since the last one, and is not created if nothing has', async () => {
  const { contributor } = world.roles;
  const definition = await save(contributor, { source: { kind: 'changed', filter: {} } });
  expect((await run(contributor, definition)).report).toMatchObject({ pinCount: 3 });
  const nothing = await run(contributor, definition);
  expect(nothing).toMatchObject({ report: null, definition: { problem: 'no_pins' } });
  const later = new Date(server.services.clock.now().getTime() + 60_000).toISOString();
  await change(pins[2], { notes: 'Larger', changedAt: later });
  const { report, definition: after } = await run(contributor, definition);
  expect((await requestOf(report?.id ?? ''))?.pinIds).toEqual([pins[2]?.id]);
  expect(after.problem).toBeNull();
  await change(pins[2], {});
});

test('a report of a group contains its current pins, and is not created if the group is inactive', async () => {
  const { contributor, administrator } = world.roles;
  const group = {
    id: randomUUID(),
    projectId: world.projectId,
    title: 'North',
    kind: 'manual' as const,
    pinIds: [pins[2]?.id ?? '', pins[0]?.id ?? ''],
    filter: null,
    active: true,
    createdBy: administrator.userId,
    createdAt: '2026-03-01T08:00:00.000Z',
    changedAt: '2026-03-01T08:00:00.000Z',
  };
  await writeRows(server, world, (tx) => tx.put('group', group));
  const definition = await save(contributor, { source: { kind: 'group', groupId: group.id } });
  const { report } = await run(contributor, definition);
  expect((await requestOf(report?.id ?? ''))?.pinIds).toEqual(group.pinIds);
  await writeRows(server, world, (tx) => tx.put('group', { ...group, active: false }));
  expect(await run(contributor, definition)).toMatchObject({ report: null, definition: { problem: 'group_missing' } });
});

describe('a report of a saved view', () => {
  const at = '2026-03-01T08:00:00.000Z';
  const view = async (by: Actor, list: 'pins' | 'tasks', query: Record<string, string[]>, over = {}) => {
    const { projectId } = world;
    const dated = { createdBy: by.userId, createdAt: at, changedAt: at };
    const row = { id: randomUUID(), projectId, list, title: 'View', shared: false, query, active: true, ...dated };
    const put = (set: Partial<Rows['savedView']>) =>
      writeRows(server, world, (tx) => tx.put('savedView', { ...row, ...over, ...set }));
    await put({});
    return { source: { kind: 'view', viewId: row.id }, put };
  };
  const chosen = async (by: Actor, definition: ReportDefinition) => {
    const { report } = await run(by, definition);
    return requestOf(report?.id ?? '');
  };

  test('contains the pins that the view shows now, in its order', async () => {
    const { contributor } = world.roles;
    const { source, put } = await view(contributor, 'pins', { search: ['s'], order: ['-title'], columns: ['status'] });
    const definition = await save(contributor, { source });
    const [crack, socket, stain] = pins.map(({ id }) => id);
    expect((await chosen(contributor, definition))?.pinIds).toEqual([stain, socket]);
    await put({ query: { order: ['title'] } });
    expect((await chosen(contributor, definition))?.pinIds).toEqual([crack, socket, stain]);
    // Without an order of its own: by number, and repeated with the pins that match then.
    await put({ query: { status: ['open'] } });
    expect(await chosen(contributor, definition)).toMatchObject({
      pinIds: [crack, socket, stain],
      filter: { status: ['open'] },
    });
  });

  test('of tasks contains those that the view shows its owner, without drafts', async () => {
    const { contributor, administrator } = world.roles;
    const assigned = (by: Actor) => ({ assigneeType: 'User' as const, assigneeId: by.userId });
    const dated = { projectId: world.projectId, createdBy: contributor.userId };
    const tasks = [
      exampleTask({
        id: randomUUID(),
        ...dated,
        ...assigned(administrator),
        pinId: pins[1]?.id ?? '',
        title: 'Paint',
        number: 1,
      }),
      exampleTask({
        id: randomUUID(),
        ...dated,
        ...assigned(contributor),
        pinId: pins[0]?.id ?? '',
        title: 'Paint twice',
        number: 2,
      }),
      exampleTask({
        id: randomUUID(),
        ...dated,
        pinId: pins[2]?.id ?? '',
        title: 'Paint later',
        number: null,
        status: 'draft',
      }),
    ] as const;
    const [late, own] = tasks;
    await writeRows(server, world, (tx) => {
      for (const task of tasks) tx.put('task', task);
    });
    const all = await view(contributor, 'tasks', { search: ['paint'], sort: ['title'], order: ['descending'] });
    const definition = await save(contributor, { source: all.source });
    expect(await chosen(contributor, definition)).toMatchObject({
      taskIds: [own.id, late.id],
      pinIds: [own.pinId, late.pinId],
    });
    await all.put({ query: { mine: ['true'] } });
    expect(await chosen(contributor, definition)).toMatchObject({ taskIds: [own.id], pinIds: [own.pinId] });
    await all.put({ query: { mine: ['true'], assignee: [administrator.userId] } });
    expect((await run(contributor, definition)).definition.problem).toBe('no_pins');
  });

  test('is not created if the view was deleted, belongs to someone else, or names what was deleted', async () => {
    const { contributor, administrator } = world.roles;
    const { source, put } = await view(administrator, 'pins', { status: ['open'] }, { shared: true });
    const definition = await save(contributor, {
      source,
      title: 'Of a view',
      schedule: { every: 'day', time: '07:00' },
    });
    const problem = async (set: Partial<Rows['savedView']>) => {
      await put(set);
      const { report, definition: after } = await run(contributor, definition);
      return report === null ? after.problem : 'created';
    };
    expect(await problem({})).toBe('created');
    expect(await problem({ active: false })).toBe('view_missing');
    expect(await problem({ shared: false })).toBe('view_missing');
    expect(await problem({ query: { assignee: [randomUUID()] } })).toBe('view_outdated');
    expect(await problem({ query: { field: [`${randomUUID()}:set`] } })).toBe('view_outdated');
    expect(await problem({ query: { order: [`field.${randomUUID()}`] } })).toBe('view_outdated');
    expect(await problem({ query: { colour: ['red'] } })).toBe('view_outdated');
    // What only concerns the screen does not matter.
    expect(await problem({ query: { columns: [randomUUID()], hide: ['plan'] } })).toBe('created');
    expect(await problem({ query: { assignee: [world.projectId], status: ['closed'] } })).toBe('no_pins');
    expect(await problem({ query: { creator: [administrator.userId] } })).toBe('created');
    // On schedule, the owner is notified with the reason.
    await put({ active: false });
    await tick('2090-01-01T12:00:00Z');
    const { rows } = await server.database.root.query<{ detail: Notification['detail'] }>(
      `SELECT detail FROM notification WHERE kind = 'reportFailed' AND detail ->> 'title' = 'Of a view'`,
    );
    expect(rows).toEqual([{ detail: { title: 'Of a view', number: null, problem: 'view_missing' } }]);
    const { content } = await contributor.caller.call(listNotifications, { query: {} });
    const t = wordsIn('en');
    const said = notificationWords(
      content[0] as Notification,
      (key, given) => t(key as Parameters<typeof t>[0], given),
      String,
    );
    expect(said).toBe(
      "Your report Of a view couldn't be created. The view was deleted or is no longer shared with the owner. Choose other content.",
    );
    await contributor.caller.call(removeReportDefinition, { params: { ...params(), definitionId: definition.id } });
  });
});

test('only its owner changes and runs a saved report; administrators can delete it', async () => {
  const { contributor, administrator, internalViewer } = world.roles;
  const definition = await save(contributor);
  const body = content({ title: 'Renamed' }) as never;
  expect(await seen(administrator, definition)).toMatchObject({ own: false, title: 'Weekly' });
  const refused = [
    await administrator.caller.send(changeReportDefinition, { params: at(definition), body }),
    await administrator.caller.send(runReportDefinition, { params: at(definition), body: { reportId: randomUUID() } }),
    await internalViewer.caller.send(listReportDefinitions, { params: params(), query: {} }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  const changed = await contributor.caller.call(changeReportDefinition, { params: at(definition), body });
  expect(changed.title).toBe('Renamed');
  const others = await save(administrator);
  expect((await contributor.caller.send(removeReportDefinition, { params: at(others) })).status).toBe(403);
  for (const one of [definition, others]) await administrator.caller.call(removeReportDefinition, { params: at(one) });
  expect(await seen(contributor, definition)).toBeUndefined();
});

test.each([
  ['an unknown template', { templateId: 'builtin:nothing' }, 'templateId'],
  ['an unsupported language', { language: 'tlh' }, 'language'],
  ['a format the template cannot have', { format: 'xlsx' }, 'format'],
  ['an impossible time', { schedule: { every: 'day', time: '24:00' } }, 'schedule'],
])('%s is refused when saving', async (_name, over, path) => {
  const answer = await world.roles.contributor.caller.send(createReportDefinition, {
    params: params(),
    body: { id: randomUUID(), ...content(over) } as never,
  });
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body)).toContain(path);
});

/** The scheduler and its jobs at a moment, as the worker runs them. */
async function tick(now: string): Promise<void> {
  const services: Services = { ...server.services, clock: setClock(new Date(now)) };
  await enqueueDue(services);
  const taken = await server.database.root.query<{ id: string; payload: unknown }>(
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier = 'report.scheduled' RETURNING j.id, j.payload`,
  );
  for (const { payload } of taken.rows) await runScheduled(services, payload);
}

const reportsOf = async (definition: ReportDefinition) => {
  const found = await server.database.root.query<{ id: string }>(
    `SELECT id FROM report WHERE request ->> 'definitionId' = $1`,
    [definition.id],
  );
  return found.rows;
};

const notified = async (title: string) => {
  const found = await server.database.root.query(
    `SELECT FROM notification WHERE kind = 'reportFailed' AND detail ->> 'title' = $1`,
    [title],
  );
  return found.rowCount;
};

test('a schedule creates one report at each local time, and one for all missed times', async () => {
  const { contributor } = world.roles;
  await server.database.root.query(`UPDATE project SET timezone = 'Europe/Berlin' WHERE id = $1`, [world.projectId]);
  const saved = await save(contributor, { title: 'Daily', schedule: { every: 'day', time: '07:00' } });
  await server.database.root.query('UPDATE report_definition SET next_run_at = $2 WHERE id = $1', [
    saved.id,
    '2026-03-28T06:00:00Z',
  ]);
  await tick('2026-03-28T05:59:00Z');
  expect(await reportsOf(saved)).toHaveLength(0);
  await Promise.all([tick('2026-03-28T06:00:00Z'), tick('2026-03-28T06:00:00Z')]);
  expect(await reportsOf(saved)).toHaveLength(1);
  // The clocks change in the night.
  expect(await seen(contributor, saved)).toMatchObject({ nextRunAt: '2026-03-29T05:00:00.000Z', problem: null });
  await tick('2026-04-02T12:00:00Z');
  expect(await reportsOf(saved)).toHaveLength(2);
  expect(await seen(contributor, saved)).toMatchObject({ nextRunAt: '2026-04-03T05:00:00.000Z' });
  await contributor.caller.call(removeReportDefinition, { params: at(saved) });
});

test('a schedule without matching pins continues, and the owner is notified', async () => {
  const { contributor } = world.roles;
  const source = { kind: 'filter', filter: { search: 'nothing has this word' } };
  const saved = await save(contributor, { title: 'Empty', source, schedule: { every: 'day', time: '07:00' } });
  await tick('2090-01-01T12:00:00Z');
  expect(await reportsOf(saved)).toHaveLength(0);
  expect(await seen(contributor, saved)).toMatchObject({ problem: 'no_pins', lastRunAt: null });
  expect((await seen(contributor, saved))?.nextRunAt).not.toBeNull();
  expect(await notified('Empty')).toBe(1);
  await contributor.caller.call(removeReportDefinition, { params: at(saved) });
});

test('a schedule whose template, group or view is deleted continues, and the owner is notified which one is missing', async () => {
  const { contributor, administrator } = world.roles;
  const { projectId } = world;
  const blobId = randomUUID();
  const key = `blobs/${administrator.organisationId}/${blobId.replaceAll('-', '')}`;
  const { size, sha256 } = await server.services.files.put(key, Readable.from([await wordFile(p('{report.title}'))]));
  await recordBlob(server.services, administrator, {
    ...{ id: blobId, key, size, mime: DOCX, name: 'Own.docx' },
    sha256: Buffer.from(sha256, 'hex'),
  });
  const template = await administrator.caller.call(createTemplate, {
    params: params(),
    body: { id: randomUUID(), blobId, title: 'Own' },
  });
  const made = { createdBy: administrator.userId, createdAt: '2026-03-01T08:00:00.000Z', active: true };
  const common = { ...made, projectId, changedAt: made.createdAt };
  const group = { ...common, id: randomUUID(), title: 'G', kind: 'smart' as const, pinIds: [], filter: {} };
  const view = { ...common, id: randomUUID(), list: 'pins' as const, title: 'V', shared: true, query: {} };
  await writeRows(server, world, (tx) => {
    tx.put('group', group);
    tx.put('savedView', view);
  });
  const daily = (over: Record<string, unknown>) =>
    save(contributor, { schedule: { every: 'day', time: '07:00' }, ...over });
  const saved = {
    template_missing: await daily({ title: 'Without template', templateId: template.id }),
    group_missing: await daily({ title: 'Without group', source: { kind: 'group', groupId: group.id } }),
    view_missing: await daily({ title: 'Without view', source: { kind: 'view', viewId: view.id } }),
  };
  await tick('2090-01-01T12:00:00Z');
  for (const one of Object.values(saved)) expect(await seen(contributor, one)).toMatchObject({ problem: null });
  await administrator.caller.call(removeTemplate, { params: { ...params(), templateId: template.id } });
  await writeRows(server, world, (tx) => {
    tx.put('group', { ...group, active: false });
    tx.put('savedView', { ...view, active: false });
  });
  await tick('2090-01-02T12:00:00Z');
  for (const [problem, one] of Object.entries(saved)) {
    expect(await seen(contributor, one)).toMatchObject({ problem, nextRunAt: expect.stringMatching(/^2090-01-03/u) });
    expect(await reportsOf(one)).toHaveLength(1);
    expect(await notified(one.title)).toBe(1);
    await contributor.caller.call(removeReportDefinition, { params: at(one) });
  }
});

test.each([
  ['left the project', { state: 'removed' as const }, 'owner_left', 0],
  ['may no longer create reports', { role: 'internalViewer' as const }, 'no_right', 1],
])('a schedule is paused when its owner %s', async (name, set, problem, notifications) => {
  const { contributor, administrator } = world.roles;
  const saved = await save(contributor, { title: name, schedule: { every: 'week', weekday: 1, time: '07:00' } });
  const member = await server.database.root.query<{ id: string }>(
    'SELECT id FROM member WHERE user_id = $1 AND project_id = $2',
    [contributor.userId, world.projectId],
  );
  const row = { ...memberOf(contributor, world.projectId, 'contributor'), id: member.rows[0]?.id ?? '' };
  await writeRows(server, world, (tx) => tx.put('member', { ...row, ...set }));
  await tick('2090-01-15T12:00:00Z');
  await writeRows(server, world, (tx) => tx.put('member', row));
  expect(await seen(administrator, saved)).toMatchObject({ problem, nextRunAt: null });
  expect(await notified(name)).toBe(notifications);
  await contributor.caller.call(removeReportDefinition, { params: at(saved) });
});

test('the recipients get the finished report with its file', async () => {
  const { contributor } = world.roles;
  const saved = await save(contributor, { recipients: ['Bau@example.org', 'bau@example.org', 'plan@example.org'] });
  const { report } = await run(contributor, saved);
  const reportId = report?.id ?? '';
  const context = { id: '1', attempt: 1, maxAttempts: 6, signal: new AbortController().signal };
  await reportTasks(server.services)[REPORT_TASK]?.({ organisationId: world.organisationId, reportId }, context);
  const where = { params: { projectId: world.projectId, reportId } };
  const done = await contributor.caller.call(getReport, where);
  expect(done.shareToken).toMatch(/^[\w-]{32}$/u);
  const orders = await server.database.root.query<{ payload: { to: string; reportId: string } }>(
    `SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = $1`,
    [REPORT_EMAIL_TASK],
  );
  const mine = orders.rows.map(({ payload }) => payload).filter((one) => one.reportId === reportId);
  expect(mine.map(({ to }) => to).sort()).toEqual(['bau@example.org', 'plan@example.org']);
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  await mailReportTasks({ ...server.services, mail })[REPORT_EMAIL_TASK]?.(mine[0], context);
  expect(sent[0]?.attachments).toMatchObject([{ filename: 'Weekly.docx' }]);
  expect(sent[0]?.attachments?.[0]?.content.subarray(0, 2).toString()).toBe('PK');
});

describe('a report', () => {
  const order = (by: Actor, over: Record<string, unknown>) => {
    const body = { id: randomUUID(), title: 'Walk', templateId: 'builtin:siteReport', format: 'docx', language: 'en' };
    return by.caller.call(createReport, { params: params(), body: { ...body, ...over } as never });
  };
  const one = ({ id: reportId }: { id: string }) => ({ projectId: world.projectId, reportId });

  test('created from a filter is repeated with the pins that match now, others with the same pins', async () => {
    const { contributor, administrator } = world.roles;
    const found = await order(contributor, { filter: { status: ['open'] } });
    const named = await order(contributor, { pinIds: [pins[1]?.id] });
    await change(pins[1], { status: 'closed' });
    const again = (by: Actor, report: { id: string }) =>
      by.caller.call(repeatReport, { params: one(report), body: { id: randomUUID() } });
    expect(await again(administrator, found)).toMatchObject({ title: 'Walk', pinCount: 2, own: true });
    const repeated = await again(contributor, named);
    expect((await requestOf(repeated.id))?.pinIds).toEqual([pins[1]?.id]);
    await change(pins[1], {});
  });

  test('that is deleted loses its file and link; a foreign one only by an administrator', async () => {
    const { contributor, administrator } = world.roles;
    const report = await order(contributor, { pinIds: [pins[0]?.id] });
    const context = { id: '1', attempt: 1, maxAttempts: 6, signal: new AbortController().signal };
    const job = { organisationId: world.organisationId, reportId: report.id };
    await reportTasks(server.services)[REPORT_TASK]?.(job, context);
    const { shareToken } = await contributor.caller.call(shareReport, { params: one(report) });
    const fetched = () => world.nobody.send(sharedReport, { params: { token: shareToken } });
    expect((await fetched()).status).toBe(200);
    const blobs = () => server.database.root.query('SELECT FROM blob WHERE mime LIKE $1', ['%wordprocessingml%']);
    const before = (await blobs()).rowCount ?? 0;
    const foreign = await order(administrator, { pinIds: [pins[0]?.id] });
    expect((await contributor.caller.send(removeReport, { params: one(foreign) })).status).toBe(403);
    await administrator.caller.call(removeReport, { params: one(report) });
    expect((await contributor.caller.send(getReport, { params: one(report) })).status).toBe(404);
    expect((await fetched()).body).toMatchObject({ code: 'share_ended' });
    expect((await blobs()).rowCount).toBe(before - 1);
    // A job that is still waiting has nothing to do.
    await reportTasks(server.services)[REPORT_TASK]?.(job, context);
  });
});
