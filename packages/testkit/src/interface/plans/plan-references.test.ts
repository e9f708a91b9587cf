// References from one drawing to others, over HTTP: read from the drawing's text, for members of the project.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getSheetMarks } from '@plumbline/core/features/plans/reference-contract';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { writeTextLayer } from '@plumbline/server/rendering/text/text-layer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { planRow, revisionRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let folder: string;
const revision = { worded: '', wordless: '' };

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-references-'));
  const { organisationId, projectId, roles } = world;
  const file = path.join(folder, 'text.json.gz');
  const box = { y: 0.5, w: 0.05, h: 0.02 };
  await writeTextLayer(file, [
    { text: '5/A-301', x: 0.1, ...box },
    { text: 'Corridor', x: 0.2, ...box },
    { text: '3', x: 0.3, ...box },
    { text: '1:50', x: 0.4, ...box },
  ]);
  const blobId = randomUUID();
  await storeFile(
    server.services,
    { organisationId, userId: null },
    { id: blobId, path: file, mime: 'application/gzip', name: 'text' },
  );
  const by = { projectId, createdBy: roles.administrator.userId };
  await writeRows(server, { organisationId, projectId }, (tx) => {
    const plan = planRow(by, { sheetNumber: 'A-101' });
    const blobs = { packBlobId: blobId, thumbBlobId: blobId, previewBlobId: blobId, originalBlobId: blobId };
    const worded = revisionRow(by, plan.id, blobs, { textBlobId: blobId });
    const wordless = revisionRow(by, plan.id, blobs, { version: '2' });
    tx.put('plan', { ...plan, currentRevisionId: worded.id });
    tx.put('revision', worded);
    tx.put('revision', wordless);
    Object.assign(revision, { worded: worded.id, wordless: wordless.id });
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const params = (revisionId: string) => ({ params: { projectId: world.projectId, revisionId } });

test('references and details are returned with their positions, and can be stored', async () => {
  const response = await world.roles.externalViewer.caller.send(getSheetMarks, params(revision.worded));
  expect(response.status).toBe(200);
  expect(response.headers['cache-control']).toBe('private, max-age=86400');
  expect(response.body).toEqual({
    marks: [{ sheet: 'A-301', detail: '5', asked: false, run: 0, x: 0.1, y: 0.5, w: 0.05, h: 0.02 }],
    details: [{ detail: '3', x: 0.3, y: 0.5, w: 0.05, h: 0.02 }],
    scales: [50],
  });
});

test('a drawing without text has no references', async () => {
  const { caller } = world.roles.administrator;
  expect(await caller.call(getSheetMarks, params(revision.wordless))).toEqual({ marks: [], details: [], scales: [] });
});

test('non-members do not learn that the drawing exists', async () => {
  const { caller } = world.other.administrator;
  expect((await caller.send(getSheetMarks, params(revision.worded))).status).toBe(404);
  expect((await world.roles.administrator.caller.send(getSheetMarks, params(randomUUID()))).status).toBe(404);
});
