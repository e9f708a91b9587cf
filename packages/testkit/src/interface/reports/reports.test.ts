import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Role } from '@plumbline/core/access/capabilities';
import {
  cancelReport,
  changeTemplate,
  checkTemplateFile,
  createReport,
  createTemplate,
  downloadReport,
  downloadTemplate,
  getReport,
  getWeather,
  listAllReports,
  listReports,
  listTemplates,
  mailReport,
  type Report,
  removeTemplate,
  repeatReport,
  replaceTemplate,
  retryReport,
  shareReport,
  unshareReport,
} from '@plumbline/core/features/reports/contract';
import { sharedReport } from '@plumbline/core/features/reports/sharing';
import { AppError } from '@plumbline/core/kernel/errors';
import { versionedPath } from '@plumbline/core/kernel/services';
import type { Rows } from '@plumbline/core/site/entities';
import { examplePin, exampleTask } from '@plumbline/core/testing/rows';
import { tasksOf } from '@plumbline/server/app/features';
import { weatherOf } from '@plumbline/server/features/reports/content/weather';
import { HEIGHT, sheetPack, WIDTH } from '@plumbline/server/features/reports/fixtures/sheet-pack';
import { openWord, p, wordFile } from '@plumbline/server/features/reports/fixtures/word';
import { openWorkbook, workbookFile } from '@plumbline/server/features/reports/fixtures/workbook';
import { reportTasks } from '@plumbline/server/features/reports/make-report';
import { REPORT_TASK } from '@plumbline/server/features/reports/service';
import { mailReportTasks } from '@plumbline/server/features/reports/sharing/email-report';
import { REPORT_EMAIL_TASK } from '@plumbline/server/features/reports/sharing/share-link';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { libreOffice } from '@plumbline/server/platform/converter/libreoffice';
import { ServiceError } from '@plumbline/server/platform/fetch-limited';
import type { Message } from '@plumbline/server/platform/mail/mail';
import { startWorker } from '@plumbline/server/platform/queue/postgres';
import type { Services } from '@plumbline/server/platform/services';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, memberOf, type World, writeRows } from '../../actors.ts';
import { addressOf } from '../../calls.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let pins: { crack: string; socket: string; viewers: string };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  pins = await makeSite();
});
afterAll(() => server.close());

async function keep(by: Actor, bytes: Buffer, name: string, mime: string): Promise<string> {
  const id = randomUUID();
  const key = `blobs/${by.organisationId}/${id.replaceAll('-', '')}`;
  const { size, sha256 } = await server.services.files.put(key, Readable.from([bytes]));
  await recordBlob(server.services, by, { id, key, sha256: Buffer.from(sha256, 'hex'), size, mime, name });
  return id;
}

const at = '2026-03-01T08:00:00.000Z';

const by = () => ({ projectId: world.projectId, createdBy: world.roles.administrator.userId });
const pinRow = (set: Partial<Rows['pin']>): Rows['pin'] =>
  examplePin({ id: randomUUID(), ...by(), createdAt: at, changedAt: at, ...set });
const taskRow = (set: Partial<Rows['task']> & { pinId: string }): Rows['task'] =>
  exampleTask({ id: randomUUID(), ...by(), createdAt: at, changedAt: at, ...set });

/** A plan with three pins: one with photos, tasks and comments, one without content, one by the external viewer. */
async function makeSite() {
  const { administrator, contributor, subcontractor, externalViewer } = world.roles;
  const photo = await keep(
    administrator,
    await sharp({ create: { width: 640, height: 480, channels: 3, background: '#a52' } })
      .jpeg()
      .toBuffer(),
    'IMG_1.jpg',
    'image/jpeg',
  );
  const packBlobId = await keep(administrator, await sheetPack(), 'pack', 'application/octet-stream');
  const planId = randomUUID();
  const revisionId = randomUUID();
  const categoryId = randomUUID();
  const crack = pinRow({ number: 1, title: 'Crack', planId, x: 0.25, y: 0.75, categoryId });
  const socket = pinRow({ number: 2, title: 'Socket missing' });
  const viewers = pinRow({ number: 3, title: 'Seen by Emil', createdBy: externalViewer.userId });
  const assigned = { assigneeType: 'User', assigneeId: subcontractor.userId } as const;
  const draft = taskRow({ pinId: crack.id, status: 'draft', title: 'Secret draft', createdBy: contributor.userId });
  const { projectId } = world;
  const said = {
    projectId,
    pinId: crack.id,
    taskId: null,
    attachments: [],
    mentions: [],
    edited: false,
    createdBy: administrator.userId,
    createdAt: at,
  };
  const file = { blobId: photo, name: 'IMG_1.jpg', mime: 'image/jpeg', size: 9, width: 640, height: 480 };
  const shown = {
    projectId,
    pinId: crack.id,
    taskId: null,
    type: 'Visuals' as const,
    files: [file],
    active: true,
    takenAt: null,
    createdBy: administrator.userId,
    createdAt: at,
  };
  await writeRows(server, world, (tx) => {
    tx.put('category', { id: categoryId, projectId, title: 'Defect', colour: 'Red', active: true, sort: 0 });
    tx.put('plan', {
      id: planId,
      projectId,
      type: 'Plan',
      planType: 'Plan',
      parentId: null,
      name: 'Ground floor',
      sheetNumber: 'A-101',
      active: true,
      updating: false,
      currentRevisionId: revisionId,
      createdBy: administrator.userId,
      createdAt: at,
      lastActivity: at,
    });
    tx.put('revision', {
      id: revisionId,
      projectId,
      planId,
      version: 'B',
      date: null,
      active: true,
      pageNumber: 1,
      rotation: 0,
      widthPt: 1190.55,
      heightPt: 841.89,
      pyramid: { width: WIDTH, height: HEIGHT, tileSize: 512, levels: 4 },
      alignment: [1, 0, 0, 0, 1, 0],
      scaleRegions: [],
      linesBlobId: null,
      packBlobId,
      textBlobId: null,
      thumbBlobId: photo,
      rooms: [],
      previewBlobId: photo,
      originalBlobId: photo,
      originalName: 'a.pdf',
      fileSize: 1,
      createdBy: administrator.userId,
      createdAt: at,
    });
    for (const pin of [crack, socket, viewers]) tx.put('pin', pin);
    tx.put(
      'task',
      taskRow({
        pinId: crack.id,
        number: 1,
        title: 'Close it',
        dueDate: '2026-03-01',
        subStatus: 'Paint ordered',
        ...assigned,
      }),
    );
    tx.put('task', taskRow({ pinId: crack.id, number: 2, title: 'Called off', status: 'inactive' }));
    tx.put('task', draft);
    tx.put('post', { id: randomUUID(), caption: 'Above the door', ...shown });
    tx.put('post', { id: randomUUID(), caption: 'On the draft', ...shown, taskId: draft.id });
    tx.put('post', { id: randomUUID(), caption: 'Taken away', ...shown, active: false });
    tx.put('comment', { id: randomUUID(), text: 'By Friday', ...said });
    tx.put('comment', { id: randomUUID(), text: 'On the draft', ...said, taskId: draft.id });
  });
  return { crack: crack.id, socket: socket.id, viewers: viewers.id };
}

const wanted = (over: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  title: 'Walk',
  templateId: 'builtin:siteReport',
  format: 'docx' as const,
  language: 'en',
  pinIds: [pins.crack],
  attendees: [],
  weather: null,
  ...over,
});

const order = (by: Actor, over: Record<string, unknown> = {}): Promise<Report> =>
  by.caller.call(createReport, { params: { projectId: world.projectId }, body: wanted(over) });

const one = (report: Pick<Report, 'id'>) => ({ params: { projectId: world.projectId, reportId: report.id } });
const look = (by: Actor, report: Report): Promise<Report> => by.caller.call(getReport, one(report));

type Run = { attempt?: number; signal?: AbortSignal; services?: Services };

/** Runs the job as the worker would. */
function work(
  report: Report,
  { attempt = 1, signal = new AbortController().signal, services = server.services }: Run = {},
) {
  const task = reportTasks(services)[REPORT_TASK];
  if (!task) throw new Error('no such job');
  const context = { id: '1', attempt, maxAttempts: 6, signal };
  return task({ organisationId: world.organisationId, reportId: report.id }, context);
}

async function made(by: Actor, over: Record<string, unknown> = {}) {
  const report = await order(by, over);
  await work(report);
  return { report, shown: await look(by, report), file: await by.caller.send(downloadReport, one(report)) };
}

/** Services whose file store runs a hook first. */
const withFiles = (before: () => Promise<void>): Services => ({
  ...server.services,
  files: {
    ...server.services.files,
    open: async (...asked) => before().then(() => server.services.files.open(...asked)),
  },
});

const EXPECTED: [Role | 'colleague' | 'foreign' | 'nobody', { view: number; create: number; template: number }][] = [
  ['administrator', { view: 200, create: 200, template: 200 }],
  ['contributor', { view: 200, create: 200, template: 403 }],
  ['internalViewer', { view: 200, create: 403, template: 403 }],
  ['externalViewer', { view: 200, create: 403, template: 403 }],
  ['subcontractor', { view: 403, create: 403, template: 403 }],
  ['none', { view: 404, create: 404, template: 404 }],
  ['colleague', { view: 404, create: 404, template: 404 }],
  ['foreign', { view: 404, create: 404, template: 404 }],
  ['nobody', { view: 401, create: 401, template: 401 }],
];

const callerOf = (who: (typeof EXPECTED)[number][0]) => {
  if (who === 'nobody') return world.nobody;
  if (who === 'colleague') return world.colleague.caller;
  return who === 'foreign' ? world.other.administrator.caller : world.roles[who].caller;
};

describe('permissions', () => {
  test.each(EXPECTED)('%s', async (who, { view, create, template }) => {
    const caller = callerOf(who);
    const params = { projectId: world.projectId };
    expect((await caller.send(listReports, { params, query: {} })).status).toBe(view);
    expect((await caller.send(listTemplates, { params, query: {} })).status).toBe(view);
    expect((await caller.send(createReport, { params, body: wanted() })).status).toBe(create);
    const blobId =
      who === 'administrator'
        ? await keep(world.roles.administrator, await wordFile(p('{report.title}')), 'a.docx', DOCX)
        : randomUUID();
    expect((await caller.send(checkTemplateFile, { params, body: { blobId } })).status).toBe(template);
    expect(
      (await caller.send(createTemplate, { params, body: { id: randomUUID(), blobId, title: 'Own' } })).status,
    ).toBe(template);
  });

  test('a report of someone else can be viewed by those who see all reports, but not changed', async () => {
    const { administrator, contributor, internalViewer, externalViewer } = world.roles;
    const { report } = await made(contributor);
    for (const reader of [administrator, internalViewer]) {
      expect(await look(reader, report)).toMatchObject({ own: false, state: 'done', createdByName: 'Carl Cerny' });
      expect((await reader.caller.send(downloadReport, one(report))).status).toBe(200);
    }
    expect((await externalViewer.caller.send(getReport, one(report))).status).toBe(404);
    expect((await externalViewer.caller.send(downloadReport, one(report))).status).toBe(404);
    const list = await externalViewer.caller.call(listReports, { params: { projectId: world.projectId }, query: {} });
    expect(list.content).toEqual([]);
    for (const endpoint of [cancelReport, retryReport, shareReport, unshareReport]) {
      expect((await administrator.caller.send(endpoint, one(report))).status).toBe(403);
    }
    const elsewhere = { params: { projectId: world.other.projectId, reportId: report.id } };
    expect((await world.other.administrator.caller.send(getReport, elsewhere)).status).toBe(404);
  });
});

describe('creating', () => {
  test('puts the pins in the requested order, with photos, the plan and the tasks', async () => {
    const { shown, file } = await made(world.roles.contributor, {
      pinIds: [pins.socket, pins.crack, pins.socket],
      attendees: [{ company: 'Maler Öz', people: 3 }],
      weather: { day: '2026-03-02', text: 'Cloudy' },
    });
    expect(shown).toMatchObject({
      state: 'done',
      percent: 100,
      problem: null,
      pinCount: 2,
      templateTitle: 'Site report',
      own: true,
    });
    expect(file.headers['content-type']).toBe(DOCX);
    expect(file.headers['content-disposition']).toBe('attachment; filename="Walk.docx"; filename*=UTF-8\'\'Walk.docx');
    const { lines, files, xml } = await openWord(file.raw);
    const text = lines();
    expect(text.indexOf('  #2  Socket missing')).toBeGreaterThan(0);
    expect(text.indexOf('  #1  Crack')).toBeGreaterThan(text.indexOf('  #2  Socket missing'));
    for (const word of ['Maler Öz', 'Cloudy', '#1  Close it', 'Susi Stark', ' Overdue', 'PlanGround floor  ·  B'])
      expect(text, word).toContain(word);
    expect(text.join('\n')).toContain('Above the door');
    expect(text.join('\n')).toContain('By Friday');
    const pictures = [...files.keys()].filter((name) => name.includes('media/'));
    // Two pin markers, one task marker, a crop and a photo.
    expect(pictures).toHaveLength(5);
    const crop = /Target="([^"]+)"/u.exec(xml('word/_rels/document.xml.rels').split('picture2"')[1] ?? '')?.[1];
    expect(crop).toBeDefined();
  });

  test('never includes drafts, not even for their author, nor removed content', async () => {
    const { file } = await made(world.roles.contributor, { templateId: 'builtin:pinSheets' });
    const { files, xml } = await openWord(file.raw);
    const all = [...files.keys()]
      .filter((name) => /\.(?:xml|rels)$/u.test(name))
      .map(xml)
      .join('\n');
    expect(all).toContain('By Friday');
    for (const word of ['Secret draft', 'On the draft', 'Taken away', 'Called off']) expect(all).not.toContain(word);
  });

  test.each(['siteReport', 'siteDiary', 'defectList', 'pinSheets', 'taskList', 'statistics'])(
    'works with the built-in %s in German',
    async (name) => {
      const { shown, file } = await made(world.roles.contributor, { templateId: `builtin:${name}`, language: 'de' });
      expect(shown.state).toBe('done');
      expect((await openWord(file.raw)).lines().join('\n')).toContain('Überfällig');
    },
  );

  test('shows the pins as its options require, also when it is repeated', async () => {
    const { contributor } = world.roles;
    const options = { order: 'number', group: 'category', photos: 'none', without: ['comments'] };
    const { report, file } = await made(contributor, { pinIds: [pins.socket, pins.crack], options });
    const repeated = await contributor.caller.call(repeatReport, { ...one(report), body: { id: randomUUID() } });
    await work(repeated);
    const again = await contributor.caller.send(downloadReport, one(repeated));
    for (const { raw } of [file, again]) {
      const text = (await openWord(raw)).lines();
      expect(text.indexOf('Defect')).toBeLessThan(text.indexOf('  #1  Crack'));
      expect(text.indexOf('  #1  Crack')).toBeLessThan(text.indexOf('  #2  Socket missing'));
      expect(text.join('\n')).not.toMatch(/Above the door|By Friday/u);
    }
  });

  test.each(['defectSheet', 'taskSheet'])('works with the built-in workbook %s', async (name) => {
    const { shown, file } = await made(world.roles.contributor, { templateId: `builtin:${name}`, format: 'xlsx' });
    expect(shown).toMatchObject({ state: 'done', format: 'xlsx' });
    expect(file.headers['content-type']).toBe(XLSX);
    const { cells, files } = await openWorkbook(file.raw);
    const said = Object.values(cells());
    for (const word of name === 'taskSheet' ? ['Close it', 'Overdue', 'Susi Stark'] : ['Crack', 'Defect', 'Open'])
      expect(said, word).toContain(word);
    // The crop, the photo and the pin marker are on the defect sheet.
    const pictures = [...files.keys()].filter((key) => key.includes('media/'));
    expect(pictures).toHaveLength(name === 'taskSheet' ? 0 : 3);
  });

  test('numbers the reports of a project consecutively, each id once', async () => {
    const { contributor } = world.roles;
    const body = wanted();
    const params = { projectId: world.projectId };
    const first = await contributor.caller.call(createReport, { params, body });
    await contributor.caller.call(createReport, { params, body });
    const second = await order(contributor, { templateId: 'builtin:siteDiary' });
    expect(second.number).toBe((first.number ?? 0) + 1);
    await work(second);
    const { raw } = await contributor.caller.send(downloadReport, one(second));
    expect((await openWord(raw)).lines()).toContain(`Daily construction report  ·  No. ${second.number}`);
  });

  test('takes pins from tasks and includes only these tasks, or takes the pins that a filter finds', async () => {
    const { contributor, administrator } = world.roles;
    const { rows } = await server.database.root.query<{ id: string; number: number }>(
      'SELECT id, number FROM task WHERE project_id = $1 AND number IS NOT NULL',
      [world.projectId],
    );
    const close = rows.find((row) => row.number === 1)?.id;
    const ofTasks = await made(contributor, { pinIds: [], taskIds: [close] });
    expect(ofTasks.shown).toMatchObject({ state: 'done', pinCount: 1 });
    expect((await openWord(ofTasks.file.raw)).lines()).toContain('#1  Close it');
    const found = await order(administrator, { pinIds: [], filter: { search: 'socket' } });
    expect(found.pinCount).toBe(1);
    const none = await contributor.caller.send(createReport, {
      params: { projectId: world.projectId },
      body: wanted({ pinIds: [], filter: { search: 'nothing is called so' } }),
    });
    expect(none).toMatchObject({ status: 422, body: { fields: [{ path: 'pinIds', outcome: 'REQUIRED' }] } });
  });

  test('puts the project logos in the header and footer', async () => {
    const { administrator, contributor } = world.roles;
    const png = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#048' } })
      .png()
      .toBuffer();
    const headerLogoBlobId = await keep(administrator, png, 'head.png', 'image/png');
    const footerLogoBlobId = await keep(administrator, png, 'foot.png', 'image/png');
    const withLogo = async (logos: Partial<Rows['project']>) => {
      await writeRows(server, world, async (tx) => {
        const project = await tx.get('project', world.projectId);
        if (project) tx.put('project', { ...project, ...logos });
      });
      const { xml } = await openWord((await made(contributor)).file.raw);
      return ['word/header1.xml', 'word/footer1.xml'].map((name) => xml(name).includes('<w:drawing>'));
    };
    // A single logo is not repeated at the bottom.
    expect(await withLogo({ headerLogoBlobId })).toEqual([true, false]);
    expect(await withLogo({ footerLogoBlobId })).toEqual([true, true]);
  });

  test('uses the permissions that its author has when the report is created', async () => {
    const { organisationId, projectId } = world;
    const contributor = world.roles.contributor;
    const member = await memberRow(contributor);
    const setMember = (change: Partial<Rows['member']>) =>
      writeRows(server, { organisationId, projectId }, (tx) => tx.put('member', { ...member, ...change }));
    const both = await order(contributor, { pinIds: [pins.crack, pins.socket] });
    const none = await order(contributor, { pinIds: [pins.socket] });
    const gone = await order(contributor, {});
    try {
      await setMember({ role: 'subcontractor' });
      await work(none);
      await setMember({ role: 'externalViewer' });
      await work(both);
      await setMember({ state: 'removed' });
      await work(gone);
    } finally {
      await setMember({});
    }
    for (const report of [none, both, gone]) {
      expect(await look(contributor, report)).toMatchObject({ state: 'failed', problem: 'no_pins', blobId: null });
    }
  });

  test('is started by the worker through the queue', async () => {
    const report = await order(world.roles.contributor);
    const { 'report.make': make } = tasksOf(server.services);
    if (make === undefined) throw new Error('nobody makes reports');
    // Only this task: with the clock stopped, the sweeps would loop forever.
    const worker = await startWorker(
      server.services.pool,
      { 'report.make': make },
      { concurrency: 2, recoveryMs: 1_000, log: server.services.log },
    );
    try {
      let state: Report['state'] = 'pending';
      while (state === 'pending' || state === 'running') ({ state } = await look(world.roles.contributor, report));
      expect(state).toBe('done');
    } finally {
      await worker.stop();
    }
  });

  test.each([
    ['an unknown template', { templateId: 'builtin:nothing' }, 422, 'templateId'],
    ['an unsupported language', { language: 'tlh' }, 422, 'language'],
    ['no pin', { pinIds: [] }, 422, 'pinIds'],
    ['only unknown pins', { pinIds: [randomUUID()] }, 422, 'pinIds'],
    ['no title', { title: ' ' }, 422, 'title'],
    ['Excel from a Word template', { format: 'xlsx' }, 422, 'format'],
    ['Word from an Excel template', { templateId: 'builtin:taskSheet' }, 422, 'format'],
  ])('refuses %s', async (_name, over, status, path) => {
    const answer = await world.roles.contributor.caller.send(createReport, {
      params: { projectId: world.projectId },
      body: wanted(over),
    });
    expect(answer).toMatchObject({ status, body: { fields: [{ path }] } });
  });

  test('accepts the same id once', async () => {
    const { administrator, contributor } = world.roles;
    const body = wanted();
    const params = { projectId: world.projectId };
    const first = await contributor.caller.call(createReport, { params, body });
    expect(await contributor.caller.call(createReport, { params, body })).toEqual(first);
    const other = await administrator.caller.send(createReport, { params, body });
    expect(other).toMatchObject({ status: 409, body: { code: 'already_exists' } });
  });
});

async function memberRow(actor: Actor): Promise<Rows['member']> {
  const found = await server.database.root.query<{ id: string }>(
    'SELECT id FROM member WHERE user_id = $1 AND project_id = $2',
    [actor.userId, world.projectId],
  );
  return { ...memberOf(actor, world.projectId, 'contributor'), id: found.rows[0]?.id ?? '' };
}

describe('signatures', () => {
  const signers = [{ role: 'Site manager' }, { role: 'Contractor', name: 'Öz' }];
  const signed = { signer: 0, strokes: [[10, 200, 400, 50, 800, 250]] };

  test('of a report are lines to sign, and signatures that its author has drawn on the screen', async () => {
    const { contributor } = world.roles;
    const { report, file } = await made(contributor, { options: { signers }, signed });
    const { lines, files } = await openWord(file.raw);
    const text = lines().join('\n');
    // The author's own name, unless another was entered.
    expect(text).toMatch(/Site manager\nCarl Cerny\n.*02\/03\/2026/su);
    expect(text).toMatch(/Contractor\nÖz/u);
    const pictures = (opened: Map<string, Buffer>) => [...opened.keys()].filter((name) => name.endsWith('.png'));
    const drawn = pictures(files).length;
    const plain = await openWord((await made(contributor, { options: { signers } })).file.raw);
    expect(drawn).toBe(pictures(plain.files).length + 1);
    // Other content needs a new signature.
    const repeated = await contributor.caller.call(repeatReport, { ...one(report), body: { id: randomUUID() } });
    await work(repeated);
    const again = await openWord((await contributor.caller.send(downloadReport, one(repeated))).raw);
    expect(again.lines().join('\n')).toContain('Contractor\nÖz');
    expect(pictures(again.files)).toHaveLength(drawn - 1);
  });

  test('that are not drawn inside their field are refused', async () => {
    const send = (strokes: unknown) =>
      world.roles.contributor.caller.send(createReport, {
        params: { projectId: world.projectId },
        body: wanted({ options: { signers }, signed: { signer: 0, strokes } }) as never,
      });
    for (const strokes of [
      [],
      [[1, 2]],
      [[0, 0, 5_000, 0]],
      [['<svg>', 0, 1, 1]],
      [Array.from({ length: 20_002 }, () => 1)],
    ])
      expect((await send(strokes)).status).toBe(422);
  });
});

describe('a report in progress', () => {
  const gate = () => {
    let open = () => {};
    let reached = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const arrival = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const pass = async () => {
      reached();
      await opened;
    };
    return { pass, open: () => open(), arrival };
  };

  test('that is cancelled before it starts is not created, and is created when retried', async () => {
    const { contributor } = world.roles;
    const report = await order(contributor);
    expect(await contributor.caller.call(cancelReport, one(report))).toMatchObject({ state: 'canceled' });
    await work(report);
    expect(await look(contributor, report)).toMatchObject({ state: 'canceled', blobId: null });
    expect((await contributor.caller.send(downloadReport, one(report))).body).toMatchObject({
      code: 'report_not_ready',
    });
    expect(await contributor.caller.call(retryReport, one(report))).toMatchObject({ state: 'pending', percent: 0 });
    await work(report);
    expect((await look(contributor, report)).state).toBe('done');
  });

  test('stops when cancelled, and stays cancelled', async () => {
    const { contributor } = world.roles;
    const report = await order(contributor);
    const { pass, open, arrival } = gate();
    const running = work(report, { services: withFiles(pass) });
    await arrival;
    expect((await look(contributor, report)).state).toBe('running');
    await contributor.caller.call(cancelReport, one(report));
    open();
    await running;
    expect(await look(contributor, report)).toMatchObject({ state: 'canceled', blobId: null });
  });

  test('whose worker is killed is created by another worker, once', async () => {
    const { contributor } = world.roles;
    const report = await order(contributor);
    const { pass, open, arrival } = gate();
    const dying = new AbortController();
    const running = work(report, { services: withFiles(pass), signal: dying.signal });
    await arrival;
    dying.abort(new Error('killed'));
    open();
    await expect(running).rejects.toThrow('abort');
    expect((await look(contributor, report)).state).toBe('running');
    await work(report, { attempt: 2 });
    const done = await look(contributor, report);
    expect(done.state).toBe('done');
    await work(report, { attempt: 3 });
    expect(await look(contributor, report)).toEqual(done);
  });

  test('whose conversion fails keeps its progress and filled file for the next attempt', async () => {
    const { contributor } = world.roles;
    const report = await order(contributor, { templateId: 'builtin:defectSheet', format: 'xlsx' });
    await server.database.root.query(`UPDATE report SET format = 'pdf' WHERE id = $1`, [report.id]);
    const converting = (toPdf: Services['converter']['toPdf'], before = async () => {}): Services => ({
      ...withFiles(before),
      converter: { available: async () => true, toPdf },
    });
    const percents: number[] = [];
    const note = async () => {
      percents.push((await look(contributor, report)).percent);
    };
    const broken = converting(async () => {
      // The worker records its progress once a second.
      while ((await look(contributor, report)).percent < 70);
      throw new Error('the converter was killed');
    });
    await expect(work(report, { services: broken })).rejects.toThrow('converter was killed');
    await note();
    const unread = () => Promise.reject(new Error('a picture was fetched again'));
    const whole = converting(async (source, target) => {
      await note();
      await copyFile(source, target);
    }, unread);
    await work(report, { services: whole, attempt: 2 });
    await note();
    expect(percents).toEqual([70, 70, 100]);
    expect((await look(contributor, report)).state).toBe('done');
    expect(readdirSync(join(server.services.config.dataDir, 'tmp'))).toEqual([]);
  });

  test('still contains a pin that is deleted meanwhile, and one started afterwards has no pins', async () => {
    const { contributor, administrator } = world.roles;
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2a5' } })
      .jpeg()
      .toBuffer();
    const photo = { name: 'a.jpg', mime: 'image/jpeg', size: 1, width: 64, height: 48 };
    const blobId = await keep(administrator, bytes, photo.name, photo.mime);
    const pin = pinRow({ number: 71, title: 'Short-lived' });
    const post = { ...by(), id: randomUUID(), pinId: pin.id, taskId: null, type: 'Visuals' as const, caption: '' };
    await writeRows(server, world, (tx) => {
      tx.put('pin', pin);
      tx.put('post', { ...post, files: [{ ...photo, blobId }], active: true, takenAt: null, createdAt: at });
    });
    const report = await order(contributor, { pinIds: [pin.id] });
    const late = await order(contributor, { pinIds: [pin.id] });
    const { pass, open, arrival } = gate();
    const running = work(report, { services: withFiles(pass) });
    await arrival;
    await server.database.root.query('DELETE FROM post WHERE id = $1', [post.id]);
    await server.database.root.query('DELETE FROM pin_person WHERE pin_id = $1', [pin.id]);
    await server.database.root.query('DELETE FROM pin WHERE id = $1', [pin.id]);
    await server.services.files.remove(`blobs/${administrator.organisationId}/${blobId.replaceAll('-', '')}`);
    open();
    await running;
    expect(await look(contributor, report)).toMatchObject({ state: 'done', problem: null });
    const { lines, files } = await openWord((await contributor.caller.send(downloadReport, one(report))).raw);
    expect(lines().join('\n')).toContain('Short-lived');
    expect([...files.values()].some((file) => file.equals(bytes))).toBe(false);
    await work(late);
    expect(await look(contributor, late)).toMatchObject({ state: 'failed', problem: 'no_pins' });
  });

  test('that fails is retried, then given up, and can be retried once more', async () => {
    const { contributor } = world.roles;
    const report = await order(contributor);
    const services = withFiles(() => Promise.reject(new Error('the disk is on fire')));
    await expect(work(report, { services })).rejects.toThrow('on fire');
    expect((await look(contributor, report)).state).toBe('running');
    await work(report, { services, attempt: 3 });
    expect(await look(contributor, report)).toMatchObject({ state: 'failed', problem: 'internal' });
    await contributor.caller.call(retryReport, one(report));
    await work(report);
    expect(await look(contributor, report)).toMatchObject({ state: 'done', problem: null });
  });

  test.each([
    ['the store is full', new AppError('no_space')],
    ['the disk is full', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ])('that fails because %s says so, and can be retried', async (_name, error) => {
    const { contributor } = world.roles;
    const report = await order(contributor, { format: 'pdf' });
    const full: Services = {
      ...server.services,
      files: { ...server.services.files, put: () => Promise.reject(error) },
    };
    await expect(work(report, { services: full })).rejects.toThrow();
    await work(report, { services: full, attempt: 3 });
    expect(await look(contributor, report)).toMatchObject({ state: 'failed', problem: 'no_space' });
    await contributor.caller.call(retryReport, one(report));
    await work(report);
    expect(await look(contributor, report)).toMatchObject({ state: 'done', problem: null });
  });
});

describe('a shared report', () => {
  const fetch = (token: string | null) => world.nobody.send(sharedReport, { params: { token } });

  test('is open to anyone with the link, for thirty days or until sharing ends', async () => {
    const { contributor, administrator } = world.roles;
    const report = await order(contributor);
    expect((await contributor.caller.send(shareReport, one(report))).body).toMatchObject({ code: 'report_not_ready' });
    await work(report);
    const { shareToken } = await contributor.caller.call(shareReport, one(report));
    expect(shareToken).toMatch(/^[\w-]{32}$/u);
    expect((await contributor.caller.call(shareReport, one(report))).shareToken).toBe(shareToken);
    expect((await look(administrator, report)).shareToken).toBeNull();
    const shared = await fetch(shareToken);
    expect(shared.status).toBe(200);
    expect(shared.raw.equals((await contributor.caller.send(downloadReport, one(report))).raw)).toBe(true);
    expect(shared.headers['x-content-type-options']).toBe('nosniff');

    expect(await contributor.caller.call(unshareReport, one(report))).toMatchObject({ shareToken: null });
    expect(await fetch(shareToken)).toMatchObject({ status: 410, body: { code: 'share_ended' } });
    const again = await contributor.caller.call(shareReport, one(report));
    expect(again.shareToken).not.toBe(shareToken);
    expect((await fetch(again.shareToken)).status).toBe(200);
    const row = 'UPDATE report SET share_expires_at = $2 WHERE id = $1';
    await server.database.root.query(row, [report.id, server.clock.now()]);
    expect((await fetch(again.shareToken)).status).toBe(410);
    expect((await fetch(shareToken)).status).toBe(410);
    expect((await look(contributor, report)).shareToken).toBeNull();
  });

  test('cannot be found by guessing', async () => {
    expect((await fetch('A'.repeat(32))).status).toBe(404);
    expect((await fetch('x')).status).toBe(422);
    const guess = () =>
      world.nobody.raw({
        method: 'GET',
        url: addressOf(sharedReport, { params: { token: 'B'.repeat(32) } }),
        remoteAddress: '198.51.100.7',
      });
    const statuses: number[] = [];
    for (let tries = 0; tries < 121; tries += 1) statuses.push((await guess()).status);
    expect(new Set(statuses.slice(0, 120))).toEqual(new Set([404]));
    // From here on nothing is even looked up, while other clients can still open their links.
    expect(statuses.at(-1)).toBe(429);
    expect((await fetch('A'.repeat(32))).status).toBe(404);
  });

  test('ends with its author', async () => {
    const { contributor } = world.roles;
    const { report } = await made(contributor);
    const { shareToken } = await contributor.caller.call(shareReport, one(report));
    const set = 'UPDATE organisation_member SET active = $2 WHERE user_id = $1';
    await server.database.root.query(set, [contributor.userId, false]);
    expect((await fetch(shareToken)).status).toBe(404);
    await server.database.root.query(set, [contributor.userId, true]);
    expect((await fetch(shareToken)).status).toBe(200);
    const leave = `UPDATE member SET state = $3 WHERE user_id = $1 AND project_id = $2`;
    await server.database.root.query(leave, [contributor.userId, world.projectId, 'removed']);
    expect((await fetch(shareToken)).status).toBe(404);
    await server.database.root.query(leave, [contributor.userId, world.projectId, 'active']);
    expect((await fetch(shareToken)).status).toBe(200);
    const role = `UPDATE member SET role = $3 WHERE user_id = $1 AND project_id = $2`;
    await server.database.root.query(role, [contributor.userId, world.projectId, 'externalViewer']);
    expect((await fetch(shareToken)).status).toBe(404);
    await server.database.root.query(role, [contributor.userId, world.projectId, 'contributor']);
    expect((await fetch(shareToken)).status).toBe(200);
  });

  test('is revalidated each time, as is the report file, because a browser may be shared', async () => {
    const { contributor, subcontractor } = world.roles;
    const { report } = await made(contributor);
    const { shareToken } = await contributor.caller.call(shareReport, one(report));
    const file = await contributor.caller.send(downloadReport, one(report));
    for (const answer of [await fetch(shareToken), file]) {
      expect(answer.headers['cache-control']).toBe('private, no-cache');
    }
    const known = { 'if-none-match': String(file.headers.etag) };
    expect((await contributor.caller.send(downloadReport, one(report), known)).status).toBe(304);
    expect((await subcontractor.caller.send(downloadReport, one(report), known)).status).toBe(403);
  });
});

describe('a report by email', () => {
  const mail = (by: Actor, report: Report, over: Record<string, unknown> = {}) =>
    by.caller.send(mailReport, {
      ...one(report),
      body: { to: ['Bau@example.org', 'bau@example.org', 'plan@example.org'], language: 'de', ...over },
    });
  const orders = async (report: Report) => {
    const { rows } = await server.database.root.query<{ payload: { to: string; reportId: string } }>(
      `SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = $1 ORDER BY j.id`,
      [REPORT_EMAIL_TASK],
    );
    return rows.map((row) => row.payload).filter((payload) => payload.reportId === report.id);
  };

  test('is sent once to each address, with a link that works until sharing ends', async () => {
    const { contributor, administrator } = world.roles;
    const { report } = await made(contributor, { title: 'Walk <b>' });
    expect((await mail(administrator, report)).status).toBe(403);
    const answer = await mail(contributor, report, { text: 'See page 2.' });
    expect(answer.status).toBe(200);
    const sent = await orders(report);
    expect(sent.map(({ to }) => to).sort()).toEqual(['bau@example.org', 'plan@example.org']);
    const task = mailReportTasks(server.services)[REPORT_EMAIL_TASK];
    const context = { id: '1', attempt: 1, maxAttempts: 12, signal: new AbortController().signal };
    const letters: Message[] = [];
    const send = (message: Message) => Promise.resolve(void letters.push(message));
    const deliver = mailReportTasks({ ...server.services, mail: { send } })[REPORT_EMAIL_TASK];
    for (const order of sent) await deliver?.(order, context);
    expect(task).toBeDefined();
    const { shareToken } = await look(contributor, report);
    expect(letters[0]).toMatchObject({ subject: 'Bericht: Walk <b> (Harbour house)' });
    for (const word of ['Carl Cerny', 'See page 2.', `shared/${shareToken}`])
      expect(letters[0]?.text, word).toContain(word);
    expect(letters[0]?.html).toContain('Walk &lt;b&gt;');
    await contributor.caller.call(unshareReport, one(report));
    for (const order of sent) await deliver?.(order, context);
    expect(letters).toHaveLength(2);
  });

  test('reaches the other addresses if one is refused, and is tried again for that one', async () => {
    const { contributor } = world.roles;
    const { report } = await made(contributor);
    await mail(contributor, report);
    const sent: string[] = [];
    let refuses = true;
    const send = async ({ to }: Message) => {
      if (refuses && to.startsWith('bau@')) throw new Error('550 no such mailbox');
      sent.push(to);
    };
    const deliver = mailReportTasks({ ...server.services, mail: { send } })[REPORT_EMAIL_TASK];
    const context = { id: '1', attempt: 1, maxAttempts: 12, signal: new AbortController().signal };
    const waiting = (await orders(report)).toSorted((a, b) => (a.to < b.to ? -1 : 1));
    const results = await Promise.allSettled(waiting.map(async (order) => deliver?.(order, context)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(sent).toEqual(['plan@example.org']);
    expect((await look(contributor, report)).state).toBe('done');
    refuses = false;
    await deliver?.(waiting[0], context);
    expect(sent).toEqual(['plan@example.org', 'bau@example.org']);
  });

  test.each([
    ['no address', { to: [] }, 'to'],
    ['an invalid address', { to: ['bau'] }, 'to.0'],
    ['too many', { to: Array.from({ length: 21 }, (_, at) => `a${at}@example.org`) }, 'to'],
  ])('refuses %s', async (_name, over, path) => {
    const { report } = await made(world.roles.contributor);
    expect(await mail(world.roles.contributor, report, over)).toMatchObject({
      status: 422,
      body: { fields: [{ path }] },
    });
  });
});

describe('the weather', () => {
  const ask = (by: Actor, day = '2026-03-02') =>
    by.caller.send(getWeather, { params: { projectId: world.projectId }, query: { day, language: 'de' } });

  test('is entered by hand if no service is configured, and is for those who create reports', async () => {
    expect((await ask(world.roles.contributor)).body).toEqual({ attribution: '', weather: null });
    expect((await ask(world.roles.internalViewer)).status).toBe(403);
    expect((await ask(world.roles.contributor, '2026-02-30')).status).toBe(422);
  });

  test('is described in the requested language if the project has a position', async () => {
    const { organisationId, projectId } = world;
    const caller = { organisationId, projectId, userId: world.roles.contributor.userId };
    const asked: unknown[] = [];
    const of = async (...given: unknown[]) => {
      asked.push(given);
      return { sky: 'showers' as const, low: 3.14, high: 8, wind: null, rain: 0.25 };
    };
    const services = { ...server.services, weather: { attribution: 'Wetteramt', of } };
    const day = { day: '2026-03-02', language: 'de' };
    expect(await weatherOf(services, caller, day)).toEqual({ attribution: 'Wetteramt', weather: null });
    await writeRows(server, world, async (tx) => {
      const project = await tx.get('project', projectId);
      if (project) tx.put('project', { ...project, latitude: 48.2, longitude: 16.4 });
    });
    expect(await weatherOf(services, caller, day)).toEqual({
      attribution: 'Wetteramt',
      weather: { day: '2026-03-02', text: 'Schauer', low: 3.1, high: 8, wind: null, rain: 0.3 },
    });
    expect(asked).toEqual([[{ lat: 48.2, lon: 16.4 }, '2026-03-02']]);
    const broken = {
      ...services,
      weather: { attribution: '', of: () => Promise.reject(new ServiceError('answered 500')) },
    };
    await expect(weatherOf(broken, caller, day)).rejects.toMatchObject({ code: 'unavailable' });
    await server.database.root.query("UPDATE rate_limit SET count = 60 WHERE bucket LIKE 'service-weather:%'");
    await expect(weatherOf(services, caller, day)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(asked).toHaveLength(1);
  });
});

describe('the list', () => {
  test('is filtered by state, format, author and words', async () => {
    const { contributor, administrator } = world.roles;
    const title = `Filtered ${randomUUID()}`;
    const { report } = await made(contributor, { title });
    const waiting = await order(administrator, {
      title: `${title} later`,
      templateId: 'builtin:taskSheet',
      format: 'xlsx',
    });
    const list = async (query: Record<string, unknown>) =>
      (
        await contributor.caller.call(listReports, {
          params: { projectId: world.projectId },
          query: { search: title, ...query },
        })
      ).content.map((one) => one.id);
    expect(await list({})).toEqual([waiting.id, report.id]);
    expect(await list({ state: 'pending' })).toEqual([waiting.id]);
    expect(await list({ state: ['done', 'failed'] })).toEqual([report.id]);
    expect(await list({ format: 'xlsx' })).toEqual([waiting.id]);
    expect(await list({ own: 'true' })).toEqual([report.id]);
    expect(await list({ search: `${title} LATER` })).toEqual([waiting.id]);
    expect(await list({ search: '%' })).toEqual([]);
    expect(await list({ search: `#${report.number}` })).toEqual([report.id]);
  });
});

describe('the list across all projects', () => {
  const anywhere = async (by: Actor, query: Record<string, unknown> = {}) =>
    (await by.caller.call(listAllReports, { query })).content;

  test('shows the reports of each project that the role allows, and no others', async () => {
    const { administrator, contributor, internalViewer, externalViewer, subcontractor } = world.roles;
    const title = `Everywhere ${randomUUID()}`;
    const { report } = await made(contributor, { title });
    const seen = { id: report.id, projectId: world.projectId, createdByName: 'Carl Cerny', state: 'done' };
    expect(await anywhere(contributor, { search: title })).toMatchObject([{ ...seen, own: true, mayCreate: true }]);
    expect(await anywhere(administrator, { search: title })).toMatchObject([{ ...seen, own: false, mayCreate: true }]);
    // A viewer is offered to download it, but not to create it again.
    expect(await anywhere(internalViewer, { search: title })).toMatchObject([
      { ...seen, own: false, mayCreate: false },
    ]);
    for (const by of [externalViewer, subcontractor, world.colleague, world.other.administrator]) {
      expect(await anywhere(by, { search: title })).toEqual([]);
    }
    expect((await world.nobody.send(listAllReports, { query: {} })).status).toBe(401);
  });

  test('is filtered by state, author and words in the report or its project', async () => {
    const { administrator, contributor } = world.roles;
    const title = `Sifted ${randomUUID()}`;
    const { report } = await made(contributor, { title });
    const [found] = await anywhere(administrator, { search: title });
    const words = `${title} ${found?.projectTitle}`;
    expect((await anywhere(administrator, { search: words })).map((one) => one.id)).toEqual([report.id]);
    expect(await anywhere(administrator, { search: title, own: 'true' })).toEqual([]);
    expect(await anywhere(administrator, { search: title, state: 'failed' })).toEqual([]);
    expect(await anywhere(administrator, { search: `${title} nowhere` })).toEqual([]);
  });
});

describe('templates', () => {
  const params = () => ({ projectId: world.projectId });
  const bring = async (bytes: Buffer, over: Record<string, unknown> = {}) => {
    const { administrator } = world.roles;
    const blobId = await keep(administrator, bytes, 'Our report.docx', DOCX);
    return administrator.caller.send(createTemplate, {
      params: params(),
      body: { id: randomUUID(), blobId, title: 'Our report', ...over },
    });
  };

  test('are built in for the requested language, and can be downloaded as a starting point', async () => {
    const { internalViewer } = world.roles;
    const { content } = await internalViewer.caller.call(listTemplates, {
      params: params(),
      query: { language: 'de' },
    });
    expect(content.slice(0, 9).map(({ id, fileName }) => [id, fileName])).toEqual([
      ['builtin:siteReport', 'Baustellenbericht.docx'],
      ['builtin:siteDiary', 'Bautagesbericht.docx'],
      ['builtin:defectList', 'Mängelliste.docx'],
      ['builtin:pinSheets', 'Ein Blatt je Pin.docx'],
      ['builtin:taskList', 'Aufgabenliste nach Firmen.docx'],
      ['builtin:photoPages', 'Fotodokumentation.docx'],
      ['builtin:statistics', 'Statistik.docx'],
      ['builtin:defectSheet', 'Mängelliste (Excel).xlsx'],
      ['builtin:taskSheet', 'Aufgabenliste (Excel).xlsx'],
    ]);
    const file = await internalViewer.caller.send(downloadTemplate, {
      params: { ...params(), templateId: 'builtin:defectList' },
      query: { language: 'de' },
    });
    expect(file.headers['content-type']).toContain(DOCX);
    expect((await openWord(file.raw)).lines()).toContain('Mangel');
  });

  test('of the project are used as uploaded', async () => {
    const bytes = await wordFile(
      p('{report.title}: {#pins}{pin.title}{#tasks} – {task.title} ({task.subStatus}){/tasks}{pin.planCrop}{/pins}'),
    );
    const { body } = await bring(bytes);
    const { id } = body as { id: string };
    expect(body).toMatchObject({ fileName: 'Our report.docx', builtin: false, problems: [] });
    const { content } = await world.roles.contributor.caller.call(listTemplates, {
      params: params(),
      query: { size: 1_000 },
    });
    expect(content).toContainEqual(body);
    const back = await world.roles.contributor.caller.send(downloadTemplate, {
      params: { ...params(), templateId: id },
      query: {},
    });
    expect(back.raw.equals(bytes)).toBe(true);
    const { file } = await made(world.roles.contributor, { templateId: id });
    const { lines, files } = await openWord(file.raw);
    expect(lines()).toEqual(['Walk: Crack – Close it (Paint ordered)']);
    const crop = files.get('word/media/report1/picture1.jpg');
    const { data, info } = await sharp(crop).raw().toBuffer({ resolveWithObject: true });
    const pixel = data.subarray((info.width * 20 + 20) * info.channels).subarray(0, 3);
    // The pin is in the lower left quarter of the sheet, which is green.
    expect([...pixel].map((value) => Math.round(value / 255))).toEqual([0, 1, 0]);
  });

  test('with problems are stored for their author to see, and create no report', async () => {
    const { body } = await bring(await wordFile(p('{pin.titel}')));
    const problem = {
      code: 'unknown',
      tag: '{pin.titel}',
      part: 'word/document.xml',
      paragraph: 1,
      suggestion: '{pin.title}',
    };
    expect(body).toMatchObject({ problems: [problem] });
    const { id: templateId } = body as { id: string };
    const answer = await world.roles.contributor.caller.send(createReport, {
      params: params(),
      body: wanted({ templateId }),
    });
    expect(answer.body).toMatchObject({ code: 'template_invalid' });
  });

  test('that are not Word files are refused with the reason', async () => {
    expect(await bring(Buffer.from('<html>'))).toMatchObject({
      status: 422,
      body: { code: 'template_invalid', params: { reason: 'not_word' } },
    });
    const macros = await wordFile(p('{report.title}'), { 'word/vbaProject.bin': 'x' });
    expect(await bring(macros)).toMatchObject({ status: 422, body: { params: { reason: 'macros' } } });
  });

  test('are renamed, set inactive and reactivated; reports use active ones only', async () => {
    const { administrator, contributor } = world.roles;
    const { body } = await bring(await wordFile(p('{#pins}{pin.title}{/pins}')));
    const { id: templateId } = body as { id: string };
    const at = { params: { ...params(), templateId } };
    expect(await administrator.caller.call(changeTemplate, { ...at, body: { title: 'Weekly' } })).toMatchObject({
      title: 'Weekly',
      active: true,
    });
    expect(await administrator.caller.call(changeTemplate, { ...at, body: { active: false } })).toMatchObject({
      active: false,
    });
    const list = async (query: Record<string, unknown>) =>
      (await contributor.caller.call(listTemplates, { params: params(), query: { size: 1_000, ...query } })).content;
    expect((await list({})).map((one) => one.id)).not.toContain(templateId);
    expect(await list({ inactive: 'true' })).toContainEqual(expect.objectContaining({ id: templateId, active: false }));
    const order = { params: params(), body: wanted({ templateId }) };
    expect((await contributor.caller.send(createReport, order)).status).toBe(422);
    await administrator.caller.call(changeTemplate, { ...at, body: { active: true } });
    expect((await contributor.caller.send(createReport, order)).status).toBe(200);
    expect((await contributor.caller.send(changeTemplate, { ...at, body: { title: 'x' } })).status).toBe(403);
    const elsewhere = { params: { projectId: world.other.projectId, templateId } };
    expect(
      (await world.other.administrator.caller.send(changeTemplate, { ...elsewhere, body: { title: 'x' } })).status,
    ).toBe(404);
  });

  test('are replaced by another file; by another file type only on explicit request', async () => {
    const { administrator, contributor } = world.roles;
    const { body } = await bring(await wordFile(p('{#pins}{pin.title}{/pins}')));
    const { id: templateId } = body as { id: string };
    const replace = async (bytes: Buffer, over: Record<string, unknown> = {}) => {
      const blobId = await keep(administrator, bytes, 'New.file', DOCX);
      return administrator.caller.send(replaceTemplate, {
        params: { ...params(), templateId },
        body: { blobId, ...over },
      });
    };
    expect((await replace(await wordFile(p('{#pins}{pin.number}{/pins}')))).body).toMatchObject({
      fileType: 'docx',
      fileName: 'New.file',
    });
    const sheet = await workbookFile({ A: { rows: [['{#pins}{pin.title}', '{/pins}']] } });
    expect(await replace(sheet)).toMatchObject({ status: 409, body: { code: 'template_type_differs' } });
    expect((await replace(sheet, { otherType: true })).body).toMatchObject({ fileType: 'xlsx', title: 'Our report' });
    const { file } = await made(contributor, { templateId, format: 'xlsx' });
    expect((await openWorkbook(file.raw)).cells()).toEqual({ A1: 'Crack' });
    expect(await replace(Buffer.from('<html>'))).toMatchObject({ status: 422, body: { code: 'template_invalid' } });
    const wrong = await workbookFile({ A: { rows: [['x', '{#pins}{pin.title}', '{/pins}']] } });
    // A usable template stays usable; one with problems can be replaced by another one with problems.
    expect(await replace(wrong)).toMatchObject({ status: 422, body: { code: 'template_invalid' } });
    expect((await made(contributor, { templateId, format: 'xlsx' })).shown.state).toBe('done');
    await server.database.root.query(`UPDATE report_template SET problems = '[{}]' WHERE id = $1`, [templateId]);
    expect((await replace(wrong)).body).toMatchObject({
      problems: [{ code: 'list_tag_not_in_first_cell', cell: 'A!B1' }],
    });
  });

  test('cannot be created from the upload of another person', async () => {
    const blobId = await keep(world.roles.contributor, await wordFile(p('{report.title}')), 'a.docx', DOCX);
    expect(await bring(Buffer.from('x'), { blobId })).toMatchObject({ status: 409, body: { code: 'blob_missing' } });
  });

  test('are removed by those who manage them', async () => {
    const { administrator, contributor } = world.roles;
    const { body } = await bring(await wordFile(p('{report.title}')));
    const { id: templateId } = body as { id: string };
    const which = { params: { ...params(), templateId } };
    expect((await contributor.caller.send(removeTemplate, which)).status).toBe(403);
    expect((await administrator.caller.send(removeTemplate, which)).status).toBe(204);
    const { content } = await contributor.caller.call(listTemplates, { params: params(), query: { size: 1_000 } });
    expect(content.some((one) => one.id === templateId)).toBe(false);
    const answer = await contributor.caller.send(createReport, { params: params(), body: wanted({ templateId }) });
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'templateId', outcome: 'UNKNOWN' }] } });
    const missing = { params: { ...params(), templateId: randomUUID() } };
    expect((await administrator.caller.send(removeTemplate, missing)).status).toBe(404);
  });

  test('replaced while the disk is full are used by the next attempt', async () => {
    const { administrator, contributor } = world.roles;
    const { body } = await bring(await wordFile(p('Old: {#pins}{pin.title}{/pins}')));
    const { id: templateId } = body as { id: string };
    const report = await order(contributor, { templateId });
    const full: Services = {
      ...server.services,
      files: { ...server.services.files, put: () => Promise.reject(new AppError('no_space')) },
    };
    await expect(work(report, { services: full })).rejects.toThrow('no_space');
    expect(await look(contributor, report)).toMatchObject({ state: 'running', blobId: null });
    const blobId = await keep(administrator, await wordFile(p('New: {#pins}{pin.title}{/pins}')), 'New.docx', DOCX);
    await administrator.caller.call(replaceTemplate, { params: { ...params(), templateId }, body: { blobId } });
    await work(report, { attempt: 2 });
    const file = await contributor.caller.send(downloadReport, one(report));
    expect((await openWord(file.raw)).lines()).toEqual(['New: Crack']);
    expect(readdirSync(join(server.services.config.dataDir, 'tmp'))).toEqual([]);
  });

  test('replaced while a report is filled do not affect it, and are used by the next one', async () => {
    const { administrator, contributor } = world.roles;
    const { body } = await bring(await wordFile(p('Old: {#pins}{pin.title}{pin.photo}{/pins}')));
    const { id: templateId } = body as { id: string };
    const report = await order(contributor, { templateId });
    const sheet = await workbookFile({ A: { rows: [['New: {#pins}{pin.title}', '{/pins}']] } });
    let opened = 0;
    // The first file is the template, the second one the photo.
    const services = withFiles(async () => {
      opened += 1;
      if (opened !== 2) return;
      const blobId = await keep(administrator, sheet, 'New.xlsx', XLSX);
      await administrator.caller.call(replaceTemplate, {
        params: { ...params(), templateId },
        body: { blobId, otherType: true },
      });
    });
    await work(report, { services });
    expect(opened).toBe(2);
    expect(await look(contributor, report)).toMatchObject({ state: 'done', format: 'docx' });
    const file = await contributor.caller.send(downloadReport, one(report));
    expect((await openWord(file.raw)).lines()).toEqual(['Old: Crack']);
    const next = await made(contributor, { templateId, format: 'xlsx' });
    expect((await openWorkbook(next.file.raw)).cells()).toEqual({ A1: 'New: Crack' });
  });

  test('of another project are not found', async () => {
    const { body } = await bring(await wordFile(p('{report.title}')));
    const { id: templateId } = body as { id: string };
    const { administrator, projectId } = world.other;
    const answer = await administrator.caller.send(downloadTemplate, { params: { projectId, templateId }, query: {} });
    expect(answer.status).toBe(404);
  });
});

describe('PDF', () => {
  test('of a workbook or an own template is refused without a converter', async () => {
    const { contributor } = world.roles;
    const sheet = { templateId: 'builtin:defectSheet', format: 'xlsx' };
    const there = server.services.converter;
    server.services.converter = libreOffice({ path: '/nowhere/soffice', scratch: server.services.config.dataDir });
    try {
      const answer = await contributor.caller.send(createReport, {
        params: { projectId: world.projectId },
        body: wanted({ ...sheet, format: 'pdf' }),
      });
      expect(answer).toMatchObject({ status: 409, body: { code: 'converter_absent' } });
      // A converter that exists when the report is requested, but not when it is created.
      const report = await order(contributor, sheet);
      await server.database.root.query(`UPDATE report SET format = 'pdf' WHERE id = $1`, [report.id]);
      await work(report);
      expect(await look(contributor, report)).toMatchObject({ state: 'failed', problem: 'converter_absent' });
    } finally {
      server.services.converter = there;
    }
  });

  const ready = ['siteReport', 'siteDiary', 'defectList', 'pinSheets', 'taskList', 'photoPages', 'statistics'];
  test.each(ready)('of the built-in %s needs no converter', async (name) => {
    const there = server.services.converter;
    server.services.converter = libreOffice({ path: '/nowhere/soffice', scratch: server.services.config.dataDir });
    try {
      const wish = { format: 'pdf', title: 'Begehung/März', templateId: `builtin:${name}` };
      const { shown, file } = await made(world.roles.contributor, wish);
      expect(shown).toMatchObject({ state: 'done', format: 'pdf', percent: 100 });
      expect(file.headers['content-type']).toBe('application/pdf');
      expect(file.raw.subarray(0, 5).toString()).toBe('%PDF-');
      const { shareToken } = await world.roles.contributor.caller.call(shareReport, one(shown));
      const shared = await world.nobody.raw({ method: 'GET', url: versionedPath(`/api/reports/shared/${shareToken}`) });
      expect(shared.headers['content-disposition']).toMatch(/^inline; filename="Begehung_M_rz.pdf"/u);
    } finally {
      server.services.converter = there;
    }
  });

  test('of an own template is converted by LibreOffice (skipped if not installed)', async ({ skip }) => {
    if (!(await server.services.converter.available())) return skip('LibreOffice is not installed');
    const { administrator, contributor } = world.roles;
    const blobId = await keep(administrator, await wordFile(p('{report.title}')), 'own.docx', DOCX);
    const { id: templateId } = await administrator.caller.call(createTemplate, {
      params: { projectId: world.projectId },
      body: { id: randomUUID(), blobId, title: 'Own' },
    });
    const { shown, file } = await made(contributor, { templateId, format: 'pdf' });
    expect(shown).toMatchObject({ state: 'done', format: 'pdf' });
    expect(file.raw.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
