// Project templates: what a template contains, who may save and use it, and that nothing refers back to its project.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createProject, getProject, listProjects, updateProject } from '@plumbline/core/features/projects/contract';
import {
  deleteProjectTemplate,
  listProjectTemplates,
  renameProjectTemplate,
  saveProjectTemplate,
} from '@plumbline/core/features/projects/templates-contract';
import { recordBlob } from '@plumbline/server/features/uploads/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, makeProject, type World, writeRows } from '../../actors.ts';
import { categoryRow, planRow, savedViewRow, teamRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let source = '';
const templateId = randomUUID();
const [category, reportTemplateId] = [randomUUID(), randomUUID()];

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
  const key = `blobs/test/${blobId}`;
  const { size, sha256 } = await server.services.files.put(key, Readable.from([Buffer.from('sheet')]));
  const file = { id: blobId, key, sha256: Buffer.from(sha256, 'hex'), size };
  await recordBlob(server.services, owner, { ...file, mime: 'application/msword', name: 'a.docx' });
  const by = { projectId: source, createdBy: owner.userId };
  const view = savedViewRow(by, { title: 'Open facade', query: { categories: [category] } });
  await writeRows(server, { organisationId, projectId: source }, (tx) => {
    tx.put('category', categoryRow(source, { id: category, title: 'Facade' }));
    tx.put('category', categoryRow(source, { title: 'Old', active: false }));
    tx.put('field', {
      ...{ id: randomUUID(), projectId: source, title: 'Area', sort: 0, active: true },
      ...{ format: { type: 'TEXT', limit: 20 }, categoryIds: [category] },
    });
    tx.put('team', teamRow(source, { title: 'Roofers', role: 'subcontractor', memberIds: [colleague.userId] }));
    const floors = planRow(by, { type: 'Folder', name: 'Floors' });
    const old = planRow(by, { type: 'Folder', name: 'Old floors', active: false });
    tx.put('plan', floors);
    tx.put('plan', old);
    tx.put('plan', planRow(by, { type: 'Folder', name: 'Upper floors', parentId: floors.id }));
    tx.put('plan', planRow(by, { type: 'Folder', name: 'In an old folder', parentId: old.id }));
    tx.put('plan', planRow(by, { name: 'A plan' }));
    tx.put('savedView', view);
    tx.put('savedView', savedViewRow(by, { title: 'Private', shared: false }));
    tx.put('savedView', savedViewRow(by, { title: 'Of a person', query: { users: [colleague.userId] } }));
  });
  const { root } = server.database;
  await root.query(
    `INSERT INTO report_template (organisation_id, id, project_id, title, file_name, file_type, blob_id, created_by, created_at)
     VALUES ($1, $2, $3, 'Handover', 'a.docx', 'docx', $4, $5, now())`,
    [organisationId, reportTemplateId, source, blobId, owner.userId],
  );
  await root.query(
    `INSERT INTO report_definition (organisation_id, id, project_id, title, source, template_id, format, language,
       recipients, options, created_by, created_at)
     SELECT $1, gen_random_uuid(), $2, d.title, d.source::jsonb, d.template, 'docx', 'en', '{a@example.org}',
       '{"paper": "a3", "signers": [{"name": "Kurt Kern"}]}', $3, now()
     FROM (VALUES ('Weekly', $4, $5), ('One pin', $6, $5)) AS d (title, source, template)`,
    [
      ...[organisationId, source, owner.userId, JSON.stringify({ kind: 'view', viewId: view.id }), reportTemplateId],
      JSON.stringify({ kind: 'pins', pinIds: [randomUUID()] }),
    ],
  );
  await owner.caller.call(updateProject, {
    params: { projectId: source },
    body: { company: 'Pattern AG', timezone: 'Asia/Tokyo', address: 'Somewhere 1', managerName: 'Mona' },
  });
  await owner.caller.call(saveProjectTemplate, {
    params: { templateId },
    body: { projectId: source, title: 'Houses' },
  });
});
afterAll(() => server?.close());

const rowsOf = async (projectId: string, table: string, columns: string): Promise<unknown[]> =>
  (await server.database.root.query(`SELECT ${columns} FROM ${table} WHERE project_id = $1 ORDER BY 1`, [projectId]))
    .rows;

async function created(change: object = {}): Promise<string> {
  const id = randomUUID();
  await world.owner.caller.call(createProject, { body: { id, title: `House ${id}`, templateId, ...change } });
  return id;
}

test('a new project starts with the parts of the template, under ids of its own, and without people or plans', async () => {
  const id = await created();
  expect(await rowsOf(id, 'category', 'title, active')).toEqual([{ title: 'Facade', active: true }]);
  expect(
    await rowsOf(
      id,
      `field f JOIN category c USING (organisation_id, project_id)`,
      'f.title, f.category_ids = to_jsonb(ARRAY[c.id]) AS own',
    ),
  ).toEqual([{ title: 'Area', own: true }]);
  expect(await rowsOf(id, 'team', 'title, role, member_ids AS ids')).toEqual([
    { title: 'Roofers', role: 'subcontractor', ids: [] },
  ]);
  expect(await rowsOf(id, 'member', 'user_id AS id, role')).toEqual([
    { id: world.owner.userId, role: 'administrator' },
  ]);
  expect(
    await rowsOf(
      id,
      'plan p',
      'p.name, (SELECT q.name FROM plan q WHERE q.id = p.parent_id AND q.project_id = p.project_id) AS parent',
    ),
  ).toEqual([
    { name: 'Floors', parent: null },
    { name: 'Upper floors', parent: 'Floors' },
  ]);
  expect(
    await rowsOf(
      id,
      'saved_view v JOIN category c USING (organisation_id, project_id)',
      `v.title, v.query #>> '{categories,0}' = c.id::text AS own`,
    ),
  ).toEqual([{ title: 'Open facade', own: true }]);
  expect(await rowsOf(id, 'report_template', 'title, file_name AS file')).toEqual([
    { title: 'Handover', file: 'a.docx' },
  ]);
  expect(
    await rowsOf(
      id,
      `report_definition d JOIN saved_view v USING (organisation_id, project_id)
         JOIN report_template t USING (organisation_id, project_id)`,
      `d.title, d.recipients, d.options, d.source ->> 'viewId' = v.id::text AS view, d.template_id = t.id::text AS template`,
    ),
  ).toEqual([{ title: 'Weekly', recipients: [], options: { paper: 'a3' }, view: true, template: true }]);
  const project = await world.owner.caller.call(getProject, { params: { projectId: id } });
  expect(project).toMatchObject({ company: 'Pattern AG', timezone: 'Asia/Tokyo', address: '', managerName: '' });
});

test('settings that are sent take precedence', async () => {
  const id = await created({ company: 'Mine', language: 'de' });
  const project = await world.owner.caller.call(getProject, { params: { projectId: id } });
  expect(project).toMatchObject({ company: 'Mine', language: 'de', timezone: 'Asia/Tokyo' });
});

test('a template is listed with its contents, and not as a project', async () => {
  const { content } = await world.owner.caller.call(listProjectTemplates, { query: {} });
  expect(content).toMatchObject([
    {
      ...{ id: templateId, title: 'Houses', createdByName: 'Olga Ortner', settings: { company: 'Pattern AG' } },
      contains: { folders: 2, categories: 1, fields: 1, teams: 1, views: 1, reportTemplates: 1, reports: 1 },
    },
  ]);
  const projects = await world.owner.caller.call(listProjects, {
    query: { state: 'all', whose: 'all', search: 'Houses' },
  });
  expect(projects.content).toEqual([]);
});

test('only administrators save and change templates, and only those who may create projects use them', async () => {
  const { colleague, other, roles, owner } = world;
  const body = { projectId: world.projectId, title: 'Theirs' };
  const params = { templateId: randomUUID() };
  expect((await roles.administrator.caller.send(saveProjectTemplate, { params, body })).status).toBe(403);
  // Not a member of the project.
  expect((await owner.caller.send(saveProjectTemplate, { params, body })).status).toBe(403);
  expect((await colleague.caller.send(listProjectTemplates, { query: {} })).status).toBe(403);
  const foreign = { params: { templateId }, body: { title: 'Taken over' } };
  expect((await other.administrator.caller.send(renameProjectTemplate, foreign)).status).toBe(404);
  expect((await other.administrator.caller.send(deleteProjectTemplate, { params: { templateId } })).status).toBe(404);
  const using = { id: randomUUID(), title: 'Theirs', templateId };
  expect((await other.administrator.caller.send(createProject, { body: using })).status).toBe(404);
  expect((await other.administrator.caller.call(listProjectTemplates, { query: {} })).content).toEqual([]);
});

test('templates are replaced and renamed with unique titles, and their projects remain after deletion', async () => {
  const { owner } = world;
  const second = randomUUID();
  const project = { projectId: source };
  await owner.caller.call(saveProjectTemplate, {
    params: { templateId: second },
    body: { ...project, title: 'Halls' },
  });
  const taken = await owner.caller.send(renameProjectTemplate, {
    params: { templateId: second },
    body: { title: 'houses' },
  });
  expect(taken.body).toMatchObject({ code: 'title_taken' });
  const doubled = { params: { templateId: randomUUID() }, body: { ...project, title: 'HALLS' } };
  expect((await owner.caller.send(saveProjectTemplate, doubled)).body).toMatchObject({ code: 'title_taken' });

  const id = await created({ templateId: second });
  await owner.caller.call(saveProjectTemplate, {
    params: { templateId: second },
    body: { projectId: id, title: 'Big halls' },
  });
  await owner.caller.call(renameProjectTemplate, { params: { templateId: second }, body: { title: 'Large halls' } });
  const titles = async () =>
    (await owner.caller.call(listProjectTemplates, { query: {} })).content.map((one) => one.title);
  expect(await titles()).toEqual(['Houses', 'Large halls']);
  await owner.caller.call(deleteProjectTemplate, { params: { templateId: second } });
  expect(await titles()).toEqual(['Houses']);
  expect((await owner.caller.send(deleteProjectTemplate, { params: { templateId: second } })).status).toBe(404);
  expect(await rowsOf(id, 'report_template', 'title')).toEqual([{ title: 'Handover' }]);
});
