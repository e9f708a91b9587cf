// An installation of version 0.1.0, the baseline, is upgraded: its rows survive, the program runs on them, and a device
// of that version synchronises. `baseline-data.json.gz` has the rows that this version wrote for the demo project.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { listProjects } from '@plumbline/core/features/projects/contract';
import { syncPull, syncPush } from '@plumbline/core/sync/contract';
import { migrate } from '@plumbline/server/db/migrate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../actors.ts';
import { startTestCluster, type TestCluster, type TestDatabase } from '../database.ts';
import { DEMO_PASSWORD } from '../demo.ts';
import { deliver } from '../mailbox.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { derivedDifferences } from '../sync/derived-rows.ts';

const MIGRATIONS = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@plumbline/server/db/migrate')),
  'migrations',
);
const LAST_OF_BASELINE = '0012-jobs.sql';
/** After everything in the data. */
const NOW = new Date('2026-11-24T09:00:00.000Z');

type Row = Record<string, unknown>;
const DATA = JSON.parse(
  gunzipSync(readFileSync(new URL('./baseline-data.json.gz', import.meta.url))).toString('utf8'),
) as Record<string, Row[]>;
/** Has a phone number, which projects of that version did not know. */
const [anna] = (DATA.app_user ?? []).filter(({ email }) => String(email).startsWith('anna.'));
const PHONE = '+43 1 5550 17';
if (anna) anna.phone = PHONE;

let cluster: TestCluster;
let database: TestDatabase;
let folder: string;
let server: TestServer;

/** Writes the rows as they were, without the triggers and checks of references that would write or order them again. */
async function loadBaseline(): Promise<void> {
  const db = await database.root.connect();
  await db.query('SET session_replication_role = replica');
  for (const [table, rows] of Object.entries(DATA)) {
    const columns = Object.keys(rows[0] ?? {}).map((name) => `"${name}"`);
    await db.query(
      `INSERT INTO "${table}" (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM jsonb_populate_recordset(NULL::"${table}", $1)`,
      [JSON.stringify(rows)],
    );
  }
  await db.query('RESET session_replication_role');
  // The only table that numbers its rows.
  await db.query("SELECT setval(pg_get_serial_sequence('security_event', 'id'), max(id)) FROM security_event");
  db.release();
}

beforeAll(async () => {
  cluster = await startTestCluster();
  database = await cluster.database();
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-upgrade-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  for (const name of await readdir(folder)) if (name > LAST_OF_BASELINE) await rm(path.join(folder, name));
  await database.root.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION plumbline');
  await migrate(database.pool, folder);
  await loadBaseline();
  await migrate(database.pool);
  server = await startTestServer({ cluster: { ...cluster, database: async () => database }, now: NOW });
});
afterAll(async () => {
  await server?.close();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

const textOf = (row: Row): string =>
  JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));

test('migrations are numbered one by one', async () => {
  const numbers = (await readdir(MIGRATIONS)).sort().map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('every row of the old version survives with its content', async () => {
  const db = await database.root.connect();
  await db.query("SET TIME ZONE 'UTC'");
  const lost: string[] = [];
  for (const [table, rows] of Object.entries(DATA)) {
    const columns = Object.keys(rows[0] ?? {});
    const found = await db.query<{ row: Row }>(`SELECT to_jsonb(r) AS row FROM "${table}" r`);
    const known = new Set(
      found.rows.map(({ row }) => textOf(Object.fromEntries(columns.map((name) => [name, row[name]])))),
    );
    lost.push(...rows.filter((row) => !known.has(textOf(row))).map((row) => `${table}: ${JSON.stringify(row)}`));
  }
  db.release();
  expect(lost).toEqual([]);
});

test('the program runs on an upgraded database, and a device of the old version reads and sends edits', async () => {
  const [project] = DATA.project ?? [];
  const projectId = String(project?.id);
  const person = {
    userId: String(anna?.id),
    organisationId: String(project?.organisation_id),
    email: String(anna?.email),
    firstName: '',
    lastName: '',
  };
  const { caller } = await signIn(server, person, DEMO_PASSWORD);
  const { content } = await caller.call(listProjects, { query: {} });
  expect(content.map(({ id, title }) => [id, title])).toEqual([[projectId, project?.title]]);

  await deliver(server);
  const counts: Record<string, number> = {};
  const phones: unknown[] = [];
  for (let from = 0, more = true; more; ) {
    const pulled = await caller.call(syncPull, { query: { projectId, from } });
    for (const { entity } of pulled.rows) counts[entity] = (counts[entity] ?? 0) + 1;
    phones.push(...pulled.rows.flatMap(({ entity, row }) => (entity === 'member' && row.phone) || []));
    ({ to: from, more } = pulled);
  }
  expect(counts).toMatchObject({
    ...{ pin: DATA.pin?.length, task: DATA.task?.length, post: DATA.post?.length, comment: DATA.comment?.length },
    ...{ plan: DATA.plan?.length, revision: DATA.revision?.length, model: DATA.model?.length },
  });

  expect(phones).toEqual([PHONE]);

  // Its edits have no ids.
  const id = randomUUID();
  const edit = { n: 1, projectId, name: 'pin.create', input: { id, planId: null, x: null, y: null }, at: '' };
  const body = { deviceId: randomUUID(), mutations: [edit] };
  const first = await caller.call(syncPush, { body });
  expect(first).toMatchObject({ last: 1, results: [{ n: 1, outcome: 'applied' }] });
  const repeated = await caller.call(syncPush, { body });
  expect(repeated).toMatchObject({ last: 1, results: [{ n: 1, outcome: 'applied' }] });
  const pins = await database.root.query('SELECT FROM pin');
  expect(pins.rowCount).toBe((DATA.pin?.length ?? 0) + 1);
  expect(await derivedDifferences(database.root, projectId)).toEqual([]);
  expect(server.logged.filter(({ level }) => level === 'error')).toEqual([]);
});
