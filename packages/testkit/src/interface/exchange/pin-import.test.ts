// Importing pins from a table: checked without changes, imported once despite retries, undone as a whole.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { csvRows } from '@plumbline/core/features/datasets/table';
import {
  cancelPinImport,
  checkPinImport,
  getPinImport,
  listPinImportRows,
  type PinImport,
  previewPinImport,
  runPinImport,
  undoPinImport,
} from '@plumbline/core/features/exchange/contract';
import { listNotifications } from '@plumbline/core/features/notifications/contract';
import { listPins } from '@plumbline/core/features/pins/contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { pinImportTasks } from '@plumbline/server/features/exchange/import/jobs';
import { readChanges } from '@plumbline/server/features/notifications/read-changes';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { writeTable } from '@plumbline/server/office/xlsx-write';
import { writeZip } from '@plumbline/server/office/zip-write';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, makeProject, type World, writeRows } from '../../actors.ts';
import { categoryRow, planRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let lead: Actor;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  lead = world.roles.administrator;
});
afterAll(() => server.close());

async function newProject(title: string): Promise<string> {
  const projectId = await makeProject(server, {
    organisationId: world.organisationId,
    title,
    by: lead,
    members: [
      [lead, 'administrator'],
      [world.roles.contributor, 'contributor'],
    ],
  });
  const by = { projectId, createdBy: lead.userId };
  await writeRows(server, { organisationId: world.organisationId, projectId }, (tx) => {
    tx.put('plan', planRow(by, { name: 'Ground floor', sheetNumber: 'A-101' }));
    tx.put('category', categoryRow(projectId, { title: 'Concrete' }));
    tx.put('field', {
      ...{ id: randomUUID(), projectId, title: 'Costs', categoryIds: [], sort: 0, active: true },
      format: { type: 'NUMBER', precision: 8, scale: 2, negative: false, thousands: true, step: null, suffix: '' },
    });
  });
  return projectId;
}

async function uploaded(content: string | Buffer, name = 'pins.csv'): Promise<string> {
  const id = randomUUID();
  const key = `blobs/test/${id}`;
  const { size, sha256 } = await server.services.files.put(key, Readable.from([Buffer.from(content)]));
  await recordBlob(server.services, lead, {
    id,
    key,
    sha256: Buffer.from(sha256, 'hex'),
    size,
    mime: 'text/csv',
    name,
  });
  return id;
}

const one = (projectId: string, importId: string) => ({ params: { projectId, importId } });

async function work(
  task: 'pins.check' | 'pins.import' | 'pins.undo',
  importId: string,
  signal = new AbortController().signal,
  services = server.services,
) {
  const run = pinImportTasks(services)[task];
  const context = { id: 'job', attempt: 1, maxAttempts: 6, signal };
  await run?.({ organisationId: world.organisationId, importId }, context);
}

type Body = CallOf<typeof checkPinImport>['body'];

async function checked(projectId: string, content: string | Buffer, more: Partial<Body> & Pick<Body, 'columns'>) {
  const id = randomUUID();
  await lead.caller.call(checkPinImport, {
    params: { projectId },
    body: { id, blobId: await uploaded(content), ...more },
  });
  await work('pins.check', id);
  return lead.caller.call(getPinImport, one(projectId, id));
}

async function imported(projectId: string, { id }: PinImport): Promise<PinImport> {
  await lead.caller.call(runPinImport, one(projectId, id));
  await work('pins.import', id);
  return lead.caller.call(getPinImport, one(projectId, id));
}

const rowsOf = async (projectId: string, { id }: PinImport, outcome?: 'warning') =>
  (await lead.caller.call(listPinImportRows, { ...one(projectId, id), query: { size: 1_000, outcome } })).content;
const pinsOf = async (projectId: string) =>
  (await lead.caller.call(listPins, { params: { projectId }, query: { size: 100 } })).content;
const rows = async (table: string, projectId: string) =>
  (await server.database.root.query(`SELECT * FROM ${table} WHERE project_id = $1 ORDER BY 1, 2`, [projectId])).rows;

const TABLE = `Nr;Titel;Kategorie;Status;Plan;X;Y;Costs;Raum;Aufgabe;Zuständig;Fällig am;Foto
1;Riss in der Wand;concrete;offen;Ground floor;25%;0,5;1.250,50;0.12;Riss schließen;Grete Gips;31.12.2026;riss.jpg
2;Fenster undicht;Fenster;geschlossen;A-101;;;;;;;;
3;;;offen;;;;;;;;;
4;Tür klemmt;Fenster;wartet;Dachgeschoss;0,1;0,1;viel;;Tür richten;;31.02.2026;
1;Riss in der Wand;;;;;;;;Wand streichen;Grete Gips;2027-01-15;
`;
/** The columns of the table, with the field of this project. */
async function columnsIn(projectId: string): Promise<string[]> {
  const field = (await rows('field', projectId)).find(({ title }) => title === 'Costs');
  return [
    ...['key', 'title', 'category', 'status', 'plan', 'x', 'y'],
    ...[`field:${field?.id}`, 'newField', 'taskTitle', 'assignee', 'dueDate', 'photos'],
  ];
}
const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

async function joined(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
const photosZip = () => joined(writeZip([{ name: 'Fotos/Riss.jpg', bytes: PHOTO }]));

test('a preview proposes columns from German headings, with encoding, separator and the order of dates', async () => {
  const projectId = await newProject('Preview');
  const columns = await columnsIn(projectId);
  const blobId = await uploaded(Buffer.from(TABLE, 'latin1'));
  expect(await lead.caller.call(previewPinImport, { params: { projectId }, body: { blobId } })).toMatchObject({
    ...{ encoding: 'windows-1252', separator: ';', dateOrder: 'dmy', problem: null },
    proposed: columns.map((target) => (target === 'newField' ? 'ignore' : target)),
  });
});

test('a check reports what each row becomes, with the column of every problem, and changes nothing', async () => {
  const projectId = await newProject('Check');
  const before = await server.database.root.query('SELECT head FROM project_log WHERE project_id = $1', [projectId]);
  const photosBlobId = await uploaded(await photosZip(), 'photos.zip');
  const list = await checked(projectId, TABLE, { columns: await columnsIn(projectId), photosBlobId });
  expect(list).toMatchObject({
    ...{ state: 'checked', checked: true, problem: null, done: 0 },
    counts: { create: 3, present: 0, bad: 2, warnings: 1 },
  });
  const found = await rowsOf(projectId, list);
  expect(found.map(({ line, outcome, title, notes }) => ({ line, outcome, title, notes }))).toEqual([
    { line: 2, outcome: 'create', title: 'Riss in der Wand', notes: [] },
    {
      ...{ line: 3, outcome: 'create', title: 'Fenster undicht' },
      notes: [{ problem: 'position_missing', column: 'Plan', value: '' }],
    },
    { line: 4, outcome: 'bad', title: '', notes: [{ problem: 'title_missing', column: 'Titel', value: '' }] },
    {
      ...{ line: 5, outcome: 'bad', title: 'Tür klemmt' },
      notes: expect.arrayContaining([
        { problem: 'status_unknown', column: 'Status', value: 'wartet' },
        { problem: 'field_invalid', column: 'Costs', value: 'viel' },
        { problem: 'date_invalid', column: 'Fällig am', value: '31.02.2026' },
      ]),
    },
    { line: 6, outcome: 'create', title: 'Riss in der Wand', notes: [] },
  ]);
  expect(
    await server.database.root.query('SELECT head FROM project_log WHERE project_id = $1', [projectId]),
  ).toMatchObject({
    rows: before.rows,
  });
  const answer = await lead.caller.raw({
    method: 'GET',
    url: `/api/pins-api/projects/${projectId}/imports/${list.id}/problems`,
  });
  const table = [...csvRows(answer.raw.toString('utf8').replace('\ufeff', ''), ',')];
  expect(table).toHaveLength(3);
  expect(table[1]?.slice(-2)).toEqual(['4', 'Titel: No title']);
});

test('rows become pins with tasks, photos, categories, fields and contacts, without duplicates', async () => {
  const projectId = await newProject('Import');
  const columns = await columnsIn(projectId);
  const photosBlobId = await uploaded(await photosZip(), 'photos.zip');
  const list = await imported(projectId, await checked(projectId, TABLE, { columns, photosBlobId }));
  expect(list).toMatchObject({ state: 'done', done: 3 });
  const pins = await pinsOf(projectId);
  expect(pins).toMatchObject([
    {
      number: 1,
      title: 'Riss in der Wand',
      status: 'open',
      x: 0.25,
      y: 0.5,
      tasks: 2,
      photos: 1,
      categoryTitle: 'Concrete',
    },
    { number: 2, title: 'Fenster undicht', status: 'closed', planId: null, tasks: 0, categoryTitle: 'Fenster' },
  ]);
  const fields = await rows('field', projectId);
  const room = fields.find(({ title }) => title === 'Raum');
  expect(pins[0]?.fields).toEqual({ [String(columns[7]?.slice(6))]: 1250.5, [String(room?.id)]: '0.12' });
  const [contact, ...others] = await rows('contact', projectId);
  expect(others).toEqual([]);
  expect(contact).toMatchObject({ first_name: 'Grete', last_name: 'Gips', state: 'active' });
  expect(await rows('task', projectId)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: 'Riss schließen', assignee_type: 'Contact', assignee_id: contact?.contact_id }),
      expect.objectContaining({ title: 'Wand streichen', assignee_id: contact?.contact_id }),
    ]),
  );

  const again = await checked(projectId, TABLE, { columns, photosBlobId });
  expect(again.counts).toMatchObject({ create: 0, present: 3 });
  expect(await pinsOf(projectId)).toHaveLength(2);
});

test('people are found by address, and no one is notified of imported tasks', async () => {
  const projectId = await newProject('Silence');
  const { userId, caller } = world.roles.contributor;
  const member = (await rows('member', projectId)).find((row) => row.user_id === userId);
  const table = `Title,Assignee\nCrack,${String(member?.email).toUpperCase()}\n`;
  await imported(projectId, await checked(projectId, table, { columns: ['title', 'assignee'] }));
  expect(await rows('task', projectId)).toMatchObject([{ assignee_type: 'User', assignee_id: userId }]);
  await readChanges(server.services, { organisationId: world.organisationId, projectId });
  const { content } = await caller.call(listNotifications, { query: { size: 100 } });
  expect(content.filter((one) => one.projectId === projectId).map(({ kind }) => kind)).toEqual(['memberInvited']);
});

test('rows without an id are recognised by their content, and equal rows become separate pins', async () => {
  const projectId = await newProject('Hashes');
  const columns = ['title', 'ignore'];
  const list = await imported(
    projectId,
    await checked(projectId, 'Title,Room\nCrack,1\nCrack,1\nCrack,2\n', { columns }),
  );
  expect(list.done).toBe(3);
  const next = await checked(projectId, 'Title,Room\nLeak,1\nCrack,1\nCrack,1\n', { columns });
  expect(next.counts).toMatchObject({ create: 1, present: 2 });
});

test('undoing sets everything that the import created inactive, and importing again restores it', async () => {
  const projectId = await newProject('Undo');
  const columns = await columnsIn(projectId);
  const list = await imported(projectId, await checked(projectId, TABLE, { columns }));
  expect((await rowsOf(projectId, list, 'warning')).map(({ line }) => line)).toEqual([2, 3]);
  await lead.caller.call(undoPinImport, one(projectId, list.id));
  await work('pins.undo', list.id);
  expect(await lead.caller.call(getPinImport, one(projectId, list.id))).toMatchObject({ state: 'undone', done: 0 });
  const states = async () => ({
    pins: (await rows('pin', projectId)).map(({ status }) => status).toSorted(),
    tasks: (await rows('task', projectId)).map(({ status }) => status),
    categories: (await rows('category', projectId)).filter(({ active }) => active).map(({ title }) => title),
    fields: (await rows('field', projectId)).filter(({ active }) => active).map(({ title }) => title),
    contacts: (await rows('contact', projectId)).map(({ state }) => state),
  });
  const gone = await states();
  expect(gone).toMatchObject({
    ...{ pins: ['inactive', 'inactive'], tasks: ['inactive', 'inactive'], contacts: ['removed'] },
    fields: ['Costs'],
  });
  expect(gone.categories).toContain('Concrete');
  expect(gone.categories).not.toContain('Fenster');

  const again = await imported(projectId, await checked(projectId, TABLE, { columns }));
  expect(again.done).toBe(3);
  const back = await states();
  expect(back).toMatchObject({ pins: ['closed', 'open'], tasks: ['open', 'open'], contacts: ['active'] });
  expect(back.categories).toContain('Fenster');
  expect((await pinsOf(projectId)).map(({ number }) => number)).toEqual([1, 2]);
});

test('a task added to a pin of an earlier import is undone without the pin', async () => {
  const projectId = await newProject('Added task');
  const columns = ['key', 'title', 'taskTitle'];
  await imported(projectId, await checked(projectId, 'ID,Title,Task\n1,Crack,\n', { columns }));
  const table = 'ID,Title,Task\n1,Crack,\n1,Crack,Fill it\n';
  const list = await imported(projectId, await checked(projectId, table, { columns }));
  expect(list).toMatchObject({ done: 1, counts: { create: 1, present: 1 } });
  await lead.caller.call(undoPinImport, one(projectId, list.id));
  await work('pins.undo', list.id);
  expect((await pinsOf(projectId)).map(({ status }) => status)).toEqual(['open']);
  expect((await rows('task', projectId)).map(({ status }) => status)).toEqual(['inactive']);
});

test('a cancelled import can be continued where it stopped', async () => {
  const projectId = await newProject('Cancelled');
  const table = `Title\n${Array.from({ length: 450 }, (_, at) => `Pin ${at}`).join('\n')}\n`;
  const list = await checked(projectId, table, { columns: ['title'] });
  await lead.caller.call(runPinImport, one(projectId, list.id));
  const stop = new AbortController();
  stop.abort(new Error('stopping'));
  await expect(work('pins.import', list.id, stop.signal)).rejects.toThrow('stopping');
  await lead.caller.call(cancelPinImport, one(projectId, list.id));
  await work('pins.import', list.id);
  expect(await pinsOf(projectId)).toEqual([]);
  expect(await imported(projectId, list)).toMatchObject({ state: 'done', done: 450 });
});

test('a full disk or storage limit stops an import with the reason, and it continues once there is room', async () => {
  const projectId = await newProject('No room');
  const names = Array.from({ length: 401 }, (_, at) => `${at}.jpg`);
  const table = `Title,Photo\n${names.map((name, at) => `Pin ${at},${at % 100 === 0 ? name : ''}\n`).join('')}`;
  const photos = names.map((name) => ({ name, bytes: Buffer.concat([PHOTO, Buffer.from(name)]) }));
  const photosBlobId = await uploaded(await joined(writeZip(photos)), 'photos.zip');
  const list = await checked(projectId, table, { columns: ['title', 'photos'], photosBlobId });
  const { services } = server;
  const { files, config } = services;
  let puts = 0;
  // In the second batch of rows.
  const put: typeof files.put = (key, body) => {
    puts += 1;
    return puts > 2 ? Promise.reject(new AppError('no_space')) : files.put(key, body);
  };
  const attempt = async (less: Partial<typeof services>) => {
    await lead.caller.call(runPinImport, one(projectId, list.id));
    await work('pins.import', list.id, undefined, { ...services, ...less });
    return lead.caller.call(getPinImport, one(projectId, list.id));
  };
  expect(await attempt({ files: { ...files, put } })).toMatchObject({
    state: 'failed',
    problem: 'no_space',
    done: 200,
  });
  expect((await rows('pin', projectId)).length).toBe(200);
  const uploadQuota = { person: null, organisation: 1 };
  expect(await attempt({ config: { ...config, uploadQuota } })).toMatchObject({
    ...{ state: 'failed', problem: 'quota_reached', done: 200 },
  });
  expect(await attempt({})).toMatchObject({ state: 'done', problem: null, done: 401 });
  expect((await rows('post', projectId)).length).toBe(5);
});

test('Excel workbooks are imported too', async () => {
  const projectId = await newProject('Workbook');
  async function* cells() {
    yield ['Title', 'Due'];
    yield ['Crack', { day: '2026-12-31' }];
  }
  const bytes = await joined(writeTable('Pins', { rows: cells(), widths: [10, 10] }));
  const list = await imported(projectId, await checked(projectId, bytes, { columns: ['title', 'dueDate'] }));
  expect(list.done).toBe(1);
  const [task] = await rows('task', projectId);
  expect(task).toMatchObject({ assignee_type: 'Various', description: 'Crack' });
});

test('files that cannot be imported are refused with the reason', async () => {
  const projectId = await newProject('Bad files');
  const columns = ['title'];
  const problem = async (content: string | Buffer, more: Partial<Body> = {}) =>
    (await checked(projectId, content, { columns, ...more })).problem;
  expect(await problem('')).toBe('empty');
  expect(await problem('Title\n')).toBe('no_rows');
  expect(await problem('Title,Notes\nA,B\n')).toBe('column_missing');
  expect(await problem(Buffer.from('PK\u0003\u0004nothing'))).toBe('unreadable');
  expect(await problem(Buffer.from('Title\nA\n', 'utf16le'), { encoding: 'windows-1252' })).toBe('unreadable');
  expect(await problem('Title\nA\n', { photosBlobId: await uploaded('no zip', 'photos.zip') })).toBe(
    'photos_unreadable',
  );
});

test('a million rows in the wrong encoding end at the limit of rows without filling the memory', async () => {
  const projectId = await newProject('Million rows');
  const bytes = Buffer.concat([
    Buffer.from('Title\n'),
    Buffer.alloc(1_000_000 * 10, Buffer.from('Mängel 123\n', 'latin1').subarray(1)),
  ]);
  const before = process.memoryUsage().rss;
  const list = await checked(projectId, bytes, { columns: ['title'], encoding: 'utf-8' });
  expect(list).toMatchObject({ state: 'failed', problem: 'too_many_rows' });
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20);
});
