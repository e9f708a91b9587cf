// A plan as a PDF with its pins: its content for each reader, its expiry, and cancellation and failure.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  cancelPlanPrint,
  createPlanPrint,
  getPlanPrint,
  type PlanPrint,
  type PrintOptions,
} from '@plumbline/core/features/plans/print-contract';
import type { MarkupRow } from '@plumbline/core/site/rows/maps';
import { tasksOf } from '@plumbline/server/app/features';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { IMPORT_PAGE } from '@plumbline/server/features/imports/locked-import';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { openPage, openPdf } from '@plumbline/server/rendering/engines/pdf/document';
import { type SizedWord, wordsOf } from '@plumbline/server/rendering/engines/pdf/page-words';
import { makePdf, text } from '@plumbline/server/rendering/testing/pdf-fixture';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, signIn, type World, writeRows } from '../../actors.ts';
import { categoryRow, pinRow, planRow, revisionRow, taskRow } from '../../content.ts';
import { START, startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let folder: string;
const plan = { id: '', revision: '', empty: '', broken: '' };

async function storePdf(name: string, bytes: Uint8Array): Promise<string> {
  const [id, file] = [randomUUID(), path.join(folder, randomUUID())];
  await writeFile(file, bytes);
  const owner = { organisationId: world.organisationId, userId: null };
  await storeFile(server.services, owner, { id, path: file, mime: 'application/pdf', name });
  return id;
}

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-prints-'));
  const { organisationId, projectId, roles } = world;
  const sheet = { mediaBox: [0, 0, 800, 600] as const, rotate: 90 as const };
  const first = { ...sheet, content: text('Cover', 50, 50, 20) };
  const pdf = makePdf([first, { ...sheet, content: text('Stair', 50, 50, 20) }]);
  const originalBlobId = await storePdf('set.pdf', pdf);
  const broken = await storePdf('broken.pdf', Buffer.from('%PDF-1.7\nnothing\n%%EOF'));
  const by = { projectId, createdBy: roles.administrator.userId };
  await writeRows(server, { organisationId, projectId }, (tx) => {
    const put = (name: string, original: string | null) => {
      const row = planRow(by, { name, sheetNumber: 'A-1' });
      tx.put('plan', row);
      if (original === null) return row.id;
      const blobs = {
        packBlobId: original,
        thumbBlobId: original,
        previewBlobId: original,
        originalBlobId: original,
      };
      // At half size in the upper left quarter of the plan's space.
      const revision = revisionRow(by, row.id, blobs, { pageNumber: 2, alignment: [0.5, 0, 0, 0, 0.5, 0] });
      tx.put('plan', { ...row, currentRevisionId: revision.id });
      tx.put('revision', revision);
      if (original === originalBlobId) plan.revision = revision.id;
      return row.id;
    };
    plan.id = put('Ground floor', originalBlobId);
    plan.broken = put('Broken', broken);
    plan.empty = put('Empty', null);
    const category = categoryRow(projectId, { title: 'Cracks' });
    tx.put('category', category);
    const on = { planId: plan.id, categoryId: category.id };
    const crack = pinRow(by, { ...on, number: 11, x: 0.1, y: 0.2, title: 'Crack at the stair' });
    tx.put('pin', crack);
    tx.put('pin', pinRow(by, { ...on, number: 12, x: 0.4, y: 0.3, status: 'closed', title: 'Mended' }));
    tx.put('pin', pinRow(by, { ...on, number: 13, x: 0.8, y: 0.3, title: 'Beside the sheet' }));
    tx.put('pin', pinRow(by, { number: 14, title: 'On no plan' }));
    tx.put('task', taskRow(by, crack.id, { number: 1, assigneeType: 'User', assigneeId: roles.subcontractor.userId }));
    const size = { widthM: 20, heightM: 10 };
    const at = START.toISOString();
    const changed = { changedBy: by.createdBy, changedAt: at };
    tx.put('ground', { id: plan.id, projectId, geo: null, ...size, attribution: '', layers: [], ...changed });
    const markup: MarkupRow = {
      ...by,
      id: randomUUID(),
      planId: plan.id,
      kind: 'distance',
      points: [0, 0.25, 0.5, 0.25],
      holes: [],
      text: '',
      colour: 'Red',
      shared: true,
      layerId: null,
      active: true,
      createdAt: at,
      changedAt: at,
    };
    tx.put('markup', markup);
    tx.put('markup', { ...markup, id: randomUUID(), kind: 'text', points: [0.2, 0.4], text: 'Gone', active: false });
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const ALL: PrintOptions = { filter: {}, markups: true, list: true, code: false, language: 'en' };
const params = () => ({ projectId: world.projectId });

function ask(who: Actor, options: Partial<PrintOptions> = {}, planId = plan.id, id = randomUUID()): Promise<PlanPrint> {
  const body = { id, ...ALL, ...options };
  return who.caller.call(createPlanPrint, { params: { ...params(), planId }, body });
}

const work = (printId: string, attempt = 1, signal = new AbortController().signal) =>
  tasksOf(server.services)['plan.print']?.(
    { organisationId: world.organisationId, printId },
    { id: '1', attempt, maxAttempts: 4, signal },
  );

const readPrint = (who: Actor, printId: string) => who.caller.call(getPlanPrint, { params: { ...params(), printId } });

async function made(who: Actor, options: Partial<PrintOptions> = {}, planId = plan.id) {
  const { id } = await ask(who, options, planId);
  await work(id);
  return readPrint(who, id);
}

const fetched = (url: string | null) => world.nobody.raw({ method: 'GET', url: url ?? '' });

async function pagesOf({ url }: PlanPrint): Promise<SizedWord[][]> {
  const file = path.join(folder, `${randomUUID()}.pdf`);
  await writeFile(file, (await fetched(url)).raw);
  const document = await openPdf(file, 'pdfConversion');
  const pages = Array.from({ length: document.pageCount }, (_, i) => {
    const page = openPage(document, i + 1, 'pdfConversion');
    const words = wordsOf(page);
    page.close();
    return words;
  });
  document.close();
  return pages;
}
const said = (words: readonly SizedWord[] = []): string => words.map((word) => word.text).join(' ');

describe('a print', () => {
  test('is the page of the plan with pins positioned on this revision, its dimensions and a list of pins', async () => {
    const print = await made(world.roles.contributor);
    expect(print).toMatchObject({ state: 'done', percent: 100, problem: null, fileName: 'A-1 Ground floor.pdf' });
    const response = await fetched(print.url);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-disposition']).toContain('attachment; filename="A-1 Ground floor.pdf"');
    expect(response.raw.length).toBe(print.fileSize);
    const [sheet, list, ...more] = await pagesOf(print);
    expect(more).toEqual([]);
    expect(said(sheet)).toContain('Stair');
    expect(said(sheet)).not.toContain('Cover');
    const label = sheet?.find((word) => word.text === '#11');
    // Beside the head of the marker: a little to the right of and above the position.
    expect(label?.x).toBeGreaterThan(0.2);
    expect(label?.x).toBeLessThan(0.23);
    expect(label?.y).toBeGreaterThan(0.37);
    expect(label?.y).toBeLessThan(0.4);
    expect(said(sheet)).toContain('#12');
    expect(said(sheet)).not.toContain('#13');
    expect(said(sheet)).toContain('10 m');
    expect(said(sheet)).not.toContain('Gone');
    expect(said(list)).toMatch(
      /A-1 Ground floor.*Revision 1.*3 pins.*#11 Crack at the stair Cracks Open.*#12 Mended Cracks Closed.*#13 Beside the sheet.*Page 1 of 1/su,
    );
    expect(said(list)).not.toContain('On no plan');
  });

  test('measures within a view at the scale of that view', async () => {
    // 842 points at 1:10 are 2.97 m; the markup crosses the whole sheet.
    const region = { id: randomUUID(), name: 'Detail', points: [0, 0, 1, 0, 1, 1, 0, 1], scale: 10 };
    const set = (name: string, input: object) =>
      runSite(server.services, world.roles.administrator, world.projectId, name, input);
    await set('scaleRegion.set', { revisionId: plan.revision, region });
    const [whole] = await pagesOf(await made(world.roles.contributor));
    expect([said(whole).includes('2.97 m'), said(whole).includes('10 m')]).toEqual([true, false]);
    const half = { ...region, points: [0, 0, 0.5, 0, 0.5, 1, 0, 1] };
    await set('scaleRegion.set', { revisionId: plan.revision, region: half });
    const [crossed] = await pagesOf(await made(world.roles.contributor));
    expect(said(crossed)).toContain('Crosses views of different scales');
    await set('scaleRegion.remove', { revisionId: plan.revision, id: region.id });
  });

  test("contains what was requested: filtered pins, no drawings, no list, in the reader's language", async () => {
    const german = await made(world.roles.contributor, { filter: { status: ['closed'] }, language: 'de' });
    const [sheet, list] = await pagesOf(german);
    expect([said(sheet).includes('#11'), said(sheet).includes('#12')]).toEqual([false, true]);
    expect(said(list)).toMatch(/1 Pin\b.*Nummer Titel.*Seite 1 von 1/su);
    const bare = await pagesOf(await made(world.roles.contributor, { filter: null, markups: false }));
    expect(bare.length).toBe(1);
    expect(said(bare[0])).toBe('Stair');
    // No page for a list of nothing.
    expect(await pagesOf(await made(world.roles.contributor, { filter: { status: ['inactive'] } }))).toHaveLength(1);
  });

  test('shows only the pins that the requester can see, whatever is requested', async () => {
    const wish = { filter: { plan: [plan.id, plan.empty] } };
    const [sheet] = await pagesOf(await made(world.roles.subcontractor, wish));
    expect(said(sheet)).toContain('#11');
    expect(said(sheet)).not.toContain('#12');
  });

  test('is available to the requester only, by their own link, for a day', async () => {
    const { administrator, contributor } = world.roles;
    const print = await made(contributor);
    const where = { params: { ...params(), printId: print.id } };
    expect((await administrator.caller.send(getPlanPrint, where)).status).toBe(404);
    expect((await administrator.caller.send(cancelPlanPrint, where)).status).toBe(404);
    expect((await world.other.administrator.caller.send(getPlanPrint, where)).status).toBe(404);
    const body = { id: print.id, ...ALL };
    const again = { params: { ...params(), planId: plan.id }, body };
    expect((await administrator.caller.send(createPlanPrint, again)).status).toBe(409);
    expect((await contributor.caller.call(createPlanPrint, again)).state).toBe('done');
    expect((await fetched(print.url?.replace(/s=(.)/u, (_, one) => (one === 'A' ? 's=B' : 's=A')) ?? '')).status).toBe(
      403,
    );
    expect((await fetched(print.url?.replace(print.id, randomUUID()) ?? '')).status).toBe(403);
  });

  test('of a foreign plan or a folder is not found', async () => {
    const send = (planId: string, who: Actor) =>
      who.caller.send(createPlanPrint, { params: { ...params(), planId }, body: { id: randomUUID(), ...ALL } });
    expect((await send(randomUUID(), world.roles.administrator)).status).toBe(404);
    expect((await send(plan.id, world.other.administrator)).status).toBe(404);
  });

  test('in an unknown language is refused', async () => {
    const where = { params: { ...params(), planId: plan.id }, body: { id: randomUUID(), ...ALL, language: 'xx' } };
    const response = await world.roles.contributor.caller.send(createPlanPrint, where);
    expect(response).toMatchObject({ status: 422, body: { fields: [{ path: 'language', outcome: 'UNKNOWN' }] } });
  });
});

test('a print waits for only one page of a large import', async () => {
  const { contributor } = world.roles;
  const { pool, queue } = server.services;
  const key = (page: number) => `page ${page} of a set`;
  // Those of the other tests, which nobody took from the queue.
  await server.database.root.query('DELETE FROM graphile_worker._private_jobs');
  for (let page = 0; page < 50; page++)
    await queue.enqueueFair(pool, IMPORT_PAGE, {}, { owner: contributor.organisationId, key: key(page) });
  const { id } = await ask(contributor);
  const { rows } = await server.database.root.query<{ key: string }>(
    'SELECT key FROM graphile_worker._private_jobs ORDER BY priority, run_at, id LIMIT 2',
  );
  expect(rows.map((row) => row.key)).toEqual([key(0), expect.stringContaining(id)]);
  await server.database.root.query('DELETE FROM graphile_worker._private_jobs');
});

describe('a print that fails', () => {
  test('reports the reason, such as a missing sheet or a damaged file', async () => {
    const { contributor } = world.roles;
    expect(await made(contributor, {}, plan.empty)).toMatchObject({ state: 'failed', problem: 'no_file', url: null });
    expect(await made(contributor, {}, plan.broken)).toMatchObject({ state: 'failed', problem: 'file_damaged' });
  });

  test('stays cancelled, even when a worker picks it up', async () => {
    const { contributor } = world.roles;
    const { id } = await ask(contributor);
    const called = await contributor.caller.call(cancelPlanPrint, { params: { ...params(), printId: id } });
    expect(called.state).toBe('canceled');
    await work(id);
    expect(await readPrint(contributor, id)).toMatchObject({ state: 'canceled', url: null });
  });

  test('is created by the next worker when one is stopped, and is given up when each of them dies', async () => {
    const { contributor } = world.roles;
    const { id } = await ask(contributor);
    await expect(work(id, 1, AbortSignal.abort(new Error('stopping')))).rejects.toThrow();
    expect((await readPrint(contributor, id)).state).toBe('running');
    await work(id, 2);
    const print = await readPrint(contributor, id);
    expect(print.state).toBe('done');
    expect((await fetched(print.url)).status).toBe(200);
    const other = await ask(contributor);
    await work(other.id, 4);
    expect(await readPrint(contributor, other.id)).toMatchObject({ state: 'failed', problem: 'internal' });
  });
});

// Must be the last test: it moves the clock.
test('an expired print is removed with its file when the next one is requested', async () => {
  const { contributor } = world.roles;
  const before = await server.database.root.query('SELECT id FROM plan_print');
  expect(before.rows.length).toBeGreaterThan(5);
  server.clock.advance(25 * 3_600_000);
  const next = await (await signIn(server, contributor)).caller.call(createPlanPrint, {
    params: { ...params(), planId: plan.id },
    body: { id: randomUUID(), ...ALL },
  });
  const after = await server.database.root.query<{ id: string }>('SELECT id FROM plan_print');
  expect(after.rows.map((row) => row.id)).toEqual([next.id]);
  const files: string[] = [];
  for await (const { key } of server.services.files.list('prints/')) files.push(key);
  expect(files).toEqual([]);
});
