// BCF files become pins and leave as BCF files again: nothing that the standard defines is lost on the way.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { BCF_VERSIONS, type BcfVersion } from '@plumbline/core/features/exchange/bcf-versions';
import {
  checkBcfImport,
  getPinImport,
  listPinImportRows,
  type PinImport,
  runPinImport,
  undoPinImport,
} from '@plumbline/core/features/exchange/contract';
import { listPins } from '@plumbline/core/features/pins/contract';
import {
  attributeOf,
  child,
  childrenOf,
  type Node,
  readTree,
  textOf,
} from '@plumbline/server/features/exchange/bcf/tree';
import { pinImportTasks } from '@plumbline/server/features/exchange/import/jobs';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, makeProject, type World, writeRows } from '../../actors.ts';
import { commentRow, pinRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';
import { unzip } from '../files/unzip.ts';
import { type Contents, contentsOfBcf, GUID, VERSION_2, VERSION_2_0, zipped } from './bcf-file.ts';

/** Official test cases, where they are installed. */
const SAMPLES = new URL('../../../../../../shared/samples/bcf/', import.meta.url);

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const newProject = (title: string) => {
  const by = world.roles.administrator;
  return makeProject(server, { organisationId: world.organisationId, title, by, members: [[by, 'administrator']] });
};

async function uploaded(bytes: Buffer, name: string): Promise<string> {
  const id = randomUUID();
  const key = `blobs/test/${id}`;
  const { size, sha256 } = await server.services.files.put(key, Readable.from([bytes]));
  const mime = 'application/octet-stream';
  await recordBlob(server.services, world.roles.administrator, {
    ...{ id, key, sha256: Buffer.from(sha256, 'hex'), size, mime, name },
  });
  return id;
}

const call: World['roles']['administrator']['caller']['call'] = (endpoint, input) =>
  world.roles.administrator.caller.call(endpoint, input);
const one = (projectId: string, importId: string) => ({ params: { projectId, importId } });

async function work(task: 'pins.check' | 'pins.import' | 'pins.undo', importId: string): Promise<void> {
  const context = { id: 'job', attempt: 1, maxAttempts: 6, signal: new AbortController().signal };
  await pinImportTasks(server.services)[task]?.({ organisationId: world.organisationId, importId }, context);
}

async function checked(projectId: string, bytes: Buffer): Promise<PinImport> {
  const id = randomUUID();
  await call(checkBcfImport, { params: { projectId }, body: { id, blobId: await uploaded(bytes, 'issues.bcf') } });
  await work('pins.check', id);
  return call(getPinImport, one(projectId, id));
}

async function imported(projectId: string, bytes: Buffer): Promise<PinImport> {
  const { id } = await checked(projectId, bytes);
  await call(runPinImport, one(projectId, id));
  await work('pins.import', id);
  return call(getPinImport, one(projectId, id));
}

async function exported(projectId: string, version: BcfVersion, by = world.roles.administrator): Promise<Buffer> {
  const answer = await by.caller.raw({
    method: 'GET',
    url: `/api/pins-api/projects/${projectId}/exports/bcf?version=${version}`,
  });
  expect(answer.status).toBe(200);
  return answer.raw;
}

const pinsOf = async (projectId: string) =>
  (await call(listPins, { params: { projectId }, query: { size: 100 } })).content;
const rowsOf = async (projectId: string, { id }: PinImport) =>
  (await call(listPinImportRows, { ...one(projectId, id), query: { size: 100 } })).content;
const rows = async (table: string, projectId: string) =>
  (await server.database.root.query(`SELECT * FROM ${table} WHERE project_id = $1 ORDER BY created_at`, [projectId]))
    .rows;

const contentsOf = (bytes: Buffer): Promise<Contents> => contentsOfBcf(server, bytes);

test('a topic becomes a pin with its task, comments, snapshots and documents, once, and can be undone', async () => {
  const projectId = await newProject('BCF import');
  const bytes = await zipped(VERSION_2);
  const list = await imported(projectId, bytes);
  expect(list).toMatchObject({ state: 'done', done: 1, counts: { bad: 0, warnings: 0 } });
  expect(await pinsOf(projectId)).toMatchObject([
    {
      ...{ title: 'Duct & beam', status: 'open', categoryTitle: 'Clash', tags: ['MEP', 'Level-2'], tasks: 1 },
      ...{ photos: 1, comments: 1, dueDate: '2026-12-31', createdAt: '2015-10-16T12:13:15.000Z', planId: null },
    },
  ]);
  const contacts = await server.database.root.query('SELECT email FROM contact WHERE project_id = $1', [projectId]);
  expect(contacts.rows).toEqual([{ email: 'lee@example.org' }]);
  expect((await rows('comment', projectId)).map(({ text }) => text)).toEqual(['kim@example.org: Please look']);
  expect((await checked(projectId, bytes)).counts).toMatchObject({ create: 0, present: 1 });
  await call(undoPinImport, one(projectId, list.id));
  await work('pins.undo', list.id);
  expect((await pinsOf(projectId)).map(({ status }) => status)).toEqual(['inactive']);
});

test('all content defined by version 2.1 survives import and export', async () => {
  const projectId = await newProject('BCF 2.1');
  const bytes = await zipped(VERSION_2);
  await imported(projectId, bytes);
  const again = await exported(projectId, '2.1');
  const [before, after] = [await contentsOf(bytes), await contentsOf(again)];
  expect(after.topics).toEqual(before.topics);
  // Also what the reader of these files would miss.
  expect([...unzip(again).keys()].toSorted()).toEqual(Object.keys(VERSION_2).toSorted());
});

test('a file of version 2.1 is exported as version 3.0, and imported again as the same topic', async () => {
  const first = await newProject('BCF to 3.0');
  await imported(first, await zipped(VERSION_2));
  const version3 = await exported(first, '3.0');
  const files = unzip(version3);
  const view = readTree(files.get(`${GUID}/view.bcfv`) ?? Buffer.alloc(0), 'view');
  expect(child(child(child(view, 'Components'), 'Visibility'), 'ViewSetupHints')).toBeDefined();
  expect(textOf(child(view, 'PerspectiveCamera'), 'AspectRatio')).toBe('1');
  expect(textOf(child(child(view, 'Bitmaps'), 'Bitmap'), 'Format')).toBe('PNG');
  const extensions = readTree(files.get('extensions.xml') ?? Buffer.alloc(0), 'extensions');
  expect(childrenOf(child(extensions, 'TopicTypes'), 'TopicType').map(({ text }) => text)).toEqual(['Clash']);
  const { documents } = await contentsOf(version3);
  expect(Object.values(documents as object)).toEqual(['notes.txt']);

  const second = await newProject('BCF from 3.0');
  await imported(second, version3);
  const [before, after] = [await contentsOf(version3), await contentsOf(await exported(second, '3.0'))];
  expect(after).toEqual(before);
});

test('a file of version 2.0 is imported, and exported as version 2.1', async () => {
  const projectId = await newProject('BCF 2.0');
  const list = await imported(projectId, await zipped(VERSION_2_0));
  expect(list).toMatchObject({ state: 'done', done: 1, counts: { bad: 0, warnings: 0 } });
  expect(await pinsOf(projectId)).toMatchObject([
    { title: 'Wall 😀', tags: ['MEP'], tasks: 1, photos: 1, comments: 1 },
  ]);
  const files = unzip(await exported(projectId, '2.1'));
  const read = (path: string) => readTree(files.get(path) ?? Buffer.alloc(0), path);
  const markup = read(`${GUID}/markup.bcf`);
  const topic = child(markup, 'Topic');
  expect(textOf(child(topic, 'DocumentReference'), 'ReferencedDocument')).toBe('../notes.txt');
  expect(attributeOf(child(topic, 'RelatedTopic'), 'Guid')).toBe('c357e96a-cb90-4ed2-888f-44a7c53e8b75');
  expect(child(markup, 'Comment')?.children.map(({ name }) => name)).toEqual(['Date', 'Author', 'Comment']);
  const view = read(`${GUID}/view.bcfv`);
  const components = child(view, 'Components');
  const guids = (list: Node | undefined) => childrenOf(list, 'Component').map((one) => attributeOf(one, 'IfcGuid'));
  expect(guids(child(components, 'Selection'))).toEqual(['1GU8BMEqHBQxVAbwRD$4Jj']);
  const visibility = child(components, 'Visibility');
  expect(attributeOf(visibility, 'DefaultVisibility')).toBe('true');
  expect(guids(child(visibility, 'Exceptions'))).toEqual(['0AQJSsoeDDvwVqSNcwjy55']);
  const colour = child(child(components, 'Coloring'), 'Color');
  expect([attributeOf(colour, 'Color'), guids(colour)]).toEqual(['FF00FF00', ['0AQJSsoeDDvwVqSNcwjy55']]);
  expect(textOf(child(view, 'Bitmap'), 'Reference')).toBe(`${GUID}/bitmap.png`);
  expect([...files.keys()].toSorted()).toEqual(Object.keys(VERSION_2_0).toSorted());
});

test('a file with an additional folder around its topics is read', async () => {
  const projectId = await newProject('BCF in a folder');
  const inFolder = Object.entries(VERSION_2).map(([name, content]) => [`Issues/${name}`, content]);
  expect(await checked(projectId, await zipped(Object.fromEntries(inFolder)))).toMatchObject({
    counts: { create: 1, bad: 0, warnings: 0 },
  });
});

/** A file of version 3.0 whose topic refers to a document. */
const VERSION_3: Record<string, string | Buffer> = {
  'bcf.version': '<Version VersionId="3.0"/>',
  'documents.xml':
    '<DocumentInfo><Documents><Document Guid="d1"><Filename>notes.txt</Filename></Document></Documents></DocumentInfo>',
  'documents/d1': 'Notes',
  [`${GUID}/markup.bcf`]: `<Markup><Topic Guid="${GUID}"><Title>Document</Title><DocumentReferences>
    <DocumentReference Guid="r1"><DocumentGuid>d1</DocumentGuid></DocumentReference></DocumentReferences></Topic></Markup>`,
};

test.each([
  ['2.1', VERSION_2, 'notes.txt'],
  ['3.0', VERSION_3, 'documents/d1'],
])('topics of version %s that refer to different files of the same name keep their own', async (from, first, file) => {
  const projectId = await newProject(`Same names in ${from}`);
  const guid = randomUUID();
  const second = Object.entries(first).map(([name, content]) => [
    name.replace(GUID, guid),
    typeof content === 'string' ? content.replaceAll(GUID, guid) : content,
  ]);
  await imported(projectId, await zipped(first));
  await imported(projectId, await zipped({ ...Object.fromEntries(second), [file]: 'Other notes' }));
  for (const version of BCF_VERSIONS) {
    const { topics } = await contentsOf(await exported(projectId, version));
    const notes = topics.map((topic) => [
      topic.guid,
      Object.values(topic.files)
        .map((content) => Buffer.from(content, 'base64').toString())
        .filter((text) => /^(?:Other n|N)otes$/u.test(text)),
    ]);
    expect(Object.fromEntries(notes), version).toEqual({ [GUID]: ['Notes'], [guid]: ['Other notes'] });
  }
});

test('pin changes replace only the matching parts of a topic, and a new pin becomes a topic', async () => {
  const projectId = await newProject('BCF changes');
  await imported(projectId, await zipped(VERSION_2));
  const by = { projectId, createdBy: world.roles.administrator.userId };
  const own = pinRow(by, {
    ...{ number: 2, title: 'Own pin', notes: 'Text', tags: ['a'], status: 'closed' },
    modelPosition: { x: 1, y: 2, z: 3, element: { globalId: '1GU8BMEqHBQxVAbwRD$4Jj', x: 0, y: 0, z: 0 }, lost: false },
  });
  await writeRows(server, { organisationId: world.organisationId, projectId }, async (tx) => {
    const [pin] = await tx.find('pin', 'projectId', projectId);
    if (!pin) throw new Error('no pin');
    tx.put('pin', { ...pin, title: 'Duct, moved', status: 'closed' });
    tx.put('comment', commentRow(by, pin.id, { text: 'Done here' }));
    tx.put('pin', own);
  });
  const { topics } = await contentsOf(await exported(projectId, '2.1'));
  const changed = child(topics.find(({ guid }) => guid === GUID)?.markup, 'Topic');
  expect(textOf(changed, 'Title')).toBe('Duct, moved');
  expect(attributeOf(changed, 'TopicStatus')).toBe('Closed');
  expect(childrenOf(child(changed, 'Comments'), 'Comment').map((one) => textOf(one, 'Comment'))).toEqual([
    'Please look',
    'Done here',
  ]);
  for (const name of ['Priority', 'Stage', 'AssignedTo', 'DueDate', 'Description'])
    expect(textOf(changed, name)).not.toBe('');
  const made = topics.find(({ guid }) => guid === own.id);
  expect(child(made?.markup, 'Topic')).toMatchObject({ attributes: { Guid: own.id, TopicStatus: 'Closed' } });
  const [view] = Object.values(made?.files ?? {});
  const info = readTree(Buffer.from(view ?? '', 'base64'), 'view');
  expect(child(child(child(info, 'Components'), 'Selection'), 'Component')?.attributes).toEqual({
    IfcGuid: '1GU8BMEqHBQxVAbwRD$4Jj',
  });
});

test('a role that sees only part of a pin gets an export of that part', async () => {
  const { administrator, subcontractor } = world.roles;
  const { organisationId } = world;
  const projectId = await makeProject(server, {
    ...{ organisationId, title: 'BCF of a subcontractor', by: administrator },
    members: [
      [administrator, 'administrator'],
      [subcontractor, 'subcontractor'],
    ],
  });
  await imported(projectId, await zipped(VERSION_2));
  await writeRows(server, { organisationId, projectId }, async (tx) => {
    const [pin] = await tx.find('pin', 'projectId', projectId);
    const assignee = { assigneeType: 'User', assigneeId: subcontractor.userId, status: 'open' } as const;
    if (pin) tx.put('task', taskRow({ projectId, createdBy: administrator.userId }, pin.id, assignee));
  });
  const files = unzip(await exported(projectId, '2.1', subcontractor));
  const everything = [...files.values()].map((bytes) => bytes.toString()).join('');
  expect(everything).toContain('Duct &amp; beam');
  for (const secret of ['@example.org', 'Please look', 'Notes', '1GU8BMEqHBQxVAbwRD$4Jj'])
    expect(everything).not.toContain(secret);
});

test('damaged topics are reported, and the others are imported', async () => {
  const projectId = await newProject('Damaged BCF');
  const markup = (title: string, more = '') =>
    `<Markup><Topic Guid="${randomUUID()}"><Title>${title}</Title></Topic>${more}</Markup>`;
  const attack = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${markup('&e;')}`;
  const list = await checked(
    projectId,
    await zipped({
      'bcf.version': '<Version VersionId="2.1"/>',
      'a/markup.bcf': markup('Good'),
      'b/markup.bcf': '<Markup><Topic',
      'c/markup.bcf': attack,
      'd/markup.bcf': markup(
        'Lost',
        '<Viewpoints Guid="1"><Viewpoint>no.bcfv</Viewpoint><Snapshot>no.png</Snapshot></Viewpoints>',
      ),
      'e/markup.bcf': markup('Escape', '<Viewpoints Guid="1"><Snapshot>../../../x.png</Snapshot></Viewpoints>'),
      'f/markup.bcf': markup(''),
      'g/markup.bcf': markup('Large', '<Viewpoints Guid="1"><Snapshot>large.png</Snapshot></Viewpoints>'),
      'g/large.png': Buffer.alloc(50 * 2 ** 20 + 1),
    }),
  );
  expect(
    (await rowsOf(projectId, list)).map(({ outcome, title, notes }) => [
      outcome,
      title,
      notes.map((note) => note.problem),
    ]),
  ).toEqual([
    ['create', 'Good', []],
    ['bad', '', ['topic_unreadable']],
    ['bad', '', ['topic_unreadable']],
    ['create', 'Lost', ['photo_missing', 'photo_missing']],
    ['create', 'Escape', []],
    ['bad', '', ['title_missing']],
    ['create', 'Large', ['photo_missing']],
  ]);
});

test.each([
  ['no archive', Buffer.from('text')],
  ['another archive', { 'word/document.xml': '<x/>' }],
  ['a newer version', { 'bcf.version': '<Version VersionId="4.0"/>', 'a/markup.bcf': '<Markup/>' }],
  ['no topics', { 'bcf.version': '<Version VersionId="3.0"/>' }],
])('%s is refused', async (_name, content) => {
  const projectId = await newProject('Refused BCF');
  const list = await checked(
    projectId,
    Buffer.isBuffer(content) ? content : await zipped(content as Record<string, string>),
  );
  expect(list).toMatchObject({ state: 'failed', problem: 'bcf_unreadable' });
});

const samples = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => name.endsWith('.bcf')) : [];
test.skipIf(samples.length === 0)(
  'official test cases survive import and export (skipped without the sample files)',
  async () => {
    for (const name of samples) {
      const projectId = await newProject(`Sample ${name}`);
      const bytes = readFileSync(new URL(name, SAMPLES));
      expect(await imported(projectId, bytes), name).toMatchObject({ state: 'done', counts: { bad: 0 } });
      const version = name.startsWith('v21') ? '2.1' : '3.0';
      const again = await exported(projectId, version);
      expect(await contentsOf(again), name).toEqual(await contentsOf(bytes));
      // No file is lost but those of the project and of the values that it allows, and an empty list.
      const there = unzip(again);
      const lost = [...unzip(bytes).keys()].filter((one) => !there.has(one) && !one.endsWith('/'));
      expect(
        lost.filter((one) => !['extensions.xsd', 'project.bcfp', 'documents.xml'].includes(one)),
        name,
      ).toEqual([]);
    }
  },
);
