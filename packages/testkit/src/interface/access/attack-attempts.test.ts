// Attempts by authenticated users to reach other users' data: every hole that was once found stays closed.
import { createHash, randomUUID } from 'node:crypto';
import { changeAccount } from '@plumbline/core/features/account/contract';
import { listPins } from '@plumbline/core/features/pins/contract';
import { listTasks } from '@plumbline/core/features/tasks/contract';
import { syncPush } from '@plumbline/core/sync/contract';
import { SCHEDULES, tasksOf } from '@plumbline/server/app/features';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { planMissing } from '@plumbline/server/platform/queue/schedule';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, makeProject, type World, writeRows } from '../../actors.ts';
import { addressOf } from '../../calls.ts';
import { commentRow, pinRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server?.close());

test('the comment of a status change cannot overwrite an existing comment', async () => {
  const { administrator, subcontractor } = world.roles;
  const by = { projectId: world.projectId, createdBy: administrator.userId };
  const pin = pinRow(by);
  const task = taskRow(by, pin.id, { assigneeType: 'User', assigneeId: subcontractor.userId });
  const comment = commentRow(by, pin.id, { text: 'Measured by the administrator' });
  await writeRows(server, world, (tx) => {
    tx.put('pin', pin);
    tx.put('task', task);
    tx.put('comment', comment);
  });
  const done = (id: string) =>
    runSite(server.services, subcontractor, world.projectId, 'task.setStatus', {
      id: task.id,
      move: 'markDone',
      comment: { id, text: 'Never said' },
    });
  await expect(done(comment.id)).rejects.toMatchObject({ code: 'already_exists' });
  const kept = await server.database.root.query('SELECT text, created_by FROM comment WHERE id = $1', [comment.id]);
  expect(kept.rows).toEqual([{ text: comment.text, created_by: administrator.userId }]);
  await done(randomUUID());
});

test('every job scheduled at startup has a task in the worker', async () => {
  await planMissing(server.services, SCHEDULES);
  const waiting = await server.database.root.query('SELECT task_identifier AS task FROM graphile_worker.jobs');
  expect(waiting.rows.length).toBeGreaterThan(1);
  for (const { task } of waiting.rows) expect(Object.keys(tasksOf(server.services))).toContain(task);
});

test('a repeated edit reveals nothing about a project its sender does not belong to', async () => {
  const { colleague, roles, projectId } = world;
  const own = await makeProject(server, {
    organisationId: world.organisationId,
    title: 'His own',
    by: colleague,
    members: [[colleague, 'administrator']],
  });
  const deviceId = randomUUID();
  const id = randomUUID();
  const push = (project: string, edit: { n: number; id?: string }) => {
    const input = { id: randomUUID(), planId: null, x: null, y: null };
    const mutation = { ...edit, projectId: project, name: 'pin.create', input, at: server.clock.now().toISOString() };
    return colleague.caller.call(syncPush, { body: { deviceId, mutations: [mutation] } });
  };
  for (let times = 0; times < 2; times += 1) {
    expect((await push(own, { n: 1 })).heads[own]).toBeGreaterThan(0);
    expect((await push(own, { n: 2, id })).heads[own]).toBeGreaterThan(0);
  }
  await runSite(server.services, roles.administrator, projectId, 'pin.create', {
    id: randomUUID(),
    planId: null,
    x: null,
    y: null,
  });
  // The number was used for another edit; the id is known, but the head of the project is not for this user.
  expect((await push(projectId, { n: 1 })).heads).toEqual({});
  expect((await push(projectId, { n: 2, id })).heads).toEqual({ [projectId]: 0 });
  expect((await push(projectId, { n: 3, id })).heads).toEqual({ [projectId]: 0 });
});

test.each([listPins, listTasks])('$name refuses a date that does not exist', async (endpoint) => {
  const response = await world.roles.contributor.caller.send(endpoint, {
    params: { projectId: world.projectId },
    query: { dueFrom: '0000-01-01' },
  });
  expect(response).toMatchObject({ status: 422, body: { fields: [{ path: 'dueFrom', outcome: 'NOT_VALID' }] } });
});

test('a body is not read without a session, and a malformed address gets a regular error', async () => {
  const broken = { method: 'POST', url: addressOf(syncPush, {}), payload: '{' } as const;
  const headers = { 'content-type': 'application/json' };
  expect((await world.nobody.raw({ ...broken, headers })).status).toBe(401);
  const { caller } = world.roles.contributor;
  const known = { ...headers, ...(await caller.keyHeader()) };
  expect((await caller.raw({ ...broken, headers: known })).status).toBe(400);
  const response = await world.nobody.raw({ method: 'GET', url: '/%' });
  expect(response).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  expect(JSON.stringify(response.body)).not.toContain('FST_');
});

test('a body of thousands of unknown fields is refused at once, without listing each of them', async () => {
  const { caller } = world.roles.contributor;
  const headers = { 'content-type': 'application/json', ...(await caller.keyHeader()) };
  const send = (entries: number) => {
    const payload = JSON.stringify(Object.fromEntries(Array.from({ length: entries }, (_, at) => [`k${at}`, at])));
    return caller.raw({ method: 'POST', url: addressOf(syncPush, {}), headers, payload });
  };
  expect(await send(60_000)).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  const expected = await send(5_000);
  expect(expected).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  expect(expected.raw.length).toBeLessThan(20_000);
});

test('the stored idempotency record cannot be used to guess the content of a call', async () => {
  const { caller, userId } = world.roles.none;
  const key = randomUUID();
  const body = { phone: '+43 1 234567' };
  expect((await caller.send(changeAccount, { body }, { 'idempotency-key': key })).status).toBe(200);
  const kept = await server.database.root.query<{ hash: Buffer }>(
    'SELECT request_hash AS hash FROM idempotency WHERE user_id = $1 AND key = $2',
    [userId, key],
  );
  const call = `${changeAccount.method} ${addressOf(changeAccount, {})}\n${JSON.stringify(body)}`;
  expect(kept.rows).toHaveLength(1);
  expect(kept.rows[0]?.hash.equals(createHash('sha256').update(call).digest())).toBe(false);
});

// Must be the last test: it moves the clock, which ends every session.
test('an upload that is abandoned, or completed but never referenced, is removed with its bytes', async () => {
  const { caller, organisationId } = world.roles.subcontractor;
  const send = async (id: string, size: number) => {
    const fields = { id, purpose: 'photo', name: 'a.jpg', mime: 'image/jpeg' };
    const metadata = Object.entries(fields).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
    await caller.raw({
      method: 'POST',
      url: '/api/files',
      headers: { 'upload-length': String(size), 'upload-metadata': metadata.join(',') },
    });
    const sent = await caller.raw({
      method: 'PATCH',
      url: `/api/files/${id}`,
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'content-length': '3' },
      payload: Buffer.from('abc'),
    });
    expect(sent.status).toBe(204);
  };
  const [left, finished] = [randomUUID(), randomUUID()];
  await send(left, 1_000_000);
  await send(finished, 3);
  const bytesOf = async (id: string) => {
    const keys: string[] = [];
    for await (const { key } of server.services.files.list(`uploads/${organisationId}/${id}/`)) keys.push(key);
    return keys;
  };
  const rows = async () => (await server.database.root.query('SELECT id FROM upload')).rows.map(({ id }) => id);
  const sweep = () =>
    tasksOf(server.services)['uploads.sweep']?.(
      {},
      { id: '1', attempt: 1, maxAttempts: 3, signal: AbortSignal.timeout(60_000) },
    );
  await sweep();
  expect(await bytesOf(left)).toHaveLength(1);
  expect((await rows()).sort()).toEqual([left, finished].sort());
  server.clock.advance(25 * 3_600_000);
  await sweep();
  expect(await bytesOf(left)).toEqual([]);
  expect(await rows()).toEqual([]);
});
