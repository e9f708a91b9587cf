// Links to files and tiles: who gets them, what they open and what ends them.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import { revoke } from '@plumbline/core/features/auth/contract';
import { readBundle } from '@plumbline/core/features/media/bundle';
import { BUNDLE_TYPE, fileBundle, fileLinks, listPosts, type MediaSize } from '@plumbline/core/features/media/contract';
import { changeMember } from '@plumbline/core/features/people/contract';
import { getPlan, getTiles, listRevisions } from '@plumbline/core/features/plans/contract';
import { pyramidOf, tileCount, writePackIndex } from '@plumbline/core/features/plans/tiles/pack-format';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, signIn, type World, writeRows } from '../../actors.ts';
import { commentRow, fileOf, pinRow, planRow, postRow, revisionRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
const blobs: Record<string, string> = {};
let photo: Buffer;
let planId: string;
let revisionId: string;
const PYRAMID = pyramidOf(1_100, 600);
const tileBytes = (number: number) => Buffer.from(`tile ${number}`);

async function keep(name: string, bytes: Buffer, mime: string, by: Actor | null = null): Promise<string> {
  const id = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest();
  const key = `blobs/${world.organisationId}/${sha256.toString('hex')}`;
  if (!(await server.services.files.stat(key))) await server.services.files.put(key, Readable.from([bytes]));
  await recordBlob(
    server.services,
    { organisationId: world.organisationId, userId: by?.userId ?? null },
    { id, key, sha256, size: bytes.length, mime, name },
  );
  return id;
}

/** A white 1-bit square: a small upload that decodes to a large image. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function pack(): Buffer {
  const count = tileCount(PYRAMID);
  const tiles = Array.from({ length: count }, (_, number) => tileBytes(number));
  const start = 64 + count * 12;
  let offset = start;
  const entries = tiles.map((tile) => {
    const entry = { offset, length: tile.length };
    offset += tile.length;
    return entry;
  });
  return Buffer.concat([writePackIndex(PYRAMID, entries, offset), ...tiles]);
}

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  photo = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#a56f0c' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const by = { projectId, createdBy: roles.contributor.userId };
  for (const name of ['onPin', 'onTask', 'onDraft', 'comment']) {
    blobs[name] = await keep(`${name}.jpg`, Buffer.concat([photo, Buffer.from(name)]), 'image/jpeg');
  }
  blobs.photo = await keep('photo.jpg', photo, 'image/jpeg');
  blobs.html = await keep('evil".html', Buffer.from('<script>alert(1)</script>'), 'text/html');
  blobs.svg = await keep(
    'x.svg',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    'image/svg+xml',
  );
  blobs.fake = await keep('fake.jpg', Buffer.from('<html>not a picture</html>'), 'image/jpeg');
  blobs.cut = await keep('cut.jpg', photo.subarray(0, photo.length / 2), 'image/jpeg');
  blobs.pdf = await keep('plan.pdf', Buffer.from('%PDF-1.7'), 'application/pdf');
  blobs.unused = await keep('unused.jpg', Buffer.concat([photo, Buffer.from('unused')]), 'image/jpeg');
  blobs.mine = await keep('mine.jpg', Buffer.concat([photo, Buffer.from('mine')]), 'image/jpeg', roles.internalViewer);
  blobs.pack = await keep('plan.tiles', pack(), 'application/octet-stream');
  await writeRows(server, { organisationId, projectId }, async (tx) => {
    const pin = pinRow(by, { number: 1 });
    const task = taskRow(by, pin.id, { number: 1, assigneeType: 'User', assigneeId: roles.subcontractor.userId });
    const draft = taskRow(by, pin.id, { number: 2, status: 'draft' });
    tx.put('pin', pin);
    tx.put('task', task);
    tx.put('task', draft);
    const names = ['onPin', 'photo', 'html', 'svg', 'fake', 'cut', 'pdf'];
    tx.put(
      'post',
      postRow(
        by,
        pin.id,
        names.map((name) => fileOf(blobs[name] ?? '')),
      ),
    );
    tx.put('post', postRow(by, pin.id, [fileOf(blobs.onTask ?? '')], { taskId: task.id }));
    tx.put('post', postRow(by, pin.id, [fileOf(blobs.onDraft ?? '')], { taskId: draft.id }));
    tx.put('comment', commentRow(by, pin.id, { attachments: [fileOf(blobs.comment ?? '')] }));
    const plan = planRow(by);
    const thumb = { thumbBlobId: blobs.photo ?? '', previewBlobId: blobs.photo ?? '', originalBlobId: blobs.pdf ?? '' };
    const revision = revisionRow(by, plan.id, { packBlobId: blobs.pack ?? '', ...thumb }, { pyramid: PYRAMID });
    planId = plan.id;
    revisionId = revision.id;
    tx.put('plan', { ...plan, currentRevisionId: revision.id });
    tx.put('revision', revision);
  });
});
afterAll(() => server.close());

const nameOf = (id: string) => Object.entries(blobs).find(([, one]) => one === id)?.[0] ?? id;

async function namesSeenBy(who: Actor): Promise<string[]> {
  const body = { projectId: world.projectId, blobIds: Object.values(blobs), sizes: ['original' as const] };
  const { links } = await who.caller.call(fileLinks, { body });
  return links.map((link) => nameOf(link.blobId)).sort();
}

async function linkTo(name: string, size: MediaSize = 'original', who = world.roles.contributor): Promise<string> {
  const body = { projectId: world.projectId, blobIds: [blobs[name] ?? ''], sizes: [size] };
  const { links } = await who.caller.call(fileLinks, { body });
  return links[0]?.url ?? '';
}

const get = (url: string, headers: Record<string, string> = {}) => world.nobody.raw({ method: 'GET', url, headers });

describe('links are issued to anyone who sees a row that references the file', () => {
  const plan = ['pack', 'pdf', 'photo'];
  const pinned = [...plan, 'comment', 'cut', 'fake', 'html', 'onPin', 'onTask', 'svg'];
  test.each([
    ['administrator', pinned],
    ['contributor', [...pinned, 'onDraft']],
    ['internalViewer', [...pinned, 'mine']],
    ['externalViewer', plan],
    ['subcontractor', [...plan, 'onTask']],
  ] as const)('%s', async (role, expected) => {
    expect(await namesSeenBy(world.roles[role])).toEqual([...expected].sort());
  });

  test('not to non-members, and no file of one project is issued through another', async () => {
    const body = { projectId: world.projectId, blobIds: Object.values(blobs), sizes: ['original'] };
    for (const who of [world.colleague, world.roles.none, world.other.administrator, world.owner]) {
      expect(await who.caller.send(fileLinks, { body })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    const elsewhere = { ...body, projectId: world.other.projectId };
    expect(await world.other.administrator.caller.send(fileLinks, { body: elsewhere })).toMatchObject({
      status: 200,
      body: { links: [] },
    });
    expect(await world.nobody.send(fileLinks, { body })).toMatchObject({ status: 401 });
  });

  test('the list of posts shows the same files', async () => {
    const count = async (who: Actor) =>
      (await who.caller.call(listPosts, { params: { projectId: world.projectId }, query: {} })).totalElements;
    const { roles } = world;
    expect([
      await count(roles.administrator),
      await count(roles.contributor),
      await count(roles.externalViewer),
      await count(roles.subcontractor),
    ]).toEqual([2, 3, 0, 1]);
  });
});

describe('a link', () => {
  test('opens the file without a token, with its type, and is cacheable', async () => {
    const response = await get(await linkTo('photo'));
    expect(response.status).toBe(200);
    expect(response.raw.equals(photo)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
      'content-disposition': `inline; filename="photo.jpg"; filename*=UTF-8''photo.jpg`,
    });
    expect(response.headers['content-security-policy']).toContain('sandbox');
    expect(await get(await linkTo('photo'), { 'if-none-match': String(response.headers.etag) })).toMatchObject({
      status: 304,
    });
  });

  test.each([
    ['bytes=0-3', 206, 0, 4],
    ['bytes=100-', 206, 100, undefined],
    ['bytes=-10', 206, -10, undefined],
  ] as const)('serves the range %s', async (range, status, start, end) => {
    const response = await get(await linkTo('photo'), { range });
    expect(response.status).toBe(status);
    const part = photo.subarray(start < 0 ? photo.length + start : start, end);
    expect(response.raw.equals(part)).toBe(true);
    expect(response.headers['content-length']).toBe(String(part.length));
    const from = start < 0 ? photo.length + start : start;
    expect(response.headers['content-range']).toBe(`bytes ${from}-${from + part.length - 1}/${photo.length}`);
  });

  test('refuses a range outside the file, and serves the whole file if it differs', async () => {
    const url = await linkTo('photo');
    expect(await get(url, { range: `bytes=${photo.length}-` })).toMatchObject({
      status: 416,
      headers: { 'content-range': `bytes */${photo.length}` },
    });
    expect(await get(url, { range: 'bytes=0-3', 'if-range': '"other"' })).toMatchObject({ status: 200 });
    const head = await world.nobody.raw({ method: 'HEAD', url });
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(photo.length) } });
    expect(head.raw).toHaveLength(0);
  });

  test.each([
    ['html', 'text/html', `attachment; filename="evil_.html"; filename*=UTF-8''evil%22.html`],
    ['svg', 'image/svg+xml', `attachment; filename="x.svg"; filename*=UTF-8''x.svg`],
    ['pdf', 'application/pdf', `inline; filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
  ])('%s cannot run in our origin', async (name, type, disposition) => {
    const { headers } = await get(await linkTo(name));
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': disposition,
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test.each(['pdf', 'html'])(
    '%s opens by its URL and is revalidated each time, because a browser may be shared',
    async (name) => {
      expect((await get(await linkTo(name))).headers['cache-control']).toBe('private, no-cache');
      expect((await get(await linkTo(name, 'download'))).headers['cache-control']).toBe('private, no-cache');
    },
  );

  test('a download is an attachment, whatever the type', async () => {
    const { headers } = await get(await linkTo('photo', 'download'));
    expect(headers['content-disposition']).toMatch(/^attachment;/u);
  });

  test.each([
    ['thumb', 320],
    ['preview', 1_600],
  ] as const)('%s is a small upright picture, created once', async (size, side) => {
    const url = await linkTo('photo', size);
    const [first, second] = await Promise.all([get(url), get(url)]);
    expect(first).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    // Upright: the camera was rotated.
    const { width, height, exif } = await sharp(first.raw).metadata();
    expect([width, height, exif]).toEqual([Math.round((side * 2) / 3), side, undefined]);
    expect(second.raw.equals(first.raw)).toBe(true);
    const kept: string[] = [];
    for await (const entry of server.services.files.list(`sizes/${world.organisationId}/`)) kept.push(entry.key);
    expect(kept.filter((key) => key.endsWith(`/${size}.webp`))).toHaveLength(1);
  });

  test('a fake picture has no thumbnail', async () => {
    expect(await get(await linkTo('fake', 'thumb'))).toMatchObject({ status: 415, body: { code: 'unsupported_type' } });
  });

  test('a truncated photo has a thumbnail of its readable part', async () => {
    const { status, raw } = await get(await linkTo('cut', 'thumb'));
    expect(status).toBe(200);
    expect((await sharp(raw).metadata()).height).toBe(320);
  });

  test('to a lost file returns 404, which is not cached', async () => {
    const id = await keep(
      'lost.jpg',
      Buffer.concat([photo, Buffer.from('lost')]),
      'image/jpeg',
      world.roles.contributor,
    );
    const body = { projectId: world.projectId, blobIds: [id], sizes: ['original' as const, 'thumb' as const] };
    const { links } = await world.roles.contributor.caller.call(fileLinks, { body });
    const found = await server.database.root.query('SELECT key FROM blob WHERE id = $1', [id]);
    await server.services.files.remove(String(found.rows[0]?.key));
    for (const link of links) {
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await world.nobody.raw({ method, url: String(link.url) });
        expect(response.status).toBe(404);
        expect(response.headers['cache-control'] ?? '').not.toContain('immutable');
      }
    }
  });

  test('a file that is not a picture has no thumbnail link', async () => {
    expect(await linkTo('pdf', 'thumb')).toBe('');
  });

  test('a picture of 900 million pixels is refused without being decoded', async () => {
    const bomb = hugePng(30_000);
    expect(bomb.length).toBeLessThan(200_000);
    const id = await keep('bomb.png', bomb, 'image/png', world.roles.contributor);
    const body = { projectId: world.projectId, blobIds: [id], sizes: ['thumb' as const] };
    const { links } = await world.roles.contributor.caller.call(fileLinks, { body });
    const before = process.memoryUsage().rss;
    expect(await get(String(links[0]?.url))).toMatchObject({ status: 415, body: { code: 'unsupported_type' } });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
});

describe('a bundle of small pictures', () => {
  const wanted = (...names: string[]) => ({
    projectId: world.projectId,
    files: names.map((name) => ({ blobId: blobs[name] ?? '', size: 'thumb' as const })),
  });
  async function bundled(who: Actor, ...names: string[]) {
    const { status, raw, headers } = await who.caller.send(fileBundle, { body: wanted(...names) });
    expect([status, headers['content-type']]).toEqual([200, BUNDLE_TYPE]);
    const found: { name: string; size: string; mime: string; content: Buffer }[] = [];
    for await (const { file, mime, content } of readBundle(Readable.from([Uint8Array.from(raw)])))
      found.push({ name: nameOf(file.blobId), size: file.size, mime, content: Buffer.from(content) });
    return found;
  }

  test('contains what their links open', async () => {
    const found = await bundled(world.roles.contributor, 'photo', 'cut');
    expect(found).toMatchObject([
      { name: 'photo', size: 'thumb', mime: 'image/webp' },
      { name: 'cut', size: 'thumb', mime: 'image/webp' },
    ]);
    for (const { name, content } of found) expect(content).toEqual((await get(await linkTo(name, 'thumb'))).raw);
  });

  test('omits files that are not pictures, cannot be read, or are not visible to the caller', async () => {
    const names = async (who: Actor) =>
      (await bundled(who, 'pdf', 'fake', 'photo', 'onPin', 'onTask', 'onDraft')).map(({ name }) => name);
    expect(await names(world.roles.externalViewer)).toEqual(['photo']);
    expect(await names(world.roles.contributor)).toContain('photo');
    expect(await names(world.roles.contributor)).not.toContain('fake');
  });

  test('is refused to non-members', async () => {
    for (const who of [world.colleague, world.roles.none, world.other.administrator]) {
      expect(await who.caller.send(fileBundle, { body: wanted('photo') })).toMatchObject({ status: 404 });
    }
    expect(await world.nobody.send(fileBundle, { body: wanted('photo') })).toMatchObject({ status: 401 });
  });
});

describe('an altered link opens nothing', () => {
  const altered: [string, (url: string) => string][] = [
    ['another file', (url) => url.replace(blobs.photo ?? '', blobs.unused ?? '')],
    ['another size', (url) => url.replace('/original', '/download')],
    ['a later expiry', (url) => url.replace(/e=(\d+)/u, (_, end: string) => `e=${Number(end) + 300_000}`)],
    ['another session', (url) => url.replace(/a=[^&]+/u, `a=${randomUUID()}`)],
    ['one bit of the signature', (url) => url.replace(/s=(.)/u, (_, one: string) => `s=${one === 'A' ? 'B' : 'A'}`)],
    ['a shorter signature', (url) => url.slice(0, -4)],
  ];
  test.each(altered)('%s', async (_name, alter) => {
    const url = await linkTo('photo');
    expect(alter(url)).not.toBe(url);
    expect(await get(alter(url))).toMatchObject({ status: 403, body: { code: 'link_expired' } });
  });

  test('a link with missing parts is refused', async () => {
    expect(await get(`/m/files/${blobs.photo}/original`)).toMatchObject({ status: 422 });
    expect(await get(`/m/files/nonsense/original?e=1&a=x&s=y`)).toMatchObject({ status: 422 });
    expect(await get('/m/anything')).toMatchObject({ status: 404 });
    const url = await linkTo('photo');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      expect((await world.nobody.raw({ method, url })).status).toBeGreaterThanOrEqual(400);
    }
  });

  test('a link expires', async () => {
    const url = await linkTo('photo');
    server.clock.advance(4 * 60_000);
    expect(await get(url)).toMatchObject({ status: 200 });
    server.clock.advance(6 * 60_000 + 1);
    expect(await get(url)).toMatchObject({ status: 403, body: { code: 'link_expired' } });
  });

  test('a link ends with the session', async () => {
    const guest = await signIn(server, world.roles.internalViewer);
    const url = await linkTo('photo', 'original', guest);
    expect(await get(url)).toMatchObject({ status: 200 });
    await guest.caller.call(revoke, {});
    server.clock.advance(5_000);
    expect(await get(url)).toMatchObject({ status: 403, body: { code: 'link_expired' } });
  });
});

describe('tiles', () => {
  const prefixFor = async (who: Actor) =>
    (await who.caller.call(getTiles, { params: { projectId: world.projectId, revisionId } })).prefix;

  test('each link returns its part of the pack', async () => {
    const prefix = await prefixFor(await signIn(server, world.roles.externalViewer));
    let number = 0;
    for (const [z, columns, rows] of [
      [0, 1, 1],
      [1, 2, 1],
      [2, 3, 2],
    ] as const) {
      for (let y = 0; y < rows; y += 1) {
        for (let x = 0; x < columns; x += 1) {
          const response = await get(`${prefix}/${z}/${x}/${y}`);
          expect(response).toMatchObject({
            status: 200,
            headers: { 'content-type': 'image/webp', 'cache-control': 'private, max-age=31536000, immutable' },
          });
          expect(response.raw.toString()).toBe(`tile ${number}`);
          number += 1;
        }
      }
    }
    for (const place of ['0/1/0', '3/0/0', '2/3/0', '2/0/2', '-1/0/0', 'x/0/0', '1.5/0/0']) {
      expect([404, 422]).toContain((await get(`${prefix}/${place}`)).status);
    }
  });

  test('are refused to others, when altered, and after the end of the session or membership', async () => {
    const params = { projectId: world.projectId, revisionId };
    expect(await world.colleague.caller.send(getTiles, { params })).toMatchObject({ status: 404 });
    const foreign = { projectId: world.other.projectId, revisionId };
    expect(await world.other.administrator.caller.send(getTiles, { params: foreign })).toMatchObject({ status: 404 });

    const viewer = await signIn(server, world.roles.internalViewer);
    const prefix = await prefixFor(viewer);
    expect(await get(`${prefix}/0/0/0`)).toMatchObject({ status: 200 });
    expect(await get(`${prefix.replace(revisionId, randomUUID())}/0/0/0`)).toMatchObject({ status: 403 });
    expect(await get(`${prefix.slice(0, -1)}${prefix.endsWith('A') ? 'B' : 'A'}/0/0/0`)).toMatchObject({ status: 403 });
    const admin = await signIn(server, world.roles.administrator);
    const found = await server.database.root.query('SELECT id FROM member WHERE project_id = $1 AND user_id = $2', [
      world.projectId,
      viewer.userId,
    ]);
    const memberId = String(found.rows[0]?.id);
    await admin.caller.call(changeMember, {
      params: { projectId: world.projectId, memberId },
      body: { state: 'removed' },
    });
    server.clock.advance(5_000);
    expect((await get(`${prefix}/0/0/0`)).status).toBe(403);
  });

  test('are linked by the plan', async () => {
    const who = await signIn(server, world.roles.contributor);
    const params = { projectId: world.projectId, planId };
    const plan = await who.caller.call(getPlan, { params });
    expect(plan).toMatchObject({
      currentRevision: { id: revisionId, pyramid: PYRAMID },
      tiles: { revisionId },
      openPins: 0,
    });
    expect(await get(`${plan.tiles?.prefix}/0/0/0`)).toMatchObject({ status: 200 });
    expect(await get(String(plan.currentRevision?.thumb))).toMatchObject({ status: 200 });
    const revisions = await who.caller.call(listRevisions, { params, query: {} });
    expect(revisions.content).toMatchObject([{ id: revisionId, current: true, version: '1' }]);
    expect(await get(String(revisions.content[0]?.original))).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/pdf' },
    });
  });
});
