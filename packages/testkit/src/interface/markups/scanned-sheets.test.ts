// The text of scans is recognised in the background: the title blocks of pages that wait for a choice, and published sheets.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createImport, getImport, searchPlanText, startImport } from '@plumbline/core/features/imports/contract';
import { getPageWords } from '@plumbline/core/features/imports/title-block/contract';
import { getPlan } from '@plumbline/core/features/plans/contract';
import { importTasks } from '@plumbline/server/features/imports/jobs';
import { IMPORT_PAGE, INSPECT } from '@plumbline/server/features/imports/locked-import';
import { scanTasks } from '@plumbline/server/features/imports/scans/jobs';
import { READ_SCAN, SCANNED_SHEETS } from '@plumbline/server/features/imports/scans/published-scans';
import { MAX_WAIT_MS } from '@plumbline/server/features/imports/scans/scan-queue';
import { RECOGNISE } from '@plumbline/server/features/imports/scans/waiting-scans';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { tesseract } from '@plumbline/server/platform/text-recogniser/tesseract';
import type { RecognisedWord, TextRecogniser } from '@plumbline/server/platform/text-recogniser/text-recogniser';
import { block, makePdf, text } from '@plumbline/server/rendering/testing/pdf-fixture';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

/** Pages that are read with Tesseract, which takes several seconds each. */
const SCANNED_PAGES = Number(process.env.SCANNED_PAGES ?? 0);

let server: TestServer;
let world: World;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-scanned-'));
  world = await createWorld(server);
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const word = (said: string, over: Partial<RecognisedWord>): RecognisedWord => ({
  ...{ text: said, x: 0.8, y: 0.5, w: 0.04, h: 0.06, size: 0.08, confidence: 0.95, line: 0 },
  ...over,
});
/** In the strip along the lower edge. */
const TITLE_BLOCK = [
  word('Title', { y: 0.3, h: 0.03, size: 0.04, line: 1 }),
  word('Roof', { y: 0.38, line: 2 }),
  word('Plan', { x: 0.85, y: 0.38, line: 2 }),
  word('Drawing', { y: 0.6, h: 0.03, size: 0.04, line: 3 }),
  word('No.', { x: 0.845, y: 0.6, w: 0.02, h: 0.03, size: 0.04, line: 3 }),
  word('A-101', { y: 0.7, w: 0.08, h: 0.1, size: 0.14, line: 4 }),
];
const SHEET = ['Boilerhouse', 'Ventilation', 'Transformer', 'Switchboard'].map((said, line) =>
  word(said, { x: 0.3, y: 0.2 + 0.1 * line, h: 0.02, size: 0.028, line }),
);

let read: string[] = [];
beforeEach(() => {
  read = [];
});

/** Reads the same words on every sheet, in the strip or on the whole of it. */
const recogniser: TextRecogniser = {
  available: async () => true,
  async recognise(picture) {
    const head = (await readFile(picture)).subarray(0, 30).toString('latin1');
    const [, width = 0, height = 0] = (/^P5\n(\d+) (\d+)\n/u.exec(head) ?? []).map(Number);
    read.push(picture);
    if (width > 4 * height) return TITLE_BLOCK;
    return width > height && width < 2 * height ? SHEET : [];
  },
};
const absent: TextRecogniser = {
  available: async () => false,
  recognise: () => Promise.reject(new Error('there is none')),
};

const admin = () => world.roles.administrator;
const inProject = () => ({ projectId: world.projectId });

async function run(name: string, payload: object, textRecogniser: TextRecogniser = recogniser) {
  const services = { ...server.services, textRecogniser };
  const tasks = { ...importTasks(services), ...scanTasks(services) };
  await tasks[name]?.(payload, { id: '1', attempt: 3, maxAttempts: 4, signal: new AbortController().signal });
}

/** After this time a job looks again whether others wait. */
const RETRY_DELAY_MS = 5_000;

/** The jobs of a task for an import or a revision. */
async function jobs(task: string, id: string): Promise<{ later: boolean }[]> {
  const found = await server.database.root.query<{ later: boolean }>(
    `SELECT j.run_at = $3 AS later FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1 AND j.key = $2`,
    [task, `${task}:${id}`, new Date(server.clock.now().getTime() + RETRY_DELAY_MS)],
  );
  return found.rows;
}

const SCAN = { mediaBox: [0, 0, 842, 595] as const, content: block('0 0 0', 100, 300, 200, 6) };

const uploaded = (textRecogniser?: TextRecogniser): Promise<string> => {
  const written = { ...SCAN, content: text('a page with text of its own', 60, 300, 10) };
  return uploadedFile(makePdf([SCAN, written]), textRecogniser);
};

async function uploadedFile(content: Buffer, textRecogniser?: TextRecogniser): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.pdf`);
  await writeFile(file, content);
  const [importId, blobId] = [randomUUID(), randomUUID()];
  const { organisationId, userId } = admin();
  const named = { id: blobId, path: file, mime: 'application/pdf', name: 'set.pdf' };
  await storeFile(server.services, { organisationId, userId }, named);
  const body = { id: importId, blobId, parentId: null, planId: null, allPages: false };
  await admin().caller.call(createImport, { params: inProject(), body });
  await run(INSPECT, { organisationId, importId }, textRecogniser);
  await server.database.root.query(`DELETE FROM graphile_worker._private_jobs WHERE priority >= 100`);
  return importId;
}

const keyOf = (importId: string) => ({ organisationId: admin().organisationId, importId });
const pagesOf = async (importId: string) =>
  (await admin().caller.call(getImport, { params: { ...inProject(), importId } })).pages.map(
    ({ sheetNumber, title, recognition }) => [sheetNumber, title, recognition],
  );

const UNREAD = [
  ['', 'set 1', 'waiting'],
  ['', 'set 2', null],
];

test('number and title of a scanned page are proposed once its title block is read', async () => {
  const importId = await uploaded();
  expect(await pagesOf(importId)).toEqual(UNREAD);
  expect(await jobs(RECOGNISE, importId)).toEqual([{ later: false }]);
  await run(RECOGNISE, keyOf(importId));
  expect(await pagesOf(importId)).toEqual([['A-101', 'Roof Plan', 'done'], UNREAD[1]]);
  const { words } = await admin().caller.call(getPageWords, { params: { ...inProject(), importId, page: 1 } });
  expect(words.map(({ text: said }) => said)).toContain('A-101');
  const times = read.length;
  await run(RECOGNISE, keyOf(importId));
  expect(read).toHaveLength(times);
});

test('scans are read only while no import waits for a worker', async () => {
  const importId = await uploaded();
  const { pool, queue } = server.services;
  await queue.enqueueFair(pool, IMPORT_PAGE, keyOf(importId), { owner: 'others', key: 'others' });
  await run(RECOGNISE, keyOf(importId));
  expect(await pagesOf(importId)).toEqual(UNREAD);
  expect(await jobs(RECOGNISE, importId)).toEqual([{ later: true }]);
  await server.database.root.query(`DELETE FROM graphile_worker._private_jobs WHERE key = 'others'`);
});

test('a scan that has been postponed for an hour is read even if imports wait', async () => {
  const importId = await uploaded();
  const { pool, queue, clock } = server.services;
  await queue.enqueueFair(pool, IMPORT_PAGE, keyOf(importId), { owner: 'others', key: 'others' });
  const waited = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();
  await run(RECOGNISE, { ...keyOf(importId), waitingSince: waited(MAX_WAIT_MS - 1) });
  expect(await pagesOf(importId)).toEqual(UNREAD);
  // It keeps the time since which it waits.
  const { rows } = await server.database.root.query<{ payload: object }>(
    'SELECT payload FROM graphile_worker._private_jobs WHERE key = $1',
    [`${RECOGNISE}:${importId}`],
  );
  expect(rows).toEqual([{ payload: { ...keyOf(importId), waitingSince: waited(MAX_WAIT_MS - 1) } }]);
  await run(RECOGNISE, { ...keyOf(importId), waitingSince: waited(MAX_WAIT_MS) });
  expect(await pagesOf(importId)).toEqual([['A-101', 'Roof Plan', 'done'], UNREAD[1]]);
  await server.database.root.query(`DELETE FROM graphile_worker._private_jobs WHERE key = 'others'`);
});

test('reading a scan stops when an import arrives', async () => {
  const importId = await uploaded();
  const { pool, queue } = server.services;
  await run(RECOGNISE, keyOf(importId), {
    ...recogniser,
    async recognise(_picture, { signal }) {
      await queue.enqueueFair(pool, IMPORT_PAGE, keyOf(importId), { owner: 'others', key: 'others' });
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  expect(await pagesOf(importId)).toEqual(UNREAD);
  expect(await jobs(RECOGNISE, importId)).toEqual([{ later: true }]);
  await server.database.root.query(`DELETE FROM graphile_worker._private_jobs WHERE key = 'others'`);
});

test('pages report a missing text recogniser, and a scan that cannot be read stays without proposals', async () => {
  const without = await uploaded(absent);
  expect(await pagesOf(without)).toEqual([['', 'set 1', 'absent'], UNREAD[1]]);
  expect(await jobs(RECOGNISE, without)).toEqual([]);
  const failing = await uploaded();
  await run(RECOGNISE, keyOf(failing), { ...recogniser, recognise: () => Promise.reject(new Error('it failed')) });
  expect(await pagesOf(failing)).toEqual([['', 'set 1', 'done'], UNREAD[1]]);
});

test('a published scan is read once, and its text can then be searched', async () => {
  const importId = await uploaded();
  const planId = randomUUID();
  const pages = [{ page: 1, planId, title: 'Cellar', sheetNumber: 'A-100' }];
  const params = { ...inProject(), importId };
  await admin().caller.call(startImport, { params, body: { parentId: null, pages } });
  await run(IMPORT_PAGE, { ...keyOf(importId), page: 1 });
  // Its page is chosen, so its title block is not read any more.
  await run(RECOGNISE, keyOf(importId));
  expect(read).toEqual([]);
  const { currentRevision } = await admin().caller.call(getPlan, { params: { ...inProject(), planId } });
  const revisionId = currentRevision?.id ?? '';
  const found = async () => {
    const sought = { params: { ...inProject(), revisionId }, query: { search: 'boiler' } };
    return (await admin().caller.call(searchPlanText, sought)).hits.map((hit) => hit.text);
  };
  await run(SCANNED_SHEETS.task, {}, absent);
  expect(await jobs(READ_SCAN, revisionId)).toEqual([]);
  await server.database.root.query(`DELETE FROM graphile_worker._private_jobs WHERE priority >= 100`);
  await run(SCANNED_SHEETS.task, {});
  expect(await jobs(READ_SCAN, revisionId)).toEqual([{ later: false }]);
  const key = { organisationId: admin().organisationId, revisionId };
  await run(READ_SCAN, key);
  expect(await found()).toEqual(['Boilerhouse']);
  const times = read.length;
  await run(READ_SCAN, key);
  expect(read).toHaveLength(times);
});

/** Pictures of sheets with a title block at the lower right, as a scanner makes them. */
async function scannedPages(numbers: readonly string[]): Promise<Buffer> {
  const doc = new PDFDocument({ autoFirstPage: false });
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const whole = once(doc, 'end');
  for (const [i, number] of numbers.entries()) {
    const wall = (at: number) =>
      `<rect x="${150 + 160 * at}" y="${200 + 40 * ((at * i) % 7)}" width="140" height="9"/>`;
    const said = (y: number, size: number, words: string) =>
      `<text x="1720" y="${y}" font-size="${size}">${words}</text>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2339" height="1654" font-family="sans-serif">
      <rect width="2339" height="1654" fill="#fcfcfa"/>${Array.from({ length: 9 }, (_, at) => wall(at)).join('')}
      <path d="M1690 1230H2290V1610H1690Z" fill="none" stroke="#111" stroke-width="4"/>
      ${said(1290, 26, 'Title')}${said(1350, 44, `Floor plan level ${i}`)}${said(1450, 26, 'Drawing No.')}${said(1540, 72, number)}</svg>`;
    doc.addPage({ size: [842, 595], margin: 0 });
    doc.image(await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer(), 0, 0, { width: 842 });
  }
  doc.end();
  await whole;
  return Buffer.concat(pieces);
}

test.skipIf(SCANNED_PAGES === 0)(
  'many scanned pages are listed at once, and then read by Tesseract: right or empty',
  async () => {
    const recognises = tesseract();
    expect(await recognises.available()).toBe(true);
    const numbers = Array.from({ length: SCANNED_PAGES }, (_, i) => `A-${101 + i}`);
    const importId = await uploadedFile(await scannedPages(numbers), recognises);
    const listed = await pagesOf(importId);
    expect(listed.map(([, , recognition]) => recognition)).toEqual(numbers.map(() => 'waiting'));
    for (const _ of numbers) await run(RECOGNISE, keyOf(importId), recognises);
    const pages = await pagesOf(importId);
    expect(pages.map(([, , recognition]) => recognition)).toEqual(numbers.map(() => 'done'));
    const read = pages.map(([number]) => number);
    expect(read.filter((number, i) => number !== '' && number !== numbers[i])).toEqual([]);
    const right = read.filter((number, i) => number === numbers[i]).length;
    expect(right / SCANNED_PAGES).toBeGreaterThan(0.9);
  },
  4 * 3_600_000,
);
