// Copying a project: the chosen parts are copied under new ids, nothing else is, and the plans are displayed.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { copyProject } from '@plumbline/core/features/projects/contract';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, makeProject, type World, writeRows } from '../../actors.ts';
import { categoryRow, pinRow, planRow, revisionRow, teamRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let source = '';

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const { organisationId, owner, colleague } = world;
  source = await makeProject(server, {
    organisationId,
    title: 'Pattern house',
    by: owner,
    members: [
      [owner, 'administrator'],
      [colleague, 'subcontractor'],
    ],
  });
  const blobId = randomUUID();
  const { size, sha256 } = await server.services.files.put(
    `blobs/test/${blobId}`,
    Readable.from([Buffer.from('plan')]),
  );
  const file = { id: blobId, key: `blobs/test/${blobId}`, sha256: Buffer.from(sha256, 'hex'), size };
  await recordBlob(server.services, owner, { ...file, mime: 'application/pdf', name: 'a.pdf' });
  const by = { projectId: source, createdBy: owner.userId };
  await writeRows(server, { organisationId, projectId: source }, (tx) => {
    tx.put('category', categoryRow(source, { title: 'Facade' }));
    tx.put('team', teamRow(source, { title: 'Roofers', role: 'subcontractor', memberIds: [colleague.userId] }));
    const folder = planRow(by, { type: 'Folder', name: 'Floors' });
    const plan = planRow(by, { name: 'Second floor', parentId: folder.id });
    const blobs = { packBlobId: blobId, thumbBlobId: blobId, previewBlobId: blobId, originalBlobId: blobId };
    const revision = revisionRow(by, plan.id, blobs, { version: '7' });
    tx.put('plan', folder);
    tx.put('plan', { ...plan, currentRevisionId: revision.id });
    tx.put('plan', planRow(by, { name: 'Old floor', active: false }));
    tx.put('revision', revision);
    tx.put('pin', pinRow(by, { number: 1 }));
  });
});
afterAll(() => server?.close());

async function copied(wish: object): Promise<(table: string, columns: string) => Promise<unknown[]>> {
  const id = randomUUID();
  const body = { id, title: `Copy ${id}`, ...wish };
  await world.owner.caller.call(copyProject, { params: { projectId: source }, body });
  return async (table, columns) =>
    (await server.database.root.query(`SELECT ${columns} FROM ${table} WHERE project_id = $1 ORDER BY 1`, [id])).rows;
}

test('everything selectable is copied, under new ids', async () => {
  const rows = await copied({ members: true, teams: true, plans: true });
  expect(await rows('category', 'title')).toEqual([{ title: 'Facade' }]);
  expect(await rows('member', 'role')).toEqual([{ role: 'administrator' }, { role: 'subcontractor' }]);
  expect(await rows('team', 'title, member_ids AS ids')).toEqual([{ title: 'Roofers', ids: [world.colleague.userId] }]);
  expect(await rows('plan', 'name, parent_id IS NULL AS top')).toEqual([
    { name: 'Floors', top: true },
    { name: 'Second floor', top: false },
  ]);
  const current = await server.database.root.query(
    `SELECT p.name, r.version, r.project_id = p.project_id AS own FROM plan p JOIN revision r ON r.id = p.current_revision_id
     WHERE p.project_id <> $1 AND p.name = 'Second floor'`,
    [source],
  );
  expect(current.rows).toEqual([{ name: 'Second floor', version: '7', own: true }]);
  expect(await rows('pin', 'id')).toEqual([]);
});

test('unselected parts are left out; a team without members is copied empty, categories are the defaults', async () => {
  const rows = await copied({ categories: false, fields: false, teams: true });
  expect((await rows('category', 'title')).length).toBeGreaterThan(1);
  expect(await rows('category', 'title')).not.toContainEqual({ title: 'Facade' });
  expect(await rows('member', 'role')).toEqual([{ role: 'administrator' }]);
  expect(await rows('team', 'member_ids AS ids')).toEqual([{ ids: [] }]);
  expect(await rows('plan', 'id')).toEqual([]);
});
