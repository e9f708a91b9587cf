// Statements that connections keep prepared survive a migration that happens while they are open.

import { me } from '@plumbline/core/features/auth/contract';
import { prepared } from '@plumbline/server/db/prepared-statement';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld } from '../actors.ts';
import { startTestCluster, type TestCluster, type TestDatabase } from '../database.ts';
import { startTestServer } from '../server.ts';

const ORGANISATION = '00000000-0000-4000-8000-000000000001';

let cluster: TestCluster;
let database: TestDatabase;
beforeAll(async () => {
  cluster = await startTestCluster();
  database = await cluster.database();
  await database.root.query('CREATE TABLE measure (id integer, width integer); GRANT ALL ON measure TO plumbline_app');
  await database.root.query('INSERT INTO measure VALUES (1, 10)');
});
afterAll(() => cluster?.stop());

const READ = prepared('SELECT id, width FROM measure WHERE id = $1');
const WRITE = prepared('INSERT INTO measure SELECT (jsonb_populate_record(null::measure, $1::jsonb)).*');

const read = () =>
  tenantTransaction(database.pool, ORGANISATION, async (db) => (await db.query({ ...READ, values: [1] })).rows[0]);

test('a statement is prepared again when a migration has changed the type of a column', async () => {
  // Two connections have prepared it.
  expect(await Promise.all([read(), read()])).toEqual([
    { id: 1, width: 10 },
    { id: 1, width: 10 },
  ]);
  await database.root.query('ALTER TABLE measure ALTER COLUMN width TYPE text');
  expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill({ id: 1, width: '10' }));
});

test('sessions are found by every connection after a migration has changed the type of a column', async () => {
  const server = await startTestServer({ cluster });
  const { caller } = (await createWorld(server)).roles.administrator;
  const statuses = async () =>
    (await Promise.all(Array.from({ length: 5 }, () => caller.send(me, {})))).map(({ status }) => status);
  expect(await statuses()).toEqual(Array(5).fill(200));
  await server.database.root.query('ALTER TABLE app_user ALTER COLUMN language TYPE varchar');
  expect(await statuses()).toEqual(Array(5).fill(200));
  await server.close();
});

test('rows are written with a column that was added after the statement was prepared', async () => {
  const write = (row: object) =>
    tenantTransaction(database.pool, ORGANISATION, (db) => db.query({ ...WRITE, values: [JSON.stringify(row)] }));
  await write({ id: 2, width: 'a' });
  await database.root.query('ALTER TABLE measure ADD COLUMN height integer');
  await write({ id: 3, width: 'b', height: 5 });
  const found = await database.root.query('SELECT id, height FROM measure WHERE id > 1 ORDER BY id');
  expect(found.rows).toEqual([
    { id: 2, height: null },
    { id: 3, height: 5 },
  ]);
});

test('names are short enough for PostgreSQL and differ when the text does', () => {
  const names = [READ.name, WRITE.name, prepared(`${READ.text} `).name];
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThan(64);
  expect(prepared(READ.text).name).toBe(READ.name);
});
