// Regions of a title block are marked once and read on every later import of the project, until they are deleted.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportPlans } from '@plumbline/core/features/exports/contract';
import { createImport, getImport, startImport } from '@plumbline/core/features/imports/contract';
import { listMatches, publishSet } from '@plumbline/core/features/imports/set-contract';
import {
  deleteTitleBlock,
  getPageWords,
  listTitleBlocks,
  saveTitleBlock,
} from '@plumbline/core/features/imports/title-block/contract';
import { getPlan, listRevisions } from '@plumbline/core/features/plans/contract';
import { readTable } from '@plumbline/server/features/datasets/reading/read-table';
import { importTasks } from '@plumbline/server/features/imports/jobs';
import { IMPORT_PAGE, INSPECT } from '@plumbline/server/features/imports/locked-import';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { block, type FixturePage, makePdf, text } from '@plumbline/server/rendering/testing/pdf-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-title-blocks-'));
  world = await createWorld(server);
}, 240_000);
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const admin = () => world.roles.administrator;
const inProject = () => ({ projectId: world.projectId });
const run = (name: string, payload: object) =>
  importTasks(server.services)[name]?.(payload, {
    ...{ id: '1', attempt: 3, maxAttempts: 4 },
    signal: new AbortController().signal,
  });

type Sheet = { number: string; title: string; version?: string; size?: [number, number]; rotate?: 90 | 270 };

/** A title block without labels of its values, all in the same small print, so that nothing is proposed for it. */
function sheet({ number, title, version = 'B', size: [width, height] = [842, 595], rotate }: Sheet): FixturePage {
  const notes = Array.from({ length: 12 }, (_, i) => text('all measures in metres', 40 + i, 150 + 22 * i, 10));
  const right = width - 200;
  const content = [
    block('0 0 0', 100, 300, 200, 6),
    ...notes,
    text('Atelier Moser', right, 120, 9) + text('Bauherr Stadt Bern', right, 100, 9),
    text(title, right, 80, 9) + text(number, right, 60, 9) + text(version, right + 120, 60, 9),
    text('12.03.2026', right, 40, 9) + text('Parzelle', right + 120, 40, 9),
  ].join('');
  if (rotate === undefined) return { mediaBox: [0, 0, width, height], content };
  // The page lies on its side, with its rotation undeclared: the text runs upwards or downwards.
  const lying = rotate === 90 ? `0 -1 1 0 0 ${width} cm\n` : `0 1 -1 0 ${height} 0 cm\n`;
  return { mediaBox: [0, 0, height, width], content: lying + content };
}

const region = (x: number, y: number, w: number, [width, height] = [842, 595]) => ({
  ...{ x: (width - 204 + x) / width, y: 1 - (y + 14) / height, w: w / width, h: 18 / height },
});
const REGIONS = {
  sheetNumber: region(0, 60, 100),
  title: region(0, 80, 195),
  version: region(120, 60, 60),
  date: region(0, 40, 100),
};

async function uploaded(sheets: readonly Sheet[], allPages = false): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.pdf`);
  await writeFile(file, makePdf(sheets.map(sheet)));
  const [importId, blobId] = [randomUUID(), randomUUID()];
  const { organisationId, userId } = admin();
  const owner = { organisationId, userId };
  await storeFile(server.services, owner, { id: blobId, path: file, mime: 'application/pdf', name: 'set.pdf' });
  await admin().caller.call(createImport, {
    params: inProject(),
    body: { id: importId, blobId, parentId: null, planId: null, allPages },
  });
  await run(INSPECT, { organisationId, importId });
  return importId;
}

const pagesOf = async (importId: string) =>
  (await admin().caller.call(getImport, { params: { ...inProject(), importId } })).pages;
const names = async (importId: string) =>
  (await pagesOf(importId)).map(({ sheetNumber, title }) => `${sheetNumber} ${title}`);
const mark = (importId: string, page = 1, titleBlockId: string = randomUUID()) =>
  admin().caller.call(saveTitleBlock, {
    params: { ...inProject(), titleBlockId },
    body: { importId, page, turn: 0, regions: REGIONS },
  });
const forget = (titleBlockId: string) =>
  admin().caller.call(deleteTitleBlock, { params: { ...inProject(), titleBlockId } });

const PAGES: Sheet[] = [
  { number: 'Moser 17', title: 'Erdgeschoss Haus A' },
  { number: 'Moser 18', title: 'Dachaufsicht Haus A', version: 'C' },
];
const READ = ['Moser 17 Erdgeschoss Haus A', 'Moser 18 Dachaufsicht Haus A'];

test('marked regions are read on waiting pages; deleting them restores the first proposals', async () => {
  const importId = await uploaded(PAGES);
  const before = await names(importId);
  expect(before).not.toEqual(READ);
  const { titleBlock, pages } = await mark(importId);
  expect(pages).toBe(2);
  expect(await names(importId)).toEqual(READ);
  expect((await pagesOf(importId))[1]?.titleBlock).toEqual({
    ...{ titleBlockId: titleBlock.id, sheetNumber: 'Moser 18', title: 'Dachaufsicht Haus A' },
    ...{ version: 'C', date: '12.03.2026' },
  });
  await forget(titleBlock.id);
  expect(await names(importId)).toEqual(before);
  expect((await admin().caller.call(listTitleBlocks, { params: inProject() })).titleBlocks).toEqual([]);
});

test('a later import is read with the same regions, including rotated pages and other sizes', async () => {
  const { titleBlock } = await mark(await uploaded(PAGES));
  const importId = await uploaded([
    { number: 'Moser 21', title: 'Schnitt', rotate: 90 },
    { number: 'Moser 22', title: 'Ansicht Nord', rotate: 270 },
    { number: 'Moser 23', title: 'Umgebung', size: [1190, 842] },
  ]);
  expect(await names(importId)).toEqual(['Moser 21 Schnitt', 'Moser 22 Ansicht Nord', 'Moser 23 Umgebung']);
  await forget(titleBlock.id);
});

test('a number that was read finds its plan, and the revision gets the version and date that were read', async () => {
  const { titleBlock } = await mark(await uploaded(PAGES));
  const first = await uploaded([{ number: 'Moser 40', title: 'Erdgeschoss Haus B' }], true);
  const [page] = await pagesOf(first);
  const planId = page?.planId ?? '';
  await run(IMPORT_PAGE, { organisationId: admin().organisationId, importId: first, page: 1 });
  const plan = await admin().caller.call(getPlan, { params: { ...inProject(), planId } });
  expect(plan).toMatchObject({
    name: 'Erdgeschoss Haus B',
    sheetNumber: 'Moser 40',
    currentRevision: { version: 'B', date: '2026-03-12' },
  });
  const again = await uploaded([{ number: 'Moser 40', title: 'Erdgeschoss Haus B', version: 'C' }]);
  const matches = await admin().caller.call(listMatches, { params: inProject() });
  expect(matches.pages.find((match) => match.importId === again)).toMatchObject({ kind: 'revised', planId });
  // In a set the dates are those that were confirmed: one given, one none.
  const second = randomUUID();
  const more = await uploaded([{ number: 'Moser 41', title: 'Erdgeschoss Haus C' }]);
  const said = { title: 'Erdgeschoss', sheetNumber: 'Moser' };
  const pages = [
    { importId: again, page: 1, planId, revises: true, ...said, date: '2026-04-01' },
    { importId: more, page: 1, planId: second, revises: false, ...said, date: null },
  ];
  const publish = (date: string) =>
    admin().caller.call(publishSet, {
      params: inProject(),
      body: {
        id: randomUUID(),
        parentId: null,
        version: '',
        pages: pages.map((one, i) => (i ? one : { ...one, date })),
      },
    });
  server.clock.advance(1);
  await expect(publish('1026-04-01')).rejects.toThrow('pages.0.date');
  await publish('2026-04-01');
  for (const importId of [again, more]) {
    await run(IMPORT_PAGE, { organisationId: admin().organisationId, importId, page: 1 });
  }
  const listed = await admin().caller.call(listRevisions, { params: { ...inProject(), planId }, query: {} });
  expect(listed.content.map(({ version, date }) => [version, date])).toEqual([
    ['C', '2026-04-01'],
    ['B', '2026-03-12'],
  ]);
  const list = await admin().caller.send(exportPlans, { params: inProject(), query: { search: 'Moser 40' } });
  const rows: string[][] = [];
  for await (const { cells } of readTable(list.raw)) rows.push(cells);
  expect(rows[1]?.[rows[0]?.indexOf('Revision date') ?? -1]).toBe('2026-04-01');
  const added = await admin().caller.call(getPlan, { params: { ...inProject(), planId: second } });
  expect(added.currentRevision).toMatchObject({ version: 'B', date: null });
  await forget(titleBlock.id);
});

test("the user's own title and number are kept", async () => {
  const importId = await uploaded(PAGES.slice(0, 1));
  await admin().caller.call(startImport, {
    params: { ...inProject(), importId },
    body: { parentId: null, pages: [{ page: 1, planId: randomUUID(), title: 'Mein Titel', sheetNumber: 'X-1' }] },
  });
  const { titleBlock } = await mark(await uploaded(PAGES));
  expect(await names(importId)).toEqual(['X-1 Mein Titel']);
  await forget(titleBlock.id);
});

test('the words of a page are those of the file, and marking a missing page is refused', async () => {
  const importId = await uploaded(PAGES);
  const { words } = await admin().caller.call(getPageWords, { params: { ...inProject(), importId, page: 2 } });
  expect(words.map(({ text: word }) => word)).toContain('Dachaufsicht');
  await expect(mark(importId, 9)).rejects.toThrow('UNKNOWN');
});
