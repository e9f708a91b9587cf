// A set of sheets: matched with the plans of the project, published together or not at all, undone as a whole.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  cancelImport,
  createImport,
  getImport,
  importPreview,
  startImport,
} from '@plumbline/core/features/imports/contract';
import {
  cancelSet,
  getSet,
  listMatches,
  listSets,
  publishSet,
  resumeSet,
  undoSet,
} from '@plumbline/core/features/imports/set-contract';
import { FIRST_PREVIEWS } from '@plumbline/core/features/imports/stages';
import { getPlan, listPlans, listRevisions } from '@plumbline/core/features/plans/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { importTasks } from '@plumbline/server/features/imports/jobs';
import { IMPORT_PAGE, INSPECT, PREVIEWS } from '@plumbline/server/features/imports/locked-import';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { block, type FixturePage, makePdf, text } from '@plumbline/server/rendering/testing/pdf-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

/** Pages of the set with a broken one. */
const SET_PAGES = Number(process.env.SET_PAGES ?? 2);

let server: TestServer;
let world: World;
let folder: string;
/** The plans of the project by their numbers; the sheets of all tests, because each file costs several processes. */
let planIds: Map<string, string>;

const SHEETS = [
  { number: 'B-101', title: 'Grundriss Erdgeschoss' },
  { number: 'B-102', title: 'Coupe escalier' },
  { number: 'B-103', title: 'Pianta piano terra' },
  { number: 'B-104', title: 'Ground floor plan' },
  { number: 'C-101', title: 'Floor plan one' },
  { number: 'C-102', title: 'Floor plan two' },
  { number: 'F-101', title: 'Floor plan' },
] as const;

beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-sets-'));
  world = await createWorld(server);
  planIds = await addPlans();
}, 240_000);
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

type Drawn = { number: string; title: string; marks?: number; size?: readonly [number, number] };

/**
 * A sheet with walls that depend on its number, marks of a revision, and a title block at the lower right. It is drawn
 * at half the size: images of A4 sheets take a quarter of the time.
 */
function drawn({ number, title, marks = 0, size: [width, height] = [1_190, 842] }: Drawn): FixturePage {
  let seed = [...number].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 100_003;
  const next = (range: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return (seed / 2 ** 31) * range;
  };
  const walls = Array.from({ length: 60 }, () => block('0 0 0', 60 + next(700), 60 + next(700), 4 + next(120), 4));
  const changes = Array.from({ length: marks }, (_, i) => block('0 0 0', 400, 300 + 20 * i, 30, 12));
  const notes = Array.from({ length: 8 }, (_, i) => text('all measures in metres', width - 280, 150 + 14 * i, 12));
  const label = text(title, width - 300, 80, 16) + text(number, width - 130, 30, 30);
  const content = ['0.5 0 0 0.5 0 0 cm\n', ...walls, ...changes, ...notes, label].join('');
  return { mediaBox: [0, 0, width / 2, height / 2], content };
}

const admin = () => world.roles.administrator;
const inProject = () => ({ projectId: world.projectId });
const run = (name: string, payload: object) =>
  importTasks(server.services)[name]?.(payload, {
    id: '1',
    attempt: 3,
    maxAttempts: 4,
    signal: new AbortController().signal,
  });

/** Uploads a file and lists its pages. */
const uploaded = (pages: readonly FixturePage[], name = 'set.pdf', by?: Actor) =>
  uploadedFile(makePdf(pages), name, by);

async function uploadedFile(content: Buffer, name: string, by: Actor = admin()): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.pdf`);
  await writeFile(file, content);
  const [importId, blobId] = [randomUUID(), randomUUID()];
  const { organisationId, userId } = by;
  await storeFile(
    server.services,
    { organisationId, userId },
    { id: blobId, path: file, mime: 'application/pdf', name },
  );
  await by.caller.call(createImport, {
    params: inProject(),
    body: { id: importId, blobId, parentId: null, planId: null },
  });
  await run(INSPECT, { organisationId, importId });
  return importId;
}

const render = (importId: string, page: number) =>
  run(IMPORT_PAGE, { organisationId: admin().organisationId, importId, page });

async function addPlans(): Promise<Map<string, string>> {
  const importId = await uploaded(SHEETS.map(drawn));
  const pages = SHEETS.map(({ number, title }, i) => ({
    page: i + 1,
    planId: randomUUID(),
    title,
    sheetNumber: number,
  }));
  await admin().caller.call(startImport, { params: { ...inProject(), importId }, body: { parentId: null, pages } });
  for (const { page } of pages) await render(importId, page);
  return new Map(pages.map(({ sheetNumber, planId }) => [sheetNumber, planId]));
}

const planOf = (number: (typeof SHEETS)[number]['number']): string => planIds.get(number) ?? '';

type SetPages = RequestOf<typeof publishSet>['body']['pages'];
const begin = (pages: SetPages, version = '', id: string = randomUUID()) =>
  admin().caller.call(publishSet, { params: inProject(), body: { id, parentId: null, version, pages } });
const matches = async (importId: string) => {
  const found = await admin().caller.call(listMatches, { params: inProject() });
  return { ...found, pages: found.pages.filter((page) => page.importId === importId) };
};
const ofSet = (setId: string) => ({ params: { ...inProject(), setId } });
const current = async (planId: string) =>
  (await admin().caller.call(getPlan, { params: { ...inProject(), planId } })).currentRevision?.version;
const plan = (planId: string) => admin().caller.call(getPlan, { params: { ...inProject(), planId } });
/** The code with which a call is refused. */
const refused = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => /"code":"(\w+)"/u.exec(String(error))?.[1],
  );

/** A set that is not left behind for the following tests. */
const forget = (importId: string) => admin().caller.call(cancelImport, { params: { ...inProject(), importId } });

const proposed = async (importId: string) => {
  const { pages } = await admin().caller.call(getImport, { params: { ...inProject(), importId } });
  return pages.map(({ sheetNumber, title }) => `${sheetNumber} ${title}`);
};

test('pages are new, revised, unchanged or uncertain, in several languages and on their side; plans may be missing', async () => {
  const sheets = [
    { number: 'B-101', title: 'Grundriss Erdgeschoss', marks: 3 },
    { number: 'B-102', title: 'Coupe escalier' },
    { number: 'B-103', title: 'Pianta piano terra', marks: 2, size: [1_684, 1_190] as const },
    { number: 'B-105', title: 'Roof plan' },
    { number: 'B-106', title: 'Roof plan north' },
    { number: 'B-106', title: 'Roof plan south' },
    { number: 'F-101', title: 'Floor plan', marks: 2 },
  ];
  const importId = await uploaded(
    sheets.map((sheet) => ({ ...drawn(sheet), rotate: sheet.number === 'F-101' ? 90 : 0 })),
  );
  expect(await proposed(importId)).toEqual(sheets.map(({ number, title }) => `${number} ${title}`));
  const found = await matches(importId);
  expect(found.pending).toBe(0);
  expect(found.pages.map(({ kind, planId, sameSize }) => ({ kind, planId, sameSize }))).toEqual([
    { kind: 'revised', planId: planOf('B-101'), sameSize: true },
    { kind: 'unchanged', planId: planOf('B-102'), sameSize: true },
    { kind: 'revised', planId: planOf('B-103'), sameSize: false },
    { kind: 'new', planId: null, sameSize: true },
    { kind: 'uncertain', planId: null, sameSize: true },
    { kind: 'uncertain', planId: null, sameSize: true },
    // As it lies, it is as wide as the plan is high.
    { kind: 'revised', planId: planOf('F-101'), sameSize: false },
  ]);
  // With the rotation that is proposed for a sheet with more text, it is as large as the plan.
  const proposal = 'UPDATE plan_import_page SET rotation = 90 WHERE import_id = $1 AND page = $2';
  await server.database.root.query(proposal, [importId, sheets.length]);
  expect((await matches(importId)).pages.at(-1)).toMatchObject({ planId: planOf('F-101'), sameSize: true });
  expect(found.missing).toEqual([planOf('B-104')]);
  const preview = { params: { ...inProject(), importId, page: 1 }, query: { size: 'large' as const } };
  expect((await admin().caller.send(importPreview, preview)).status).toBe(200);
  await forget(importId);
});

test('a long file is listed before all of its previews are rendered; the others follow in jobs of their own', async () => {
  const sheets = Array.from(
    { length: FIRST_PREVIEWS + 2 },
    (_, i): FixturePage => ({
      mediaBox: [0, 0, 100, 70],
      content: block('0 0 0', 10, 10, 10 + i, 4),
    }),
  );
  const importId = await uploaded(sheets, 'long.pdf');
  const last = { ...inProject(), importId, page: sheets.length };
  const preview = () => admin().caller.send(importPreview, { params: last, query: {} });
  const priority = async () => {
    const found = await server.database.root.query<{ priority: number }>(
      'SELECT priority FROM graphile_worker._private_jobs WHERE key = $1',
      [`${PREVIEWS}:${importId}:${FIRST_PREVIEWS + 1}`],
    );
    return found.rows[0]?.priority ?? 0;
  };
  const listed = await admin().caller.call(getImport, { params: { ...inProject(), importId } });
  expect([listed.state, listed.pages.length]).toEqual(['choosing', sheets.length]);
  expect((await matches(importId)).pending).toBe(2);
  expect(await priority()).toBeGreaterThanOrEqual(100);
  // A page in view comes next.
  expect((await preview()).status).toBe(404);
  expect(await priority()).toBe(99);
  await run(PREVIEWS, { organisationId: admin().organisationId, importId, page: FIRST_PREVIEWS + 1 });
  expect((await preview()).status).toBe(200);
  expect((await matches(importId)).pending).toBe(0);
  await forget(importId);
});

test('nothing of a set is visible before its last page is prepared; undoing withdraws all of it', async () => {
  const [first, second] = [planOf('C-101'), planOf('C-102')];
  const one = await uploaded([drawn({ number: 'C-101', title: 'Floor plan one', marks: 3 })], 'one.pdf');
  const two = await uploaded(
    [
      drawn({ number: 'C-102', title: 'Floor plan two', marks: 2, size: [1_684, 1_190] }),
      drawn({ number: 'C-103', title: 'Roof plan' }),
    ],
    'two.pdf',
  );
  const added = randomUUID();
  const { id } = await begin(
    [
      { importId: one, page: 1, planId: first, revises: true, title: 'Floor plan one', sheetNumber: 'C-101' },
      { importId: two, page: 1, planId: second, revises: true, title: 'Floor plan two', sheetNumber: 'C-102' },
      { importId: two, page: 2, planId: added, revises: false, title: 'Roof plan', sheetNumber: 'C-103' },
    ],
    'B',
  );
  expect(await plan(first)).toMatchObject({ updating: true });
  await render(one, 1);
  await render(two, 2);
  expect(await admin().caller.call(getSet, ofSet(id))).toMatchObject({ state: 'preparing' });
  expect(await current(first)).toBe('V1');
  expect(await refused(plan(added))).toBe('not_found');
  await render(two, 1);
  const published = await admin().caller.call(getSet, ofSet(id));
  expect(published).toMatchObject({
    state: 'published',
    pages: [
      { planId: first, state: 'finished', revises: true, version: 'B', fit: expect.any(Number) },
      { planId: second, state: 'aligning', revises: true, version: 'B' },
      { planId: added, state: 'finished', revises: false, version: 'B' },
    ],
  });
  expect(await current(first)).toBe('B');
  // The old revision stays until someone has aligned the sheet of another size.
  expect(await current(second)).toBe('V1');
  expect(await plan(second)).toMatchObject({ updating: false });
  expect(await plan(added)).toMatchObject({ name: 'Roof plan', sheetNumber: 'C-103', active: true });
  const { content } = await admin().caller.call(listSets, { params: inProject(), query: {} });
  expect(content.find((set) => set.id === id)).toMatchObject({ state: 'published', created: 1, revised: 2, done: 3 });

  // The same set again.
  const again = await uploaded([drawn({ number: 'C-101', title: 'Floor plan one', marks: 3 })]);
  expect((await matches(again)).pages).toMatchObject([{ kind: 'unchanged', planId: first }]);

  expect(await admin().caller.call(undoSet, ofSet(id))).toMatchObject({ state: 'undone' });
  expect((await matches(again)).pages).toMatchObject([{ kind: 'revised', planId: first }]);
  expect(await current(first)).toBe('V1');
  expect(await plan(added)).toMatchObject({ active: false });
  const revisions = await admin().caller.call(listRevisions, { params: { ...inProject(), planId: first }, query: {} });
  expect(revisions.content.filter(({ active }) => active).map(({ version }) => version)).toEqual(['V1']);
  expect(await refused(admin().caller.call(undoSet, ofSet(id)))).toBe('import_finished');

  // Its number is free again.
  const redone = {
    importId: again,
    page: 1,
    planId: first,
    revises: true,
    title: 'Floor plan one',
    sheetNumber: 'C-101',
  };
  await begin([redone], 'B');
  await render(again, 1);
  expect(await current(first)).toBe('B');
});

/** An import with another revision of one plan, and that plan's current revision. */
async function revised() {
  const planId = planOf('F-101');
  // Revisions are listed and aligned in the order of their times.
  server.clock.advance(1);
  const importId = await uploaded([drawn({ number: 'F-101', title: 'Floor plan', marks: 4 })]);
  const page = { importId, page: 1, planId, revises: true, title: 'Floor plan', sheetNumber: 'F-101' };
  return { planId, importId, page, was: await current(planId) };
}

test('a set that is invalid, or that is already being published, is refused', async () => {
  const { page, planId, importId } = await revised();
  const fields = async (pages: SetPages, version = '') => {
    const reply = await admin().caller.send(publishSet, {
      params: inProject(),
      body: { id: randomUUID(), parentId: null, version, pages },
    });
    return { status: reply.status, body: JSON.stringify(reply.body) };
  };
  expect(await fields([page], 'v1')).toMatchObject({ status: 422, body: expect.stringContaining('pages.0.version') });
  expect(await fields([page, { ...page, planId: randomUUID(), revises: false }])).toMatchObject({ status: 422 });
  expect(await fields([{ ...page, planId, revises: false }])).toMatchObject({ status: 422 });
  expect(await fields([{ ...page, page: 9 }])).toMatchObject({ status: 422 });
  expect(await fields([{ ...page, planId: randomUUID() }])).toMatchObject({ status: 404 });
  expect(await fields([{ ...page, importId: randomUUID() }])).toMatchObject({ status: 409 });

  // A file with a password does not join the set.
  const open = makePdf([drawn({ number: 'P-102', title: 'Roof plan' })]).toString('latin1');
  const hex = (length: number) => `<${'5a'.repeat(length)}>`;
  const key = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(32)} /U ${hex(32)} /P -4 >> /ID [${hex(16)} ${hex(16)}]`;
  const sealed = Buffer.from(open.replace('/Root', `${key} /Root`), 'latin1');
  const locked = await uploadedFile(sealed, 'locked.pdf');
  expect(await admin().caller.call(getImport, { params: { ...inProject(), importId: locked } })).toMatchObject({
    ...{ state: 'failed', problem: 'pdf_encrypted', pages: [] },
  });
  const added = { importId: locked, page: 1, planId: randomUUID(), revises: false, title: 'Roof', sheetNumber: '' };
  expect(await refused(begin([page, added]))).toBe('import_finished');
  expect(await plan(planId)).toMatchObject({ updating: false });
  expect((await matches(importId)).pages).toMatchObject([{ kind: 'revised', planId }]);

  const { id } = await begin([page]);
  expect(await refused(begin([page]))).toBe('plan_updating');
  expect(await refused(begin([{ ...page, planId: randomUUID(), revises: false }]))).toBe('import_finished');
  // The same request again is the same set.
  expect(await begin([page], '', id)).toMatchObject({ id, state: 'preparing' });
  await render(importId, 1);
  expect(await current(planId)).toBe('V2');
});

test('one broken page stops the whole set, until it is left out', async () => {
  const planId = planOf('F-101');
  const was = await current(planId);
  server.clock.advance(1);
  const numbers = Array.from({ length: SET_PAGES }, (_, i) => `F-${101 + i}`);
  const broken = Math.ceil(SET_PAGES / 2) + 1;
  const importId = await uploaded(
    numbers.map((number, i) => {
      const sheet = drawn({ number, title: 'Floor plan', marks: 5 });
      // Too large to be rendered.
      return i + 1 === broken ? { ...sheet, mediaBox: [0, 0, 1e7, 1e7] } : sheet;
    }),
  );
  const pages = numbers.map((sheetNumber, i) => {
    const which = i === 0 ? { planId, revises: true } : { planId: randomUUID(), revises: false };
    return { importId, page: i + 1, title: 'Floor plan', sheetNumber, ...which };
  });
  const { id } = await begin(pages, 'Left out');
  for (const { page } of pages) await render(importId, page);
  const failed = await admin().caller.call(getSet, ofSet(id));
  expect(failed).toMatchObject({ state: 'failed', problem: 'pages' });
  expect(failed.pages.filter(({ state }) => state !== 'prepared')).toMatchObject([
    { page: broken, state: 'failed', problem: 'page_too_large' },
  ]);
  expect(await current(planId)).toBe(was);
  const resumed = await admin().caller.call(resumeSet, { ...ofSet(id), body: { failedPages: 'leaveOut' } });
  expect(resumed.state).toBe('published');
  expect(resumed.pages).toHaveLength(SET_PAGES - 1);
  expect(await current(planId)).toBe('Left out');
  expect(await refused(plan(pages[broken - 1]?.planId ?? ''))).toBe('not_found');
}, 3_600_000);

test('a pin outside the new sheet keeps its position in the building, and new pins are refused there', async () => {
  const planId = planOf('B-101');
  const act = (name: string, input: object) => runSite(server.services, admin(), world.projectId, name, input);
  const pinId = randomUUID();
  await act('pin.create', { id: pinId, planId, x: 0.1, y: 0.2 });
  const place = async () =>
    (await server.database.root.query('SELECT plan_id, x, y, status FROM pin WHERE id = $1', [pinId])).rows;
  const before = await place();
  server.clock.advance(1);
  const importId = await uploaded([drawn({ number: 'B-101', title: 'Grundriss Erdgeschoss', size: [842, 595] })]);
  const sheet = { importId, page: 1, planId, revises: true, title: 'Grundriss Erdgeschoss', sheetNumber: 'B-101' };
  const { id } = await begin([sheet], 'B');
  await render(importId, 1);
  expect(await current(planId)).toBe('V1');
  const revisionId = (await admin().caller.call(getSet, ofSet(id))).pages[0]?.revisionId;
  // The new sheet shows the lower right quarter of the old one.
  await act('revision.align', { id: revisionId, alignment: [0.5, 0, 0.5, 0, 0.5, 0.5], makeCurrent: true });
  expect(await current(planId)).toBe('B');
  expect(await place()).toEqual(before);
  const another = { planId, x: 0.1, y: 0.2 };
  await expect(act('pin.create', { id: randomUUID(), ...another })).rejects.toMatchObject({ code: 'outside_plan' });
  await act('pin.create', { id: randomUUID(), planId, x: 0.9, y: 0.9 });
  await admin().caller.call(undoSet, ofSet(id));
  expect(await current(planId)).toBe('V1');
  await act('pin.create', { id: randomUUID(), ...another });
  expect(await place()).toEqual(before);
});

test('a failed page can be retried', async () => {
  const { page, planId, importId } = await revised();
  const { id } = await begin([page], 'Retried');
  const blob = await server.database.root.query<{ id: string; key: string }>(
    'SELECT b.id, b.key FROM blob b JOIN plan_import i ON i.blob_id = b.id WHERE i.id = $1',
    [importId],
  );
  const { id: blobId, key } = blob.rows[0] ?? {};
  await server.database.root.query(`UPDATE blob SET key = 'gone' WHERE id = $1`, [blobId]);
  await render(importId, 1);
  await server.database.root.query('UPDATE blob SET key = $2 WHERE id = $1', [blobId, key]);
  expect(await admin().caller.call(resumeSet, { ...ofSet(id), body: { failedPages: 'retry' } })).toMatchObject({
    state: 'preparing',
  });
  await render(importId, 1);
  expect(await current(planId)).toBe('Retried');
});

test('publication is retried after a worker died, and undoing it keeps a plan with a later revision', async () => {
  const { page, planId, importId, was } = await revised();
  const { id } = await begin([page], 'Replaced');
  await server.database.root.query(`UPDATE plan_set SET state = 'canceled' WHERE id = $1`, [id]);
  await render(importId, 1);
  expect(await current(planId)).toBe(was);
  await server.database.root.query(`UPDATE plan_set SET state = 'preparing' WHERE id = $1`, [id]);
  await render(importId, 1);
  expect(await admin().caller.call(getSet, ofSet(id))).toMatchObject({ state: 'published' });
  expect(await current(planId)).toBe('Replaced');

  const { content: revisions } = await admin().caller.call(listRevisions, {
    params: { ...inProject(), planId },
    query: {},
  });
  const earlier = revisions.find(({ version }) => version === was);
  await runSite(server.services, admin(), world.projectId, 'revision.makeCurrent', { id: earlier?.id ?? '' });
  await admin().caller.call(undoSet, ofSet(id));
  expect(await current(planId)).toBe(was);
  const { content } = await admin().caller.call(listPlans, { params: inProject(), query: { search: 'F-101' } });
  expect(content).toMatchObject([{ active: true }]);
});

test('canceling a set, or one of its imports, publishes nothing and releases its plans', async () => {
  for (const canceled of ['set', 'import']) {
    const { page, planId, importId, was } = await revised();
    const { id } = await begin([page]);
    if (canceled === 'set') await admin().caller.call(cancelSet, ofSet(id));
    else await forget(importId);
    await render(importId, 1);
    expect(await admin().caller.call(getSet, ofSet(id))).toMatchObject({ state: 'canceled' });
    expect(await plan(planId)).toMatchObject({ updating: false, currentRevision: { version: was } });
    expect(await admin().caller.call(getImport, { params: { ...inProject(), importId } })).toMatchObject({
      state: 'canceled',
    });
  }
});

test('a set is not published if its creator has lost the permission meanwhile', async () => {
  const { page, planId, importId, was } = await revised();
  const { id } = await begin([page]);
  const by = admin().userId;
  const setRole = (role: 'administrator' | 'none') =>
    writeRows(server, world, async (tx) => {
      const member = (await tx.find('member', 'userId', by))[0];
      if (member) tx.put('member', { ...member, role });
    });
  await setRole('none');
  await render(importId, 1);
  await setRole('administrator');
  expect(await admin().caller.call(getSet, ofSet(id))).toMatchObject({ state: 'failed', problem: 'forbidden' });
  expect(await plan(planId)).toMatchObject({ updating: false, currentRevision: { version: was } });
});

test('a sheet number that is in use, or being imported, needs confirmation for another plan', async () => {
  const sheet = { number: 'D-101', title: 'Plan of the yard' };
  const [mine, theirs] = [await uploaded([drawn(sheet), drawn(sheet)]), await uploaded([drawn(sheet)])];
  const named = { title: sheet.title, sheetNumber: 'd.101' };
  const start = (importId: string, pages: readonly { page: number; confirmed?: boolean }[]) =>
    admin().caller.send(startImport, {
      params: { ...inProject(), importId },
      body: { parentId: null, pages: pages.map((one) => ({ ...named, planId: randomUUID(), ...one })) },
    });
  const TAKEN = { status: 409, body: { code: 'sheet_number_taken' } };
  expect(await start(mine, [{ page: 1 }, { page: 2 }])).toMatchObject(TAKEN);
  const replies = await Promise.all([start(mine, [{ page: 1 }]), start(theirs, [{ page: 1 }])]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [first, second] = replies[0]?.status === 200 ? [mine, theirs] : [theirs, mine];
  expect((await matches(second)).pages[0]).toMatchObject({ kind: 'uncertain', importing: true });
  const inSet = { ...named, importId: second, page: 1, revises: false };
  expect(await refused(begin([{ ...inSet, planId: randomUUID() }]))).toBe('sheet_number_taken');
  await render(first, 1);
  expect((await matches(second)).pages[0]).toMatchObject({ importing: false });
  expect(await start(second, [{ page: 1 }])).toMatchObject(TAKEN);
  expect((await start(second, [{ page: 1, confirmed: true }])).status).toBe(200);
  await forget(second);
});

test('sheets without a number get none, and are not proposed as revisions', async () => {
  const importId = await uploaded(
    ['Plan of the yard', 'Plan of the garden', 'Plan of the street'].map((title) => drawn({ number: '', title })),
  );
  expect(await proposed(importId)).toEqual([' Plan of the yard', ' Plan of the garden', ' Plan of the street']);
  const { pages } = await matches(importId);
  expect(pages.filter(({ kind }) => kind === 'revised' || kind === 'unchanged')).toEqual([]);
  await forget(importId);
});
