// Import of an archive: the project arrives whole under new ids, people are mapped, repetition doubles nothing, and a
// damaged archive changes nothing.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { listArchives, requestArchive } from '@plumbline/core/features/archives/contract';
import {
  cancelMigration,
  deleteMigration,
  getMigration,
  type MigrationDetails,
  type MigrationMapping,
  mapMigration,
  proposedMapping,
  runMigration,
  startMigration,
  undoMigration,
} from '@plumbline/core/features/archives/import';
import { BCF_VERSIONS, type BcfVersion } from '@plumbline/core/features/exchange/bcf-versions';
import { checkBcfImport, runPinImport } from '@plumbline/core/features/exchange/contract';
import { listNotifications } from '@plumbline/core/features/notifications/contract';
import {
  PACK_ENTRY_BYTES,
  PACK_HEADER_BYTES,
  pyramidOf,
  tileCount,
  writePackIndex,
} from '@plumbline/core/features/plans/tiles/pack-format';
import { getProject } from '@plumbline/core/features/projects/contract';
import type { CallOf, Endpoint } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { tasksOf } from '@plumbline/server/app/features';
import { pinImportTasks } from '@plumbline/server/features/exchange/import/jobs';
import { readChanges } from '@plumbline/server/features/notifications/read-changes';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { zipBuffer } from '@plumbline/server/office/zip-write';
import { renewIn } from '@plumbline/server/platform/renew-ids';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, makeProject, type World, writeRows } from '../../actors.ts';
import {
  categoryRow,
  commentRow,
  fileOf,
  groupRow,
  markupRow,
  pinRow,
  planRow,
  postRow,
  revisionRow,
  savedViewRow,
  taskRow,
  teamRow,
} from '../../content.ts';
import { START, startTestServer, type TestServer } from '../../server.ts';
import { type Contents, contentsOfBcf, GUID, VERSION_2, zipped } from '../exchange/bcf-file.ts';
import { unzip } from './unzip.ts';

let server: TestServer;
let world: World;
/** The archive of the project, and its files. */
let zip: Buffer;
let files: Map<string, Buffer>;
const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;
const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
/** Kinds of rows that are the same in every project made from an archive; people, and tasks of theirs, are mapped. */
const EQUAL =
  'category field plan revision model ground markup pin post comment group savedView dataset record report'.split(' ');
const ids = { pin: randomUUID(), other: randomUUID(), task: randomUUID(), category: randomUUID() };

async function store(name: string, bytes: Buffer, owner: { organisationId: string; userId: string | null }) {
  const id = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest();
  const key = `blobs/${owner.organisationId}/${id}`;
  await server.services.files.put(key, Readable.from([bytes]));
  await recordBlob(server.services, owner, { id, key, sha256, size: bytes.length, mime: 'image/jpeg', name });
  return id;
}

async function tilePack(): Promise<Buffer> {
  const pyramid = pyramidOf(1_684, 1_190);
  const count = tileCount(pyramid);
  const tile = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer();
  const offset = PACK_HEADER_BYTES + count * PACK_ENTRY_BYTES;
  const entries = Array.from({ length: count }, () => ({ offset, length: tile.length }));
  return Buffer.concat([writePackIndex(pyramid, entries, offset + tile.length), tile]);
}

/** Runs the jobs that wait, up to three attempts each. */
async function work(services = server.services, signal = new AbortController().signal, attempt = 1): Promise<void> {
  const tasks = tasksOf(services);
  for (;;) {
    const waiting = await server.database.root.query<{ id: string; payload: unknown; task: string }>(
      `SELECT j.id::text, j.payload, t.identifier AS task FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier ~ '^(archive.make|migration)' ORDER BY j.id LIMIT 1`,
    );
    const job = waiting.rows[0];
    if (!job) return;
    const name = job.task.replace(/:.*$/u, '');
    await server.database.root.query('DELETE FROM graphile_worker._private_jobs WHERE id = $1', [job.id]);
    await tasks[name]?.(job.payload, { id: job.id, attempt, maxAttempts: 3, signal });
  }
}

async function archiveOf(actor: Actor, projectId: string): Promise<Buffer> {
  const asked = await actor.caller.call(requestArchive, { body: { projectIds: [projectId] } });
  await work();
  const { archives } = await actor.caller.call(listArchives, {});
  const url = archives.find((one) => one.id === asked.id)?.url;
  const answer = await world.nobody.raw({ method: 'GET', url: url ?? '' });
  expect(answer.status).toBe(200);
  return answer.raw;
}

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId, projectId, roles } = world;
  const owner = { organisationId, userId: null };
  const by = { projectId, createdBy: roles.contributor.userId };
  const photoId = await store('crack.jpg', PHOTO, owner);
  const packBlobId = await store('pack', await tilePack(), owner);
  const plan = planRow(by, { name: 'Ground floor' });
  const folder = planRow(by, { name: 'Drawings', type: 'Folder' });
  const blobs = { packBlobId, thumbBlobId: photoId, previewBlobId: photoId, originalBlobId: photoId };
  const revision = revisionRow(by, plan.id, blobs);
  await writeRows(server, { organisationId, projectId }, (tx) => {
    tx.put('category', categoryRow(projectId, { id: ids.category, title: 'Concrete' }));
    tx.put('category', categoryRow(projectId, { title: 'Beton' }));
    tx.put(
      'team',
      teamRow(projectId, { title: 'Painters', role: 'subcontractor', memberIds: [roles.subcontractor.userId] }),
    );
    tx.put('plan', plan);
    tx.put('plan', folder);
    tx.put('revision', revision);
    tx.put('pin', pinRow(by, { id: ids.pin, planId: plan.id, x: 0.5, y: 0.5, number: 7, categoryId: ids.category }));
    tx.put('pin', pinRow(by, { id: ids.other, number: 12, status: 'closed', links: [ids.pin], title: ids.pin }));
    const { userId } = roles.subcontractor;
    tx.put(
      'task',
      taskRow(by, ids.pin, { id: ids.task, assigneeType: 'User', assigneeId: userId, number: 4, status: 'open' }),
    );
    // Seen by the administrator alone.
    const own = { projectId, createdBy: roles.administrator.userId };
    tx.put('task', taskRow(own, ids.pin, { number: 5, status: 'draft', title: 'Think about it' }));
    tx.put('savedView', savedViewRow(own, { title: 'Mine', shared: false }));
    tx.put('markup', markupRow(own, plan.id, { shared: false }));
    tx.put('post', postRow(by, ids.pin, [fileOf(photoId, { name: 'crack.jpg', size: PHOTO.length })]));
    tx.put('comment', commentRow(by, ids.pin, { text: 'Please look', mentions: [userId] }));
    tx.put('group', groupRow(by, { pinIds: [ids.pin, ids.other] }));
    tx.put('savedView', savedViewRow(by, { query: { category: [ids.category], order: ['-dueDate'] } }));
    tx.put('markup', markupRow(by, plan.id));
    const ground = { id: plan.id, projectId, geo: null, widthM: 42, heightM: 29.7, attribution: '', layers: [] };
    tx.put('ground', { ...ground, changedBy: by.createdBy, changedAt: START.toISOString() });
    tx.put('model', {
      ...{ id: randomUUID(), ...by, planId: folder.id, version: '1', origin: [0, 0, 0] },
      storeys: [
        {
          globalId: 'storey',
          name: 'EG',
          elevation: 0,
          planId: plan.id,
          frame: { left: 0, top: 8, widthM: 10, heightM: 8 },
        },
      ],
      ...{ elements: 1, triangles: 1, leftOut: 0, located: null, packBlobId: photoId, originalBlobId: photoId },
      ...{ originalName: 'house.ifc', fileSize: PHOTO.length, createdAt: START.toISOString() },
    });
    tx.put('field', {
      ...{ id: randomUUID(), projectId, title: 'Checked on', categoryIds: [ids.category], sort: 0, active: true },
      format: { type: 'TEXT', limit: 100 },
    });
  });
  await server.database.root.query(
    `WITH added AS (
       INSERT INTO dataset (organisation_id, id, project_id, title, columns, id_column, title_column, records, created_by,
         created_at, changed_at)
       VALUES ($1, gen_random_uuid(), $2, 'Doors', '["No", "Kind"]', 'No', 'Kind', 1, $3, $4, $4) RETURNING id),
     recorded AS (
       INSERT INTO dataset_record (organisation_id, dataset_id, project_id, id, key, title, record, row_number, active)
       SELECT $1, id, $2, gen_random_uuid(), 'T30', 'Fire door', '["T30", "Fire door"]', 1, true FROM added)
     INSERT INTO report (organisation_id, id, project_id, number, title, template_id, template_title, format, language,
       request, state, percent, blob_id, created_by, created_at)
     VALUES ($1, gen_random_uuid(), $2, 3, 'Defects', '', 'List', 'pdf', 'en', '{}', 'done', 100, $5, $3, $4)`,
    [organisationId, projectId, by.createdBy, START, photoId],
  );
  // Moved into a folder that is newer than the plan.
  await writeRows(server, { organisationId, projectId }, (tx) => {
    tx.put('plan', { ...plan, parentId: folder.id, currentRevisionId: revision.id });
  });
  zip = await archiveOf(roles.administrator, projectId);
  files = unzip(zip);
});
afterAll(() => server.close());

/** A zip of these files, which may have the same name. */
const packed = (contents: Iterable<[string, string | Buffer | null]>, compressed = false): Promise<Buffer> =>
  zipBuffer(
    [...contents].flatMap(([name, content]) =>
      content === null ? [] : [{ name, bytes: Buffer.from(content), stored: !compressed }],
    ),
  );

/** An archive with some of its files replaced or, by null, removed. */
const rezipped = (changes: Record<string, string | Buffer | null>, from = files): Promise<Buffer> =>
  packed(new Map<string, string | Buffer | null>([...from, ...Object.entries(changes)]));

/** The archive with another size of a file in its table of contents. */
async function claiming(name: string, size: number): Promise<Buffer> {
  const bytes = await packed(files, true);
  const headerBytes = 46;
  const sizeAt = 24;
  bytes.writeUInt32LE(size, bytes.lastIndexOf(name) - headerBytes + sizeAt);
  return bytes;
}

/** As `rezipped`, with hashes that fit. */
function rehashed(changes: Record<string, string>, from = files): Promise<Buffer> {
  let hashes = from.get('hashes.txt')?.toString() ?? '';
  for (const [name, content] of Object.entries(changes)) {
    const hash = createHash('sha256').update(content).digest('hex');
    hashes = hashes.replace(new RegExp(`^[0-9a-f]{64}  ${name}$`, 'mu'), `${hash}  ${name}`);
  }
  return rezipped({ ...changes, 'hashes.txt': hashes }, from);
}

async function started(actor: Actor, bytes: Buffer): Promise<MigrationDetails> {
  const { organisationId, userId, caller } = actor;
  const blobId = await store('archive.zip', bytes, { organisationId, userId });
  const id = randomUUID();
  const begun = await caller.call(startMigration, { body: { id, blobId, fileName: 'archive.zip' } });
  expect(begun.state).toBe('extracting');
  await work();
  return caller.call(getMigration, { params: { migrationId: id } });
}

function mappingOf({ projects }: MigrationDetails, change: Partial<MigrationMapping> = {}): MigrationMapping {
  const project = projects[0];
  if (!project) throw new Error('no project');
  return { ...proposedMapping(project), ...change };
}

async function migrated(actor: Actor, id: string, mapping: MigrationMapping): Promise<MigrationDetails> {
  const params = { migrationId: id };
  await actor.caller.call(mapMigration, { params, body: mapping });
  await actor.caller.call(runMigration, { params });
  await work();
  return actor.caller.call(getMigration, { params });
}

async function refused<E extends Endpoint>(actor: Actor, endpoint: E, input: CallOf<E>, code: string): Promise<void> {
  const answer = await actor.caller.send(endpoint, input as Parameters<typeof actor.caller.send>[1]);
  expect(answer.body).toMatchObject({ code });
}

type Json = Record<string, unknown>;
const rowsIn = (all: Map<string, Buffer>, part: string): Json[] => {
  const name = [...all.keys()].find((one) => one.endsWith(`/${part}.json`));
  return JSON.parse(all.get(name ?? '')?.toString() ?? '[]') as Json[];
};

/** What must be the same before and after: everything but ids, people and the times of the import. */
function comparable(all: Map<string, Buffer>, part: string): string[] {
  const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-/u.test(value);
  const plain = (value: unknown): unknown => {
    if (isId(value)) return 'id';
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [isId(key) ? 'id' : key, plain(one)]));
  };
  return rowsIn(all, part)
    .map((row) => JSON.stringify(plain(row)))
    .sort();
}

test('a project imported by another organisation produces an equal archive', async () => {
  const { administrator } = world.other;
  const read = await started(administrator, zip);
  expect(read).toMatchObject({ state: 'extracted', problem: null, projectId: null });
  expect(read.projects[0]).toMatchObject({ title: 'Harbour house', rows: { pin: 2, task: 2, revision: 1 } });
  const made = await migrated(administrator, read.id, mappingOf(read));
  expect(made).toMatchObject({ state: 'done', problem: null, detail: '' });
  expect(made.done).toBe(made.total);
  const projectId = made.projectId ?? '';
  expect(await administrator.caller.call(getProject, { params: { projectId } })).toMatchObject({
    title: 'Harbour house',
    active: true,
    role: 'administrator',
    openPins: 1,
  });
  const again = unzip(await archiveOf(administrator, projectId));
  for (const part of EQUAL) expect(comparable(again, part), part).toEqual(comparable(files, part));
  const [pin, other] = rowsIn(again, 'pin');
  const view = rowsIn(again, 'savedView').find(({ shared }) => shared);
  expect(view).toMatchObject({ query: { category: [pin?.categoryId], order: ['-dueDate'] } });
  expect(other).toMatchObject({ links: [pin?.id], title: ids.pin, status: 'closed', number: 12 });
  expect(pin?.id).not.toBe(ids.pin);
  const tiles = (all: Map<string, Buffer>) => [...all.keys()].filter((name) => name.includes('/tiles/')).length;
  expect(tiles(again)).toBe(tiles(files));
  expect([...again.values()].some((bytes) => bytes.equals(PHOTO))).toBe(true);
  // Nobody of the archive has an account here: they stay contacts, with their names.
  const contact = rowsIn(again, 'contact').find((row) => row.lastName === 'Stark');
  const tasks = rowsIn(again, 'task').toSorted((a, b) => Number(a.number) - Number(b.number));
  expect(tasks).toMatchObject([
    { number: 4, assigneeType: 'Contact', assigneeId: contact?.contactId },
    // What only its author saw is the importer's.
    { number: 5, status: 'draft', title: 'Think about it', createdBy: administrator.userId },
  ]);
  expect(rowsIn(again, 'member').filter((row) => row.state === 'active')).toMatchObject([{ lastName: 'Fremd' }]);
  const author = rowsIn(again, 'member').find((row) => row.userId === pin?.createdBy);
  expect(author).toMatchObject({ lastName: 'Cerny', state: 'removed' });

  // The same archive again is the same project; only a copy is another one.
  const second = await started(administrator, zip);
  await refused(
    administrator,
    mapMigration,
    { params: { migrationId: second.id }, body: mappingOf(second, { title: 'Once more' }) },
    'invalid_input',
  );
  const copy = await migrated(administrator, second.id, mappingOf(second, { title: 'Once more', copy: true }));
  expect(copy.state).toBe('done');
  expect(copy.projectId).not.toBe(projectId);
});

/** The archive as another installation would have written it: nothing of it has an id of this one. */
function fromElsewhere(renew: (id: string) => string): Promise<Buffer> {
  const text = (content: string) => content.replaceAll(UUIDS, renew);
  const moved = new Map<string, string | Buffer>(
    [...files].map(([name, bytes]) => [text(name), isText(name) ? text(`${bytes}`) : bytes]),
  );
  moved.delete('hashes.txt');
  const hashes = [...moved].map(
    ([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`,
  );
  moved.set('hashes.txt', hashes.join(''));
  return packed(moved);
}
const isText = (name: string): boolean => name.endsWith('.json');

test('a project moved to this installation keeps its ids, unless they are already in use', async () => {
  const { administrator } = world.other;
  const there = renewIn('another installation');
  const moved = await fromElsewhere(there);
  const read = await started(administrator, moved);
  expect(read.projects[0]?.takenIds).toBe(0);
  const params = { migrationId: read.id };
  const title = 'Moved house';
  const both = mappingOf(read, { title, keepIds: true, copy: true });
  await refused(administrator, mapMigration, { params, body: both }, 'invalid_input');
  const made = await migrated(administrator, read.id, mappingOf(read, { title, keepIds: true }));
  expect(made).toMatchObject({ state: 'done', problem: null, projectId: there(world.projectId) });
  expect(made.done).toBe(made.total);
  const again = unzip(await archiveOf(administrator, there(world.projectId)));
  for (const part of EQUAL) expect(comparable(again, part), part).toEqual(comparable(files, part));
  for (const part of ['plan', 'revision', 'pin', 'task', 'category', 'report']) {
    const kept = rowsIn(files, part).map(({ id }) => there(String(id)));
    expect(new Set(rowsIn(again, part).map(({ id }) => id)), part).toEqual(new Set(kept));
  }
  // People and files have ids of this installation.
  const author = there(String(rowsIn(files, 'pin')[0]?.createdBy));
  expect(rowsIn(again, 'pin').map((pin) => pin.createdBy)).not.toContain(author);
  for (const { id } of JSON.parse(`${files.get('archive.json')}`).files)
    expect(`${again.get('archive.json')}`).not.toContain(there(id));

  // Again, it is the same project, under these ids and under renewed ones.
  const second = await started(administrator, moved);
  expect(second.projects[0]?.takenIds).toBeGreaterThan(10);
  for (const keepIds of [true, false])
    await refused(
      administrator,
      mapMigration,
      { params: { migrationId: second.id }, body: mappingOf(second, { title: 'Once more', keepIds }) },
      'invalid_input',
    );
  await administrator.caller.call(undoMigration, { params });
  expect((await administrator.caller.call(getMigration, { params })).projectId).toBeNull();

  // Of the original, the project and its revision are in another organisation of this installation.
  const original = await started(administrator, zip);
  expect(original.projects[0]?.takenIds).toBe(2);
  const kept = mappingOf(original, { title: 'The original', keepIds: true });
  await refused(administrator, mapMigration, { params: { migrationId: original.id }, body: kept }, 'invalid_input');
});

test('another system can be migrated with a file that has only the required parts', async () => {
  const { administrator } = world.other;
  const by = { projectId: randomUUID(), createdBy: randomUUID() };
  const at = START.toISOString();
  const pins = [pinRow(by, { number: 1, title: 'Crack' }), pinRow(by, { number: 5, title: 'Damp' })];
  const task = taskRow(by, pins[0]?.id ?? '', { number: 2, assigneeType: 'User', assigneeId: by.createdBy });
  const person = { firstName: 'Ida', lastName: 'Moll', email: 'ida@elsewhere.example', companyName: '', craft: '' };
  const [source] = rowsIn(files, 'project');
  const images = { pictureBlobId: null, headerLogoBlobId: null, footerLogoBlobId: null };
  const parts = {
    project: [
      {
        ...source,
        ...images,
        id: by.projectId,
        projectId: by.projectId,
        title: 'From elsewhere',
        createdBy: by.createdBy,
        ownerId: null,
        assistantId: null,
      },
    ],
    member: [
      {
        id: randomUUID(),
        ...person,
        projectId: by.projectId,
        userId: by.createdBy,
        role: 'contributor',
        state: 'active',
      },
    ],
    pin: pins,
    task: [task],
  };
  const contents = new Map<string, string>();
  for (const [part, rows] of Object.entries(parts))
    contents.set(
      `projects/${by.projectId}/${part}.json`,
      `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`,
    );
  const project = {
    id: by.projectId,
    title: 'From elsewhere',
    role: '',
    history: { changes: 0, chain: '' },
    parts: {},
  };
  const origin = {
    createdBy: { id: by.createdBy, name: 'Ida Moll' },
    organisation: { id: randomUUID(), name: 'Elsewhere' },
  };
  const about = { format: 'plumbline-archive', version: 1, createdAt: at, language: 'de', ...origin };
  contents.set('archive.json', JSON.stringify({ ...about, projects: [project], files: [], missing: [] }));
  const hashes = [...contents].map(
    ([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`,
  );
  contents.set('hashes.txt', hashes.join(''));
  const read = await started(administrator, await packed(contents));
  expect(read).toMatchObject({ state: 'extracted', projects: [{ people: [{ name: 'Ida Moll' }], takenIds: 0 }] });
  const made = await migrated(administrator, read.id, mappingOf(read));
  expect(made).toMatchObject({ state: 'done', problem: null });
  const again = unzip(await archiveOf(administrator, made.projectId ?? ''));
  expect(rowsIn(again, 'pin').map(({ number, title }) => [number, title])).toEqual([
    [1, 'Crack'],
    [5, 'Damp'],
  ]);
  const contact = rowsIn(again, 'contact').find((row) => row.lastName === 'Moll');
  expect(rowsIn(again, 'task')).toMatchObject([{ number: 2, assigneeType: 'Contact', assigneeId: contact?.contactId }]);
});

test('an import fails if ids that it should keep were taken after the archive was read', async () => {
  const { administrator } = world.other;
  const there = renewIn('a third installation');
  const read = await started(administrator, await fromElsewhere(there));
  const params = { migrationId: read.id };
  await administrator.caller.call(mapMigration, { params, body: mappingOf(read, { title: 'Late', keepIds: true }) });
  const revision = rowsIn(files, 'revision')[0] as unknown as RevisionRow;
  await writeRows(server, world, (tx) => tx.put('revision', { ...revision, id: there(revision.id) }));
  await administrator.caller.call(runMigration, { params });
  await work();
  expect(await administrator.caller.call(getMigration, { params })).toMatchObject({
    ...{ state: 'migration_failed', problem: 'refused', detail: 'already_exists', projectId: null },
  });
});

test('people of the organisation are found, and not notified of imported work', async () => {
  const { owner, roles, organisationId } = world;
  const read = await started(owner, zip);
  const people = read.projects[0]?.people ?? [];
  expect(people.map((one) => one.accountId).filter(Boolean)).toHaveLength(6);
  const mapping = mappingOf(read, { title: 'Harbour copy', roles: { internalViewer: 'contributor' } });
  const made = await migrated(owner, read.id, mapping);
  expect(made).toMatchObject({ state: 'done' });
  const projectId = made.projectId ?? '';
  const details = await roles.internalViewer.caller.call(getProject, { params: { projectId } });
  expect(details.role).toBe('contributor');
  await readChanges(server.services, { organisationId, projectId });
  const bell = await roles.subcontractor.caller.call(listNotifications, { query: {} });
  expect(bell.content.filter((one) => one.projectId === projectId)).toEqual([]);
});

test('a stopped import continues without duplicates, and is undone as a whole', async () => {
  const { administrator } = world.other;
  const { caller } = administrator;
  const read = await started(administrator, zip);
  const params = { migrationId: read.id };
  const mapping = mappingOf(read, { title: 'Stopped', copy: true });
  await caller.call(mapMigration, { params, body: mapping });
  const counts: number[] = [];
  for (let stopAfter = 1; (await caller.call(getMigration, { params })).state !== 'done'; stopAfter += 2) {
    await caller.call(runMigration, { params });
    // Stopped in the middle, like a worker that is shut down.
    const stop = new AbortController();
    let transactions = 0;
    const now = () => {
      transactions += 1;
      if (transactions > stopAfter) stop.abort();
      return server.clock.now();
    };
    const services = { ...server.services, clock: { ...server.services.clock, now } };
    await work(services, stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    const found = await server.database.root.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM pin p JOIN project o ON o.id = p.project_id WHERE o.title = 'Stopped'`,
    );
    counts.push(found.rows[0]?.count ?? 0);
    await server.database.root.query(
      `UPDATE migration SET state = 'migration_failed', problem = 'internal' WHERE id = $1 AND state = 'migrating'`,
      [read.id],
    );
  }
  expect(counts.at(-1)).toBe(2);
  expect(counts[0]).toBe(0);
  expect(counts.length).toBeGreaterThan(4);
  const made = await caller.call(getMigration, { params });
  expect(made.state).toBe('done');
  const again = unzip(await archiveOf(administrator, made.projectId ?? ''));
  for (const part of ['plan', 'pin', 'post', 'comment'])
    expect(comparable(again, part)).toEqual(comparable(files, part));

  expect(await caller.call(undoMigration, { params })).toMatchObject({ state: 'ready', projectId: null });
  const left = await server.database.root.query(`SELECT FROM project WHERE title = 'Stopped'`);
  expect(left.rowCount).toBe(0);
  await refused(administrator, getProject, { params: { projectId: made.projectId ?? '' } }, 'not_found');
  const repeated = await migrated(administrator, read.id, mapping);
  expect(repeated).toMatchObject({ state: 'done', projectId: made.projectId });
});

test('an import can be stopped by its user, and is given up when every attempt kills its worker', async () => {
  const { administrator } = world.other;
  const { caller } = administrator;
  const read = await started(administrator, zip);
  const params = { migrationId: read.id };
  await caller.call(mapMigration, { params, body: mappingOf(read, { title: 'Cancelled', copy: true }) });
  await caller.call(runMigration, { params });
  const put: typeof server.services.files.put = async (key, body) => {
    const stored = await server.services.files.put(key, body);
    await caller.call(cancelMigration, { params });
    return stored;
  };
  await work({ ...server.services, files: { ...server.services.files, put } });
  const state = () => caller.call(getMigration, { params });
  expect(await state()).toMatchObject({ state: 'migration_failed', problem: 'cancelled' });

  await caller.call(runMigration, { params });
  await refused(administrator, deleteMigration, { params }, 'state_unfit');
  await work(server.services, new AbortController().signal, 4);
  expect(await state()).toMatchObject({ state: 'migration_failed', problem: 'internal' });
  await refused(administrator, deleteMigration, { params }, 'state_unfit');

  await caller.call(runMigration, { params });
  await work();
  const made = await state();
  expect(made).toMatchObject({ state: 'done', problem: null });
  const again = unzip(await archiveOf(administrator, made.projectId ?? ''));
  for (const part of ['plan', 'pin', 'post', 'comment'])
    expect(comparable(again, part)).toEqual(comparable(files, part));
});

test('people, roles and categories are mapped as chosen', async () => {
  const { administrator } = world.other;
  const read = await started(administrator, zip);
  const proposed = mappingOf(read, { title: 'Mapped site', timezone: 'Europe/Lisbon', language: 'pt', copy: true });
  const email = `new.${randomUUID().slice(0, 8)}@example.org`;
  const contributor = world.roles.contributor.userId;
  const invite = (address: string): MigrationMapping => ({
    ...proposed,
    people: proposed.people.map((one) => (one.userId === contributor ? { ...one, to: 'invite', email: address } : one)),
    categories: proposed.categories.map((one) => ({ ...one, title: 'Concrete works' })),
  });
  const params = { migrationId: read.id };
  const wrong = (body: MigrationMapping) => refused(administrator, mapMigration, { params, body }, 'invalid_input');
  // An invitation needs an address that is valid and unique.
  await wrong(invite(''));
  await wrong({ ...invite(email), people: invite(email).people.map((one) => ({ ...one, to: 'invite', email })) });
  await wrong(invite(administrator.email));
  await wrong({ ...proposed, timezone: 'Mars/Olympus' });
  await wrong({ ...proposed, language: 'xx' });
  await refused(administrator, mapMigration, { params, body: { ...proposed, title: 'Foreign tower' } }, 'title_taken');

  const made = await migrated(administrator, read.id, invite(email));
  expect(made.state).toBe('done');
  const again = unzip(await archiveOf(administrator, made.projectId ?? ''));
  expect(rowsIn(again, 'category')).toMatchObject([{ title: 'Concrete works' }]);
  expect(rowsIn(again, 'project')).toMatchObject([{ timezone: 'Europe/Lisbon', language: 'pt' }]);
  const carl = rowsIn(again, 'member').find((row) => row.email === email);
  expect(carl).toMatchObject({ state: 'invited', role: 'contributor' });
  expect(rowsIn(again, 'pin')[0]).toMatchObject({ createdBy: carl?.userId });
  const mails = await server.database.root.query(`SELECT FROM app_user WHERE email = $1`, [email]);
  expect(mails.rowCount).toBe(1);
});

/** A project with the pins of a BCF file, and what its export says in each version. */
async function ofBcf(title: string, bytes: Buffer) {
  const { organisationId, roles } = world;
  const by = roles.administrator;
  const projectId = await makeProject(server, {
    ...{ organisationId, title, by },
    members: [
      [by, 'administrator'],
      [roles.subcontractor, 'subcontractor'],
    ],
  });
  const id = randomUUID();
  const blobId = await store('issues.bcf', bytes, { organisationId, userId: by.userId });
  const context = { id: 'job', attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
  await by.caller.call(checkBcfImport, { params: { projectId }, body: { id, blobId } });
  await pinImportTasks(server.services)['pins.check']?.({ organisationId, importId: id }, context);
  await by.caller.call(runPinImport, { params: { projectId, importId: id } });
  await pinImportTasks(server.services)['pins.import']?.({ organisationId, importId: id }, context);
  return projectId;
}

async function bcfOf({ caller }: Actor, projectId: string, version: BcfVersion): Promise<Contents> {
  const url = `/api/pins-api/projects/${projectId}/exports/bcf?version=${version}`;
  const answer = await caller.raw({ method: 'GET', url });
  expect(answer.status).toBe(200);
  return contentsOfBcf(server, answer.raw);
}

test('pins imported from BCF are exported by another organisation as the same topics', async () => {
  const { administrator } = world.other;
  const bytes = await zipped(VERSION_2);
  const source = await ofBcf('Topics', bytes);
  const by = { projectId: source, createdBy: world.roles.administrator.userId };
  await writeRows(server, { organisationId: world.organisationId, projectId: source }, async (tx) => {
    const [pin] = await tx.find('pin', 'projectId', source);
    if (pin) tx.put('comment', commentRow(by, pin.id, { text: 'Done here' }));
  });
  const archive = await archiveOf(world.roles.administrator, source);
  const read = await started(administrator, archive);
  expect(read.projects[0]?.rows).toMatchObject({ pin: 1, topic: 1 });
  const made = await migrated(administrator, read.id, mappingOf(read));
  expect(made).toMatchObject({ state: 'done', problem: null, detail: '' });
  // Only ids that the program gave are new ones: those of its own comment and of documents in 3.0.
  const ofFile = JSON.stringify(VERSION_2);
  const plain = (contents: Contents): unknown =>
    JSON.parse(JSON.stringify(contents).replaceAll(UUIDS, (id) => (ofFile.includes(id) ? id : 'id')));
  for (const version of BCF_VERSIONS) {
    const [before, after] = [
      await bcfOf(world.roles.administrator, source, version),
      await bcfOf(administrator, made.projectId ?? '', version),
    ];
    expect(after.topics[0]?.guid).toBe(GUID);
    expect(plain(after), version).toEqual(plain(before));
  }
  const { files: written } = (await bcfOf(administrator, made.projectId ?? '', '2.1')).topics[0] ?? {};
  expect(written).toEqual((await contentsOfBcf(server, bytes)).topics[0]?.files);

  // A role that does not see all of a pin has no topics in its archive.
  const own = unzip(await archiveOf(world.roles.subcontractor, source));
  expect(rowsIn(own, 'topic')).toEqual([]);
  expect([...own.values()].join('')).not.toContain('kim@example.org');

  // Topics may neither lead out of the file nor contain what is no XML.
  const all = unzip(archive);
  const path = [...all.keys()].find((name) => name.endsWith('/topic.json')) ?? '';
  const topics = all.get(path)?.toString() ?? '';
  const outside = topics.replace(`"path":"${GUID}/snap.png"`, '"path":"../../snap.png"');
  const noXml = topics.replace('"name":"Priority"', '"name":"Priority x="');
  for (const [content, field] of [
    [outside, /^topic 1: files\.\d+\.path$/u],
    [noXml, /^topic 1: markup$/u],
  ] as const) {
    const refusedRead = await started(administrator, await rehashed({ [path]: content }, all));
    expect(refusedRead).toMatchObject({ state: 'extraction_failed', problem: 'invalid_row' });
    expect(refusedRead.detail).toMatch(field);
  }
});

test.each<[string, () => Promise<Buffer>, { problem: string; detail?: string | RegExp }]>([
  ['no zip', async () => Buffer.from('PK but nothing else'), { problem: 'not_an_archive' }],
  ['another zip', () => rezipped({ 'archive.json': null }), { problem: 'not_an_archive' }],
  ['truncated', async () => zip.subarray(0, zip.length - 4_000), { problem: 'not_an_archive' }],
  [
    'a newer version',
    () =>
      rehashed({
        'archive.json': (files.get('archive.json')?.toString() ?? '').replace('"version": 1', '"version": 2'),
      }),
    { problem: 'newer_version', detail: '2' },
  ],
  [
    'an altered row',
    () => {
      const name = [...files.keys()].find((one) => one.endsWith('/pin.json')) ?? '';
      return rezipped({ [name]: (files.get(name)?.toString() ?? '').replace('closed', 'open') });
    },
    { problem: 'altered', detail: /pin\.json$/u },
  ],
  [
    'a row that no program wrote',
    () => {
      const name = [...files.keys()].find((one) => one.endsWith('/task.json')) ?? '';
      return rehashed({ [name]: (files.get(name)?.toString() ?? '').replace('"open"', '"burning"') });
    },
    { problem: 'invalid_row', detail: /^task \d: status/u },
  ],
  ...(['files/', '/tiles/'] as const).flatMap(
    (where): [string, () => Promise<Buffer>, { problem: string; detail: RegExp }][] => {
      const change = (content: string | null) => () =>
        rezipped({ [[...files.keys()].filter((one) => one.includes(where)).at(-1) ?? '']: content });
      const detail = new RegExp(where, 'u');
      return [
        [`an altered file in ${where}`, change('x'.repeat(PHOTO.length)), { problem: 'altered', detail }],
        [`a missing file in ${where}`, change(null), { problem: 'damaged', detail }],
      ];
    },
  ),
  ['a path outside', () => rezipped({ '../../etc/passwd': 'x' }), { problem: 'damaged' }],
  ['a duplicate file', () => packed([...files, ['schema.json', '{}']]), { problem: 'damaged', detail: 'schema.json' }],
  // Lists that fit into a few kilobytes of a ZIP file, but not into memory once they are read.
  [
    'a list without end',
    () => rehashed({ 'archive.json': `{"format":"plumbline-archive","version":1,"files":[${'{},'.repeat(2e6)}0]}` }),
    { problem: 'damaged', detail: 'archive.json' },
  ],
  [
    'a list of wrong entries',
    () => rehashed({ 'archive.json': `{"format":"plumbline-archive","version":1,"files":[${'0,'.repeat(1e5)}0]}` }),
    { problem: 'damaged', detail: 'archive.json.files.0' },
  ],
  [
    'a row without end',
    () => rehashed({ [`projects/${world.projectId}/task.json`]: `[\n{"tags":[${'0,'.repeat(6e5)}0]}\n]\n` }),
    { problem: 'damaged', detail: /task\.json:2$/u },
  ],
  // Refused before anything is unpacked: what a file of this size cannot contain.
  ['a bomb', () => claiming('schema.json', 0xf000_0000), { problem: 'damaged', detail: 'schema.json' }],
  [
    'a file that is larger than the archive says',
    () => claiming('archive.json', 100),
    { problem: 'damaged', detail: /too many bytes/u },
  ],
])('%s is refused and changes nothing', async (_name, make, { problem, detail }) => {
  const { administrator } = world.other;
  const read = await started(administrator, await make());
  expect(read).toMatchObject({ state: 'extraction_failed', problem, projects: [] });
  if (detail instanceof RegExp) expect(read.detail).toMatch(detail);
  else if (detail !== undefined) expect(read.detail).toBe(detail);
  const params = { migrationId: read.id };
  await refused(administrator, runMigration, { params }, 'state_unfit');
  await administrator.caller.call(deleteMigration, { params });
  await refused(administrator, getMigration, { params }, 'not_found');
});

test('a row with a reference outside the archive stops the import, which is undone as a whole', async () => {
  const { administrator } = world.other;
  const name = [...files.keys()].find((one) => one.endsWith('/pin.json')) ?? '';
  // The plan of another project is not reached by its id either.
  const foreign = planRow({ projectId: world.other.projectId, createdBy: administrator.userId });
  await writeRows(server, world.other, (tx) => tx.put('plan', foreign));
  const pins = (files.get(name)?.toString() ?? '').replace(/"planId":"[^"]+"/u, `"planId":"${foreign.id}"`);
  const read = await started(administrator, await rehashed({ [name]: pins }));
  const made = await migrated(administrator, read.id, mappingOf(read, { title: 'Foreign plan', copy: true }));
  expect(made).toMatchObject({ state: 'migration_failed', problem: 'invalid_row' });
  expect(made.detail).toMatch(/^pin: /u);
  const params = { migrationId: read.id };
  expect(await administrator.caller.call(undoMigration, { params })).toMatchObject({ state: 'ready', projectId: null });
});

test('an import is refused before writing if licence, quota or disk are exceeded, and can continue later', async () => {
  const { administrator, organisationId } = world.other;
  const { caller } = administrator;
  const read = await started(administrator, zip);
  const params = { migrationId: read.id };
  await caller.call(mapMigration, { params, body: mappingOf(read, { title: 'No room', copy: true }) });
  const quotas = (projects: number | null, plans: number | null) =>
    server.database.root.query('UPDATE organisation SET project_quota = $2, plan_quota = $3 WHERE id = $1', [
      organisationId,
      projects,
      plans,
    ]);
  const run = async (services = server.services) => {
    await caller.call(runMigration, { params });
    await work(services);
    return caller.call(getMigration, { params });
  };
  const { services } = server;
  const refusal = (detail: string) => ({ state: 'migration_failed', problem: 'refused', detail, projectId: null });
  await quotas(1, null);
  expect(await run()).toMatchObject(refusal('project_limit 1'));
  await quotas(null, 1);
  expect(await run()).toMatchObject(refusal('plan_limit 1'));
  await quotas(null, null);
  const uploadQuota = { person: null, organisation: 1 };
  expect(await run({ ...services, config: { ...services.config, uploadQuota } })).toMatchObject(
    refusal(`quota_reached ${2 ** -30}`),
  );
  const left = await server.database.root.query(`SELECT FROM project WHERE title = 'No room'`);
  expect(left.rowCount).toBe(0);

  // Uploads that begin after the check take the room.
  const taken = { ...services.config, uploadQuota: { person: null, organisation: 2 ** 40 } };
  const rename: typeof services.files.rename = async (from, to) => {
    taken.uploadQuota = uploadQuota;
    await services.files.rename(from, to);
  };
  const late = { ...services, config: taken, files: { ...services.files, rename } };
  expect(await run(late)).toMatchObject({ problem: 'refused', detail: `quota_reached ${2 ** -30}` });

  // A disk that fills up meanwhile.
  const full = { ...services.files, put: () => Promise.reject(new AppError('no_space')) };
  expect(await run({ ...services, files: full })).toMatchObject({ problem: 'refused', detail: 'no_space' });
  // The disk of the database or of temporary files.
  for (const code of ['ENOSPC', '53100']) {
    const put = () => Promise.reject(Object.assign(new Error('no space'), { code }));
    expect(await run({ ...services, files: { ...services.files, put } })).toMatchObject({ detail: 'no_space' });
  }
  expect(await run()).toMatchObject({ state: 'done', problem: null });
});

test('an import needs permission to create projects, and is visible only to the person who started it', async () => {
  const { roles, owner, other } = world;
  const read = await started(other.administrator, zip);
  const params = { migrationId: read.id };
  await refused(owner, getMigration, { params }, 'not_found');
  const blobId = await store('archive.zip', zip, roles.contributor);
  const body = { id: randomUUID(), blobId, fileName: 'archive.zip' };
  await refused(roles.contributor, startMigration, { body }, 'forbidden');
});
