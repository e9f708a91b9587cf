// Data of another system arrives as tables in a ZIP file: the second format behind the same mapping and writing.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  getMigration,
  type MigrationDetails,
  mapMigration,
  proposedMapping,
  runMigration,
  startMigration,
  undoMigration,
} from '@plumbline/core/features/archives/import';
import { tasksOf } from '@plumbline/server/app/features';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { writeTable } from '@plumbline/server/office/xlsx-write';
import { zipBuffer } from '@plumbline/server/office/zip-write';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const TABLES: Readonly<Record<string, string | Buffer>> = {
  'project.csv': 'Title;Company;Time zone;Language;Start\nOld harbour;Moll GmbH;Europe/Vienna;de;2024-03-01\n',
  'people.csv': `ID;First name;Last name;Email;Company;Role
7;Ida;Moll;Ida@Elsewhere.example;Moll GmbH;administrator
8;Bo;Lind;;Stone Ltd;subcontractor
`,
  'categories.csv': 'Title;Colour\nConcrete;dark blue\n',
  'plans.csv': 'ID;Name;Number;Folder\nP1;Ground floor;A-101;Drawings/Building A\n',
  'pins.csv': `ID;Number;Title;Status;Category;Plan;X;Y;Tags;Author;Created;Axis
1001;5;Riss in der Wand;open;concrete;P1;0,25;50 %;dry wet;7;2024-05-01T08:30:00+02:00;B-4
1002;9;Damp;Closed;Plaster;;;;;ida@elsewhere.example;2024-05-02;
`,
  'tasks.csv': `ID;Pin;Number;Title;Status;Due;Assignee;Author
1;1001;3;Fill it;done;2024-06-01;8;7
2;1001;4;Paint it;;;;
`,
  'comments.csv': 'Pin;Task;Text;Author;Created\n1001;1;"Looks, ""better""";8;2024-05-03\n',
  'files.csv': 'Pin;File;Caption\n1001;photos\\riss.jpg;Before\n1001;files/notes.txt;\n1002;gone.jpg;\n',
  'files/photos/riss.jpg': PHOTO,
  'files/notes.txt': Buffer.from('Notes'),
};

const zipped = (files: Readonly<Record<string, string | Buffer>>) =>
  zipBuffer(Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content) })));

/** Runs the jobs of imports that wait. */
async function work(): Promise<void> {
  const tasks = tasksOf(server.services);
  for (;;) {
    const { rows } = await server.database.root.query<{ payload: unknown; task: string }>(
      `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
       WHERE t.id = j.task_id AND t.identifier ~ '^migration' RETURNING j.payload, t.identifier AS task`,
    );
    const [job] = rows;
    if (!job) return;
    const signal = new AbortController().signal;
    await tasks[job.task.replace(/:.*$/u, '')]?.(job.payload, { id: 'job', attempt: 1, maxAttempts: 3, signal });
  }
}

async function started(files: Readonly<Record<string, string | Buffer>>): Promise<MigrationDetails> {
  const { caller, organisationId, userId } = world.other.administrator;
  const bytes = await zipped(files);
  const [id, blobId] = [randomUUID(), randomUUID()];
  const key = `blobs/${organisationId}/${blobId}`;
  await server.services.files.put(key, Readable.from([bytes]));
  const sha256 = createHash('sha256').update(bytes).digest();
  const file = { id: blobId, key, sha256, size: bytes.length, mime: 'application/zip', name: 'old.zip' };
  await recordBlob(server.services, { organisationId, userId }, file);
  await caller.call(startMigration, { body: { id, blobId, fileName: 'old.zip' } });
  await work();
  return caller.call(getMigration, { params: { migrationId: id } });
}

async function migrated(read: MigrationDetails, title?: string): Promise<MigrationDetails> {
  const { caller } = world.other.administrator;
  const [project] = read.projects;
  if (!project) throw new Error(`${read.problem} ${read.detail}`);
  const params = { migrationId: read.id };
  const body = { ...proposedMapping(project), ...(title && { title, copy: true }) };
  await caller.call(mapMigration, { params, body });
  await caller.call(runMigration, { params });
  await work();
  return caller.call(getMigration, { params });
}

const rows = async (table: string, { projectId }: MigrationDetails) =>
  (await server.database.root.query(`SELECT * FROM ${table} WHERE project_id = $1 ORDER BY 1, 2`, [projectId])).rows;

test('tables become a project with everything they refer to, and can be undone', async () => {
  const read = await started(TABLES);
  expect(read).toMatchObject({ state: 'extracted', problem: null });
  expect(read.projects).toMatchObject([
    {
      ...{ title: 'Old harbour', timezone: 'Europe/Vienna', language: 'de', takenIds: 0 },
      people: [
        { name: 'Ida Moll', email: 'ida@elsewhere.example', role: 'administrator' },
        { name: 'Bo Lind', role: 'subcontractor' },
      ],
      categories: [{ title: 'Concrete', colour: 'DarkBlue' }, { title: 'Plaster' }],
      rows: { pin: 2, task: 2, comment: 1, post: 3, plan: 3, field: 1 },
    },
  ]);
  const made = await migrated(read);
  // The row of a file that is not there is left out.
  expect(made).toMatchObject({ state: 'done', problem: null, detail: '1' });
  const byNumber = <R extends { number: number }>(list: R[]) => list.toSorted((a, b) => a.number - b.number);
  const [plan] = (await rows('plan', made)).filter(({ type }) => type === 'Plan');
  const contacts = new Map((await rows('contact', made)).map((one) => [one.last_name, one.contact_id]));
  const [field] = await rows('field', made);
  const [pin, other] = byNumber(await rows('pin', made));
  expect(field).toMatchObject({ title: 'Axis' });
  expect(pin).toMatchObject({
    ...{
      number: 5,
      title: 'Riss in der Wand',
      status: 'open',
      plan_id: plan.id,
      x: 0.25,
      y: 0.5,
      tags: ['dry', 'wet'],
    },
    ...{
      created_by: contacts.get('Moll'),
      created_at: new Date('2024-05-01T06:30:00Z'),
      fields: { [field.id]: 'B-4' },
    },
  });
  expect(other).toMatchObject({ number: 9, status: 'closed', plan_id: null, created_by: contacts.get('Moll') });
  expect(byNumber(await rows('task', made))).toMatchObject([
    { title: 'Fill it', status: 'done', assignee_type: 'Contact', assignee_id: contacts.get('Lind'), pin_id: pin.id },
    { title: 'Paint it', status: 'open', assignee_type: 'Various' },
  ]);
  expect(await rows('comment', made)).toMatchObject([{ text: 'Looks, "better"', created_by: contacts.get('Lind') }]);
  const posts = await rows('post', made);
  expect(posts.map(({ type, caption, files }) => [type, caption, files[0].name]).toSorted()).toEqual([
    ['Documents', '', 'notes.txt'],
    ['Visuals', 'Before', 'riss.jpg'],
  ]);

  // The same tables again are the same project, and undoing leaves nothing of it.
  const again = await started(TABLES);
  await expect(migrated(again)).rejects.toThrow('invalid_input');
  expect(await migrated(again, 'Old harbour again')).toMatchObject({ state: 'done' });
  const params = { migrationId: made.id };
  await world.other.administrator.caller.call(undoMigration, { params });
  for (const table of ['pin', 'task', 'post', 'comment', 'plan']) expect(await rows(table, made)).toEqual([]);
});

test('a workbook, and tables inside a folder, are read too', async () => {
  async function* cells() {
    yield ['ID', 'Title'];
    yield ['1', 'From a workbook'];
  }
  const pieces: Buffer[] = [];
  for await (const piece of writeTable('Pins', { rows: cells(), widths: [10, 10] })) pieces.push(piece);
  const made = await migrated(
    await started({
      'Export/project.csv': 'Title\nFrom workbooks\n',
      'Export/pins.xlsx': Buffer.concat(pieces),
      '__MACOSX/Export/._pins.xlsx': 'x',
    }),
  );
  expect(made).toMatchObject({ state: 'done' });
  expect(await rows('pin', made)).toMatchObject([{ number: 1, title: 'From a workbook' }]);
});

test.each<[string, Record<string, string>, string]>([
  ['an unknown column', { 'tasks.csv': 'ID;Pin;Colour\n' }, 'tasks.csv 1: Colour'],
  ['a column that is there twice', { 'pins.csv': 'ID;ID\n' }, 'pins.csv 1: id'],
  ['an unknown person', { 'tasks.csv': 'ID;Pin;Assignee\n1;1001;Zoe\n' }, 'tasks.csv 2: assignee'],
  ['an unknown status', { 'pins.csv': 'ID;Status\n1;wartet\n' }, 'pins.csv 2: status'],
  ['no date', { 'tasks.csv': 'ID;Pin;Due\n1;1001;01.06.2024\n' }, 'tasks.csv 2: due'],
  ['a missing id', { 'pins.csv': 'ID;Title\n;Crack\n' }, 'pins.csv 2: id'],
  ['a percent sign without a number', { 'pins.csv': 'ID;Plan;X;Y\n1;P1;%;0\n' }, 'pins.csv 2: x'],
  ['a position outside of any plan', { 'pins.csv': 'ID;Plan;X;Y\n1;P1;900;0\n' }, 'pin 1: x'],
  ['a damaged workbook', { 'pins.csv': 'PK\u0003\u0004nothing' }, 'pins.csv: unreadable'],
])('%s is refused with file, line and column', async (_name, change, detail) => {
  const read = await started({ ...TABLES, ...change });
  expect(read).toMatchObject({ state: 'extraction_failed', problem: 'invalid_row', detail, projects: [] });
});

test('hashes are optional for tables, but checked if present', async () => {
  const of = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
  const listed = Object.entries(TABLES).map(([name, content]) => `${of(content)}  ${name}\n`);
  const whole = { ...TABLES, 'hashes.txt': listed.join('') };
  expect(await started(whole)).toMatchObject({ state: 'extracted' });
  const altered = { ...whole, 'pins.csv': 'ID;Title\n1;Another\n' };
  expect(await started(altered)).toMatchObject({ problem: 'altered', detail: 'pins.csv' });
});
