// A newer program migrates the schema while an older one is serving requests: no request is refused in the meantime.
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listPins } from '@plumbline/core/features/pins/contract';
import { createProject, listProjects } from '@plumbline/core/features/projects/contract';
import { syncPush } from '@plumbline/core/sync/contract';
import { migrate } from '@plumbline/server/db/migrate';
import { openPool } from '@plumbline/server/db/pool';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../actors.ts';
import { startTestServer, type TestServer } from '../server.ts';

const MIGRATIONS = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@plumbline/server/db/migrate')),
  'migrations',
);
/**
 * What a release may contain: a column backfilled for old rows, an index, a function that requests call, a new table.
 */
const NEXT = `
  ALTER TABLE pin ADD COLUMN weight integer NOT NULL DEFAULT 0;
  SELECT set_config('app.system', 'on', true);
  UPDATE pin SET weight = number;
  SELECT set_config('app.system', '', true);
  CREATE INDEX pin_weight ON pin (organisation_id, project_id, weight);
  ALTER TABLE task ADD COLUMN weight integer;
  ALTER TABLE session ADD COLUMN weight integer;
  ALTER TABLE member ADD COLUMN weight integer;
  CREATE OR REPLACE FUNCTION app_organisation() RETURNS uuid LANGUAGE sql STABLE
    AS $$ SELECT nullif(current_setting('app.organisation', true), '')::uuid $$;
  CREATE TABLE pin_weight_told (organisation_id uuid PRIMARY KEY);
  SELECT enable_tenant_isolation('pin_weight_told');`;

/** Between the requests of a client: they need to be in progress, not as many as the processor can answer. */
const PAUSE_MS = 10;

let server: TestServer;
let world: World;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-migrating-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  await writeFile(path.join(folder, '29991231000000_next.sql'), NEXT);
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

it('answers every request during a migration, even when the migration has to wait for a table', async () => {
  const { administrator, contributor } = world.roles;
  const { projectId } = world;
  const params = { projectId };
  const refused: unknown[] = [];
  const answered = { reads: 0, writes: 0 };
  let going = true;

  const reader = async () => {
    while (going) {
      const answers = [
        await administrator.caller.send(listPins, { params, query: {} }),
        await administrator.caller.send(listProjects, { query: {} }),
      ];
      refused.push(...answers.filter(({ status }) => status !== 200).map(({ body }) => body));
      answered.reads += answers.length;
      await wait(PAUSE_MS);
    }
  };
  const writer = async () => {
    const deviceId = randomUUID();
    for (let n = 1; going; n += 1) {
      const input = { id: randomUUID(), planId: null, x: null, y: null };
      const mutations = [{ n, projectId, name: 'pin.create', input, at: '' }];
      const pushed = await contributor.caller.send(syncPush, { body: { deviceId, mutations } });
      const created = await world.owner.caller.send(createProject, {
        body: { id: randomUUID(), title: `House ${deviceId} ${n}` },
      });
      const applied = (pushed.body as { results?: { outcome: string }[] }).results?.[0]?.outcome === 'applied';
      if (!applied) refused.push(pushed.body);
      if (created.status !== 200) refused.push(created.body);
      answered.writes += 2;
      await wait(PAUSE_MS);
    }
  };
  const until = async (there: () => boolean | Promise<boolean>) => {
    while (!(await there())) await wait(PAUSE_MS);
  };
  const working = Promise.all([reader(), reader(), writer(), writer()]);
  await until(() => answered.writes >= 8 && answered.reads >= 8);

  // A long-running read keeps the migration from locking the table.
  const { root } = server.database;
  const long = await root.connect();
  await long.query('BEGIN');
  await long.query('SELECT count(*) FROM pin');
  const pool = openPool(server.database.url, server.services.log, 4);
  const migrating = migrate(pool, folder);
  const waits = async () =>
    (
      await root.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%ADD COLUMN weight%'",
      )
    ).rowCount === 1;
  await until(waits);
  // The migration gives up its lock request, so requests queued behind it are answered before the long read ends.
  await until(async () => !(await waits()));
  const before = { ...answered };
  await until(() => answered.reads > before.reads + 4 && answered.writes > before.writes + 4);
  await long.query('COMMIT');
  long.release();

  expect(await migrating).toEqual(['29991231000000_next.sql']);
  const after = { ...answered };
  await until(() => answered.reads > after.reads + 8 && answered.writes > after.writes + 8);
  going = false;
  await working;
  await pool.end();
  expect(refused).toEqual([]);
  expect(server.logged.filter(({ level }) => level === 'error')).toEqual([]);
}, 120_000);
