// Archives of projects: complete for what the requester sees, in the published format, verifiable, and nobody else's.
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { deleteArchive, getArchiveKey, listArchives, requestArchive } from '@plumbline/core/features/archives/contract';
import { changeMember } from '@plumbline/core/features/people/contract';
import {
  PACK_ENTRY_BYTES,
  PACK_HEADER_BYTES,
  pyramidOf,
  tileCount,
  writePackIndex,
} from '@plumbline/core/features/plans/tiles/pack-format';
import { tasksOf } from '@plumbline/server/app/features';
import { type Change, linkOf } from '@plumbline/server/db/tx/audit';
import { ARCHIVED_ROWS, manifestSchema } from '@plumbline/server/features/archives/schema';
import { checkAudits } from '@plumbline/server/features/sync/audit-job';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, makeProject, signIn, type World, writeRows } from '../../actors.ts';
import { commentRow, fileOf, pinRow, planRow, postRow, revisionRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';
import { unpack, unzip } from './unzip.ts';

const VERIFIER = new URL('../../../../server/src/features/archives/reader/verify.js', import.meta.url);

let server: TestServer;
let world: World;
const PHOTO = Buffer.from('photo bytes');

async function store(name: string, bytes: Buffer): Promise<string> {
  const id = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest();
  const key = `blobs/${world.organisationId}/${id}`;
  await server.services.files.put(key, Readable.from([bytes]));
  const about = { key, sha256, size: bytes.length, mime: 'image/jpeg', name };
  await recordBlob(server.services, { organisationId: world.organisationId, userId: null }, { id, ...about });
  return id;
}

/** A tile pack whose tiles are the bytes of their own numbers. */
function tilePack(): Buffer {
  const pyramid = pyramidOf(1_684, 1_190);
  const tiles = Array.from({ length: tileCount(pyramid) }, (_, number) => Buffer.from(`tile ${number}`));
  let offset = PACK_HEADER_BYTES + tiles.length * PACK_ENTRY_BYTES;
  const entries = tiles.map(({ length }) => {
    offset += length;
    return { offset: offset - length, length };
  });
  return Buffer.concat([writePackIndex(pyramid, entries, offset), ...tiles]);
}

let photoId = '';
let revisionId = '';
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  photoId = await store('crack.JPG', PHOTO);
  const { organisationId, projectId, roles } = world;
  const by = { projectId, createdBy: roles.contributor.userId };
  const plan = planRow(by, { name: 'Ground floor' });
  const packBlobId = await store('pack', tilePack());
  const blobs = { packBlobId, thumbBlobId: photoId, previewBlobId: photoId, originalBlobId: photoId };
  const revision = revisionRow(by, plan.id, blobs);
  revisionId = revision.id;
  const pin = pinRow(by, { planId: plan.id, x: 0.5, y: 0.5, number: 7, title: 'Crack </script>' });
  const hidden = pinRow(by, { number: 8, title: 'Only for the team' });
  await writeRows(server, { organisationId, projectId }, (tx) => {
    tx.put('plan', plan);
    tx.put('revision', revision);
    tx.put('pin', pin);
    tx.put('pin', hidden);
    const { userId } = roles.subcontractor;
    tx.put('task', taskRow(by, pin.id, { assigneeType: 'User', assigneeId: userId, status: 'open' }));
    tx.put('task', taskRow(by, hidden.id, { status: 'draft', title: 'A draft' }));
    tx.put('post', postRow(by, pin.id, [fileOf(photoId, { name: 'crack.JPG' })]));
    tx.put('comment', commentRow(by, hidden.id, { text: 'Hidden words' }));
  });
});
afterAll(() => server.close());

type Verify = (folder: string) => Promise<{ problems: string[]; checked: string[] }>;

/** The verifier is a script that browsers run as well, so it has no exports. */
async function loadVerifier(): Promise<Verify> {
  await import(VERIFIER.href);
  return (globalThis as unknown as { archiveVerifier: { verifyFolder: Verify } }).archiveVerifier.verifyFolder;
}

async function work(services = server.services, attempt = 1): Promise<void> {
  const tasks = tasksOf(services);
  const waiting = await server.database.root.query<{ id: string; payload: unknown }>(
    `SELECT j.id::text, j.payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier LIKE 'archive.make%' ORDER BY j.id`,
  );
  for (const { id, payload } of waiting.rows) {
    const context = { id, attempt, maxAttempts: 3, signal: new AbortController().signal };
    await tasks['archive.make']?.(payload, context);
    await server.database.root.query('DELETE FROM graphile_worker._private_jobs WHERE id = $1', [id]);
  }
}

const get = (url: string | null) => world.nobody.raw({ method: 'GET', url: url ?? '' });

async function archiveOf(actor: Actor, projectIds = [world.projectId]) {
  const asked = await actor.caller.call(requestArchive, { body: { projectIds } });
  expect(asked).toMatchObject({ state: 'waiting', size: 0, url: null });
  await work();
  const { archives } = await actor.caller.call(listArchives, {});
  const made = archives.find((one) => one.id === asked.id);
  if (!made?.url) throw new Error('no archive');
  const answer = await get(made.url);
  const zip = answer.raw;
  expect(answer.status).toBe(200);
  expect(zip.length).toBe(made.size);
  expect(createHash('sha256').update(zip).digest('hex')).toBe(made.sha256);
  const files = unzip(zip);
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null');
  const rows = (part: string): Record<string, unknown>[] => json(`projects/${world.projectId}/${part}.json`);
  return { made, files, json, rows };
}

test('contains all rows by its own schema, the files, and a page to read them', async () => {
  const { files, json, rows } = await archiveOf(world.roles.administrator);
  const manifest = manifestSchema.parse(json('archive.json'));
  expect(manifest.projects).toMatchObject([{ id: world.projectId, role: 'administrator' }]);
  for (const [part, count] of Object.entries(manifest.projects[0]?.parts ?? {})) {
    expect(rows(part)).toHaveLength(count);
    for (const row of rows(part)) ARCHIVED_ROWS[part]?.parse(row);
  }
  expect(rows('pin').map((pin) => pin.number)).toEqual([7, 8]);
  const photo = manifest.files.find((file) => file.id === photoId);
  expect(photo?.path).toBe(`files/${photoId}.jpg`);
  expect(files.get(photo?.path ?? '')).toEqual(PHOTO);
  const tiles = [...files.keys()].filter((name) => name.includes(`/tiles/${revisionId}/`));
  expect(tiles).toHaveLength(tileCount(pyramidOf(1_684, 1_190)));
  expect(files.get(tiles[0] ?? '')?.toString()).toBe('tile 0');
  expect(manifest.missing).toEqual([]);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['index.html', 'reader/main.js', 'schema.json', 'verify.js']),
  );
  expect(files.get(`projects/${world.projectId}/pin.js`)?.toString()).toMatch(/^archive\.rows\("/u);
});

test('contains several projects, each with its own rows', async () => {
  const { administrator } = world.roles;
  const { organisationId } = world;
  const second = await makeProject(server, {
    ...{ organisationId, title: 'Annexe', by: administrator, members: [[administrator, 'administrator']] },
  });
  const pin = pinRow({ projectId: second, createdBy: administrator.userId }, { number: 1, title: 'Only here' });
  await writeRows(server, { organisationId, projectId: second }, (tx) => tx.put('pin', pin));
  const { made, json } = await archiveOf(administrator, [world.projectId, second]);
  expect(made.titles).toEqual(['Annexe', 'Harbour house']);
  const manifest = manifestSchema.parse(json('archive.json'));
  expect(manifest.projects.map(({ id, title, parts }) => [id, title, parts.pin])).toEqual([
    [world.projectId, 'Harbour house', 2],
    [second, 'Annexe', 1],
  ]);
  expect(json(`projects/${second}/pin.json`)).toMatchObject([{ id: pin.id, projectId: second }]);
  expect(manifest.files.map(({ id }) => id)).toEqual([photoId]);
});

test('omits what the requester may not see, also in the history', async () => {
  const { files, rows } = await archiveOf(world.roles.subcontractor);
  expect(rows('pin').map((pin) => pin.number)).toEqual([7]);
  const everything = [...files.values()].map((bytes) => bytes.toString()).join('');
  for (const secret of ['Only for the team', 'A draft', 'Hidden words', world.roles.administrator.email])
    expect(everything).not.toContain(secret);
  expect(rows('history').some((change) => !('entity' in change))).toBe(true);
});

test('is verified by its own verifier, which names what was altered', async () => {
  const verify = await loadVerifier();
  for (const actor of [world.roles.administrator, world.roles.subcontractor]) {
    const { files } = await archiveOf(actor);
    const folder = await unpack(files);
    expect((await verify(folder)).problems).toEqual([]);
    const history = join(folder, 'projects', world.projectId, 'history.json');
    const text = files.get(`projects/${world.projectId}/history.json`)?.toString() ?? '';
    await writeFile(history, text.replace('Ground floor', 'Ground f1oor'));
    await writeFile(join(folder, `files/${photoId}.jpg`), 'another');
    await writeFile(join(folder, 'added.txt'), 'x');
    await rm(join(folder, 'schema.json'));
    const { problems } = await verify(folder);
    expect(problems.join('\n')).toMatch(/history was altered at change \d+/u);
    for (const problem of [`files/${photoId}.jpg was changed`, 'added.txt was added', 'schema.json is missing'])
      expect(problems).toContain(problem);
    await rm(folder, { recursive: true });
  }
});

test('reveals by its signed days that a history was rewritten together with its hashes', async () => {
  const verify = await loadVerifier();
  expect(await checkAudits(server.services)).toEqual([]);
  const { files, json, rows } = await archiveOf(world.roles.administrator);
  const { publicKey } = await world.nobody.call(getArchiveKey, {});
  const day = server.clock.now().toISOString().slice(0, 10);
  expect(rows('head')).toMatchObject([{ day, publicKey }]);
  const folder = await unpack(files);
  const { problems, checked } = await verify(folder);
  expect(problems).toEqual([]);
  expect(checked.join('\n')).toContain(`signed by the key ${publicKey}`);

  // The forger alters a change, and then every hash that follows from it.
  let link: Buffer = Buffer.alloc(0);
  const forged = (rows('history') as (Change & { chain: string })[]).map(({ chain: _, ...change }) => {
    const altered = JSON.parse(JSON.stringify(change).replace('Ground floor', 'Ground f1oor')) as Change;
    link = linkOf(link, world, altered);
    return { ...altered, chain: link.toString('hex') };
  });
  const manifest = json('archive.json');
  manifest.projects[0].history.chain = link.toString('hex');
  const history = `projects/${world.projectId}/history.json`;
  await writeFile(join(folder, history), JSON.stringify(forged));
  await writeFile(join(folder, 'archive.json'), JSON.stringify(manifest));
  const hashes = (files.get('hashes.txt')?.toString() ?? '').split('\n').filter(Boolean);
  const rehashed = hashes.map(async (line) => {
    const name = line.slice(66);
    return `${createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')}  ${name}\n`;
  });
  await writeFile(join(folder, 'hashes.txt'), (await Promise.all(rehashed)).join(''));
  expect((await verify(folder)).problems).toEqual([
    expect.stringContaining(`the signed history of ${day} was altered`),
  ]);

  // A signature of the forger's own does not hold either.
  const heads = rows('head').map((head) => ({ ...head, chain: link.toString('hex') }));
  await writeFile(join(folder, `projects/${world.projectId}/head.json`), JSON.stringify(heads));
  expect((await verify(folder)).problems).toContainEqual(
    expect.stringContaining(`the signed history of ${day} was altered`),
  );
  await rm(folder, { recursive: true });
});

test('is listed, downloaded and deleted only by the person who requested it', async () => {
  const { administrator, contributor } = world.roles;
  const { made } = await archiveOf(administrator);
  const { archives } = await administrator.caller.call(listArchives, {});
  const { archives: foreign } = await contributor.caller.call(listArchives, {});
  expect(foreign).toEqual([]);
  expect((await get(archives[0]?.url?.replace(/a=[^&]+/u, `a=${randomUUID()}`) ?? '')).status).toBe(403);
  expect((await contributor.caller.send(deleteArchive, { params: { archiveId: made.id } })).status).toBe(404);
  await administrator.caller.call(deleteArchive, { params: { archiveId: made.id } });
  expect((await get(made.url)).status).toBe(403);
  const left = [];
  for await (const file of server.services.files.list(`archives/${world.organisationId}/${made.id}`))
    left.push(file.key);
  expect(left).toEqual([]);
});

test('is inaccessible to anyone who has left one of its projects', async () => {
  const { administrator, internalViewer } = world.roles;
  const { made } = await archiveOf(internalViewer);
  const found = await server.database.root.query<{ id: string }>(
    'SELECT id FROM member WHERE project_id = $1 AND user_id = $2',
    [world.projectId, internalViewer.userId],
  );
  const params = { projectId: world.projectId, memberId: found.rows[0]?.id ?? '' };
  await administrator.caller.call(changeMember, { params, body: { state: 'removed' } });
  // Still in the organisation, with a new session and a link that was issued before the person left.
  const again = await signIn(server, internalViewer);
  expect((await again.caller.call(listArchives, {})).archives).toEqual([]);
  await administrator.caller.call(changeMember, { params, body: { state: 'active' } });
  const back = await signIn(server, internalViewer);
  const [listed] = (await back.caller.call(listArchives, {})).archives;
  expect(listed?.id).toBe(made.id);
  expect((await get(listed?.url ?? null)).status).toBe(200);
  const key = [world.projectId, internalViewer.userId];
  await server.database.root.query(`UPDATE member SET state = 'removed' WHERE project_id = $1 AND user_id = $2`, key);
  expect((await get(listed?.url ?? null)).status).toBe(403);
  await server.database.root.query(`UPDATE member SET state = 'active' WHERE project_id = $1 AND user_id = $2`, key);
});

test('fails on a full disk without leaving files, and the next one succeeds', async () => {
  const { administrator } = world.roles;
  const { services } = server;
  const put: typeof services.files.put = async (key, body) => {
    // As full as a disk can be: after the first pieces.
    async function* some() {
      let pieces = 0;
      for await (const piece of body) {
        pieces += 1;
        if (pieces > 20) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        yield piece;
      }
    }
    return services.files.put(key, some());
  };
  const asked = await administrator.caller.call(requestArchive, { body: { projectIds: [world.projectId] } });
  await work({ ...services, files: { ...services.files, put } }, 3);
  const { archives } = await administrator.caller.call(listArchives, {});
  expect(archives.find(({ id }) => id === asked.id)).toMatchObject({
    ...{ state: 'failed', problem: 'no_space', url: null },
  });
  const left = [];
  for await (const { key } of services.files.list('')) if (key.includes(asked.id)) left.push(key);
  expect(left).toEqual([]);
  expect((await archiveOf(administrator)).rows('pin')).toHaveLength(2);
});

test('refuses projects of others, and more than three archives at the same time', async () => {
  const { administrator } = world.roles;
  const ask = async (projectId: string) =>
    (await administrator.caller.send(requestArchive, { body: { projectIds: [projectId] } })).status;
  expect(await ask(randomUUID())).toBe(404);
  for (const _one of [1, 2, 3]) expect(await ask(world.projectId)).toBe(200);
  expect(await ask(world.projectId)).toBe(429);
  await work();
  expect(await ask(world.projectId)).toBe(200);
});
