// Sketches on stored photos, and comments with mentions: what is stored, who may write, and what happens when a newer
// drawing exists.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileLinks, listPosts } from '@plumbline/core/features/media/contract';
import { setPinStatus } from '@plumbline/core/features/pins/actions';
import type { PostFile, StoredFile } from '@plumbline/core/site/rows/media';
import type { Mark } from '@plumbline/core/site/values/sketch';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
const WIDE = { width: 400, height: 300 };
const MARKS: Mark[] = [
  { id: randomUUID(), kind: 'arrow', colour: 'red', width: 8, x1: 10, y1: 10, x2: 90, y2: 70 },
  { id: randomUUID(), kind: 'blur', x: 100, y: 100, width: 50, height: 60 },
  { id: randomUUID(), kind: 'text', colour: 'yellow', x: 5, y: 200, size: 24, text: 'Riß über 3 m' },
];

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

async function picture(by: Actor, colour: string, name = 'wall.jpg'): Promise<StoredFile> {
  const bytes = await sharp({ create: { ...WIDE, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
  const blobId = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest();
  const key = `blobs/${world.organisationId}/${sha256.toString('hex')}`;
  if (!(await server.services.files.stat(key))) await server.services.files.put(key, Readable.from([bytes]));
  const about = { sha256, key, size: bytes.length, mime: 'image/jpeg', name };
  await recordBlob(
    server.services,
    { organisationId: world.organisationId, userId: by.userId },
    { id: blobId, ...about },
  );
  return { blobId, name, mime: 'image/jpeg', size: bytes.length, ...WIDE };
}

const act = (who: Actor, action: string, input: object) =>
  runSite(server.services, who, world.projectId, action, input);
const filesOf = async (postId: string): Promise<PostFile[]> => {
  const { content } = await world.roles.administrator.caller.call(listPosts, {
    params: { projectId: world.projectId },
    query: { state: 'all', size: 100 },
  });
  return content.find((post) => post.id === postId)?.files ?? [];
};

const pinId = randomUUID();
let postId: string;
let taken: StoredFile;

beforeAll(async () => {
  const content = { title: 'Crack' };
  await act(world.roles.contributor, 'pin.create', { id: pinId, planId: null, x: null, y: null, content });
});
beforeEach(async () => {
  postId = randomUUID();
  taken = await picture(world.roles.contributor, '#a56f0c');
  const post = { id: postId, pinId, taskId: null, type: 'Visuals', caption: '', takenAt: null };
  await act(world.roles.contributor, 'post.create', { ...post, files: [taken] });
});

const draw = async (who: Actor, on: string, colour: string, marks: readonly Mark[] = MARKS) => {
  const flat = await picture(who, colour);
  await act(who, 'post.sketch', { id: postId, blobId: on, drawing: { flat, ...WIDE, marks } });
  return flat;
};

describe('a sketch on a stored photo', () => {
  test('shows the flattened picture and keeps the photo through every later drawing', async () => {
    const { contributor } = world.roles;
    const first = await draw(contributor, taken.blobId, '#ff0000');
    const second = await draw(contributor, first.blobId, '#00ff00', MARKS.slice(0, 1));
    const layer = { ground: 'photo', original: taken, ...WIDE, marks: MARKS.slice(0, 1) };
    expect(await filesOf(postId)).toEqual([{ ...second, sketch: layer }]);
    // Anyone who sees the post can get both: a later drawing starts from the photo.
    const blobIds = [second.blobId, taken.blobId];
    const body = { projectId: world.projectId, blobIds, sizes: ['original' as const] };
    const { links } = await world.roles.internalViewer.caller.call(fileLinks, { body });
    expect(links.map((link) => link.blobId).sort()).toEqual(blobIds.sort());
    await act(contributor, 'post.sketch', { id: postId, blobId: second.blobId, drawing: null });
    expect(await filesOf(postId)).toEqual([taken]);
  });

  test('is refused if someone else has drawn in the meantime', async () => {
    const first = await draw(world.roles.administrator, taken.blobId, '#ff0000');
    await expect(draw(world.roles.contributor, taken.blobId, '#00ff00')).rejects.toMatchObject({
      code: 'drawing_changed',
    });
    expect((await filesOf(postId))[0]?.blobId).toBe(first.blobId);
  });

  test('is refused without permission to change the post, and on a closed pin', async () => {
    const { administrator, externalViewer, internalViewer } = world.roles;
    await expect(draw(internalViewer, taken.blobId, '#0000ff')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(draw(externalViewer, taken.blobId, '#0000ff')).rejects.toMatchObject({ code: 'not_found' });
    await act(administrator, setPinStatus.name, { id: pinId, move: 'close' });
    await expect(draw(administrator, taken.blobId, '#0000ff')).rejects.toMatchObject({ code: 'pin_locked' });
    await act(administrator, setPinStatus.name, { id: pinId, move: 'reopen' });
  });

  test.each<[string, unknown[]]>([
    ['nothing drawn', []],
    ['a mark of an unknown kind', [{ ...MARKS[0], kind: 'script' }]],
    ['half a point', [{ id: randomUUID(), kind: 'freehand', colour: 'red', width: 3, points: [1, 2, 3, 4, 5] }]],
    ['an infinite number', [{ ...MARKS[0], x1: Number.POSITIVE_INFINITY }]],
    ['the same mark twice', [MARKS[0], MARKS[0]]],
    ['too many marks', Array.from({ length: 301 }, () => ({ ...MARKS[0], id: randomUUID() }))],
    ['text with a NUL', [{ ...MARKS[2], text: 'a\u0000b' }]],
  ])('refuses %s', async (_, marks) => {
    await expect(draw(world.roles.contributor, taken.blobId, '#123456', marks as Mark[])).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await filesOf(postId)).toEqual([taken]);
  });

  test('on blank paper has no photo below it and cannot be removed', async () => {
    const { contributor } = world.roles;
    const id = randomUUID();
    const flat = await picture(contributor, '#ffffff', 'Sketch.png');
    const sketch = { ground: 'blank', original: null, ...WIDE, marks: MARKS };
    const post = { id, pinId, taskId: null, type: 'Visuals', caption: '', takenAt: null };
    await act(contributor, 'post.create', { ...post, files: [{ ...flat, sketch }] });
    const none = { id, blobId: flat.blobId, drawing: null };
    await expect(act(contributor, 'post.sketch', none)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('whose picture was never uploaded is refused', async () => {
    const flat = { ...taken, blobId: randomUUID() };
    const drawing = { flat, ...WIDE, marks: MARKS };
    await expect(
      act(world.roles.contributor, 'post.sketch', { id: postId, blobId: taken.blobId, drawing }),
    ).rejects.toMatchObject({ code: 'blob_missing' });
  });
});

test('a comment mentions active members only, each once', async () => {
  const { contributor, subcontractor } = world.roles;
  const id = randomUUID();
  const mentions = [subcontractor.userId, subcontractor.userId, world.other.administrator.userId];
  await act(contributor, 'comment.create', { id, pinId, taskId: null, text: 'Please look', mentions });
  const read = async () =>
    (await server.database.root.query('SELECT mentions, edited FROM comment WHERE id = $1', [id])).rows[0];
  expect(await read()).toEqual({ mentions: [subcontractor.userId], edited: false });
  await act(contributor, 'comment.edit', { id, text: 'Please look again' });
  expect(await read()).toEqual({ mentions: [subcontractor.userId], edited: true });
  await act(contributor, 'comment.edit', { id, text: 'Done', mentions: [] });
  expect(await read()).toEqual({ mentions: [], edited: true });
});

test('an assignee sees a photo of a pin once it is attached to their task; only tasks of that pin accept it', async () => {
  const { contributor, internalViewer, subcontractor } = world.roles;
  const otherPin = randomUUID();
  await act(contributor, 'pin.create', { id: otherPin, planId: null, x: null, y: null });
  const give = async (onPin: string) => {
    const id = randomUUID();
    const assignee = { assigneeType: 'User', assigneeId: subcontractor.userId };
    await act(contributor, 'task.create', { id, pinId: onPin, ...assignee });
    return id;
  };
  const [taskId, elsewhere] = [await give(pinId), await give(otherPin)];
  const seen = async () => {
    const { params, query } = { params: { projectId: world.projectId }, query: { size: 100 } };
    const { content } = await subcontractor.caller.call(listPosts, { params, query });
    return content.some((post) => post.id === postId);
  };
  const put = (who: Actor, to: string | null) => act(who, 'post.edit', { id: postId, taskId: to });
  expect(await seen()).toBe(false);
  await expect(put(contributor, elsewhere)).rejects.toMatchObject({ code: 'not_found' });
  await expect(put(contributor, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  await expect(put(internalViewer, taskId)).rejects.toMatchObject({ code: 'forbidden' });
  await put(contributor, taskId);
  expect(await seen()).toBe(true);
  // The assignee may not remove it for others.
  await expect(put(subcontractor, null)).rejects.toMatchObject({ code: 'forbidden' });
  await put(contributor, null);
  expect(await seen()).toBe(false);
});
