// The lines of a drawing that measuring snaps to: read during the import, and on request for older revisions.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createImport, startImport } from '@plumbline/core/features/imports/contract';
import { readSheetLines } from '@plumbline/core/features/plans/lines/contract';
import { unpackLines } from '@plumbline/core/features/plans/lines/sheet-lines';
import { importTasks } from '@plumbline/server/features/imports/jobs';
import { IMPORT_PAGE, INSPECT } from '@plumbline/server/features/imports/locked-import';
import { lineTasks, READ_LINES } from '@plumbline/server/features/plans/lines';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { makePdf } from '@plumbline/server/rendering/testing/pdf-fixture';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-lines-'));
  world = await createWorld(server);
}, 240_000);
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const admin = () => world.roles.administrator;
const inProject = () => ({ projectId: world.projectId });
const context = (attempt: number) => ({
  ...{ id: '1', attempt, maxAttempts: 4 },
  signal: new AbortController().signal,
});

async function imported(file: string, mime: string): Promise<string> {
  const [importId, blobId, planId] = [randomUUID(), randomUUID(), randomUUID()];
  const { organisationId, userId, caller } = admin();
  await storeFile(server.services, { organisationId, userId }, { id: blobId, path: file, mime, name: 'sheet' });
  await caller.call(createImport, {
    params: inProject(),
    body: { id: importId, blobId, parentId: null, planId: null },
  });
  const tasks = importTasks(server.services);
  await tasks[INSPECT]?.({ organisationId, importId }, context(1));
  const pages = [{ page: 1, planId, title: 'Sheet', sheetNumber: '' }];
  await caller.call(startImport, { params: { ...inProject(), importId }, body: { parentId: null, pages } });
  await tasks[IMPORT_PAGE]?.({ organisationId, importId, page: 1 }, context(1));
  const found = await server.database.root.query('SELECT id FROM revision WHERE plan_id = $1', [planId]);
  return String(found.rows[0]?.id);
}

async function pdf(content: string): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.pdf`);
  await writeFile(file, makePdf([{ mediaBox: [0, 0, 300, 200], content }]));
  return file;
}

const blobOf = async (revisionId: string): Promise<string | null> =>
  (await server.database.root.query('SELECT lines_blob_id AS id FROM revision WHERE id = $1', [revisionId])).rows[0]
    ?.id;

/** The number of lines in the stored file. */
async function countOf(blobId: string | null): Promise<number> {
  const found = await server.database.root.query('SELECT key FROM blob WHERE id = $1', [blobId]);
  const pieces: Buffer[] = [];
  for await (const piece of await server.services.files.open(String(found.rows[0]?.key))) pieces.push(piece as Buffer);
  return unpackLines(gunzipSync(Buffer.concat(pieces))).length / 4;
}

const ask = (revisionId: string, actor = admin()) =>
  actor.caller.call(readSheetLines, { params: { ...inProject(), revisionId } });
const waiting = async (revisionId: string) =>
  (await server.database.root.query('SELECT FROM graphile_worker.jobs WHERE key = $1', [`${READ_LINES}:${revisionId}`]))
    .rowCount;
const read = (revisionId: string, attempt = 1) =>
  lineTasks(server.services)[READ_LINES]?.(
    { organisationId: admin().organisationId, ...inProject(), revisionId },
    context(attempt),
  );
const forget = (revisionId: string) =>
  server.database.root.query('UPDATE revision SET lines_blob_id = NULL WHERE id = $1', [revisionId]);

test('an import reads the lines, and everyone in the project may fetch them', async () => {
  const revisionId = await imported(await pdf('2 w 30 20 m 270 20 l 270 180 l S'), 'application/pdf');
  const blobId = await blobOf(revisionId);
  expect(await countOf(blobId)).toBe(2);
  expect(await ask(revisionId, world.roles.externalViewer)).toEqual({ linesBlobId: blobId });
  expect(await waiting(revisionId)).toBe(0);
});

test('the lines of an older revision are read once, on the first request', async () => {
  const revisionId = await imported(await pdf('2 w 30 20 m 270 20 l S'), 'application/pdf');
  await forget(revisionId);
  expect(await ask(revisionId)).toEqual({ linesBlobId: null });
  expect(await ask(revisionId)).toEqual({ linesBlobId: null });
  expect(await waiting(revisionId)).toBe(1);
  await read(revisionId);
  const blobId = await blobOf(revisionId);
  expect(await countOf(blobId)).toBe(1);
  await read(revisionId);
  expect(await blobOf(revisionId)).toBe(blobId);
  expect(await ask(revisionId)).toEqual({ linesBlobId: blobId });
});

test('an image and an unreadable sheet have no lines, and are not read again', async () => {
  const file = path.join(folder, 'sheet.png');
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toFile(file);
  const image = await imported(file, 'image/png');
  expect(await blobOf(image)).toBeNull();
  await read(image);
  expect(await countOf(await blobOf(image))).toBe(0);
  const revisionId = await imported(await pdf('2 w 30 20 m 270 20 l S'), 'application/pdf');
  await forget(revisionId);
  await read(revisionId, 4);
  expect(await countOf(await blobOf(revisionId))).toBe(0);
});

test('revisions of other projects are not found', async () => {
  const send = (revisionId: string, caller = admin().caller) =>
    caller.send(readSheetLines, { params: { ...inProject(), revisionId } });
  expect((await send(randomUUID())).status).toBe(404);
});
