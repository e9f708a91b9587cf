// How a device handles unusual situations, one case at a time, over the in-memory server store.

import { AppError } from '@plumbline/core/kernel/errors';
import type { Rows } from '@plumbline/core/site/entities';
import { contextOfEdit } from '@plumbline/core/sync/client/edit-context';
import { discard, perform, utf8Length } from '@plumbline/core/sync/client/edits';
import { MAX_FAILURES, nextPush } from '@plumbline/core/sync/client/push';
import { nextUploads, noteBlob, uploadOnce } from '@plumbline/core/sync/client/round';
import { RELOAD_STATE } from '@plumbline/core/sync/client/start-over';
import { type Edit, Unreachable } from '@plumbline/core/sync/client/store';
import { MAX_INPUT, MAX_MUTATIONS, type PushReply } from '@plumbline/core/sync/protocol';
import { beforeEach, expect, test } from 'vitest';
import { emptyState, MemoryServer, marked } from '../memory-server.ts';
import { madeId, memberOf, PEOPLE, projectIdOf, seeded, withRows, workRows } from '../seed-site.ts';
import { loadedData } from './loaded-data.ts';
import { PlainDevice } from './plain-device.ts';

const PROJECT = projectIdOf(1);
const PIN = madeId(5, 11);
const ADMIN = PEOPLE[0] ?? { userId: '', role: 'administrator' };

let server: MemoryServer;
let ids = 0;
const newId = () => {
  ids += 1;
  return madeId(0x200, ids);
};

beforeEach(() => {
  ids = 0;
  const tools = {
    step: async () => undefined,
    flaws: new Set<never>(),
    now: () => '2026-03-02T09:00:00.000Z',
    trouble: () => undefined,
  };
  server = new MemoryServer(tools, seeded(emptyState(madeId(9, 1)), 1, workRows));
});

async function device(userId = ADMIN.userId): Promise<PlainDevice> {
  const created = new PlainDevice(server, { organisationId: madeId(8, 1), userId }, PROJECT, newId);
  created.storage.data = await loadedData(server.state, [PROJECT], userId, newId());
  return created;
}

const title = (one: PlainDevice, text: string) =>
  perform(one.parts, PROJECT, 'pin.update', { id: PIN, set: { title: text } });
const onServer = () =>
  (server.state.sites.get(PROJECT)?.tables.get('pin')?.get(PIN)?.row as Rows['pin'] | undefined)?.title;
const queued = (n: number, blobs: string[] = []): Edit => ({
  ...{ n, projectId: PROJECT, name: 'pin.update', input: {}, at: '', blobs, state: 'queued' },
});
const counted = (settled: number) => ({ deviceId: newId(), userId: ADMIN.userId, timeline: null, next: 99, settled });
const blob = (id: string, state: 'waiting' | 'there') => ({
  ...{ id, purpose: 'photo' as const, name: 'a.jpg', mime: 'image/jpeg', size: 1, at: '', state },
});

test('edit sizes are counted in UTF-8 bytes', () => {
  for (const text of ['plain', 'Größe', '€', '😀', 'mixed 😀 ß'])
    expect(utf8Length(text)).toBe(Buffer.byteLength(text));
});

test('unused numbers are skipped in one step up to the next edit', () => {
  const rejected: Edit = { ...queued(3), state: 'rejected' };
  const { mutations } = nextPush(counted(1), [rejected, queued(5), queued(6)], [], MAX_MUTATIONS);
  expect(mutations.map((mutation) => [mutation.n, 'skip' in mutation])).toEqual([
    [4, true],
    [5, false],
    [6, false],
  ]);
});

test('an edit waits for its files, and later edits wait for it', () => {
  const edits = [queued(1), queued(2, ['a']), queued(3)];
  expect(nextPush(counted(0), edits, [blob('a', 'waiting')], MAX_MUTATIONS)).toMatchObject({
    mutations: [{ n: 1 }],
    waits: true,
  });
  expect(nextPush(counted(0), edits, [blob('a', 'there')], MAX_MUTATIONS).mutations).toHaveLength(3);
});

test('edits unrelated to a waiting photo are sent before it, related edits after it', async () => {
  const one = await device();
  const file = { blobId: newId(), name: 'a.jpg', mime: 'image/jpeg', size: 10, width: 1, height: 1 };
  await noteBlob(one.parts, { ...blob(file.blobId, 'waiting') });
  const post = { id: newId(), pinId: PIN, taskId: null, type: 'Visuals', files: [file] };
  await perform(one.parts, PROJECT, 'post.create', post);
  await perform(one.parts, PROJECT, 'pin.update', { id: madeId(5, 12), set: { title: 'elsewhere' } });
  await perform(one.parts, PROJECT, 'post.edit', { id: post.id, caption: 'of the photo' });
  const comment = { id: newId(), pinId: PIN, taskId: null, text: 'beside the photo' };
  await perform(one.parts, PROJECT, 'comment.create', comment);
  await perform(one.parts, PROJECT, 'pin.setStatus', { id: PIN, move: 'close', tasks: 'keep' });
  await one.sync();
  const names = () => server.state.log.flatMap(({ cause }) => (cause.device ? [cause.action] : []));
  expect(names()).toEqual(['pin.update', 'comment.create']);
  const edits = [...one.data.edits.values()];
  expect(edits.map((edit) => edit.name)).toEqual(['post.create', 'post.edit', 'pin.setStatus']);
  const [waiting] = nextUploads(edits, [...one.data.blobs.values()]);
  if (!waiting) throw new Error('no file waits');
  one.between.upload = async ({ id }) => server.change((state) => ({ ...state, blobs: new Set([...state.blobs, id]) }));
  await uploadOnce(one.parts, waiting);
  await one.sync();
  expect(names()).toEqual(['pin.update', 'comment.create', 'post.create', 'post.edit', 'pin.setStatus']);
  expect([...one.data.edits.values()]).toEqual([]);
});

test('a push stays within the maximum number of edits, and close to the maximum number of bytes', () => {
  const many = Array.from({ length: 600 }, (_, at) => queued(at + 1));
  expect(nextPush(counted(0), many, [], MAX_MUTATIONS).mutations.length).toBeLessThanOrEqual(MAX_MUTATIONS);
  const large = many.slice(0, 5).map((edit) => ({ ...edit, input: 'x'.repeat(MAX_INPUT - 10) }));
  expect(nextPush(counted(0), large, [], MAX_MUTATIONS).mutations).toHaveLength(2);
});

test('files are sent in the order in which edits wait for them', () => {
  const blobs = [blob('a', 'waiting'), blob('b', 'waiting'), blob('c', 'there'), blob('d', 'waiting')];
  const order = nextUploads([queued(1, ['d', 'c']), queued(2, ['b'])], blobs).map((one) => one.id);
  expect(order).toEqual(['d', 'b', 'a']);
});

test('an edit too large to send is refused when it is made', async () => {
  const one = await device();
  await expect(title(one, 'x'.repeat(MAX_INPUT))).rejects.toMatchObject({ code: 'too_large' });
  expect(one.data.edits.size).toBe(0);
});

test('a push whose reply was lost is sent again and applied once', async () => {
  const one = await device();
  await title(one, 'once');
  one.between.push = async (body, pass) => {
    await pass(body);
    throw new Unreachable('lost');
  };
  expect((await one.sync()).trouble).toBe('offline');
  expect(one.edits()).toEqual([{ n: 1, state: 'queued' }]);
  delete one.between.push;
  await one.sync();
  expect(one.edits()).toEqual([]);
  expect(server.state.log).toHaveLength(1);
});

test('an edit is reapplied on top of rows that changed in the meantime', async () => {
  const [one, other] = [await device(), await device()];
  await title(one, 'mine');
  await perform(other.parts, PROJECT, 'pin.update', { id: PIN, set: { notes: 'theirs' } });
  await other.sync();
  one.between.push = () => Promise.reject(new AppError('unavailable'));
  await one.sync();
  expect(one.row('pin', PIN)).toMatchObject({ title: 'mine', notes: 'theirs' });
  expect(one.data.base.get(`pin ${PIN}`)?.row).toMatchObject({ title: 'Pin 11', notes: 'theirs' });
});

test('a rejected edit disappears from the screen, is reported with its reason, and is kept until it is discarded', async () => {
  const [one, other] = [await device(), await device()];
  await title(one, 'too late');
  await perform(other.parts, PROJECT, 'pin.setStatus', { id: PIN, move: 'close', tasks: 'keep' });
  await other.sync();
  await one.sync();
  expect(one.row('pin', PIN)).toMatchObject({ status: 'closed', title: 'Pin 11' });
  expect([...one.data.edits.values()]).toMatchObject([
    { n: 1, state: 'rejected', code: 'pin_locked', input: { set: { title: 'too late' } } },
  ]);
  await discard(one.parts, 1);
  expect(one.data.edits.size).toBe(0);
});

test('a queued edit cannot be discarded, as the server may have it', async () => {
  const one = await device();
  await title(one, 'sent?');
  await discard(one.parts, 1);
  expect(one.edits()).toEqual([{ n: 1, state: 'queued' }]);
});

test('an edit the server keeps failing on is set aside, and the edits after it are sent', async () => {
  const one = await device();
  await title(one, 'poison');
  await perform(one.parts, PROJECT, 'pin.update', { id: madeId(5, 12), set: { title: 'after' } });
  one.between.push = async (body, pass): Promise<PushReply> => {
    if (body.mutations[0]?.n !== 1 || 'skip' in body.mutations[0]) return pass(body);
    return { ...(await pass({ ...body, mutations: [] })), stopped: { n: 1, code: 'internal' } };
  };
  for (let round = 0; round < MAX_FAILURES; round += 1) expect((await one.sync()).trouble).toBe('later');
  await one.sync();
  expect([...one.data.edits.values()]).toMatchObject([{ n: 1, state: 'rejected', code: 'internal' }]);
  expect(server.state.log).toMatchObject([{ cause: { device: { n: 2 } } }]);
});

test('a push refused as a whole is retried edit by edit; only the invalid edit is set aside', async () => {
  const one = await device();
  for (const text of ['first', 'bad', 'last']) await title(one, text);
  one.between.push = async (body, pass) => {
    if (JSON.stringify(body).includes('bad')) throw new AppError('invalid_input');
    return pass(body);
  };
  await one.sync();
  expect([...one.data.edits.values()]).toMatchObject([{ n: 2, state: 'rejected', code: 'invalid_input' }]);
  expect(onServer()).toBe('last');
});

test('an edit of an app older than the server accepts is kept, and does not block others', async () => {
  const one = await device();
  await title(one, 'old app');
  await perform(one.parts, PROJECT, 'pin.update', { id: madeId(5, 12), set: { title: 'after' } });
  one.between.push = (body, pass) => {
    const isOlds = (mutation: (typeof body.mutations)[number]) => !('skip' in mutation) && mutation.n === 1;
    return pass({
      ...body,
      mutations: body.mutations.map((mutation) => (isOlds(mutation) ? { ...mutation, name: 'pin.rename' } : mutation)),
    });
  };
  await one.sync();
  expect([...one.data.edits.values()]).toMatchObject([
    { n: 1, state: 'rejected', code: 'bad_request', input: { set: { title: 'old app' } } },
  ]);
  expect(server.state.log).toMatchObject([{ cause: { device: { n: 2 } } }]);
});

test('an edit made after its file was refused is set aside with the reason of the file', async () => {
  const one = await device();
  const file = newId();
  one.between.upload = async () => {
    throw new AppError('forbidden');
  };
  await noteBlob(one.parts, blob(file, 'waiting'));
  for (const waiting of nextUploads([], [...one.data.blobs.values()])) await uploadOnce(one.parts, waiting);
  expect(one.data.blobs.get(file)).toMatchObject({ state: 'refused', code: 'forbidden' });
  const files = [{ blobId: file, name: 'a.jpg', mime: 'image/jpeg', size: 1, width: 1, height: 1 }];
  await perform(one.parts, PROJECT, 'post.create', { id: newId(), pinId: PIN, taskId: null, type: 'Visuals', files });
  await one.sync();
  expect([...one.data.edits.values()]).toMatchObject([{ n: 1, state: 'rejected', code: 'forbidden' }]);
});

test('a file the server lost is sent again; an edit whose file is missing everywhere is set aside', async () => {
  const one = await device();
  const files = (blobId: string) => [{ blobId, name: 'a.jpg', mime: 'image/jpeg', size: 1, width: 1, height: 1 }];
  const post = (blobId: string) => ({ id: newId(), pinId: PIN, taskId: null, type: 'Visuals', files: files(blobId) });
  const [kept, nowhere] = [newId(), newId()];
  await noteBlob(one.parts, blob(kept, 'there'));
  await one.storage.put({ blobs: [{ id: kept, blob: blob(kept, 'there') }] });
  await perform(one.parts, PROJECT, 'post.create', post(kept));
  await perform(one.parts, PROJECT, 'post.create', post(nowhere));
  await one.sync();
  expect(one.data.blobs.get(kept)?.state).toBe('waiting');
  one.between.upload = async ({ id }) => server.change((state) => ({ ...state, blobs: new Set([...state.blobs, id]) }));
  for (const waiting of nextUploads([...one.data.edits.values()], [...one.data.blobs.values()]))
    await uploadOnce(one.parts, waiting);
  await one.sync();
  expect([...one.data.edits.values()]).toMatchObject([{ n: 2, state: 'rejected', code: 'blob_missing' }]);
  expect(server.state.log).toMatchObject([{ cause: { device: { n: 1 } } }]);
});

test.each(['second_step_required', 'licence_expired', 'session_ended', 'device_revoked'] as const)(
  'a file and its edits wait while everything is refused with %s',
  async (code) => {
    const one = await device();
    const blobId = newId();
    const files = [{ blobId, name: 'a.jpg', mime: 'image/jpeg', size: 1, width: 1, height: 1 }];
    await noteBlob(one.parts, blob(blobId, 'waiting'));
    const post = { id: newId(), pinId: PIN, taskId: null, type: 'Visuals', files };
    await perform(one.parts, PROJECT, 'post.create', post);
    one.between.upload = () => Promise.reject(new AppError(code));
    one.between.push = () => Promise.reject(new AppError(code));
    for (const waiting of one.data.blobs.values())
      await expect(uploadOnce(one.parts, waiting)).rejects.toMatchObject({ code });
    await one.sync();
    expect([...one.data.blobs.values()]).toMatchObject([{ state: 'waiting' }]);
    expect(one.edits()).toMatchObject([{ state: 'queued' }]);
  },
);

test.each([1970, 2099])('edits of a device whose clock is in the year %i arrive in their order', async (year) => {
  const one = await device();
  const wrong = { ...one.parts, now: () => `${year}-01-01T00:00:00.000Z` };
  for (const text of ['first', 'second'])
    await perform(wrong, PROJECT, 'pin.update', { id: PIN, set: { title: text } });
  await one.sync();
  expect(onServer()).toBe('second');
  expect(one.row('pin', PIN)?.title).toBe('second');
  expect(one.edits()).toEqual([]);
});

test('a file the server refuses sets aside the edits that reference it', async () => {
  const one = await device();
  const blobId = newId();
  await noteBlob(one.parts, blob(blobId, 'waiting'));
  const files = [{ blobId, name: 'a.jpg', mime: 'image/jpeg', size: 1, width: 1, height: 1 }];
  const id = newId();
  await perform(one.parts, PROJECT, 'post.create', { id, pinId: PIN, taskId: null, type: 'Visuals', files });
  expect(one.row('post', id)).toBeDefined();
  one.between.upload = () => Promise.reject(new AppError('too_large'));
  for (const waiting of one.data.blobs.values()) await uploadOnce(one.parts, waiting);
  expect([...one.data.edits.values()]).toMatchObject([{ n: 1, state: 'rejected', code: 'too_large' }]);
  expect([...one.data.blobs.values()]).toMatchObject([{ state: 'refused', code: 'too_large' }]);
  expect(one.row('post', id)).toBeUndefined();
});

test('two copies of a store send the edits of both, under different device ids', async () => {
  const one = await device();
  await title(one, 'before');
  const copy = await device();
  copy.storage.data = one.data;
  const written = (at: PlainDevice, text: string) =>
    perform(at.parts, PROJECT, 'comment.create', { id: newId(), pinId: PIN, taskId: null, text });
  for (const text of ['a', 'b']) await written(one, text);
  for (const text of ['c', 'd', 'e']) await written(copy, text);
  for (const each of [one, copy, one]) await each.sync();
  expect(copy.data.device?.deviceId).not.toBe(one.data.device?.deviceId);
  expect([...one.edits(), ...copy.edits()]).toEqual([]);
  const created = server.state.log.map(({ cause }) => cause.action);
  expect(created).toEqual(['pin.update', ...Array(5).fill('comment.create')]);
});

test('a reply acknowledges only the edits whose ids it repeats', async () => {
  const one = await device();
  await title(one, 'mine');
  one.between.push = async (body, pass) => {
    const reply = await pass(body);
    return { ...reply, results: reply.results.map((outcome) => ({ ...outcome, id: newId() })) };
  };
  expect((await one.sync()).trouble).toBe('later');
  expect(one.edits()).toEqual([{ n: 1, state: 'queued' }]);
  delete one.between.push;
  await one.sync();
  expect(one.edits()).toEqual([]);
  expect(server.state.log).toHaveLength(1);
});

test('a server restored from a backup receives again what it lost', async () => {
  const one = await device();
  await title(one, 'saved');
  await one.sync();
  const backup = server.state;
  await title(one, 'lost');
  await one.sync();
  expect(onServer()).toBe('lost');
  server.state = { ...backup, timeline: madeId(9, 2) };
  expect(onServer()).toBe('saved');
  await one.sync();
  expect(onServer()).toBe('lost');
  expect(one.edits()).toEqual([]);
});

test('a removed member loses the rows at the next sync; unsent edits are kept and reported', async () => {
  const contributor = PEOPLE[1] ?? ADMIN;
  const one = await device(contributor.userId);
  await perform(one.parts, PROJECT, 'comment.create', { id: newId(), pinId: PIN, taskId: null, text: 'unsent' });
  const site = server.state.sites.get(PROJECT);
  if (!site) throw new Error('no project');
  const removed = { ...memberOf(PROJECT, contributor, 1), state: 'removed' as const };
  server.change((state) => ({
    ...state,
    sites: new Map(state.sites).set(PROJECT, withRows(site, [['member', removed]])),
  }));
  const round = await one.sync();
  expect(round.projects.get(PROJECT)).toBe('gone');
  expect(one.rows().size).toBe(0);
  expect([...one.data.edits.values()]).toMatchObject([
    { n: 1, state: 'rejected', code: 'not_entitled', input: { text: 'unsent' } },
  ]);
});

test.each([
  ['a limited view', madeId(1, 3)],
  ['a full view', ADMIN.userId],
])('a member with %s reads missing rows again when the fingerprint of ids differs', async (_view, userId) => {
  const one = await device(userId);
  const before = one.rows().size;
  const [lost] = [...(one.data.rows.get('pin')?.keys() ?? [])];
  if (lost === undefined) throw new Error('the member sees no pin');
  one.storage.put({ rows: [{ entity: 'pin', id: lost, row: undefined }] });
  await one.sync();
  expect(one.row('pin', lost)).toBeDefined();
  expect(one.rows().size).toBe(before);
});

test('a row deleted while a full device reads everything again does not stay', async () => {
  const one = await device();
  const id = newId();
  await perform(one.parts, PROJECT, 'comment.create', { id, pinId: PIN, taskId: null, text: 'deleted soon' });
  await one.sync();
  const [known] = one.data.projects.values();
  if (!known) throw new Error('no project');
  one.storage.put({ projects: [{ ...known, ...RELOAD_STATE }] });
  one.between.pull = async (query, pass) => {
    const reply = await pass(query);
    one.storage.full = true;
    return reply;
  };
  expect((await one.sync()).projects.get(PROJECT)).not.toBe('ready');
  delete one.between.pull;
  one.storage.full = false;
  server.change((state) => {
    const site = state.sites.get(PROJECT);
    if (!site) throw new Error('no project');
    const comments = new Map(site.tables.get('comment'));
    comments.delete(id);
    const head = site.head + 1;
    const marks = marked(site, [head]);
    const deleted = [...site.deleted, { entity: 'comment' as const, id, position: head }];
    const next = { ...site, head, marks, deleted, tables: new Map(site.tables).set('comment', comments) };
    return { ...state, sites: new Map(state.sites).set(PROJECT, next) };
  });
  await one.sync();
  expect(one.row('comment', id)).toBeUndefined();
});

test('a rejected edit keeps its reason when a restored server is told to skip its number', async () => {
  const [one, other] = [await device(), await device()];
  await title(one, 'kept');
  await one.sync();
  const backup = server.state;
  await perform(other.parts, PROJECT, 'pin.setStatus', { id: PIN, move: 'close', tasks: 'keep' });
  await other.sync();
  await title(one, 'refused');
  await perform(one.parts, PROJECT, 'pin.update', { id: madeId(5, 12), set: { title: 'after' } });
  await one.sync();
  expect([...one.data.edits.values()]).toMatchObject([{ n: 2, state: 'rejected', code: 'pin_locked' }]);
  server.state = { ...backup, timeline: madeId(9, 2) };
  await one.sync();
  expect([...one.data.edits.values()]).toMatchObject([{ n: 2, state: 'rejected', code: 'pin_locked' }]);
  expect(server.state.log.map((change) => change.cause.device?.n)).toEqual([1, 3]);
});

test('a member who may no longer read still detects a restored server, and sends again', async () => {
  const contributor = PEOPLE[1] ?? ADMIN;
  const one = await device(contributor.userId);
  const backup = server.state;
  const comment = { id: newId(), pinId: PIN, taskId: null, text: 'sent once' };
  await perform(one.parts, PROJECT, 'comment.create', comment);
  await one.sync();
  expect(one.data.journal.size).toBe(1);
  const site = backup.sites.get(PROJECT);
  if (!site) throw new Error('no project');
  const removed = { ...memberOf(PROJECT, contributor, 1), state: 'removed' as const };
  const sites = new Map(backup.sites).set(PROJECT, withRows(site, [['member', removed]]));
  server.state = { ...backup, sites, timeline: madeId(9, 2) };
  await one.sync();
  expect([...one.data.edits.values()]).toMatchObject([
    { n: 1, state: 'rejected', code: 'not_entitled', input: comment },
  ]);
});

test('a rejected edit names its pin, plan and project, even when none of them is left on the device', async () => {
  const one = await device();
  const { parts } = one;
  const created = newId();
  const where = { planId: madeId(4, 1), x: 0.5, y: 0.5 };
  await perform(parts, PROJECT, 'pin.create', { id: created, ...where, content: { title: 'Never taken' } });
  await perform(parts, PROJECT, 'comment.create', { id: newId(), pinId: created, taskId: null, text: 'nor this' });
  await perform(parts, PROJECT, 'pin.editMany', { changes: [{ ids: [PIN, madeId(5, 12)], set: { title: 'both' } }] });
  await perform(parts, PROJECT, 'plan.rename', { id: where.planId, name: 'Roof' });
  const stand = (change: Partial<Rows['member']>) =>
    server.change((state) => {
      const site = state.sites.get(PROJECT);
      if (!site) throw new Error('no project');
      const member = { ...memberOf(PROJECT, ADMIN, 0), ...change };
      return { ...state, sites: new Map(state.sites).set(PROJECT, withRows(site, [['member', member]])) };
    });
  const places = async () => {
    const edits = await parts.store.edits();
    expect(edits.map(({ state }) => state)).toEqual(Array(4).fill('rejected'));
    return Promise.all(edits.map((edit) => contextOfEdit(parts.store, edit)));
  };

  stand({ role: 'internalViewer' });
  await one.sync();
  const within = { plan: { sheetNumber: '', name: 'Ground floor' }, project: 'Project 1' };
  const untaken = { pin: { number: null, title: 'Never taken' }, pins: 1, ...within };
  expect(await places()).toEqual([
    untaken,
    untaken,
    { pin: { number: 11, title: 'Pin 11' }, pins: 2, ...within },
    { pins: 0, ...within },
  ]);

  stand({ state: 'removed' });
  await one.sync();
  expect(one.rows().size).toBe(0);
  expect(await places()).toMatchObject([
    { pin: { title: 'Never taken' }, project: 'Project 1' },
    { pin: { title: 'Never taken' }, project: 'Project 1' },
    { pin: { number: 11 }, pins: 2, plan: { name: 'Ground floor' }, project: 'Project 1' },
    { plan: { name: 'Roof' }, project: 'Project 1' },
  ]);
});
