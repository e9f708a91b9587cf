// A database whose derived rows were written by triggers, upgraded to derived rows that the program writes.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '@plumbline/server/db/migrate';
import { runSiteAsSystem } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCluster, type TestCluster } from '../database.ts';
import { derivedDifferences } from '../sync/derived-rows.ts';
import { idsFrom, servicesOn } from '../sync/site.ts';

const MIGRATIONS = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@plumbline/server/db/migrate')),
  'migrations',
);
const LAST_WITH_TRIGGERS = '0012-jobs.sql';

const [organisationId, projectId, userId, pinId, taskId, fieldId, blobId, datasetId] = Array.from(
  { length: 8 },
  idsFrom(0),
) as [string, string, string, string, string, string, string, string];

const id = (text: string): string => `'${text}'::uuid`;
const ROW = `organisation_id, project_id, id, position`;
const at = (row: string): string => `${id(organisationId)}, ${id(projectId)}, ${id(row)}, 1`;

/** A project with a row in each table that had triggers. */
const CONTENT = `
  BEGIN; SET LOCAL app.organisation = '${organisationId}';
  INSERT INTO organisation (id, name, created_at) VALUES (${id(organisationId)}, 'Bau', now());
  INSERT INTO project_log (organisation_id, project_id, head) VALUES (${id(organisationId)}, ${id(projectId)}, 1);
  INSERT INTO project (${ROW}, title, company, address, post_code, country, notes, timezone, language, manager_name, manager_phone,
    ratings, active, created_by, created_at)
    VALUES (${at(projectId)}, 'House', '', '', '', '', '', 'UTC', 'en', '', '', '[]', true, ${id(userId)}, now());
  INSERT INTO blob (organisation_id, id, sha256, size, mime, name, key, created_by, created_at)
    VALUES (${id(organisationId)}, ${id(blobId)}, '\\x00', 10, 'image/jpeg', 'a.jpg', 'k', ${id(userId)}, now());
  INSERT INTO pin (${ROW}, number, status, title, notes, tags, ratings, t1, t2, t3, fields, created_by, created_at, changed_at)
    VALUES (${at(pinId)}, 3, 'open', 'Crack', 'Ölspur', '["Wall"]', '{"cost": 2}', '', '', '', '{"${fieldId}": ["wet", "Loud"]}',
      ${id(userId)}, now(), now());
  INSERT INTO task (${ROW}, pin_id, number, status, title, description, due_date, depends_on, company_name, craft, sub_status,
    created_by, created_at, changed_at)
    VALUES (${at(taskId)}, ${id(pinId)}, 4, 'open', 'Seal it', '', '2026-03-01', '[]', '', '', '', ${id(userId)}, now(), now());
  INSERT INTO post (${ROW}, pin_id, type, caption, files, active, created_by, created_at)
    VALUES (${at(blobId)}, ${id(pinId)}, 'Visuals', '', '[{"blobId": "${blobId}"}]', true, ${id(userId)}, now());
  INSERT INTO dataset (organisation_id, id, project_id, title, columns, id_column, title_column, records, created_by, created_at, changed_at)
    VALUES (${id(organisationId)}, ${id(datasetId)}, ${id(projectId)}, 'Doors', '["Key"]', 'Key', 'Key', 1, ${id(userId)}, now(), now());
  INSERT INTO dataset_record (organisation_id, dataset_id, id, project_id, key, title, record, row_number)
    VALUES (${id(organisationId)}, ${id(datasetId)}, ${id(blobId)}, ${id(projectId)}, 'D1', 'D1', '["D1"]', 1);
  COMMIT;`;

const DERIVED = [
  'pin_field',
  'pin_rating',
  'pin_due',
  'search_text',
  'dataset_search_text',
  'blob_reference',
  'upload_usage',
];

let cluster: TestCluster;
let folder: string;
beforeAll(async () => {
  cluster = await startTestCluster();
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-derived-'));
});
afterAll(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('an upgrade keeps the derived rows, and later writes keep them up to date without triggers', async () => {
  await cp(MIGRATIONS, folder, { recursive: true });
  for (const name of await readdir(folder)) if (name > LAST_WITH_TRIGGERS) await rm(path.join(folder, name));
  const { root, pool } = await cluster.database();
  await root.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION plumbline');
  await migrate(pool, folder);
  await root.query(CONTENT);
  const count = async () => {
    const counts = DERIVED.map((table) => `(SELECT count(*)::integer FROM ${table}) AS ${table}`);
    return (await root.query(`SELECT ${counts.join(', ')}`)).rows[0];
  };
  const before = await count();
  expect(before).toEqual({
    pin_field: 2,
    pin_rating: 1,
    pin_due: 1,
    search_text: 2,
    dataset_search_text: 1,
    blob_reference: 1,
    upload_usage: 1,
  });

  expect((await migrate(pool))[0]).toBe('0013-derived-rows.sql');
  expect(await count()).toEqual(before);
  expect(await derivedDifferences(root, projectId)).toEqual([]);
  const triggers = await root.query(
    `SELECT tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace`,
  );
  expect(triggers.rows).toEqual([]);

  await runSiteAsSystem(
    servicesOn({ pool }, idsFrom(100)),
    { organisationId, userId },
    projectId,
    'test',
    async ({ tx }) => {
      const pin = await tx.get('pin', pinId);
      if (pin) tx.put('pin', { ...pin, title: 'Cleft', number: 9, fields: {}, ratings: { cost: 3 } });
      const task = await tx.get('task', taskId);
      if (task) tx.put('task', { ...task, dueDate: '2026-04-01' });
    },
  );
  expect(await derivedDifferences(root, projectId)).toEqual([]);
  expect((await root.query("SELECT FROM search_text WHERE text LIKE '%cleft%'")).rowCount).toBe(2);
});
