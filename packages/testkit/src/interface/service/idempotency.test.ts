// A completed call is reported as done, even if the database connection is lost before its response is stored.

import { randomUUID } from 'node:crypto';
import { createProject } from '@plumbline/core/features/projects/contract';
import { createApp } from '@plumbline/server/app/app';
import { buildServices } from '@plumbline/server/app/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { Caller } from '../../calls.ts';
import { startTestServer, type TestServer } from '../../server.ts';
import { brokenPool, killConnection, type StatementHook } from '../../sync/faults/broken-pool.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server?.close());

test('a call is answered even if the database connection breaks while its response is stored', async () => {
  const { log, config } = server.services;
  const { root, pool } = server.database;
  const between: StatementHook = async (text, run, client) => {
    if (/^(UPDATE|DELETE FROM) idempotency/u.test(text)) await killConnection(root, client);
    return run();
  };
  const services = buildServices(config, { pool: brokenPool(pool, { between }), log, clock: server.clock });
  const { app } = await createApp(services);
  const caller = new Caller(app, world.owner.caller.token);
  const body = { id: randomUUID(), title: 'Once' };
  expect(await caller.send(createProject, { body })).toMatchObject({ status: 200 });
  // The original reason for the refusal is kept.
  expect(await caller.send(createProject, { body: { ...body, title: 'Another' } })).toMatchObject({ status: 409 });
  await app.close();
});
