// A client that disconnects during a list export: no error is reported and no resources stay held.
import { request } from 'node:http';
import { promisify } from 'node:util';
import { exportPins } from '@plumbline/core/features/exports/contract';
import { createApp } from '@plumbline/server/app/app';
import { buildServices } from '@plumbline/server/app/services';
import { openPool } from '@plumbline/server/db/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { addressOf } from '../../calls.ts';
import { pinRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';
import { brokenPool, type StatementHook } from '../../sync/faults/broken-pool.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  const by = { projectId: world.projectId, createdBy: world.roles.administrator.userId };
  await writeRows(server, world, async (tx) => tx.put('pin', pinRow(by, { number: 1, title: 'Crack' })));
});
afterAll(() => server?.close());

test.each(['csv', 'xlsx'])(
  'a reader of %s who disconnects causes no error, and no database connection stays held',
  async (format) => {
    const left = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    const between: StatementHook = async (text, run) => {
      if (text.startsWith('SELECT p.id, p.notes')) {
        requested.resolve();
        await left.promise;
      }
      return run();
    };
    const { log, config } = server.services;
    const pool = openPool(server.database.url, log);
    const { app } = await createApp(
      buildServices(config, { pool: brokenPool(pool, { between }), log, clock: server.clock }),
    );
    const at = await app.listen({ port: 0, host: '127.0.0.1' });
    const { caller } = world.roles.administrator;
    const address = addressOf(exportPins, {
      params: { projectId: world.projectId },
      query: { format, language: 'en' },
    });
    const reading = request(at + address, { headers: { authorization: `Bearer ${caller.token}` } });
    reading.on('error', () => undefined);
    reading.end();
    await requested.promise;
    const connections = promisify(app.server.getConnections.bind(app.server));
    expect(await connections()).toBe(1);
    reading.destroy();
    await expect.poll(() => connections()).toBe(0);
    left.resolve();
    await app.close();
    await pool.end();
    expect(server.logged).toEqual([]);
  },
);
