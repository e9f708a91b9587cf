// People with tasks on pins in the changed areas of a published set are notified: once each, and of what they can see.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createImport, startImport } from '@plumbline/core/features/imports/contract';
import { publishSet, undoSet } from '@plumbline/core/features/imports/set-contract';
import { listNotifications } from '@plumbline/core/features/notifications/contract';
import { importTasks, LATE_ALIGNMENTS } from '@plumbline/server/features/imports/jobs';
import { IMPORT_PAGE, INSPECT } from '@plumbline/server/features/imports/locked-import';
import { NOTIFY_CHANGES } from '@plumbline/server/features/imports/sets/publish-set';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import { block, type FixturePage, makePdf, text } from '@plumbline/server/rendering/testing/pdf-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World, writeRows } from '../../actors.ts';
import { pinRow, taskRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ now: new Date() });
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-set-changes-'));
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

const WALLS = Array.from({ length: 40 }, (_, i) =>
  block('0 0 0', 40 + (i % 8) * 65, 60 + Math.floor(i / 8) * 65, 45, 3),
);

/** A sheet whose new wall, if any, is at about (0.34, 0.62). */
function sheet(number: string, changed: boolean): FixturePage {
  const added = changed ? block('0 0 0', 200, 155, 16, 16) : '';
  const label = text('Floor plan', 440, 40, 10) + text(number, 520, 15, 18);
  return { mediaBox: [0, 0, 595, 421], content: [...WALLS, added, label].join('') };
}

async function uploaded(pages: readonly FixturePage[]): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.pdf`);
  await writeFile(file, makePdf(pages));
  const [importId, blobId] = [randomUUID(), randomUUID()];
  const { organisationId, userId } = admin();
  const stored = { id: blobId, path: file, mime: 'application/pdf', name: 'set.pdf' };
  await storeFile(server.services, { organisationId, userId }, stored);
  const body = { id: importId, blobId, parentId: null, planId: null };
  await admin().caller.call(createImport, { params: inProject(), body });
  await run(INSPECT, { organisationId, importId });
  return importId;
}

const render = (importId: string, page: number) =>
  run(IMPORT_PAGE, { organisationId: admin().organisationId, importId, page });

/** The plans of a set, and the set that revises them. */
async function revised(numbers: readonly string[]) {
  const first = await uploaded(numbers.map((number) => sheet(number, false)));
  const pages = numbers.map((sheetNumber, i) => ({
    ...{ page: i + 1, planId: randomUUID(), title: 'Floor plan', sheetNumber },
  }));
  await admin().caller.call(startImport, {
    params: { ...inProject(), importId: first },
    body: { parentId: null, pages },
  });
  for (const { page } of pages) await render(first, page);
  const publish = async () => {
    const importId = await uploaded(numbers.map((number) => sheet(number, true)));
    const set = { id: randomUUID(), parentId: null, version: '' };
    const body = { ...set, pages: pages.map((page) => ({ ...page, importId, revises: true })) };
    await admin().caller.call(publishSet, { params: inProject(), body });
    for (const { page } of pages) await render(importId, page);
    return set.id;
  };
  return { planIds: pages.map(({ planId }) => planId), publish };
}

const IN_CHANGE = { x: 0.35, y: 0.61 };
const ELSEWHERE = { x: 0.9, y: 0.1 };

const notify = (setId: string) => run(NOTIFY_CHANGES, { organisationId: admin().organisationId, setId });
const about = async ({ caller }: Actor) =>
  (await caller.call(listNotifications, { query: {} })).content
    .filter(({ kind, detail }) => kind === 'importDone' && detail.count !== undefined)
    .map(({ detail }) => detail);

test('assignees and authors of tasks on touched pins are notified once for the whole set', async () => {
  const { planIds, publish } = await revised(['N-101', 'N-102']);
  const { subcontractor, contributor } = world.roles;
  const by = { projectId: world.projectId, createdBy: contributor.userId };
  const pins = [
    pinRow(by, { planId: planIds[0] ?? null, number: 901, ...IN_CHANGE }),
    pinRow(by, { planId: planIds[1] ?? null, number: 902, ...IN_CHANGE }),
    pinRow(by, { planId: planIds[1] ?? null, number: 903, ...ELSEWHERE }),
  ];
  await writeRows(server, world, async (tx) => {
    for (const [i, pin] of pins.entries()) {
      tx.put('pin', pin);
      const assignee = { assigneeType: 'User', assigneeId: subcontractor.userId } as const;
      tx.put('task', taskRow(by, pin.id, { number: 901 + i, status: 'open', ...assignee }));
    }
  });
  const setId = await publish();
  await notify(setId);
  await notify(setId);
  const expected = [{ title: 'N-101 Floor plan + 1', count: 2, planId: planIds[0], pinId: pins[0]?.id }];
  expect(await about(subcontractor)).toEqual(expected);
  expect(await about(contributor)).toEqual(expected);
  expect(await about(admin())).toEqual([]);
});

test('no one is notified of a set that was undone, or of pins that it does not touch', async () => {
  const { planIds, publish } = await revised(['N-201']);
  const { subcontractor, contributor } = world.roles;
  const by = { projectId: world.projectId, createdBy: contributor.userId };
  const pin = pinRow(by, { planId: planIds[0] ?? null, number: 911, ...ELSEWHERE });
  const before = await about(subcontractor);
  await writeRows(server, world, async (tx) => {
    tx.put('pin', pin);
    const assignee = { assigneeType: 'User', assigneeId: subcontractor.userId } as const;
    tx.put('task', taskRow(by, pin.id, { number: 911, status: 'open', ...assignee }));
  });
  const setId = await publish();
  await notify(setId);
  expect(await about(subcontractor)).toEqual(before);
  await writeRows(server, world, (tx) => tx.put('pin', { ...pin, ...IN_CHANGE }));
  await admin().caller.call(undoSet, { params: { ...inProject(), setId } });
  await notify(setId);
  expect(await about(subcontractor)).toEqual(before);
});

test('people are notified of a sheet that is aligned after the set was published', async () => {
  const { planIds, publish } = await revised(['N-301', 'N-302']);
  const { subcontractor, contributor } = world.roles;
  const by = { projectId: world.projectId, createdBy: contributor.userId };
  const [planId = ''] = planIds;
  const pin = pinRow(by, { planId, number: 921, ...IN_CHANGE });
  await writeRows(server, world, async (tx) => {
    tx.put('pin', pin);
    const assignee = { assigneeType: 'User', assigneeId: subcontractor.userId } as const;
    tx.put('task', taskRow(by, pin.id, { number: 921, status: 'open', ...assignee }));
  });
  const before = await about(subcontractor);
  const setId = await publish();
  // As if the alignment of the first sheet could not be proposed.
  const { root } = server.database;
  const page = await root.query(
    `UPDATE plan_import_page SET state = 'aligning' WHERE set_id = $1 AND plan_id = $2 RETURNING revision_id, previous_revision_id`,
    [setId, planId],
  );
  const { revision_id: revisionId, previous_revision_id: earlier } = page.rows[0];
  const setAligned = (aligned: boolean) =>
    writeRows(server, world, async (tx) => {
      const [plan, revision] = [await tx.get('plan', planId), await tx.get('revision', revisionId)];
      if (!plan || !revision) throw new TypeError('both exist');
      tx.put('plan', { ...plan, currentRevisionId: aligned ? revisionId : earlier });
      tx.put('revision', { ...revision, alignment: aligned ? [1, 0, 0, 0, 1, 0] : null });
    });
  await setAligned(false);
  await notify(setId);
  await run(LATE_ALIGNMENTS.task, {});
  expect(await about(subcontractor)).toEqual(before);
  await setAligned(true);
  await run(LATE_ALIGNMENTS.task, {});
  await run(LATE_ALIGNMENTS.task, {});
  const notified = await about(subcontractor);
  expect(notified).toHaveLength(before.length + 1);
  expect(notified).toContainEqual({ title: 'N-301 Floor plan', count: 1, planId, pinId: pin.id });
});
