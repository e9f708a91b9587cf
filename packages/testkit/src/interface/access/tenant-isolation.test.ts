// Tenants are isolated by the database itself, whatever the application forgets.
import { randomUUID } from 'node:crypto';
import { tenantTransaction } from '@plumbline/server/db/tx/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { pinRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  for (const [organisationId, projectId, by] of [
    [world.organisationId, world.projectId, world.roles.administrator],
    [world.other.organisationId, world.other.projectId, world.other.administrator],
  ] as const) {
    await writeRows(server, { organisationId, projectId }, (tx) => {
      tx.put('pin', pinRow({ projectId, createdBy: by.userId }, { number: 1, title: 'Geheimnis' }));
    });
  }
});
afterAll(() => server.close());

/** Tables without row-level security that the application role cannot reach: see the migration. */
const WITHOUT = new Set([
  'search_text',
  'dataset_search_text',
  'organisation',
  'organisation_member',
  'session',
  'security_event',
]);

async function tables(): Promise<string[]> {
  const found = await server.database.root.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organisation_id'
     WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY 1`,
  );
  return found.rows.map((row) => row.name).filter((name) => !WITHOUT.has(name));
}

const asApplication = async (organisation: string | undefined, sql: string, values: unknown[] = []) => {
  const db = await server.services.pool.connect();
  try {
    await db.query('BEGIN; SET LOCAL ROLE plumbline_app');
    if (organisation) await db.query(`SET LOCAL app.organisation = '${organisation}'`);
    return await db.query(sql, values);
  } finally {
    await db.query('ROLLBACK');
    db.release();
  }
};

test('no table returns rows without an organisation', async () => {
  const names = await tables();
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) {
    const found = await asApplication(undefined, `SELECT count(*)::int AS count FROM "${name}"`);
    expect(found.rows[0]?.count, name).toBe(0);
  }
});

test('each organisation sees only its own rows', async () => {
  for (const name of await tables()) {
    const found = await asApplication(world.organisationId, `SELECT DISTINCT organisation_id AS id FROM "${name}"`);
    for (const row of found.rows) expect(row.id, name).toBe(world.organisationId);
  }
  const pins = await asApplication(world.organisationId, 'SELECT count(*)::int AS count FROM pin');
  expect(pins.rows[0]?.count).toBe(1);
});

test('rows cannot be written for another organisation', async () => {
  const insert = `INSERT INTO project_log (organisation_id, project_id) VALUES ($1, $2)`;
  await expect(
    asApplication(world.organisationId, insert, [world.other.organisationId, randomUUID()]),
  ).rejects.toMatchObject({ code: '42501' });
  const changed = await asApplication(world.organisationId, `UPDATE pin SET title = 'x' WHERE organisation_id = $1`, [
    world.other.organisationId,
  ]);
  expect(changed.rowCount).toBe(0);
});

test('row-level security is forced in every table, also for the table owner', async () => {
  const found = await server.database.root.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relname = ANY ($1) AND NOT (relrowsecurity AND relforcerowsecurity)`,
    [await tables()],
  );
  expect(found.rows).toEqual([]);
  const owner = await server.services.pool.query('SELECT count(*)::int AS count FROM pin');
  expect(owner.rows[0]?.count).toBe(0);
});

test('the audit log can be appended to and read, never altered', async () => {
  for (const sql of [`UPDATE change SET action = 'x'`, 'DELETE FROM change', 'TRUNCATE change']) {
    await expect(asApplication(world.organisationId, sql)).rejects.toMatchObject({ code: '42501' });
  }
});

/** What a request of the organisation finds through the index. */
const searchPins = async (organisationId: string, projectId: string, word: string): Promise<string> => {
  const found = await tenantTransaction(server.services.pool, world.organisationId, (db) =>
    db.query<{ ids: string }>('SELECT search_rows($1, $2, $3, $4, 10) AS ids', [
      organisationId,
      projectId,
      'pin',
      [word],
    ]),
  );
  return found.rows[0]?.ids ?? '';
};

test('search stays within the organisation, whatever is named', async () => {
  const { organisationId, projectId, other } = world;
  expect(await searchPins(organisationId, projectId, 'geheim')).toMatch(/^\{[\w-]{36}\}$/u);
  expect(await searchPins(organisationId, other.projectId, 'geheim')).toBe('{}');
  await expect(searchPins(other.organisationId, other.projectId, 'geheim')).rejects.toMatchObject({ code: '42501' });
  for (const name of [
    'search_text',
    'dataset_search_text',
    'app_user',
    'session',
    'organisation_member',
    'device_key',
    'security_event',
  ]) {
    await expect(asApplication(world.organisationId, `SELECT FROM ${name}`), name).rejects.toMatchObject({
      code: '42501',
    });
  }
});

test('a search term cannot break out of the query', async () => {
  for (const part of ["'", "' OR true --", '\\', '%', '_', '$1', "%' OR '1'='1"]) {
    expect(await searchPins(world.organisationId, world.projectId, part), part).toBe('{}');
  }
});
