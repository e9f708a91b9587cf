// A sheet lying on its side without saying so is proposed upright, imported as rotated, and searched, printed and
// revised that way.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createImport,
  getImport,
  searchPlanText,
  startImport,
  startRevision,
} from '@plumbline/core/features/imports/contract';
import { getPlan, listRevisions } from '@plumbline/core/features/plans/contract';
import { createPlanPrint, getPlanPrint } from '@plumbline/core/features/plans/print-contract';
import { IDENTITY_ALIGNMENT } from '@plumbline/core/site/geometry/alignment';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { tasksOf } from '@plumbline/server/app/features';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { openPage, openPdf } from '@plumbline/server/rendering/engines/pdf/document';
import { wordsOf } from '@plumbline/server/rendering/engines/pdf/page-words';
import { makePdf, text } from '@plumbline/server/rendering/testing/pdf-fixture';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  world = await createWorld(server);
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-turns-'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const [WIDE, HIGH] = [1000, 700];
const ROOMS = Array.from({ length: 16 }, (_, i) =>
  text(`Room ${i + 1}`, 40 + 240 * (i % 4), 60 + 160 * Math.floor(i / 4), 12),
).join('');
/** Level text on a 700 × 1000 pt page running upwards: only the text shows that the page lies on its side. */
const SIDEWAYS = makePdf([{ mediaBox: [0, 0, HIGH, WIDE], content: `q 0 1 -1 0 ${HIGH} 0 cm ${ROOMS} Q` }]);
/** A scan that is wider than tall, as stored in the file. */
const SCAN = sharp({ create: { width: 600, height: 400, channels: 3, background: '#ffffff' } });

const admin = () => world.roles.administrator;
const inProject = () => ({ projectId: world.projectId });
const ofImport = (importId: string) => ({ params: { ...inProject(), importId } });
const context = () => ({ id: '1', attempt: 1, maxAttempts: 4, signal: new AbortController().signal });
const task = (name: string, payload: object) =>
  tasksOf(server.services)[name]?.({ organisationId: world.organisationId, ...payload }, context());

async function announced(bytes: Uint8Array, name: string, planId: string | null = null): Promise<string> {
  const { organisationId, userId } = admin();
  const [importId, blobId, file] = [randomUUID(), randomUUID(), path.join(folder, randomUUID())];
  await writeFile(file, bytes);
  const mime = name.endsWith('.pdf') ? 'application/pdf' : 'image/png';
  await storeFile(server.services, { organisationId, userId }, { id: blobId, path: file, mime, name });
  const body = { id: importId, blobId, parentId: null, planId };
  await admin().caller.call(createImport, { params: inProject(), body });
  await task('import.inspect', { importId });
  return importId;
}

const readImport = (importId: string) => admin().caller.call(getImport, ofImport(importId));

async function broughtIn(importId: string, rotation?: Rotation): Promise<string> {
  const planId = randomUUID();
  const page = { page: 1, planId, title: 'Rooms', sheetNumber: '', ...(rotation !== undefined && { turn: rotation }) };
  await admin().caller.call(startImport, { ...ofImport(importId), body: { parentId: null, pages: [page] } });
  await task('import.page', { importId, page: 1 });
  return planId;
}

const shown = async (planId: string) =>
  (await admin().caller.call(getPlan, { params: { ...inProject(), planId } })).currentRevision;

async function hit(planId: string, search: string) {
  const revisionId = (await shown(planId))?.id ?? '';
  const { hits } = await admin().caller.call(searchPlanText, {
    params: { ...inProject(), revisionId },
    query: { search },
  });
  return hits[0];
}

/** The words of the downloaded plan, with its page size. */
async function downloaded(planId: string) {
  const id = randomUUID();
  const body = { id, filter: {}, markups: false, list: false, language: 'en' };
  await admin().caller.call(createPlanPrint, { params: { ...inProject(), planId }, body });
  await task('plan.print', { printId: id });
  const print = await admin().caller.call(getPlanPrint, { params: { ...inProject(), printId: id } });
  expect(print).toMatchObject({ state: 'done', problem: null });
  const file = path.join(folder, `${id}.pdf`);
  await writeFile(file, (await world.nobody.raw({ method: 'GET', url: print.url ?? '' })).raw);
  const document = await openPdf(file, 'pdfConversion');
  const page = openPage(document, 1, 'pdfConversion');
  const words = wordsOf(page);
  const size = [page.widthPt, page.heightPt];
  page.close();
  document.close();
  return { words, size };
}

describe('a sheet whose text runs upwards', () => {
  test('is proposed upright, and imported upright by default', async () => {
    const importId = await announced(SIDEWAYS, 'rooms.pdf');
    expect((await readImport(importId)).pages).toMatchObject([{ turn: 90, widthPt: HIGH, heightPt: WIDE }]);
    const planId = await broughtIn(importId);
    expect(await shown(planId)).toMatchObject({ widthPt: WIDE, heightPt: HIGH });
    const word = await hit(planId, 'Room');
    expect(word?.x).toBeCloseTo(40 / WIDE, 2);
    expect((word?.y ?? 0) + (word?.h ?? 0)).toBeCloseTo(1 - 60 / HIGH, 2);
  });

  test('is downloaded upright with the pin where it was set', async () => {
    const planId = await broughtIn(await announced(SIDEWAYS, 'rooms.pdf'));
    const pin = { id: randomUUID(), planId, x: 0.25, y: 0.5 };
    await runSite(server.services, admin(), world.projectId, 'pin.create', pin);
    const { words, size } = await downloaded(planId);
    expect(size).toEqual([WIDE, HIGH]);
    const room = words.find((word) => word.text === 'Room');
    expect([room?.turn, room?.x]).toEqual([0, expect.closeTo(40 / WIDE, 2)]);
    // Its number is to the right of and above the position.
    const label = words.find((word) => word.text.startsWith('#'));
    expect(label?.turn).toBe(0);
    expect(label?.x).toBeGreaterThan(0.25);
    expect(label?.x).toBeLessThan(0.28);
    expect(label?.y).toBeGreaterThan(0.45);
    expect(label?.y).toBeLessThan(0.5);
  });

  test('is imported as rotated by the user, whatever was proposed', async () => {
    const planId = await broughtIn(await announced(SIDEWAYS, 'rooms.pdf'), 180);
    expect(await shown(planId)).toMatchObject({ widthPt: HIGH, heightPt: WIDE });
    const { words, size } = await downloaded(planId);
    expect(size).toEqual([HIGH, WIDE]);
    expect(words.find((word) => word.text === 'Room')?.turn).toBe(90);
  });

  test('fits its plan as a new revision', async () => {
    const planId = await broughtIn(await announced(SIDEWAYS, 'rooms.pdf'));
    server.clock.advance(60_000);
    const importId = await announced(SIDEWAYS, 'rooms.pdf', planId);
    await admin().caller.call(startRevision, { ...ofImport(importId), body: { page: 1, version: 'B' } });
    await task('import.page', { importId, page: 1 });
    expect((await readImport(importId)).state).toBe('finished');
    const { content } = await admin().caller.call(listRevisions, { params: { ...inProject(), planId }, query: {} });
    expect(content).toMatchObject([
      { version: 'B', current: true, alignment: IDENTITY_ALIGNMENT, widthPt: WIDE },
      { current: false, widthPt: WIDE },
    ]);
  });
});

describe('a picture without any sign of its rotation', () => {
  test('is proposed unrotated, imported and downloaded as rotated by the user, and so is its next scan', async () => {
    const bytes = await SCAN.png().toBuffer();
    const importId = await announced(bytes, 'scan.png');
    expect((await readImport(importId)).pages).toMatchObject([{ turn: 0 }]);
    const planId = await broughtIn(importId, 270);
    expect(await shown(planId)).toMatchObject({ widthPt: 400, heightPt: 600 });
    const { size } = await downloaded(planId);
    expect((size[1] ?? 0) / (size[0] ?? 1)).toBeCloseTo(1.5, 2);
    server.clock.advance(60_000);
    const next = await announced(bytes, 'scan-2.png', planId);
    expect((await readImport(next)).pages).toMatchObject([{ turn: 270 }]);
    await admin().caller.call(startRevision, { ...ofImport(next), body: { page: 1, version: 'B', turn: 0 } });
    await task('import.page', { importId: next, page: 1 });
    // A sheet that differs from its plan's waits for alignment.
    expect((await readImport(next)).state).toBe('aligning');
  });
});

test('only four rotations are valid', async () => {
  const importId = await announced(SIDEWAYS, 'rooms.pdf');
  const page = { page: 1, planId: randomUUID(), title: 'Rooms', sheetNumber: '', turn: 45 as unknown as Rotation };
  const response = await admin().caller.send(startImport, {
    ...ofImport(importId),
    body: { parentId: null, pages: [page] },
  });
  expect(response.status).toBe(422);
});
