// Copying a project: the chosen parts are copied under new ids, nothing else is, and the plans are displayed.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { copyProject } from '@plumbline/core/features/projects/contract';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, makeProject, type World, writeRows } from '../../actors.ts';
import { categoryRow, contactRow, insertContact, pinRow, planRow, revisionRow, teamRow } from '../../content.ts';
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
  const contact = contactRow(source, { lastName: 'Rossi' });
  await insertContact(server.database.root, organisationId, contact);
  await server.database.root.query(
    `INSERT INTO report_template (organisation_id, id, project_id, title, file_name, file_type, blob_id, active, created_by, created_at)
     SELECT $1, gen_random_uuid(), $2, title, 'a.docx', 'docx', $3, active, $4, now()
     FROM (VALUES ('Handover', true), ('Old sheet', false)) AS t (title, active)`,
    [organisationId, source, blobId, owner.userId],
  );
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
    tx.put('contact', contact);
    const [model, storey] = [
      { type: 'Folder', planType: 'BimCloud' },
      { type: 'Plan', planType: 'BimCloud' },
    ] as const;
    const house = planRow(by, { ...model, name: 'House model' });
    const ground = planRow(by, { ...storey, name: 'Ground floor', parentId: house.id });
    const drawing = revisionRow(by, ground.id, blobs);
    tx.put('plan', house);
    tx.put('plan', { ...ground, currentRevisionId: drawing.id });
    tx.put('revision', drawing);
    const frame = { left: 0, top: 8, widthM: 10, heightM: 8 };
    tx.put('model', {
      ...{ id: randomUUID(), ...by, planId: house.id, version: 'V1', origin: [0, 0, 0] },
      storeys: [{ globalId: '0'.repeat(22), name: 'Ground floor', elevation: 0, planId: ground.id, frame }],
      ...{ elements: 1, triangles: 12, leftOut: 0, located: null, packBlobId: blobId, originalBlobId: blobId },
      ...{ originalName: 'house.ifc', fileSize: 1, createdAt: tx.now() },
    });
    tx.put('ground', {
      ...{ id: plan.id, projectId: source, geo: null, widthM: 20, heightM: 15, attribution: '', layers: [] },
      ...{ changedBy: owner.userId, changedAt: tx.now() },
    });
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
  const rows = await copied({ members: true, teams: true, contacts: true, templates: true, plans: true });
  expect(await rows('category', 'title')).toEqual([{ title: 'Facade' }]);
  expect(await rows('member', 'role')).toEqual([{ role: 'administrator' }, { role: 'subcontractor' }]);
  expect(await rows('team', 'title, member_ids AS ids')).toEqual([{ title: 'Roofers', ids: [world.colleague.userId] }]);
  expect(await rows('plan', 'name, parent_id IS NULL AS top')).toEqual([
    { name: 'Floors', top: true },
    { name: 'Ground floor', top: false },
    { name: 'House model', top: true },
    { name: 'Second floor', top: false },
  ]);
  expect(await rows('contact', 'last_name AS name')).toEqual([{ name: 'Rossi' }]);
  expect(await rows('report_template', 'title, file_name AS file')).toEqual([{ title: 'Handover', file: 'a.docx' }]);
  expect(
    await rows(
      `model m CROSS JOIN LATERAL (SELECT folder.name AS folder, storey.name AS storey FROM plan folder, plan storey
         WHERE folder.id = m.plan_id AND storey.id = (m.storeys -> 0 ->> 'planId')::uuid
           AND (folder.project_id, storey.project_id) = (m.project_id, m.project_id)) own`,
      'own.folder, own.storey',
    ),
  ).toEqual([{ folder: 'House model', storey: 'Ground floor' }]);
  expect(
    await rows('plan_georeference g JOIN plan p USING (organisation_id, project_id, id)', 'p.name, g.width_m AS width'),
  ).toEqual([{ name: 'Second floor', width: 20 }]);
  const current = await server.database.root.query(
    `SELECT p.name, r.version, r.date::text AS date, r.project_id = p.project_id AS own FROM plan p JOIN revision r ON r.id = p.current_revision_id
     WHERE p.project_id <> $1 AND p.name = 'Second floor'`,
    [source],
  );
  expect(current.rows).toEqual([{ name: 'Second floor', version: '7', date: '2026-02-03', own: true }]);
  expect(await rows('pin', 'id')).toEqual([]);
});

test('unselected parts are not copied, a team is copied without members, and categories are the defaults', async () => {
  const rows = await copied({ categories: false, fields: false, teams: true });
  expect((await rows('category', 'title')).length).toBeGreaterThan(1);
  expect(await rows('category', 'title')).not.toContainEqual({ title: 'Facade' });
  expect(await rows('member', 'role')).toEqual([{ role: 'administrator' }]);
  expect(await rows('team', 'member_ids AS ids')).toEqual([{ ids: [] }]);
  expect(await rows('plan', 'id')).toEqual([]);
  expect(await rows('contact', 'id')).toEqual([]);
  expect(await rows('report_template', 'id')).toEqual([]);
});
